import RulesSource

extension SyntaxTree {
  /// The tree as indented text: one line for each node with its kind and its main token.
  ///
  ///     file
  ///       serviceDeclaration `service`
  ///         serviceName `cloud`
  package func dump() -> String {
    var output = ""
    // A stack of its own, since trees are as deep as their source makes them.
    var stack: [(node: NodeID, depth: Int)] = [(root, 0)]
    while let (node, depth) = stack.popLast() {
      output += String(repeating: "  ", count: depth) + "\(kind(of: node))"
      if self[node].firstToken < self[node].endToken {
        output += " `\(kind(of: node) == .unexpected ? text(of: node) : mainText(of: node))`"
      }
      output += "\n"
      for child in children(of: node).reversed() { stack.append((child, depth + 1)) }
    }
    return output
  }

  /// The source of a node, from its first token to its last.
  package func text(of id: NodeID) -> String { source.text(of: range(of: id)) }
}
