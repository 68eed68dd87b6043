import RulesSource
import RulesSyntax

extension Analysis {
  /// Where the name at an offset is declared.
  ///
  /// In a test file the path of a request leads to the matches that cover it, and the name of a rules file
  /// to that file.
  package func definitions(at offset: UInt32, in project: ProjectIndex) -> [Location] {
    if let (target, _) = target(at: offset), case .declared(let name) = target {
      return [Location(source.name, tree.mainRange(of: name.node))]
    }
    guard language == .tests, let rules = project.rules else { return [] }
    let path = tree.path(to: offset)
    if let directive = path.last, tree.kind(of: directive) == .rulesDirective,
      tree.mainRange(of: directive).holds(SourceRange(at: offset))
    {
      return [Location(rules.source.name, SourceRange(at: 0))]
    }
    if let reason = tree.innermost(of: path, [.becauseClause]) {
      return rules.functions(namedIn: tree.stringValue(of: reason))
    }
    guard let asked = requestedPath(along: path, in: project) else { return [] }
    return rules.patterns().filter { $0.covers(asked) }.map {
      Location(rules.source.name, rules.tree.mainRange(of: $0.match))
    }
  }

  /// The declarations of the functions that a text names.
  private func functions(namedIn text: ContiguousArray<UInt8>) -> [Location] {
    let words = Set(text.words)
    return tree.nodes.indices.compactMap { index in
      let node = NodeID(index: UInt32(truncatingIfNeeded: index))
      guard tree.kind(of: node) == .functionDeclaration, words.contains(tree.mainBytes(of: node))
      else { return nil }
      return Location(source.name, tree.mainRange(of: node))
    }
  }
}

extension ContiguousArray<UInt8> {
  /// The runs of letters, digits and underscores.
  var words: [ContiguousArray<UInt8>] {
    split { !$0.isOfWord }.map { ContiguousArray($0) }
  }
}

extension UInt8 {
  /// Whether it is a letter, a digit or an underscore.
  var isOfWord: Bool {
    self == UInt8(ascii: "_") || (0x30...0x39).contains(self) || (0x41...0x5A).contains(self & 0xDF)
  }
}
