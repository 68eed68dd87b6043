/// The paths that a decision makes and the documents that it looks up, in memory of the stack.
@safe
struct FastLookups: ~Copyable {
  /// A lookup that was made; what it found is kept to the end of the decision.
  struct Entry {
    /// What was called, and as what it counts.
    let function, counted: LookupFunction
    /// The segments of the document below the root.
    let document: BorrowedPath
    /// Whether the request is about it.
    let isOwn: Bool
    let fields: MapValue?
  }

  /// The most lookups that are kept; whoever makes more is left to the evaluator.
  static let entryCapacity = 20
  /// The most segments of paths.
  static let segmentCapacity = 40

  private let documents: BorrowedDocuments
  /// The documents that the request is about, which cost nothing.
  private let ownDocuments: Borrowed<Set<ContiguousArray<Text>>>
  private let limit: Int
  /// Whether two functions that look up one document are one lookup.
  private let countsDocuments: Bool
  private let segments: UnsafeMutableBufferPointer<FlatValue>
  private var segmentCount = 0
  private let entries: UnsafeMutableBufferPointer<Entry>
  private var entryCount = 0
  private var countBefore = 0
  private var countAfter = 0

  /// Lends what has made no path yet to some work.
  @inline(__always)
  static func lending<Result>(
    _ documents: BorrowedDocuments,
    _ ownDocuments: Borrowed<Set<ContiguousArray<Text>>>,
    limit: Int,
    countsDocuments: Bool,
    to work: (UnsafeMutablePointer<FastLookups>) -> Result
  ) -> Result {
    // SAFETY: segments and entries are written before they are read, and entries end with the closure. More than a
    // kilobyte at once would be allocated.
    unsafe withUnsafeTemporaryAllocation(of: FlatValue.self, capacity: segmentCapacity) {
      segments in
      unsafe withUnsafeTemporaryAllocation(of: Entry.self, capacity: entryCapacity) { entries in
        var lookups = unsafe FastLookups(
          documents: documents,
          ownDocuments: ownDocuments,
          limit: limit,
          countsDocuments: countsDocuments,
          segments: segments,
          entries: entries
        )
        defer { unsafe entries[..<lookups.entryCount].deinitialize() }
        return unsafe withUnsafeMutablePointer(to: &lookups) { unsafe work($0) }
      }
    }
  }

  /// Count of lookups that cost something.
  var count: Int { countBefore + countAfter }

  // MARK: Paths

  /// Room for the segments of a path; nil where there is none left.
  @inline(__always)
  mutating func reserve(_ count: Int) -> Int? {
    let start = segmentCount
    guard unsafe start &+ count <= segments.count else { return nil }
    segmentCount = start &+ count
    return start
  }

  /// Puts down a segment.
  @inline(__always)
  mutating func put(_ text: FlatValue, at place: Int) {
    unsafe segments[place] = text
  }

  /// The segments of a path below what every document's path begins with; nil where it names no document.
  @inline(__always)
  private mutating func document(
    _ path: FlatValue,
    below root: UnsafeMutableBufferPointer<FlatValue>
  ) -> BorrowedPath? {
    let (start, count) = (path.start &+ root.count, path.count &- root.count)
    guard count >= 2, count % 2 == 0 else { return nil }
    for offset in root.indices {
      guard unsafe segments[path.start &+ offset].hasSameText(as: root[offset]) else { return nil }
    }
    for place in start..<start &+ count {
      guard unsafe segments[place].count > 0 else { return nil }
    }
    return unsafe BorrowedPath(
      UnsafeBufferPointer(rebasing: segments[start..<start &+ count])
    )
  }

  // MARK: Documents

  /// What a lookup found.
  enum Finding {
    case document(FlatValue)
    /// None; where the lookup stands, and whether the request is about the document.
    case nothing(UInt32, isOwn: Bool)
    /// The fast path can't tell.
    case unsettled
  }

  /// Looks up a document.
  mutating func find(
    _ function: LookupFunction,
    _ path: FlatValue,
    below root: UnsafeMutableBufferPointer<FlatValue>
  ) -> Finding {
    guard let document = unsafe document(path, below: root) else { return .unsettled }
    // `value(p)` is `get(p)` under another name. What counts for Storage is the document alone.
    let counted = function == .value || countsDocuments ? LookupFunction.get : function
    var isKnown = false
    for index in 0..<entryCount
    where unsafe entries[index].counted == counted && entries[index].document.isSame(as: document) {
      if unsafe entries[index].function == function { return finding(index) }
      isKnown = true
    }
    guard unsafe entryCount < entries.count else { return .unsettled }
    let isOwn = ownDocuments.value.holds(document)
    if !isKnown, !isOwn {
      let isAfter = counted.readsAfterState
      guard (isAfter ? countAfter : countBefore) < limit else { return .unsettled }
      if isAfter { countAfter &+= 1 } else { countBefore &+= 1 }
    }
    let entry = Entry(
      function: function,
      counted: counted,
      document: document,
      isOwn: isOwn,
      fields: documents.fields(at: document, in: function.readsAfterState ? .after : .before)
    )
    // SAFETY: there is room for it.
    unsafe entries.initializeElement(at: entryCount, to: entry)
    entryCount &+= 1
    return finding(entryCount &- 1)
  }

  @inline(__always)
  private func finding(_ index: Int) -> Finding {
    switch unsafe entries[index].fields {
    case .some(let fields): .document(.document(fields: fields))
    case .none: .nothing(UInt32(truncatingIfNeeded: index), isOwn: unsafe entries[index].isOwn)
    }
  }

  /// Whether a document that was looked up is the one at a path: then it may be null where it is missing.
  func isLookup(_ index: UInt32, ofDocumentAt path: UnsafeBufferPointer<Text>) -> Bool {
    guard Int(index) < entryCount else { return false }
    return unsafe entries[Int(index)].document.isRest(of: path)
  }

  /// The whole path of a document that was looked up.
  func path(ofLookup index: Int) -> ContiguousArray<Text>? {
    guard index < entryCount else { return nil }
    return unsafe DecisionCode.Tables.rootTexts + entries[index].document.texts
  }
}

extension Set<ContiguousArray<Text>> {
  /// Whether it has a document; most often there is but one, which needs no hash.
  fileprivate func holds(_ document: BorrowedPath) -> Bool {
    if count == 1, let first { return document.isSame(as: first) }
    return !isEmpty && contains(document.texts)
  }
}

extension FastEvaluator {
  /// A path of texts.
  @inline(never)
  mutating func path(_ parts: TableSlice) -> FlatValue {
    cost &+= 1
    // Paths that are made while this one is stand behind it.
    guard let start = unsafe lookups?.pointee.reserve(Int(parts.count)) else { return .unsettled }
    var place = start
    for part in parts.indices {
      switch unsafe code.pointee.pathParts[part] {
      case .literal(let text):
        cost &+= 1
        unsafe lookups?.pointee.put(text, at: place)
      case .interpolation(let expression):
        let text = operand(expression)
        guard text.kind == .text else { return .unsettled }
        unsafe lookups?.pointee.put(text, at: place)
      case .capture: return .unsettled
      }
      place &+= 1
    }
    return .segments(start..<place)
  }

  /// `get(path)`, `exists(path)` and their kin.
  @inline(never)
  mutating func lookUp(
    _ function: LookupFunction,
    _ argument: UInt32,
    _ index: UInt32
  ) -> FlatValue {
    cost &+= 1
    let document = value(argument)
    guard document.kind == .segments,
      let finding = unsafe lookups?.pointee.find(function, document, below: code.pointee.root)
    else { return .unsettled }
    switch (function, finding) {
    case (.exists, .document), (.existsAfter, .document): return .bool(true)
    case (.exists, .nothing), (.existsAfter, .nothing): return .bool(false)
    case (.get, .document(let found)), (.getAfter, .document(let found)),
      (.value, .document(let found)):
      return found
    case (.get, .nothing(let lookup, let isOwn)), (.getAfter, .nothing(let lookup, let isOwn)),
      (.value, .nothing(let lookup, let isOwn)):
      // A document that the request is about may be null.
      if isOwn { return .unsettled }
      if unsafe lookups?.pointee.isLookup(lookup, ofDocumentAt: path) ?? true { return .unsettled }
      return fail(.missingDocument(function, lookup: lookup), at: index)
    case (_, .unsettled): return .unsettled
    }
  }
}
