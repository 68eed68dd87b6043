import RulesRuntime
package import RulesSource

/// What tests say about the data that a request writes.
extension FactTables {
  /// Whether a test limits which fields the new data has: `request.resource.data.keys().hasOnly([…])`.
  ///
  /// - Returns: the fields that it may have; nil where the test says nothing of the kind.
  package func allowedKeys(_ literal: Condition.Literal) -> [Symbol]? {
    guard !literal.isNegated else { return nil }
    switch terms[literal.term] {
    case .method(terms.names.hasOnly, let list) where terms.count(of: list) == 2:
      guard isKeys(ofNewData: terms[list][0]) else { return nil }
      return strings(terms[list][1])
    case .binary(.equal, let left, let right):
      if isKeys(ofNewData: left) { return strings(right) }
      if let map = literalKeys(right), access(left)?.isWholeNewData ?? false { return map }
      return nil
    default: return nil
    }
  }

  /// Whether a test limits which fields change: `…affectedKeys().hasOnly([…])`.
  ///
  /// - Returns: the fields that may change; nil where the test says nothing of the kind.
  package func changeableKeys(_ literal: Condition.Literal) -> [Symbol]? {
    guard !literal.isNegated else { return nil }
    switch terms[literal.term] {
    case .method(terms.names.hasOnly, let list) where terms.count(of: list) == 2:
      return isAffectedKeys(terms[list][0]) ? strings(terms[list][1]) : nil
    case .binary(.equal, let left, let right):
      // `affectedKeys().difference([…].toSet()).size() == 0`
      guard case .int(0) = terms[right], case .method(terms.names.size, let sized) = terms[left],
        let difference = terms.first(of: sized),
        case .method(terms.names.difference, let sides) = terms[difference],
        terms.count(of: sides) == 2, isAffectedKeys(terms[sides][0])
      else { return nil }
      return strings(terms[sides][1])
    default: return nil
    }
  }

  private func isKeys(ofNewData id: TermID) -> Bool {
    guard case .method(terms.names.keys, let list) = terms[id], let receiver = terms.first(of: list)
    else { return false }
    return access(receiver)?.isWholeNewData ?? false
  }

  /// The keys of a map that is written out.
  private func literalKeys(_ id: TermID) -> [Symbol]? {
    guard case .map(let list) = terms[id] else { return nil }
    let entries = terms[list]
    var keys: [Symbol] = []
    for place in stride(from: 0, to: entries.count - 1, by: 2) {
      guard case .string(let key) = terms[entries[place]] else { return nil }
      keys.append(key)
    }
    return keys
  }

  /// Whether a term is the keys by which the new data differs from the old.
  package func isAffectedKeys(_ id: TermID) -> Bool {
    guard case .method(let name, let list) = terms[id], let receiver = terms.first(of: list) else {
      return false
    }
    guard name == terms.names.affectedKeys || name == terms.names.changedKeys,
      case .method(terms.names.diff, let sides) = terms[receiver], terms.count(of: sides) == 2
    else { return false }
    let roots = terms[sides].map { access($0) }
    return roots.contains { $0?.isWholeNewData ?? false }
      && roots.contains { $0?.isWholeOldData ?? false }
  }

  /// Whether a test keeps a field of the document as it is.
  package func pins(_ literal: Condition.Literal, _ field: Symbol) -> Bool {
    if let keys = changeableKeys(literal) { return !keys.contains(field) }
    switch terms[literal.term] {
    case .binary(.equal, let left, let right) where !literal.isNegated:
      guard let first = access(left), let second = access(right) else { return false }
      let isPair =
        (first.root == .newData && second.root == .oldData)
        || (first.root == .oldData && second.root == .newData)
      guard isPair, first.names == second.names else { return false }
      return first.names.isEmpty || first.names.first == field
    case .contained(let element, let collection) where literal.isNegated:
      guard case .string(field) = terms[element] else { return false }
      return isAffectedKeys(collection)
    case .method(terms.names.hasAny, let list)
    where literal.isNegated && terms.count(of: list) == 2:
      return isAffectedKeys(terms[list][0]) && (strings(terms[list][1])?.contains(field) ?? false)
    default: return false
    }
  }

  /// Whether a test says anything about a field of the new data: its type, its size, its value, or that there is
  /// none.
  package func constrains(_ literal: Condition.Literal, _ field: Symbol) -> Bool {
    if pins(literal, field) { return true }
    if let keys = allowedKeys(literal) { return !keys.contains(field) }
    if case .contained(let element, let collection) = terms[literal.term],
      case .string(field) = terms[element],
      isKeys(ofNewData: collection)
        || (access(collection)?.isWholeNewData ?? false)
    {
      return literal.isNegated
    }
    guard readsNewData(literal) else { return false }
    return contains(literal.term) { id in
      guard let access = access(id), access.root == .newData else { return false }
      return access.names.first == field
    }
  }

  /// Whether a test reads the new data in any way.
  package func readsNewData(_ literal: Condition.Literal) -> Bool {
    terms.mentions(literal.term).contains(.newResource)
  }

  /// The fields of the new data that tests of a condition speak of.
  package func newFields(in id: ConditionID) -> [Symbol] {
    var seen: Set<UInt32> = []
    var fields: [Symbol] = []
    forEachLiteral(in: id) { literal in
      forEachTerm(in: literal.term) { term in
        guard let access = access(term), access.root == .newData, let first = access.names.first,
          seen.insert(first.index).inserted
        else { return }
        fields.append(first)
      }
    }
    return fields
  }
}

extension FieldAccess {
  /// Whether it is all of `request.resource.data`.
  package var isWholeNewData: Bool { root == .newData && names.isEmpty }
  /// Whether it is all of `resource.data`.
  package var isWholeOldData: Bool { root == .oldData && names.isEmpty }
}
