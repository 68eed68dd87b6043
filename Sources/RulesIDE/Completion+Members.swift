import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax

/// Completions behind a dot.
extension CompletionList {
  private var tree: SyntaxTree { place.probe.tree }

  /// Adds the members and methods of what stands before the dot of an access.
  mutating func addMembers(of access: NodeID) {
    guard let base = tree.child(0, of: access) else { return }
    if tree.kind(of: base) == .nameExpression, addNamespace(base) { return }
    let type = place.probe.model?.types()[base] ?? .any
    let isStorage = place.probe.isStorageRules
    let object = type.object
    for member in type.members(isStorage: isStorage) {
      add(
        member.name,
        object == .token || object == .providerClaims ? .claim : .member,
        .likely,
        detail: member.type.text,
        documentation: object.map { MemberPages.text(of: member.name, in: $0) } ?? ""
      )
    }
    if object == .token { addClaims() }
    let isOwnMap = object == nil && (type.isAny || type.types.contains(.map))
    if isOwnMap { addFields(of: base, isData: isData(base)) }
    addMethods(of: type, isObject: object != nil)
  }

  /// Adds the functions of a package; tells whether the name is one.
  private mutating func addNamespace(_ base: NodeID) -> Bool {
    let name = tree.mainBytes(of: base)
    if place.probe.isStorageRules, name.elementsEqual("firestore".utf8) {
      for lookup in ["get", "exists"] {
        if let index = Library.function(named: Text(lookup)) {
          addBuiltin(index, .function, .likely)
        }
      }
      return true
    }
    guard Library.namespaces.contains(where: { $0.utf8.elementsEqual(name) }) else { return false }
    for (index, builtin) in Library.all.enumerated() {
      guard case .namespaced(let own) = builtin.form, own.utf8.elementsEqual(name) else { continue }
      addBuiltin(UInt16(truncatingIfNeeded: index), .function, .likely)
    }
    return true
  }

  /// Adds the methods of the types that a value may have; of all types where nothing is known.
  private mutating func addMethods(of type: KnownType, isObject: Bool) {
    let types = type.isAny ? ValueType.allCases : type.types
    for (index, builtin) in Library.all.enumerated() {
      guard case .method(let owner) = builtin.form, types.contains(owner) else { continue }
      let rank: Rank = isObject ? .library : type.isAny ? .word : .usual
      addBuiltin(UInt16(truncatingIfNeeded: index), .method, rank)
    }
  }

  /// Whether a value is the data of a document, as far as its text says.
  private func isData(_ base: NodeID) -> Bool {
    tree.kind(of: base) == .memberExpression && tree.mainBytes(of: base).elementsEqual("data".utf8)
  }

  private mutating func addFields(of base: NodeID, isData: Bool) {
    let match = tree.innermost(of: place.path, [.matchDeclaration])
    for field in place.probe.knownFields(around: match, in: project) {
      let rank: Rank = isData ? (field.isNear ? .likely : .own) : .library
      add(field.name, .field, rank, detail: field.origin)
    }
  }

  /// Adds the claims that the users of the tests have, and those that are read elsewhere in the file.
  private mutating func addClaims() {
    for name in project.tests.flatMap({ $0.claimsOfUsers() }) {
      add(name, .claim, .likely, detail: "claim of a test's user")
    }
    for name in place.probe.claimsRead() { add(name, .claim, .own, detail: "read in this file") }
  }
}

extension Analysis {
  /// The claims of the users that a test file declares or writes in place.
  func claimsOfUsers() -> [String] {
    tree.nodes.indices.flatMap { index -> [String] in
      let node = NodeID(index: UInt32(truncatingIfNeeded: index))
      guard tree.kind(of: node) == .userDeclaration, let map = tree.child(of: node, .mapExpression)
      else { return [] }
      return tree.keys(of: map)
    }
  }

  /// The claims that a rules file reads: members of a token, and the names that `get` asks it for.
  func claimsRead() -> [String] {
    guard let model else { return [] }
    let types = model.types()
    return tree.nodes.indices.compactMap { index -> String? in
      let node = NodeID(index: UInt32(truncatingIfNeeded: index))
      guard let base = tree.child(0, of: node) else { return nil }
      switch tree.kind(of: node) {
      case .memberExpression where types[base]?.object == .token:
        return tree.mainText(of: node).utf8.elementsEqual("completionPlace".utf8)
          ? nil : tree.mainText(of: node)
      case .methodCallExpression
      where tree.mainBytes(of: node).elementsEqual("get".utf8) && types[base]?.object == .token:
        guard let key = tree.child(1, of: node), tree.kind(of: key) == .stringLiteral else {
          return nil
        }
        return String(decoding: tree.stringValue(of: key), as: UTF8.self)
      default: return nil
      }
    }
  }
}
