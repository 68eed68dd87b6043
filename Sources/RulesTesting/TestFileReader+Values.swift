import RulesRuntime
import RulesSource
import RulesSyntax

extension TestFileReader {
  // MARK: Writes

  /// The fields that the map of a write touches.
  ///
  /// In an `update` a quoted key with dots is the path of a field within maps, as in `updateDoc`.
  mutating func readChanges(_ node: NodeID, for method: OperationMethod) -> [FieldChange] {
    var changes: [FieldChange] = []
    var paths: [(path: [Text], range: SourceRange)] = []
    let entries = tree.children(of: node)
    changes.reserveCapacity(entries.count)
    for entry in entries where tree.kind(of: entry) == .mapEntry {
      guard let keyNode = tree.child(0, of: entry), let key = readKey(keyNode) else { continue }
      let path = method == .update ? key.split(by: UInt8(ascii: ".")) : [key]
      guard !path.contains(where: \.isEmpty) else {
        report(.invalidTestValue, tree.range(of: keyNode), "no field has an empty name")
        continue
      }
      if method == .update { paths.append((path, tree.range(of: keyNode))) }
      readChange(entry, at: path, for: method, &changes)
    }
    if method == .update { reportOverlaps(paths) }
    return changes
  }

  /// Reports fields that are written as a whole and in part, which the service refuses.
  private mutating func reportOverlaps(_ paths: [(path: [Text], range: SourceRange)]) {
    guard paths.contains(where: { $0.path.count > 1 }) else { return }
    let written = Set(paths.map(\.path))
    for (path, range) in paths where path.count > 1 {
      let whole = (1..<path.count).first { written.contains(Array(path.prefix($0))) }
      guard let whole else { continue }
      let name = path.prefix(whole).map(\.description).joined(separator: ".")
      report(
        .impossibleWrite,
        range,
        "the field lies within `\(name)`, which is written as a whole"
      )
    }
  }

  /// Reads one field; the method is nil for a field within a map.
  private mutating func readChange(
    _ entry: NodeID,
    at path: [Text],
    for method: OperationMethod?,
    _ changes: inout [FieldChange]
  ) {
    guard let node = tree.child(1, of: entry) else { return }
    let range = tree.range(of: entry)
    if let name = transformName(node) {
      guard let change = readTransform(node, name) else { return }
      if case .delete = change, method != .update {
        report(
          .impossibleWrite,
          tree.range(of: node),
          "`deleteField()` is the value of a whole key of an `update`",
          note: method == nil
            ? "name the field by its path: `'a.b': deleteField()`"
            : "other writes write the whole document, so leave the field away"
        )
        return
      }
      changes.append(FieldChange(path: path, change: change, range: range))
    } else if tree.kind(of: node) == .mapExpression, holdsTransform(node) {
      // A map with a transform in it is taken apart, so that the transform has a path of its own.
      changes.append(FieldChange(path: path, change: .value(.map(.empty)), range: range))
      for inner in tree.children(of: node) where tree.kind(of: inner) == .mapEntry {
        guard let keyNode = tree.child(0, of: inner), let key = readKey(keyNode) else { continue }
        readChange(inner, at: path + [key], for: nil, &changes)
      }
    } else if let value = fixtures.value(node) {
      changes.append(FieldChange(path: path, change: .value(value), range: range))
    }
  }

  private mutating func readKey(_ node: NodeID) -> Text? {
    tree.kind(of: node) == .nameExpression
      ? Text(wtf8: tree.mainBytes(of: node)) : fixtures.text(node, "as key")
  }

  /// Whether a transform stands somewhere in a map.
  ///
  /// A stack of its own, as maps nest.
  private func holdsTransform(_ node: NodeID) -> Bool {
    var pending = [node]
    while let next = pending.popLast() {
      for entry in tree.children(of: next) where tree.kind(of: entry) == .mapEntry {
        guard let value = tree.child(1, of: entry) else { continue }
        if transformName(value) != nil { return true }
        if tree.kind(of: value) == .mapExpression { pending.append(value) }
      }
    }
    return false
  }

  private func transformName(_ node: NodeID) -> TransformName? {
    guard tree.kind(of: node) == .callExpression else { return nil }
    return TransformName(rawValue: tree.mainText(of: node))
  }

  private enum TransformName: String {
    case serverTimestamp, increment, arrayUnion, arrayRemove, deleteField

    /// A call that is right.
    var example: String {
      switch self {
      case .serverTimestamp, .deleteField: "\(rawValue)()"
      case .increment: "increment(1)"
      case .arrayUnion, .arrayRemove: "\(rawValue)(['a'])"
      }
    }
  }

  /// The change that a call of a transform makes; nil where it is wrong, which has been reported.
  private mutating func readTransform(
    _ node: NodeID,
    _ name: TransformName
  ) -> FieldChange.Change? {
    let arguments = Array(tree.children(of: node))
    switch (name, arguments.count) {
    case (.serverTimestamp, 0): return .serverTimestamp
    case (.deleteField, 0): return .delete
    case (.increment, 1):
      guard let value = fixtures.value(arguments[0]) else { return nil }
      switch value {
      case .int, .float: return .increment(value)
      default: break
      }
    case (.arrayUnion, 1), (.arrayRemove, 1):
      guard let value = fixtures.value(arguments[0]) else { return nil }
      if case .list(let list) = value {
        return name == .arrayUnion ? .arrayUnion(list.elements) : .arrayRemove(list.elements)
      }
    default: break
    }
    report(
      .invalidTestValue,
      tree.range(of: node),
      "expected `\(name.example)`",
      note: "that is how `\(name.rawValue)` is called"
    )
    return nil
  }

  // MARK: Filters

  /// The most conditions of a query.
  ///
  /// Source: the limits of queries of Cloud Firestore.
  private static let conditionLimit = 100

  /// Reports a filter of too many conditions.
  ///
  /// A stack of its own, as they make a long chain.
  mutating func checkConditionCount(_ root: NodeID) -> Bool {
    var count = 0
    var pending = [root]
    while let node = pending.popLast() {
      if tree.kind(of: node) == .fieldFilter { count += 1 }
      if tree.kind(of: node) == .compositeFilter { pending += tree.children(of: node) }
    }
    guard count > Self.conditionLimit else { return true }
    report(
      .invalidTestValue,
      tree.range(of: root),
      "a query has at most \(Self.conditionLimit) conditions, found \(count)"
    )
    return false
  }

  /// The condition of `where`, of a limited count of conditions.
  mutating func readFilter(_ node: NodeID) -> ListQuery.Filter? {
    let children = Array(tree.children(of: node))
    switch tree.kind(of: node) {
    case .compositeFilter:
      guard children.count == 2, let left = readFilter(children[0]),
        let right = readFilter(children[1])
      else { return nil }
      return tree[tree[node].mainToken].kind == .andAnd ? .and(left, right) : .or(left, right)
    case .fieldFilter:
      guard children.count == 2, let value = fixtures.value(children[1]),
        let comparison = comparison(of: node)
      else { return nil }
      return .field(fieldPath(children[0]), comparison, value)
    default: return nil
    }
  }

  /// The operator of a filter.
  ///
  /// Some are written as several tokens: `not in`, `array-contains`.
  private func comparison(of node: NodeID) -> ListQuery.Comparison? {
    let children = Array(tree.children(of: node))
    let start = tree.mainRange(of: node).lowerBound
    let end = tree.range(of: children[1]).lowerBound
    let spelled = tree.source.text(of: SourceRange(start, end)).split(
      whereSeparator: \.isWhitespace
    )
    return ListQuery.Comparison(rawValue: spelled.joined(separator: " "))
  }

  /// The names of `a.b.c`, or the one name of a string.
  func fieldPath(_ node: NodeID) -> [Text] {
    if tree[tree[node].mainToken].kind == .stringLiteral {
      return [Text(wtf8: tree.stringValue(of: node))]
    }
    let range = tree.range(of: node)
    let bytes = ContiguousArray(
      tree.source.bytes[Int(range.lowerBound)..<Int(range.upperBound)].filter {
        $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\t")
      }
    )
    return Text(wtf8: bytes).split(by: UInt8(ascii: "."))
  }

  // MARK: Tables

  /// A table: one step a cell.
  mutating func readTable(_ node: NodeID) -> [TestStep] {
    let children = Array(tree.children(of: node))
    guard let pathNode = children.first, let path = fixtures.path(pathNode) else { return [] }
    let title = Self.shortened(tree.source.text(of: tree.range(of: pathNode)))
    var users: [(name: String, user: User?)] = []
    var steps: [TestStep] = []
    for child in children.dropFirst() {
      switch tree.kind(of: child) {
      case .tableHeader:
        for column in tree.children(of: child) {
          users.append((tree.mainText(of: column), readUserReference(column)))
        }
      case .tableRow: steps += readRow(child, path, (title, tree.range(of: pathNode)), users)
      default: continue
      }
    }
    return steps
  }

  /// A part of the titles of a table's cells: each holds it, so a long one is cut.
  private static func shortened(_ text: String) -> String {
    let (scalars, limit) = (text.unicodeScalars, 200)
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    return String(text[..<end]) + "…"
  }

  private mutating func readRow(
    _ node: NodeID,
    _ path: ContiguousArray<Text>,
    _ shownPath: (text: String, range: SourceRange),
    _ users: [(name: String, user: User?)]
  ) -> [TestStep] {
    guard let method = OperationMethod(rawValue: tree.mainText(of: node)) else { return [] }
    var operation = TestOperation(method: method, path: [], range: tree.mainRange(of: node))
    var cells: [NodeID] = []
    var data = ""
    for child in tree.children(of: node) {
      switch tree.kind(of: child) {
      case .mapExpression:
        operation.changes = readFields(child, of: method)
        data = " " + Self.shortened(tree.source.oneLine(tree.range(of: child)))
      case .tableCell: cells.append(child)
      default: continue
      }
    }
    let range = method == .list ? tree.mainRange(of: node) : shownPath.range
    guard check(path, range, &operation) else { return [] }
    guard cells.count == users.count else {
      report(
        .misplacedTestItem,
        tree.range(of: node),
        "found \(cells.count) verdicts in the row, expected \(users.count), one for each user"
      )
      return []
    }
    return zip(cells, users).compactMap { cell, column in
      TestStep.Expectation(rawValue: tree.mainText(of: cell)).map { expectation in
        TestStep(
          expectation: expectation,
          operations: [operation],
          isBatch: false,
          changesData: false,
          user: column.user,
          range: tree.range(of: cell),
          title: .text("\(method.rawValue) \(shownPath.text)\(data) as \(column.name)")
        )
      }
    }
  }
}

extension Text {
  /// The pieces between separators, empty ones too.
  func split(by separator: UInt8) -> [Text] {
    utf8.split(separator: separator, omittingEmptySubsequences: false)
      .map { Text(wtf8: ContiguousArray($0)) }
  }
}
