import RulesRuntime
import RulesSemantics
package import RulesSource
import RulesSyntax

/// A word with what it means, for colours.
package struct SemanticToken: Sendable, Hashable {
  /// What it is; raw values count from 0.
  package enum Kind: Int, Sendable, Hashable, CaseIterable {
    case keyword, comment, string, number, `operator`, function, method, parameter, variable,
      property
    case namespace, type, wildcard, pathSegment, user, verdict
  }

  /// What else is true of it; a bit each.
  package struct Modifiers: OptionSet, Sendable, Hashable {
    /// The bits.
    package let rawValue: Int
    /// Modifiers from their bits.
    package init(rawValue: Int) { self.rawValue = rawValue }
    /// It declares the name.
    package static let declaration = Modifiers(rawValue: 1)
    /// Its value never changes.
    package static let readonly = Modifiers(rawValue: 2)
    /// The language provides it.
    package static let defaultLibrary = Modifiers(rawValue: 4)
  }

  /// The word; never longer than a line.
  package let range: SourceRange
  /// What it is.
  package let kind: Kind
  /// What else is true of it.
  package let modifiers: Modifiers
}

extension Analysis {
  /// All words of the document, in source order.
  ///
  /// Complexity: linear in the size of the document.
  package func semanticTokens() -> [SemanticToken] {
    var meanings = ContiguousArray<(SemanticToken.Kind, SemanticToken.Modifiers)?>(
      repeating: nil,
      count: tree.tokens.count
    )
    for (token, role) in TokenRoles(self).roles { meanings[Int(token.index)] = role }
    var found: [SemanticToken] = []
    found.reserveCapacity(tree.tokens.count)
    for (index, token) in tree.tokens.enumerated() {
      let id = TokenID(index: UInt32(truncatingIfNeeded: index))
      appendComments(before: id, &found)
      guard let (kind, modifiers) = meanings[index] ?? plainMeaning(of: id) else { continue }
      append(token.range, kind, modifiers, &found)
    }
    return found
  }

  /// What a token is by itself; nil for what needs no colour.
  private func plainMeaning(of token: TokenID) -> (SemanticToken.Kind, SemanticToken.Modifiers)? {
    guard tree[token].kind.isName else { return tree[token].kind.plainMeaning }
    guard language == .tests else { return nil }
    return WordPages.testWords.contains(ContiguousArray(tree.bytes(of: token)))
      ? (.keyword, []) : nil
  }

  private func appendComments(before token: TokenID, _ found: inout [SemanticToken]) {
    guard !tree.triviaRange(before: token).isEmpty else { return }
    for piece in tree.trivia(before: token) {
      switch piece.kind {
      case .lineComment, .blockComment: append(piece.range, .comment, [], &found)
      case .spaces, .newline: continue
      }
    }
  }

  /// Adds a word, in parts where it spans lines.
  private func append(
    _ range: SourceRange,
    _ kind: SemanticToken.Kind,
    _ modifiers: SemanticToken.Modifiers,
    _ found: inout [SemanticToken]
  ) {
    let first = source.lines.lineIndex(of: range.lowerBound)
    let last = source.lines.lineIndex(of: range.upperBound)
    for index in first...max(first, last) {
      let line = source.lines.lineRange(index, in: source.bytes)
      let part = SourceRange(
        max(line.lowerBound, range.lowerBound),
        min(line.upperBound, range.upperBound)
      )
      if !part.isEmpty, part.upperBound <= range.upperBound {
        found.append(SemanticToken(range: part, kind: kind, modifiers: modifiers))
      }
    }
  }
}

/// What the main tokens of nodes mean.
private struct TokenRoles {
  typealias Role = (SemanticToken.Kind, SemanticToken.Modifiers)

  private let tree: SyntaxTree
  private let model: SemanticModel?
  /// The tokens that a node gives a meaning.
  var roles: [(TokenID, Role)] = []

  init(_ analysis: Analysis) {
    tree = analysis.tree
    model = analysis.model
    // The count of parameters of the function around a node, by which its slots are told apart.
    var pending: [(node: NodeID, parent: NodeID?, parameters: Int)] = [(tree.root, nil, 0)]
    while let (node, parent, outer) = pending.popLast() {
      var parameters = outer
      if tree.kind(of: node) == .functionDeclaration {
        parameters = tree.children(of: node, .parameter).count
      }
      if let role = role(of: node, parent: parent, parameters: parameters) {
        roles += words(of: node).map { ($0, role) }
      }
      for child in tree.children(of: node) { pending.append((child, node, parameters)) }
    }
  }

  /// The words of a node that mean the same: all of a dotted name, or else the main one.
  private func words(of node: NodeID) -> [TokenID] {
    guard tree.kind(of: node) == .serviceName || tree.kind(of: node) == .fieldPath else {
      return [tree[node].mainToken]
    }
    return (tree[node].firstToken.index..<tree[node].endToken.index).map { TokenID(index: $0) }
      .filter { tree[$0].kind != .dot }
  }

  private func role(of node: NodeID, parent: NodeID?, parameters: Int) -> Role? {
    switch tree.kind(of: node) {
    case .functionDeclaration: tree.hasName(node) ? (.function, .declaration) : nil
    case .parameter: (.parameter, .declaration)
    case .letStatement: tree.hasName(node) ? (.variable, [.declaration, .readonly]) : nil
    case .captureSegment, .globSegment: tree.hasName(node) ? (.wildcard, .readonly) : nil
    case .method: (.keyword, [])
    case .serviceName: (.namespace, .defaultLibrary)
    case .literalSegment: (.pathSegment, [])
    case .typeName: (.type, .defaultLibrary)
    case .memberExpression: (.property, [])
    case .nameExpression: name(node, parent, parameters)
    case .callExpression, .methodCallExpression: call(node)
    case .userDeclaration: tree.hasName(node) ? (.user, .declaration) : nil
    case .fieldPath: (.property, [])
    case .stepStatement, .tableCell: (.verdict, [])
    case .userProvider: (.type, .defaultLibrary)
    case .requestSyntax, .batchSyntax, .asClause, .whereClause, .orderByClause, .limitClause,
      .offsetClause, .atClause, .collectionGroup, .testModifier, .tableDeclaration, .tableRow,
      .userIdentifier, .dataBlock:
      tree[tree[node].mainToken].kind.isWord ? (.keyword, []) : nil
    default: nil
    }
  }

  private func name(_ node: NodeID, _ parent: NodeID?, _ parameters: Int) -> Role? {
    guard let model else { return testName(node, parent) }
    switch model.references[node] {
    case .local(let slot):
      return Int(slot) < parameters ? (.parameter, []) : (.variable, .readonly)
    case .wildcard: return (.wildcard, .readonly)
    case .request, .resource: return (.variable, [.readonly, .defaultLibrary])
    case .namespace: return (.namespace, .defaultLibrary)
    case .none, .function, .builtin, .lookup, .unresolved: return (.variable, [])
    }
  }

  private func testName(_ node: NodeID, _ parent: NodeID?) -> Role? {
    guard let parent else { return (.variable, []) }
    switch tree.kind(of: parent) {
    case .asClause, .tableHeader: return (.user, [])
    case .mapEntry where tree.child(0, of: parent) == node: return (.property, [])
    case .methodCallExpression
    where tree.child(0, of: parent) == node && isNamespace(tree.mainBytes(of: node)):
      return (.namespace, .defaultLibrary)
    default: return (.variable, .readonly)
    }
  }

  private func isNamespace(_ name: ContiguousArray<UInt8>) -> Bool {
    Library.namespaces.contains { $0.utf8.elementsEqual(name) }
  }

  private func call(_ node: NodeID) -> Role {
    let isMethod = tree.kind(of: node) == .methodCallExpression
    guard let model else { return (isMethod ? .method : .function, .defaultLibrary) }
    switch model.references[node] {
    case .function: return (.function, [])
    case .builtin, .lookup: return (.function, .defaultLibrary)
    case .none where isMethod: return (.method, .defaultLibrary)
    case .none, .local, .wildcard, .request, .resource, .namespace, .unresolved:
      return (isMethod ? .method : .function, [])
    }
  }
}

extension TokenKind {
  /// What a token is by itself; nil for what needs no colour.
  fileprivate var plainMeaning: (SemanticToken.Kind, SemanticToken.Modifiers)? {
    switch self {
    case .allowKeyword, .falseKeyword, .functionKeyword, .ifKeyword, .importKeyword, .inKeyword,
      .isKeyword, .letKeyword, .matchKeyword, .nullKeyword, .returnKeyword, .serviceKeyword,
      .trueKeyword, .rulesVersionKeyword, .reservedWord:
      (.keyword, [])
    case .intLiteral, .floatLiteral: (.number, [])
    case .stringLiteral, .bytesLiteral, .unterminatedString: (.string, [])
    case .pathSegment: (.pathSegment, [])
    case .star, .percent, .plus, .minus, .less, .lessOrEqual, .greater, .greaterOrEqual, .equal,
      .notEqual, .andAnd, .orOr, .not, .question, .assign, .starStar, .plusPlus, .minusMinus:
      (.operator, [])
    case .slash, .dollar, .leftParenthesis, .rightParenthesis, .leftBrace, .rightBrace,
      .leftBracket, .rightBracket, .comma, .colon, .semicolon, .dot, .at, .unknown, .endOfFile,
      .identifier:
      nil
    }
  }
}
