import RulesJSON
import RulesRuntime

/// Reads the filters of a query, and counts what the service allows only so many of.
struct FilterReader {
  private let reader: RESTReader
  /// The fields that are compared other than for equality, each once, sorted.
  private(set) var inequalities: [FieldMask.Path] = []
  /// Whether a field is filtered, rather than the name alone.
  private(set) var hasFieldFilter = false
  private var exclusionCount = 0
  private var hasNotIn = false
  private var hasDisjunction = false
  private var count = 0

  /// The most filters in each other, and in all.
  private static let depthLimit = 50
  private static let countLimit = 1000

  /// Reads filters with a reader of values.
  init(_ reader: RESTReader) {
    self.reader = reader
  }

  /// Reads a filter.
  mutating func read(_ json: JSONValue, depth: Int) throws(ServiceError) -> Query.Filter {
    count += 1
    guard depth < Self.depthLimit, count < Self.countLimit else {
      throw .invalid("The query has too many filters.")
    }
    if let composite = json["compositeFilter"] { return try readComposite(composite, depth) }
    if let unary = json["unaryFilter"] { return try readUnary(unary) }
    if let field = json["fieldFilter"] { return try readField(field) }
    throw .invalid("Unknown Filter type.")
  }

  /// Checks what can only be known of all filters together.
  func checkCounts(_ filter: Query.Filter) throws(ServiceError) {
    guard filter.arrayFilterCount <= 1 else {
      throw .invalid("A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.")
    }
    if exclusionCount > 1 {
      throw .invalid(
        "Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query."
      )
    }
    if hasNotIn, hasDisjunction {
      throw .invalid(
        "'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'."
      )
    }
  }

  private mutating func readComposite(
    _ json: JSONValue,
    _ depth: Int
  ) throws(ServiceError) -> Query.Filter {
    var filters: [Query.Filter] = []
    for filter in json["filters"]?.array ?? [] {
      filters.append(try read(filter, depth: depth + 1))
    }
    switch json["op"]?.text {
    case "AND": return .and(filters)
    case "OR":
      guard !filters.isEmpty else {
        throw .invalid("Composite filter must have at least one sub-filter.")
      }
      hasDisjunction = true
      return .or(filters)
    default: throw .payload("The operator of a composite filter is AND or OR.")
    }
  }

  private mutating func readUnary(_ json: JSONValue) throws(ServiceError) -> Query.Filter {
    let path = try path(json)
    let test: Query.FieldTest
    switch json["op"]?.text {
    case "IS_NULL": test = .isNull
    case "IS_NAN": test = .isNaN
    case "IS_NOT_NULL": test = .isNotNull
    case "IS_NOT_NAN": test = .isNotNaN
    default: throw .payload("The operator of a unary filter is IS_NULL, IS_NAN or their opposite.")
    }
    switch test {
    case .isNull, .isNaN: break
    case .isNotNull, .isNotNaN:
      exclusionCount += 1
      noteInequality(path)
    }
    return .test(path, test)
  }

  private mutating func readField(_ json: JSONValue) throws(ServiceError) -> Query.Filter {
    let path = try path(json)
    let comparison = try comparison(json["op"])
    guard let operand = json["value"] else {
      throw .invalid("Cannot convert firestore.v1.Value with type unset.")
    }
    let value = try self.operand(operand, of: comparison)
    try checkOperand(value, comparison, path)
    switch comparison {
    case .equal, .arrayContains: break
    case .in, .arrayContainsAny: hasDisjunction = true
    case .notEqual, .notIn:
      if comparison == .notIn { hasNotIn = true }
      exclusionCount += 1
      noteInequality(path)
    case .less, .lessOrEqual, .greater, .greaterOrEqual: noteInequality(path)
    }
    return .field(path, comparison, value)
  }

  /// Reads what a field is compared with; a list of alternatives may hold lists, unlike one that is stored.
  private func operand(
    _ json: JSONValue,
    of comparison: Query.FieldComparison
  ) throws(ServiceError) -> Value {
    switch comparison {
    case .in, .notIn, .arrayContainsAny:
      guard let content = json["arrayValue"] else { return try reader.value(json) }
      return .list(ListValue(try reader.elements(content)))
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .arrayContains:
      return try reader.value(json)
    }
  }

  private mutating func path(_ json: JSONValue) throws(ServiceError) -> FieldMask.Path {
    let path = try FieldMask.path(json["field"]?["fieldPath"]?.string ?? [])
    if path != StructuredQuery.name { hasFieldFilter = true }
    return path
  }

  private mutating func noteInequality(_ path: FieldMask.Path) {
    guard !inequalities.contains(path) else { return }
    inequalities.append(path)
    inequalities.sort { $0.lexicographicallyPrecedes($1) { $0.precedes($1) } }
  }

  private func comparison(_ json: JSONValue?) throws(ServiceError) -> Query.FieldComparison {
    switch json?.text {
    case "EQUAL": return .equal
    case "NOT_EQUAL": return .notEqual
    case "LESS_THAN": return .less
    case "LESS_THAN_OR_EQUAL": return .lessOrEqual
    case "GREATER_THAN": return .greater
    case "GREATER_THAN_OR_EQUAL": return .greaterOrEqual
    case "ARRAY_CONTAINS": return .arrayContains
    case "ARRAY_CONTAINS_ANY": return .arrayContainsAny
    case "IN": return .in
    case "NOT_IN": return .notIn
    case nil, "OPERATOR_UNSPECIFIED": throw .invalid("Unknown FieldFilter operator.")
    default: throw .payload("No operator has this name.")
    }
  }

  private func checkOperand(
    _ value: Value,
    _ comparison: Query.FieldComparison,
    _ path: FieldMask.Path
  ) throws(ServiceError) {
    let (name, limit) =
      switch comparison {
      case .in: ("IN", 30)
      case .arrayContainsAny: ("ARRAY_CONTAINS_ANY", 30)
      case .notIn: ("NOT_IN", 10)
      default: ("", 0)
      }
    guard limit > 0 else {
      if path == StructuredQuery.name { try checkKey(value) }
      return
    }
    guard case .list(let list) = value else { throw .invalid("'\(name)' requires an ArrayValue.") }
    guard !list.elements.isEmpty else {
      throw .invalid("'\(name)' requires an non-empty ArrayValue.")
    }
    guard list.elements.count <= limit else {
      throw .invalid("'\(name)' supports up to \(limit) comparison values.")
    }
    if path == StructuredQuery.name { for element in list.elements { try checkKey(element) } }
  }

  private func checkKey(_ value: Value) throws(ServiceError) {
    guard case .path = value else { throw .invalid("__key__ filter value must be a Key") }
  }
}

extension Query.Filter {
  /// How many filters one of the query's ways has that look into lists.
  fileprivate var arrayFilterCount: Int {
    switch self {
    case .and(let filters): filters.reduce(0) { $0 + $1.arrayFilterCount }
    case .or(let filters): filters.map(\.arrayFilterCount).max() ?? 0
    case .field(_, .arrayContains, _), .field(_, .arrayContainsAny, _): 1
    case .field, .test: 0
    }
  }
}
