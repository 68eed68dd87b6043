import RulesRuntime

/// What the service refuses of queries that are well-formed.
///
/// Source: recorded from the official emulator, texts and the order in which they are told.
extension StructuredQuery {
  /// The most bytes of a value that fields are compared with.
  private static let operandByteLimit = 1500

  /// The text of a field's path in messages.
  static func text(_ path: FieldMask.Path) -> String {
    path.map(\.description).joined(separator: ".")
  }

  // MARK: Before rules are asked

  /// Checks what every client is told, whatever the rules say.
  func checkShape() throws(ServiceError) {
    let isScan =
      leaves.allSatisfy { $0.path == Self.name && !$0.isOfElements }
      && explicitOrders.allSatisfy { $0.path == Self.name }
    guard isScan || !query.isGroup || query.parent.isEmpty else {
      throw .invalid("collection group queries are only allowed at the root parent")
    }
    guard offset >= 0 else { throw .invalid("offset is negative") }
    guard limit ?? 0 >= 0 else { throw .invalid("limit is negative") }
    guard arrayFilterCount <= 1 else {
      throw .invalid("A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.")
    }
    if query.collection == nil,
      explicitOrders.contains(where: { $0.path != Self.name || $0.isDescending })
    {
      throw .invalid("kind is required for all orders except __key__ ascending")
    }
    for leaf in leaves {
      try check(leaf)
      if query.collection == nil, leaf.path != Self.name {
        throw .invalid("kind is required for filter: \(Self.text(leaf))")
      }
    }
  }

  private func check(_ leaf: FilterReader.Leaf) throws(ServiceError) {
    if leaf.path == Self.name {
      if leaf.isOfElements { throw .invalid("the name __key__ is reserved") }
      guard let operands = leaf.operands, operands.allSatisfy(\.isPath) else {
        throw .invalid("__key__ filter value must be a Key")
      }
      return
    }
    for operand in leaf.operands ?? []
    where DocumentLimits.size(operand) > Self.operandByteLimit {
      throw .invalid("value for \(Self.text(leaf)) is too large to be used in a query")
    }
  }

  private static func text(_ leaf: FilterReader.Leaf) -> String {
    text(leaf.path) + (leaf.isOfElements ? "[*]" : "")
  }

  // MARK: After rules have allowed it

  /// Notes why the query can't be carried out; the first reason counts.
  mutating func refuse(_ reason: ServiceError) {
    if refusal == nil { refusal = reason }
  }

  /// Refuses a name that is given beside other fields that are compared.
  mutating func refuseEqualName(_ filters: FilterReader) {
    let isNamed = filters.leaves.contains { $0.path == Self.name && $0.isEquality }
    guard isNamed, !inequalities.isEmpty, !inequalities.contains(Self.name) else { return }
    refuse(
      .invalid(
        "Equality on key is not allowed if there are other inequality fields and key does not "
          + "appear in inequalities."
      )
    )
  }

  /// Refuses names in descending order of a group below a document.
  mutating func refuseDescendingGroup() {
    guard query.isGroup, !query.parent.isEmpty, explicitOrders.contains(where: \.isDescending)
    else {
      return
    }
    refuse(
      ServiceError(
        .failedPrecondition,
        "collection group queries are only allowed if they're at the root or they're an ascending "
          + "primary key scan"
      )
    )
  }

  /// Refuses names in descending order alone.
  mutating func refuseDescendingNames() {
    guard let first = orders.first, first.path == Self.name, first.isDescending else { return }
    refuse(
      ServiceError(.failedPrecondition, "Firestore does not support descending key scans")
    )
  }

  /// Orders by fields that are aggregated, before the name: such a query is answered from their index.
  mutating func addOrders(_ fields: [FieldMask.Path]) {
    let missing = fields.filter { field in !orders.contains { $0.path == field } }
    let unordered = missing.filter { field in
      !inequalities.contains(field) && !explicitOrders.contains { $0.path == field }
    }
    let isFixed =
      explicitOrders.contains { $0.path == Self.name } || leaves.contains { $0.path == Self.name }
      || query.isGroup && !query.parent.isEmpty
    if isFixed, !unordered.isEmpty {
      let names = Set(unordered.map(Self.text)).sorted().joined(separator: ", ")
      // It is told before what is wrong with orders of its own.
      if refusal?.message.hasPrefix("order by clause") ?? false { refusal = nil }
      refuse(
        .invalid(
          "This query requires an index that has fields [\(names)] after __name__ and Firestore does "
            + "not currently support such an index. Please try the query again with additional "
            + "ordering on those fields."
        )
      )
    }
    guard let name = orders.popLast() else { return }
    for field in missing { orders.append(Order(path: field, isDescending: name.isDescending)) }
    orders.append(name)
  }
}

extension Value {
  fileprivate var isPath: Bool {
    if case .path = self { true } else { false }
  }

  var isNullValue: Bool {
    if case .null = self { true } else { false }
  }
}

extension ServiceError {
  /// Whether it is about names in descending order.
  var isOfDescendingNames: Bool { message.hasPrefix("Firestore does not support") }
}

extension Query.Filter {
  /// Whether no document can fulfil it, as it compares with null other than for equality.
  var isUnfulfillable: Bool {
    switch self {
    case .and(let filters): filters.contains(where: \.isUnfulfillable)
    case .or(let filters): !filters.isEmpty && filters.allSatisfy(\.isUnfulfillable)
    case .field(_, let comparison, let value):
      switch comparison {
      case .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: value.isNullValue
      case .equal, .in, .notIn, .arrayContains, .arrayContainsAny: false
      }
    case .test: false
    }
  }
}
