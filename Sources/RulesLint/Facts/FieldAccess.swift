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

extension FactTables {
  /// What a term reads, found anew.
  func makeAccess(_ id: TermID) -> FieldAccess? {
    var names: [Symbol] = []
    var hasDefault = false
    var next = id
    while names.count < 100 {
      if let root = root(next) {
        return FieldAccess(root: root, names: names.reversed(), hasDefault: hasDefault)
      }
      switch terms[next] {
      case .member(let base, let name):
        names.append(name)
        next = base
      case .method(let method, let list) where method == terms.names.get && terms[list].count >= 2:
        guard let path = keyPath(terms[list][1]) else { return nil }
        names.append(contentsOf: path.reversed())
        hasDefault = true
        next = terms[list][0]
      default: return nil
      }
    }
    return nil
  }

  /// The key of `get(key, default)`: one name, or a list of names.
  private func keyPath(_ id: TermID) -> [Symbol]? {
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

  private func root(_ id: TermID) -> FieldAccess.Root? {
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

  /// The names of an access as people write them: `a.b`.
  package func text(of names: [Symbol]) -> String {
    names.map { terms.text(of: $0) }.joined(separator: ".")
  }

  /// The strings of a list, or of a set that is made of one; nil where it holds anything else.
  package func strings(_ id: TermID) -> [Symbol]? {
    if case .method(terms.names.toSet, let list) = terms[id], terms[list].count == 1 {
      guard case .list = terms[terms[list][0]] else { return nil }
      return strings(terms[list][0])
    }
    guard case .list(let list) = terms[id] else { return nil }
    var strings: [Symbol] = []
    for element in terms[list] {
      guard case .string(let symbol) = terms[element] else { return nil }
      strings.append(symbol)
    }
    return strings
  }
}
