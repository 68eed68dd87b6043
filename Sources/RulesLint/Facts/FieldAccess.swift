import RulesRuntime
package import RulesSource

/// A member of one of the service's objects that an expression reads: `request.resource.data.a.b`.
package struct FieldAccess: Sendable, Hashable {
  /// Whose member it is.
  package enum Root: Sendable, Hashable {
    /// `request.resource.data`; in Storage `request.resource`.
    case newData
    /// `resource.data`; in Storage `resource`.
    case oldData
    /// `request.auth.token`.
    case token
    /// `request.auth`.
    case auth
    /// `request`.
    case request
    /// The data of a document that is looked up: the lookup.
    case lookup(TermID)
  }

  /// Whose member it is.
  package let root: Root
  /// The names on the way from there; none for the object itself.
  package let names: [Symbol]
  /// Whether it is read by `get(name, default)`, which is no error where it is missing.
  package let hasDefault: Bool
}

extension FieldAccess {
  /// The members that terms are, by term; operands come before what they are operands of.
  static func all(_ terms: TermTable, isFirestore: Bool) -> ContiguousArray<FieldAccess?> {
    var accesses: ContiguousArray<FieldAccess?> = []
    accesses.reserveCapacity(terms.count)
    for index in 0..<terms.count {
      let id = TermID(index: UInt32(truncatingIfNeeded: index))
      accesses.append(access(id, terms, isFirestore: isFirestore, accesses))
    }
    return accesses
  }

  private static func access(
    _ id: TermID,
    _ terms: TermTable,
    isFirestore: Bool,
    _ accesses: ContiguousArray<FieldAccess?>
  ) -> FieldAccess? {
    if let root = root(id, terms, isFirestore: isFirestore) {
      return FieldAccess(root: root, names: [], hasDefault: false)
    }
    switch terms[id] {
    case .member(let base, let name):
      guard let inner = accesses[Int(base.index)], inner.names.count < maximumDepth else {
        return nil
      }
      return FieldAccess(
        root: inner.root,
        names: inner.names + [name],
        hasDefault: inner.hasDefault
      )
    case .method(let method, let list)
    where method == terms.names.get && terms.count(of: list) >= 2:
      guard let inner = accesses[Int(terms[list][0].index)], inner.names.count < maximumDepth,
        let path = keyPath(terms[list][1], terms)
      else { return nil }
      return FieldAccess(root: inner.root, names: inner.names + path, hasDefault: true)
    default: return nil
    }
  }

  private static var maximumDepth: Int { 100 }

  /// The key of `get(key, default)`: one name, or a list of names.
  private static func keyPath(_ id: TermID, _ terms: TermTable) -> [Symbol]? {
    switch terms[id] {
    case .string(let name): return [name]
    case .list(let list):
      var names: [Symbol] = []
      for element in terms[list] {
        guard case .string(let name) = terms[element] else { return nil }
        names.append(name)
      }
      return names
    default: return nil
    }
  }

  private static func root(_ id: TermID, _ terms: TermTable, isFirestore: Bool) -> Root? {
    switch id {
    case isFirestore ? terms.newData : terms.newResource: return .newData
    case isFirestore ? terms.oldData : terms.resource: return .oldData
    case terms.token: return .token
    case terms.auth: return .auth
    case terms.request: return .request
    default: break
    }
    if case .member(let base, let name) = terms[id], name == terms.names.data,
      case .lookup(let function, _) = terms[base], function == .get || function == .getAfter
    {
      return .lookup(base)
    }
    return nil
  }
}

extension FactTables {
  /// The names of an access as people write them: `a.b`.
  package func text(of names: [Symbol]) -> String {
    names.map { terms.text(of: $0) }.joined(separator: ".")
  }
}
