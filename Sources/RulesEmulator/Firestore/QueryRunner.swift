import RulesRuntime
import RulesTesting

/// Carries out queries on the documents of a database.
struct QueryRunner {
  /// What is asked.
  let query: StructuredQuery
  /// The database's id, which stands in the paths of references.
  let database: Text

  /// A document that was found.
  struct Found: Sendable {
    /// Its path.
    let path: ContiguousArray<Text>
    /// What is stored.
    let document: StoredDocument
  }

  /// The documents that the query finds, in its order.
  ///
  /// Complexity: O(n log n) in the documents of the collection.
  func run(on documents: DocumentTable) -> [Found] {
    var rows: [Row] = []
    for found in candidates(documents) where matches(found) {
      guard let keys = keys(of: found) else { continue }
      rows.append(Row(found: found, keys: keys))
    }
    rows.sort { isOrdered($0.keys, before: $1.keys) }
    if let start = query.start { rows.removeAll { !isAtOrAfter($0.keys, start) } }
    if let end = query.end { rows.removeAll { isAtOrAfter($0.keys, end) } }
    let rest = rows.dropFirst(query.offset)
    return rest.prefix(query.limit ?? Int.max).map(\.found)
  }

  /// A document and the values that it is ordered by.
  private struct Row {
    let found: Found
    let keys: [Value]
  }

  // MARK: Which documents

  private func candidates(_ documents: DocumentTable) -> [Found] {
    let parent = query.query.parent
    if let collection = query.query.collection, !query.query.isGroup {
      return found(in: parent + [collection], documents)
    }
    let held = Transactions.HeldQuery(
      parent: parent,
      collection: query.query.collection,
      isGroup: query.query.isGroup
    )
    return documents.collections.keys.filter { held.covers($0 + [""]) }
      .flatMap { found(in: $0, documents) }
  }

  private func found(
    in collection: ContiguousArray<Text>,
    _ documents: DocumentTable
  ) -> [Found] {
    (documents.collections[collection] ?? [:]).map {
      Found(path: collection + [$0.key], document: $0.value)
    }
  }

  /// The value of a field of a document.
  func value(of path: FieldMask.Path, _ found: Found) -> Value? {
    guard path != StructuredQuery.name else {
      return .path(
        PathValue(
          plain: FirestorePath.segments(database: database, documentPath: found.path)
        )
      )
    }
    return found.document.fields.value(at: path)
  }

  /// The values that a document is ordered by; nil where it lacks one, as such a document is not found.
  func keys(of found: Found) -> [Value]? {
    var keys: [Value] = []
    for order in query.orders {
      guard let value = value(of: order.path, found) else { return nil }
      keys.append(value)
    }
    return keys
  }

  // MARK: Order

  private func compare(_ left: [Value], _ right: [Value]) -> ValueOrder.Result {
    for ((left, right), order) in zip(zip(left, right), query.orders) {
      let result = ValueOrder.compare(left, right)
      if case .same = result { continue }
      return order.isDescending ? result.reversed : result
    }
    return .same
  }

  private func isOrdered(_ left: [Value], before right: [Value]) -> Bool {
    if case .before = compare(left, right) { true } else { false }
  }

  private func isAtOrAfter(_ keys: [Value], _ cursor: StructuredQuery.Cursor) -> Bool {
    switch compare(keys, cursor.values) {
    case .before: false
    case .same: cursor.isBefore
    case .after: true
    }
  }

  // MARK: Filters

  private func matches(_ found: Found) -> Bool {
    query.query.filter.map { matches(found, $0) } ?? true
  }

  /// Filters nest no deeper than `FilterReader` lets them.
  private func matches(_ found: Found, _ filter: Query.Filter) -> Bool {
    switch filter {
    case .and(let filters): return filters.allSatisfy { matches(found, $0) }
    case .or(let filters): return filters.isEmpty || filters.contains { matches(found, $0) }
    case .test(let path, let test):
      guard let value = value(of: path, found) else { return false }
      return Self.passes(value, test)
    case .field(let path, let comparison, let operand):
      guard let value = value(of: path, found) else { return false }
      return Self.passes(value, comparison, operand)
    }
  }

  private static func passes(_ value: Value, _ test: Query.FieldTest) -> Bool {
    switch test {
    case .isNull: value.isNull
    case .isNotNull: !value.isNull
    case .isNaN: value.isNaN
    case .isNotNaN: !value.isNaN && !value.isNull
    }
  }

  /// A comparison with null or NaN finds nothing: these have tests of their own.
  private static func passes(
    _ value: Value,
    _ comparison: Query.FieldComparison,
    _ operand: Value
  ) -> Bool {
    switch comparison {
    case .equal: return isEqual(value, operand)
    case .notEqual: return !value.isNull && !operand.isNull && !isEqual(value, operand)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard ValueOrder.rank(value) == ValueOrder.rank(operand), !value.isNull, !value.isNaN,
        !operand.isNaN
      else { return false }
      return isInRange(ValueOrder.compare(value, operand), comparison)
    case .arrayContains:
      guard case .list(let list) = value else { return false }
      return list.elements.contains { isEqual($0, operand) }
    case .arrayContainsAny:
      guard case .list(let list) = value else { return false }
      return elements(operand).contains { wanted in
        list.elements.contains { isEqual($0, wanted) }
      }
    case .in: return elements(operand).contains { isEqual(value, $0) }
    case .notIn:
      let others = elements(operand)
      return !value.isNull && !others.contains(where: \.isNull)
        && !others.contains { isEqual(value, $0) }
    }
  }

  private static func isEqual(_ value: Value, _ operand: Value) -> Bool {
    !operand.isNull && !operand.isNaN && ValueOrder.areSame(value, operand)
  }

  private static func isInRange(
    _ result: ValueOrder.Result,
    _ comparison: Query.FieldComparison
  ) -> Bool {
    switch (comparison, result) {
    case (.less, .before), (.greater, .after): true
    case (.lessOrEqual, .before), (.lessOrEqual, .same): true
    case (.greaterOrEqual, .after), (.greaterOrEqual, .same): true
    default: false
    }
  }

  private static func elements(_ value: Value) -> ContiguousArray<Value> {
    if case .list(let list) = value { list.elements } else { [] }
  }
}

extension Value {
  fileprivate var isNull: Bool {
    if case .null = self { true } else { false }
  }

  var isNaN: Bool {
    if case .float(let float) = self { float.isNaN } else { false }
  }
}
