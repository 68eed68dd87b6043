package import RulesRuntime

/// What a list asks for.
package struct ListQuery: Sendable {
  /// Whether it asks every collection of that name, at any depth.
  package var isCollectionGroup = false
  /// What the documents must satisfy.
  package var filter: Filter?
  /// The fields that the answer is ordered by.
  package var orderings: [(path: [Text], isDescending: Bool)] = []
  /// The most documents that are asked for.
  package var limit: Value?
  /// How many are skipped.
  package var offset: Value?

  /// A query for a whole collection.
  package init() {}

  /// A condition on documents.
  package indirect enum Filter: Sendable {
    case and(Filter, Filter)
    case or(Filter, Filter)
    case field([Text], Comparison, Value)
  }

  /// How a field is compared.
  package enum Comparison: String, Sendable, Hashable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case `in`
    case notIn = "not in"
    case arrayContains = "array-contains"
    case arrayContainsAny = "array-contains-any"
  }

  /// What `request.query` holds.
  ///
  /// Source: the documented members, as the official emulator fills them.
  package var value: Value {
    .map(
      MapValue([
        ("limit", limit ?? .null),
        ("offset", offset ?? .int(0)),
        (
          "orderBy",
          .map(
            MapValue(
              ContiguousArray(
                orderings.map { ordering in
                  (
                    Text(ordering.path.map(\.description).joined(separator: ".")),
                    Value.string(ordering.isDescending ? "DESC" : "ASC")
                  )
                }
              )
            )
          )
        ),
      ])
    )
  }
}
