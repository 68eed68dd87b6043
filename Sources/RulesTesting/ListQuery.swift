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

  /// The query as the service gets it from a client.
  ///
  /// - Parameter path: the collection's segments below the database's documents.
  /// - Returns: the query, its filter in the terms of the wire.
  func query(at path: ContiguousArray<Text>) -> Query {
    Query(
      parent: ContiguousArray(path.dropLast()),
      collection: path.last,
      isGroup: isCollectionGroup,
      filter: filter?.wireFilter,
      orderings: orderings.map { ordering in
        (Text(ordering.path.map(\.description).joined(separator: ".")), ordering.isDescending)
      },
      limit: limit?.count,
      offset: offset?.count ?? 0
    )
  }
}

extension Value {
  fileprivate var count: Int64? {
    if case .int(let count) = self { count } else { nil }
  }
}

extension ListQuery.Filter {
  /// The filter as clients send it: a comparison with null or NaN is a test.
  fileprivate var wireFilter: Query.Filter {
    switch self {
    case .and(let left, let right): .and([left.wireFilter, right.wireFilter])
    case .or(let left, let right): .or([left.wireFilter, right.wireFilter])
    case .field(let path, .equal, .null): .test(path, .isNull)
    case .field(let path, .notEqual, .null): .test(path, .isNotNull)
    case .field(let path, .equal, .float(let float)) where float.isNaN: .test(path, .isNaN)
    case .field(let path, .notEqual, .float(let float)) where float.isNaN: .test(path, .isNotNaN)
    case .field(let path, let comparison, let operand):
      .field(path, comparison.wireComparison, path == ["__name__"] ? operand.documentName : operand)
    }
  }
}

extension Value {
  /// A document's path without its database as the whole path that `__name__` is; in lists too.
  fileprivate var documentName: Value {
    switch self {
    case .list(let list): .list(ListValue(ContiguousArray(list.elements.map(\.documentName))))
    case .path(let path):
      if case .simple("databases") = path.segments.first {
        self
      } else {
        .path(
          PathValue(
            ContiguousArray(["databases", "(default)", "documents"].map { .simple(Text($0)) })
              + path.segments
          )
        )
      }
    default: self
    }
  }
}

extension ListQuery.Comparison {
  fileprivate var wireComparison: Query.FieldComparison {
    switch self {
    case .equal: .equal
    case .notEqual: .notEqual
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    case .in: .in
    case .notIn: .notIn
    case .arrayContains: .arrayContains
    case .arrayContainsAny: .arrayContainsAny
    }
  }
}
