package import RulesRuntime
package import RulesSyntax

/// What is known of the value of an expression.
package struct KnownType: Sendable, Hashable {
  let inferred: Inferred

  /// Nothing is known.
  package static let any = KnownType(inferred: .any)

  /// The types that the value may have; none where the evaluation can only fail.
  package var types: [ValueType] { inferred.types.types }

  /// Whether it may be anything.
  package var isAny: Bool { inferred.types == .any }

  /// The object of the service that it is, where it is a map; nil for a map of the user.
  package var object: ServiceObject? {
    inferred.types.contains(.map) ? ServiceObject(inferred.shape) : nil
  }

  /// The types for people: `string | null`; `any` where nothing is known.
  ///
  /// A constraint, which only a query's fields are, is named where there is nothing else.
  package var text: String {
    guard !isAny else { return "any" }
    let named =
      inferred.types == .constraint
      ? inferred.types : inferred.types.subtracting(.constraint)
    guard !named.isEmpty else { return "error" }
    let last: [ValueType] = named.contains(.null) ? [.null] : []
    let names = named.subtracting(.null).types + last
    return names.map(\.name).joined(separator: " | ")
  }

  /// The members that the service gives it, for the service of a rules file; none for the user's own maps.
  package func members(isStorage: Bool) -> [(name: String, type: KnownType)] {
    let known = KnownMembers.of(inferred.shape, in: isStorage ? .storage : .firestore)
    return (known?.members ?? []).map { ($0.name, KnownType(inferred: $0.value)) }
  }
}

/// An object that the service provides.
package enum ServiceObject: Sendable, Hashable, CaseIterable {
  case request, query, auth, token, providerClaims
  /// A document, with `data`.
  case document
  /// A stored object of Storage.
  case object

  init?(_ shape: Inferred.Shape) {
    switch shape {
    case .other: return nil
    case .request: self = .request
    case .query: self = .query
    case .auth: self = .auth
    case .token: self = .token
    case .providerClaims: self = .providerClaims
    case .document: self = .document
    case .object: self = .object
    }
  }
}

/// What is known of the values of a file's expressions.
package struct TypeTable: Sendable {
  fileprivate let entries: [UInt32: Inferred]

  /// What is known of an expression's value; nil for a node that is none, or was not looked at.
  package subscript(_ node: NodeID) -> KnownType? {
    entries[node.index].map { KnownType(inferred: $0) }
  }
}

extension SemanticModel {
  /// The declarations of the functions, by the index that a reference holds.
  package var functionNodes: [NodeID] { declarations.functions.map(\.node) }

  /// Whether a file is about Cloud Storage: its first service is.
  package var isStorage: Bool { declarations.services.first?.kind == .storage }

  /// What is known of the value of each expression, as far as the text can be understood; computed each
  /// time, as few ask.
  ///
  /// The parameters of a function are what its calls in the file give.
  package func types() -> TypeTable {
    var calls: [[Int]] = Array(repeating: [], count: declarations.functions.count)
    for (caller, function) in declarations.functions.enumerated() {
      var pending = function.lets.map(\.value)
      if let result = function.result { pending.append(result) }
      while let node = pending.popLast() {
        if case .function(let callee) = references[node] { calls[caller].append(Int(callee)) }
        pending.append(contentsOf: tree.children(of: node))
      }
    }
    let contexts = RequestContexts(tree, declarations, references, calls: calls)
    var first = TypeInference(tree, declarations, references, contexts)
    first.calls = []
    first.checkAll()
    var parameters: [Int: [Inferred]] = [:]
    for key in first.calls ?? []
    where key.arguments.count == declarations.functions[key.function].parameters.count {
      // A call from a function of whose own parameters nothing is known tells nothing.
      let known = parameters[key.function]
      parameters[key.function] = key.arguments.indices.map { place in
        let argument = key.arguments[place]
        guard let before = known?[place], before != .any else { return argument }
        return argument == .any ? before : before.union(argument)
      }
    }
    var second = TypeInference(tree, declarations, references, contexts)
    second.parameters = parameters
    second.recorded = [:]
    second.checkAll()
    return TypeTable(entries: second.recorded ?? [:])
  }
}
