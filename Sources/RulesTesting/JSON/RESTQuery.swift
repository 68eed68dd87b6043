package import RulesJSON
package import RulesRuntime
import RulesSource

/// The structured queries of the Firestore REST API.
package enum RESTQuery {
  /// Reads a query below a document, or below the root.
  ///
  /// - Parameters:
  ///   - json: the `structuredQuery`.
  ///   - parent: the document's segments below the database's documents.
  /// - Returns: the query.
  /// - Throws: what is wrong, and where.
  package static func read(
    _ json: JSONValue,
    parent: ContiguousArray<Text>
  ) throws(RESTValue.ReadingError) -> Query {
    guard let object = json.object else { throw fault("expected a query", json) }
    let from = object["from"]?.array?.first?.object
    let filter: Query.Filter? =
      if let json = object["where"] { try readFilter(json, depth: 0) } else { nil }
    return Query(
      parent: parent,
      collection: from?["collectionId"]?.string.map { Text(wtf8: $0) },
      isGroup: from?["allDescendants"]?.bool ?? false,
      filter: filter,
      orderings: orderings(object["orderBy"]),
      limit: count(object["limit"]),
      offset: count(object["offset"]) ?? 0
    )
  }

  /// The deepest nesting of filters; the service allows less.
  private static let filterDepth = 100

  private static func readFilter(
    _ json: JSONValue,
    depth: Int
  ) throws(RESTValue.ReadingError) -> Query.Filter {
    guard depth < filterDepth else { throw fault("the filters nest too deeply", json) }
    if let composite = json["compositeFilter"] {
      var filters: [Query.Filter] = []
      for part in composite["filters"]?.array ?? [] {
        filters.append(try readFilter(part, depth: depth + 1))
      }
      switch composite["op"]?.text {
      case "AND": return .and(filters)
      case "OR": return .or(filters)
      default: throw fault("expected AND or OR as `op`", composite)
      }
    }
    if let unary = json["unaryFilter"] {
      guard let test = unary["op"]?.text.flatMap({ test($0) }) else {
        throw fault("expected IS_NULL, IS_NAN, IS_NOT_NULL or IS_NOT_NAN as `op`", unary)
      }
      return .test(try path(unary), test)
    }
    guard let field = json["fieldFilter"], let operand = field["value"],
      let comparison = field["op"]?.text.flatMap({ comparison($0) })
    else { throw fault("expected a filter", json) }
    return .field(try path(field), comparison, try RESTValue.read(operand).get())
  }

  private static func path(_ json: JSONValue) throws(RESTValue.ReadingError) -> [Text] {
    guard let text = json["field"]?["fieldPath"]?.string else {
      throw fault("expected a `field` with a `fieldPath`", json)
    }
    return RESTWrite.fieldPath(text)
  }

  private static func test(_ name: String) -> Query.FieldTest? {
    switch name {
    case "IS_NULL": .isNull
    case "IS_NAN": .isNaN
    case "IS_NOT_NULL": .isNotNull
    case "IS_NOT_NAN": .isNotNaN
    default: nil
    }
  }

  private static func comparison(_ name: String) -> Query.FieldComparison? {
    switch name {
    case "EQUAL": .equal
    case "NOT_EQUAL": .notEqual
    case "LESS_THAN": .less
    case "LESS_THAN_OR_EQUAL": .lessOrEqual
    case "GREATER_THAN": .greater
    case "GREATER_THAN_OR_EQUAL": .greaterOrEqual
    case "ARRAY_CONTAINS": .arrayContains
    case "ARRAY_CONTAINS_ANY": .arrayContainsAny
    case "IN": .in
    case "NOT_IN": .notIn
    default: nil
    }
  }

  private static func orderings(_ json: JSONValue?) -> [(field: Text, isDescending: Bool)] {
    (json?.array ?? []).compactMap { ordering in
      ordering["field"]?["fieldPath"]?.string.map {
        (Text(wtf8: $0), ordering["direction"]?.text == "DESCENDING")
      }
    }
  }

  /// A count, written as a number or wrapped in `{"value": n}`.
  private static func count(_ json: JSONValue?) -> Int64? {
    json?.number?.int64 ?? json?["value"]?.number?.int64
  }

  private static func fault(_ message: String, _ json: JSONValue) -> RESTValue.ReadingError {
    RESTValue.ReadingError(message: message, range: json.range)
  }
}
