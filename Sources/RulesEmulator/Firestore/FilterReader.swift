import RulesJSON
import RulesRuntime

/// Reads the filters of a query, and counts what the service allows only so many of.
struct FilterReader {
  private let reader: RESTReader
  /// The fields that are compared other than for equality, each once, sorted.
  private(set) var inequalities: [FieldMask.Path] = []
  /// The filters of single fields, in the order in which they were read.
  private(set) var leaves: [Leaf] = []
  private var count = 0

  /// One field's filter, as far as it is checked together with others.
  struct Leaf: Sendable {
    /// The field.
    let path: FieldMask.Path
    /// What it is compared with; nil for a test such as `IS_NULL`.
    let operands: [Value]?
    /// Whether it looks into a list.
    let isOfElements: Bool
    /// Whether it is the equality of one of the operands.
    let isEquality: Bool
    /// Whether it asks for the field's order: a comparison that nothing can fulfil does not.
    let isInequality: Bool
  }

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

  /// Checks which operators stand together, before anything else of the filters is looked at.
  static func checkOperators(of query: JSONValue) throws(ServiceError) {
    guard let filter = query["where"] else { return }
    let operators = operators(filter, depth: 0)
    let exclusions: Set = ["NOT_EQUAL", "NOT_IN", "IS_NOT_NAN", "IS_NOT_NULL"]
    if operators.count(where: exclusions.contains) > 1 {
      throw .invalid(
        "Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query."
      )
    }
    let disjunctions: Set = ["IN", "ARRAY_CONTAINS_ANY", "OR"]
    if operators.contains("NOT_IN"), operators.contains(where: disjunctions.contains) {
      throw .invalid(
        "'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'."
      )
    }
  }

  /// The operators of a filter and of those in it.
  private static func operators(_ filter: JSONValue, depth: Int) -> [String] {
    guard depth < depthLimit else { return [] }
    var found: [String] = []
    for kind in ["compositeFilter", "unaryFilter", "fieldFilter"] {
      if let name = filter[kind]?["op"]?.text { found.append(name) }
    }
    for inner in filter["compositeFilter"]?["filters"]?.array ?? [] {
      found += operators(inner, depth: depth + 1)
    }
    return found
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
    case .isNotNull, .isNotNaN: noteInequality(path)
    }
    leaves.append(
      Leaf(
        path: path,
        operands: nil,
        isOfElements: false,
        isEquality: false,
        isInequality: test == .isNotNull || test == .isNotNaN
      )
    )
    return .test(path, test)
  }

  private mutating func readField(_ json: JSONValue) throws(ServiceError) -> Query.Filter {
    let path = try path(json)
    let comparison = try comparison(json["op"])
    guard let operand = json["value"] else {
      throw .invalid("Cannot convert firestore.v1.Value with type unset.")
    }
    let value = try self.operand(operand, of: comparison)
    let operands = try operands(value, comparison)
    switch comparison {
    case .equal, .arrayContains, .in, .arrayContainsAny: break
    case .notEqual, .notIn, .less, .lessOrEqual, .greater, .greaterOrEqual: noteInequality(path)
    }
    leaves.append(
      Leaf(
        path: path,
        operands: operands,
        isOfElements: comparison == .arrayContains || comparison == .arrayContainsAny,
        isEquality: comparison == .equal || comparison == .in,
        isInequality: Self.isInequality(comparison, operands)
      )
    )
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

  private static func isInequality(
    _ comparison: Query.FieldComparison,
    _ operands: [Value]
  ) -> Bool {
    switch comparison {
    case .equal, .arrayContains, .in, .arrayContainsAny: false
    case .notEqual, .notIn: !operands.allSatisfy(\.isNullValue)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      !operands.allSatisfy { $0.isNullValue || $0.isNaN }
    }
  }

  private mutating func path(_ json: JSONValue) throws(ServiceError) -> FieldMask.Path {
    try FieldMask.path(json["field"]?["fieldPath"]?.string ?? [])
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

  /// The values that a field is compared with: those of a list, where the comparison takes one.
  private func operands(
    _ value: Value,
    _ comparison: Query.FieldComparison
  ) throws(ServiceError) -> [Value] {
    let (name, limit) =
      switch comparison {
      case .in: ("IN", 30)
      case .arrayContainsAny: ("ARRAY_CONTAINS_ANY", 30)
      case .notIn: ("NOT_IN", 10)
      default: ("", 0)
      }
    guard limit > 0 else { return [value] }
    guard case .list(let list) = value else { throw .invalid("'\(name)' requires an ArrayValue.") }
    guard !list.elements.isEmpty else {
      throw .invalid("'\(name)' requires an non-empty ArrayValue.")
    }
    guard list.elements.count <= limit else {
      throw .invalid("'\(name)' supports up to \(limit) comparison values.")
    }
    return Array(list.elements)
  }
}
