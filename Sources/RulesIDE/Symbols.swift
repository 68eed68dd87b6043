package import RulesSource
import RulesSyntax

/// A declaration, as an outline shows it.
package struct DocumentSymbol: Sendable, Hashable {
  /// What is declared.
  package enum Kind: Sendable, Hashable {
    case service, match, function, parameter, variable, allow
    case user, data, document, group, test, table
  }

  /// What it is called.
  package let name: String
  /// More about it, such as parameters; empty for nothing.
  package let detail: String
  /// What it is.
  package let kind: Kind
  /// The whole declaration.
  package let range: SourceRange
  /// Its name.
  package let nameRange: SourceRange
  /// What is declared in it.
  package let children: [DocumentSymbol]
}

/// A declaration of one of the project's files.
package struct WorkspaceSymbol: Sendable, Hashable {
  /// What it is called.
  package let name: String
  /// What it is.
  package let kind: DocumentSymbol.Kind
  /// What it is declared in: titles and paths, outermost first, as one text; empty at the top.
  package let container: String
  /// Its name's place.
  package let location: Location
}

extension Analysis {
  /// The depth from which on blocks have no children in the outline; the official compiler takes fewer.
  private static let depthLimit = 64

  /// The outline of the document.
  package func symbols() -> [DocumentSymbol] {
    symbols(in: tree.root, depth: 0)
  }

  private func symbols(in node: NodeID, depth: Int) -> [DocumentSymbol] {
    guard depth < Self.depthLimit else { return [] }
    return tree.children(of: node).compactMap { symbol(of: $0, depth: depth) }
  }

  private func symbol(of node: NodeID, depth: Int) -> DocumentSymbol? {
    switch tree.kind(of: node) {
    case .serviceDeclaration:
      let name = tree.child(of: node, .serviceName)
      return symbol(.service, node, named: name, detail: "service", depth)
    case .matchDeclaration:
      return symbol(.match, node, named: tree.child(of: node, .path), depth)
    case .functionDeclaration:
      guard tree.hasName(node) else { return nil }
      return symbol(.function, node, detail: "(\(parameterList(of: node)))", depth)
    case .letStatement: return tree.hasName(node) ? symbol(.variable, node, depth) : nil
    case .allowStatement:
      let methods = tree.children(of: node, .method).map { tree.mainText(of: $0) }
      return symbol(.allow, node, text: "allow " + methods.joined(separator: ", "), depth)
    case .userDeclaration: return tree.hasName(node) ? symbol(.user, node, depth) : nil
    case .dataBlock: return symbol(.data, node, depth)
    case .dataFile: return symbol(.data, node, text: "data from \(tree.mainText(of: node))", depth)
    case .documentEntry: return symbol(.document, node, named: tree.child(of: node, .path), depth)
    case .groupDeclaration: return symbol(.group, node, text: title(of: node), depth)
    case .testDeclaration:
      let modifier = tree.child(of: node, .testModifier).map { tree.mainText(of: $0) } ?? ""
      return symbol(.test, node, text: title(of: node), detail: modifier, depth)
    case .tableDeclaration: return symbol(.table, node, text: title(of: node), depth)
    default: return nil
    }
  }

  private func symbol(
    _ kind: DocumentSymbol.Kind,
    _ node: NodeID,
    text: String? = nil,
    named nameNode: NodeID? = nil,
    detail: String = "",
    _ depth: Int
  ) -> DocumentSymbol {
    let nameRange = nameNode.map { tree.range(of: $0) } ?? tree.mainRange(of: node)
    let range = tree.range(of: node)
    let name = text ?? source.text(of: nameRange)
    return DocumentSymbol(
      // An outline shows nothing where a name is empty, and some editors refuse it.
      name: name.isEmpty ? tree.mainText(of: node) : name,
      detail: detail,
      kind: kind,
      range: range,
      nameRange: range.holds(nameRange) ? nameRange : SourceRange(at: range.lowerBound),
      children: symbols(in: node, depth: depth + 1)
    )
  }

  /// The names of a function's parameters.
  func parameterList(of function: NodeID) -> String {
    tree.children(of: function, .parameter).map { tree.mainText(of: $0) }.joined(separator: ", ")
  }

  /// The title of a group or a test as reports show it.
  func title(of node: NodeID) -> String {
    if tree.kind(of: node) == .tableDeclaration {
      return "table " + (tree.child(of: node, .path).map { tree.text(of: $0) } ?? "")
    }
    guard tree[tree[node].mainToken].kind == .stringLiteral else { return "" }
    return String(decoding: tree.stringValue(of: node), as: UTF8.self)
  }

  /// The declarations whose names hold the letters of a text in its order; all for the empty text.
  package func symbols(matching query: String) -> [WorkspaceSymbol] {
    let wanted = query.utf8.map { $0.lowered }
    var found: [WorkspaceSymbol] = []
    var pending = symbols().reversed().map { (symbol: $0, container: "") }
    while let (symbol, container) = pending.popLast() {
      if !symbol.children.isEmpty {
        let separator = symbol.kind == .match ? "" : " › "
        let inner = container.isEmpty ? symbol.name : container + separator + symbol.name
        for child in symbol.children.reversed() { pending.append((child, inner)) }
      }
      guard symbol.kind != .allow, symbol.kind != .data, Self.matches(symbol.name, wanted) else {
        continue
      }
      found.append(
        WorkspaceSymbol(
          name: symbol.name,
          kind: symbol.kind,
          container: container,
          location: Location(source.name, symbol.nameRange)
        )
      )
    }
    return found
  }

  private static func matches(_ name: String, _ letters: [UInt8]) -> Bool {
    var rest = letters[...]
    for byte in name.utf8 where byte.lowered == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }
}

extension UInt8 {
  /// An ASCII letter in lower case; any other byte as it is.
  var lowered: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
