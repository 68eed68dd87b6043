/// The documents that a decision has looked up, which are kept to its end.
struct FastLookups {
  private var budget: LookupBudget
  private var found: ContiguousArray<MapValue> = []

  /// No document was looked up.
  init(_ budget: LookupBudget) {
    self.budget = budget
  }

  /// Count of lookups.
  var count: Int { budget.operation.count }

  /// Counts a lookup of a document that is none of the operation's own; false where it is one too many.
  mutating func admit(_ function: LookupFunction, _ path: ContiguousArray<Text>) -> Bool {
    switch budget.admit(function, path) {
    case .free, .first: true
    case .refused: false
    }
  }

  /// Keeps the fields of a document.
  mutating func keep(_ fields: MapValue) -> FlatValue {
    found.append(fields)
    return .document(fields: fields)
  }
}

extension Set<ContiguousArray<Text>> {
  /// Whether it has a document; most often there is but one, which needs no hash.
  fileprivate func holds(_ document: ContiguousArray<Text>) -> Bool {
    count == 1 ? first == document : contains(document)
  }
}

extension FastEvaluator {
  /// A path of texts.
  mutating func path(_ parts: TableSlice) -> FlatValue {
    cost &+= 1
    let start = segmentCount
    guard unsafe start &+ Int(parts.count) <= segments.count else { return .unsettled }
    // Paths that are made while this one is stand behind it.
    segmentCount &+= Int(parts.count)
    for (offset, place) in parts.indices.enumerated() {
      switch unsafe code.pointee.pathParts[place] {
      case .literal(let text):
        cost &+= 1
        unsafe segments[start &+ offset] = text
      case .interpolation(let expression):
        let text = value(expression)
        guard text.kind == .text else { return .unsettled }
        unsafe segments[start &+ offset] = text
      case .capture: return .unsettled
      }
    }
    return .segments(start..<start &+ Int(parts.count))
  }

  /// `get(path)`, `exists(path)` and their kin.
  mutating func lookUp(_ function: LookupFunction, _ argument: UInt32) -> FlatValue {
    cost &+= 1
    let path = value(argument)
    guard path.kind == .segments, let document = documentPath(path) else { return .unsettled }
    var found =
      lookups
      ?? FastLookups(
        unsafe LookupBudget(
          limit: lookupLimit,
          commit: nil,
          countsDocuments: code.pointee.countsDocuments
        )
      )
    lookups = nil
    defer { lookups = found }
    let isOwn = ownDocuments.map { $0.holds(document) } ?? false
    guard isOwn || found.admit(function, document) else { return .unsettled }
    let fields = documents.fields(at: document, in: function.readsAfterState ? .after : .before)
    switch function {
    case .exists, .existsAfter: return .bool(fields != nil)
    case .get, .getAfter, .value:
      guard let fields else { return .unsettled }
      return found.keep(fields)
    }
  }

  /// The segments below `/databases/(default)/documents`; nil where the path names no document of it.
  private mutating func documentPath(_ path: FlatValue) -> ContiguousArray<Text>? {
    let (start, count) = (path.start, path.count)
    guard count >= 5, count % 2 == 1 else { return nil }
    for (offset, text) in unsafe code.pointee.root.enumerated() {
      guard unsafe segments[start &+ offset].hasSameText(as: .text(text)) else { return nil }
    }
    var result = ContiguousArray<Text>()
    result.reserveCapacity(count - 3)
    for place in start &+ 3..<start &+ count {
      let bytes = unsafe segments[place].bytes
      guard unsafe !bytes.isEmpty else { return nil }
      unsafe result.append(Text(wtf8: ContiguousArray(bytes)))
    }
    return result
  }
}
