import RulesSource
import RulesSyntax

/// What hovers tell of test files.
extension Analysis {
  /// Who a user is.
  func userText(_ node: NodeID) -> [String] {
    let name = tree.mainText(of: node)
    let provider = tree.child(of: node, .userProvider).map { tree.mainText(of: $0) } ?? "password"
    let uid = tree.child(of: node, .userIdentifier).flatMap { tree.child(0, of: $0) }
    var parts = [
      "`\(name)`: a user",
      "Signed in with `\(provider)`, as uid \(uid.map { "`\(shortText(of: $0))`" } ?? "`'\(name)'`").",
    ]
    if let claims = tree.child(of: node, .mapExpression) {
      parts.append(Markdown.code(shortText(of: claims)))
    }
    return parts
  }

  /// The matches of the rules that cover the path of a request.
  func pathHover(along path: [NodeID], at offset: UInt32, in project: ProjectIndex) -> Hover? {
    if language == .rules { return segmentHover(along: path) }
    guard let node = tree.innermost(of: path, [.path]),
      let asked = requestedPath(along: path, in: project),
      let rules = project.rules
    else { return nil }
    let covering = rules.patterns().filter { $0.covers(asked) }
    guard !covering.isEmpty else {
      return Hover(tree.range(of: node), "No `match` of `\(rules.source.name)` covers this path.")
    }
    let list = covering.map { pattern in
      let line = rules.source.position(of: rules.tree.mainRange(of: pattern.match).lowerBound).line
      return "- `\(rules.text(of: pattern))`, line \(line)"
    }
    return Hover(tree.range(of: node), "Covered by:\n" + list.joined(separator: "\n"))
  }

  /// The whole pattern around a segment of a match's path.
  private func segmentHover(along path: [NodeID]) -> Hover? {
    guard path.count >= 2, let match = path.last(where: { tree.kind(of: $0) == .matchDeclaration }),
      path.contains(where: { tree.kind(of: $0) == .path }),
      let pattern = patterns().first(where: { $0.match == match }),
      let own = tree.child(of: match, .path), path.contains(own)
    else { return nil }
    return Hover(tree.range(of: own), "The whole pattern: `\(text(of: pattern))`")
  }
}
