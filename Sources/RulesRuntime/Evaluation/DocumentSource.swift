/// Which state of the database is asked for.
public enum DocumentState: UInt8, Sendable, Hashable {
  /// As it is before the request.
  case before
  /// As it would be after every write of the request.
  case after
}

/// The documents that rules may look up.
public protocol DocumentSource {
  /// The fields of a document; nil where there is none.
  ///
  /// - Parameters:
  ///   - path: its segments below the database's documents, an even count: collection, id, ….
  ///   - state: before the request, or after its writes.
  /// - Returns: nil for a document that is not there.
  func fields(at path: ContiguousArray<Text>, in state: DocumentState) -> MapValue?

  /// The fields of a document; nil where there is none.
  ///
  /// - Parameters:
  ///   - path: its segments below the database's documents, which may be used until this returns.
  ///   - state: before the request, or after its writes.
  /// - Returns: what `fields(at:in:)` gives for a path of the same segments, as it does unless the source knows a
  ///   way to find them without making texts.
  func fields(at path: BorrowedPath, in state: DocumentState) -> MapValue?

  /// Whether calls may be answered in place of the documents, as mocks do.
  static var answersCalls: Bool { get }

  /// The answer to a call in place of the documents, as mocks give it; nil leaves the call to the documents.
  func answer(
    to function: LookupFunction,
    _ arguments: ContiguousArray<Value>
  ) throws(FaultReason) -> Value?
}

extension DocumentSource {
  /// Looks for the texts of the path.
  public func fields(at path: BorrowedPath, in state: DocumentState) -> MapValue? {
    fields(at: path.texts, in: state)
  }

  /// Nothing is mocked.
  public static var answersCalls: Bool { false }

  /// Nothing is mocked.
  @inlinable
  public func answer(
    to function: LookupFunction,
    _ arguments: ContiguousArray<Value>
  ) throws(FaultReason) -> Value? { nil }
}

/// No documents at all.
public struct NoDocuments: DocumentSource, Sendable {
  /// A source without documents.
  public init() {}
  /// Always nil.
  public func fields(at path: ContiguousArray<Text>, in state: DocumentState) -> MapValue? { nil }
}
