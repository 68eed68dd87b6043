import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax

/// What a word of a document means.
enum NameTarget: Hashable {
  /// Something that the document declares.
  case declared(DeclaredName)
  case request
  case resource
  /// A function or method of the language, by its index in the library.
  case builtin(UInt16)
  /// The methods of a name, by their indices in the library: one for each type that has it.
  case methods([UInt16])
  /// `math` in `math.abs(1)`.
  case namespace(String)
  /// A member of a value: the node of the access.
  case member(NodeID)
  /// A word after `is`.
  case typeName(TypeWord)
  /// A method word of an allow statement.
  case methodWord(MethodSet)
  /// Any other word that the grammar gives a meaning.
  case keyword(String)
}

/// A name that the document itself declares: what kind it is, and the node of the declaration.
struct DeclaredName: Hashable {
  /// What is named.
  enum Kind: Hashable {
    case function, parameter, variable, wildcard, user
  }

  let kind: Kind
  let node: NodeID
}

extension Analysis {
  /// What the word at an offset means, and where the word is.
  func target(at offset: UInt32) -> (target: NameTarget, range: SourceRange)? {
    guard let token = tree.token(at: offset) else { return nil }
    let path = tree.path(to: tree[token].range)
    let range = tree[token].range
    // The innermost node whose main token it is, or else what the grammar has it for.
    for (place, node) in path.enumerated().reversed() where tree[node].mainToken == token {
      if let found = target(of: node, path: Array(path[...place])) { return (found, range) }
    }
    let word = tree.source.text(of: range)
    // In a test file a field may have the name of a word.
    if language == .tests, let innermost = path.last, tree.kind(of: innermost).isFreeName {
      let isTransform = WordPages.transforms.contains { $0.word.utf8.elementsEqual(word.utf8) }
      guard isTransform, tree.kind(of: innermost) == .callExpression else { return nil }
    }
    return tree[token].kind.isWordOfGrammar(in: language) ? (.keyword(word), range) : nil
  }

  /// What the main token of a node means.
  ///
  /// - Parameters:
  ///   - node: the node.
  ///   - path: the nodes around it, itself the last.
  /// - Returns: nil for a node whose main token is no name.
  private func target(of node: NodeID, path: [NodeID]) -> NameTarget? {
    switch tree.kind(of: node) {
    case .functionDeclaration: return named(.function, node)
    case .parameter: return named(.parameter, node)
    case .letStatement: return named(.variable, node)
    case .captureSegment, .globSegment:
      // In the path of an expression it is a gap that `bind` fills, and declares nothing.
      let owner = path.dropLast(2).last
      let isMatch = owner.map { tree.kind(of: $0) == .matchDeclaration } ?? false
      return isMatch ? named(.wildcard, node) : nil
    case .userDeclaration: return named(.user, node)
    case .nameExpression, .callExpression: return meaning(of: node, path: path)
    case .methodCallExpression:
      if let known = meaning(of: node, path: path) { return known }
      return methods(named: tree.mainBytes(of: node))
    case .memberExpression: return .member(node)
    case .typeName: return TypeWord(rawValue: tree.mainText(of: node)).map { .typeName($0) }
    case .method: return MethodSet(word: tree.mainBytes(of: node)).map { .methodWord($0) }
    default: return nil
    }
  }

  private func named(_ kind: DeclaredName.Kind, _ node: NodeID) -> NameTarget? {
    tree.hasName(node) ? .declared(DeclaredName(kind: kind, node: node)) : nil
  }

  /// The methods of a name; nil where no type has one.
  private func methods(named name: ContiguousArray<UInt8>) -> NameTarget? {
    guard let group = Library.method(named: Text(wtf8: name)) else { return nil }
    return .methods(ValueType.allCases.compactMap { group[$0] })
  }

  /// What the name of an expression means; nil where nothing declares it.
  func meaning(of node: NodeID, path: [NodeID]) -> NameTarget? {
    guard let model else { return testMeaning(of: node, path: path, TestNameTable(tree)) }
    switch model.references[node] {
    case .none, .unresolved: return nil
    case .local(let slot): return local(slot, path).map { .declared($0) }
    case .wildcard(let capture):
      let wildcards = tree.wildcards(along: path)
      guard Int(capture) < wildcards.count else { return nil }
      return .declared(DeclaredName(kind: .wildcard, node: wildcards[Int(capture)]))
    case .request: return .request
    case .resource: return .resource
    case .function(let index):
      let functions = model.functionNodes
      guard Int(index) < functions.count else { return nil }
      return .declared(DeclaredName(kind: .function, node: functions[Int(index)]))
    case .builtin(let builtin), .lookup(_, let builtin): return .builtin(builtin)
    case .namespace: return .namespace(tree.mainText(of: node))
    }
  }

  /// The parameter or let of a slot of the function around a place.
  private func local(_ slot: UInt32, _ path: [NodeID]) -> DeclaredName? {
    guard let function = tree.innermost(of: path, [.functionDeclaration]) else { return nil }
    let slots = tree.slots(of: function)
    return Int(slot) < slots.count ? slots[Int(slot)] : nil
  }
}

extension SyntaxTree {
  /// The parameters and lets of a function in the order of their slots.
  ///
  /// A let without a value has no slot.
  func slots(of function: NodeID) -> [DeclaredName] {
    let parameters = children(of: function, .parameter).map {
      DeclaredName(kind: .parameter, node: $0)
    }
    let lets = children(of: function, .letStatement).filter { child(0, of: $0) != nil }.map {
      DeclaredName(kind: .variable, node: $0)
    }
    return parameters + lets
  }

  /// The wildcards of the matches along a path of nodes, outermost first: the captures of the whole pattern.
  func wildcards(along path: [NodeID]) -> [NodeID] {
    path.filter { kind(of: $0) == .matchDeclaration }.flatMap { match in
      guard let pattern = child(of: match, .path) else { return [NodeID]() }
      return children(of: pattern).filter {
        kind(of: $0) == .captureSegment || kind(of: $0) == .globSegment
      }
    }
  }
}

extension SyntaxKind {
  /// Whether a node is a name that its author chooses.
  fileprivate var isFreeName: Bool {
    self == .nameExpression || self == .fieldPath || self == .callExpression
      || self == .methodCallExpression || self == .memberExpression
  }
}

extension TokenKind {
  /// Whether the grammar gives it a meaning as a word; in test files any name may be one.
  func isWordOfGrammar(in language: Analysis.Language) -> Bool {
    switch self {
    case .allowKeyword, .falseKeyword, .functionKeyword, .ifKeyword, .importKeyword, .inKeyword,
      .isKeyword, .letKeyword, .matchKeyword, .nullKeyword, .returnKeyword, .serviceKeyword,
      .trueKeyword, .rulesVersionKeyword:
      true
    case .identifier, .reservedWord: language == .tests
    default: false
    }
  }
}
