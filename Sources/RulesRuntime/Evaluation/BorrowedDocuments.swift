/// The documents of a request, where they stand, whatever their type is: the evaluator is compiled once for all
/// sources of documents, and lending one allocates nothing.
@safe
struct BorrowedDocuments: @unchecked Sendable {  // A source is only read.
  private let place: UnsafeRawPointer
  private let type: any DocumentSource.Type

  /// Lends documents to some work.
  @inline(__always)
  static func lending<Documents: DocumentSource, Result>(
    _ documents: Documents,
    to work: (BorrowedDocuments) -> Result
  ) -> Result {
    // SAFETY: the pointer is used within the closure only.
    unsafe withUnsafePointer(to: documents) { place in
      unsafe work(BorrowedDocuments(place: UnsafeRawPointer(place), type: Documents.self))
    }
  }

  private init(place: UnsafeRawPointer, type: any DocumentSource.Type) {
    unsafe self.place = unsafe place
    self.type = type
  }

  /// Whether calls may be answered in place of the documents.
  var answersCalls: Bool { type.answersCalls }

  /// The fields of a document; nil where there is none.
  func fields(at path: ContiguousArray<Text>, in state: DocumentState) -> MapValue? {
    // SAFETY: the place was lent with this type.
    unsafe type.fields(of: place, at: path, in: state)
  }

  /// The fields of a document; nil where there is none.
  func fields(at path: BorrowedPath, in state: DocumentState) -> MapValue? {
    // SAFETY: the place was lent with this type.
    unsafe type.fields(of: place, at: path, in: state)
  }

  /// The answer to a call in place of the documents.
  func answer(
    to function: LookupFunction,
    _ arguments: ContiguousArray<Value>
  ) throws(FaultReason) -> Value? {
    // SAFETY: the place was lent with this type.
    try unsafe type.answer(of: place, to: function, arguments)
  }
}

extension DocumentSource {
  /// What a source of this type says that stands at a place.
  fileprivate static func fields(
    of place: UnsafeRawPointer,
    at path: ContiguousArray<Text>,
    in state: DocumentState
  ) -> MapValue? {
    unsafe place.assumingMemoryBound(to: Self.self).pointee.fields(at: path, in: state)
  }

  /// What a source of this type says that stands at a place.
  fileprivate static func fields(
    of place: UnsafeRawPointer,
    at path: BorrowedPath,
    in state: DocumentState
  ) -> MapValue? {
    unsafe place.assumingMemoryBound(to: Self.self).pointee.fields(at: path, in: state)
  }

  /// What a source of this type answers that stands at a place.
  fileprivate static func answer(
    of place: UnsafeRawPointer,
    to function: LookupFunction,
    _ arguments: ContiguousArray<Value>
  ) throws(FaultReason) -> Value? {
    try unsafe place.assumingMemoryBound(to: Self.self).pointee.answer(to: function, arguments)
  }
}
