/// A condition on a place between two characters.
enum Assertion: Hashable, Sendable {
  case textStart, textEnd, lineStart, lineEnd, wordBoundary, noWordBoundary
}

/// How often something repeats, and whether more is tried before less.
struct Repetition: Hashable, Sendable {
  let minimum: Int
  /// Nil: without limit.
  let maximum: Int?
  let isGreedy: Bool
}

/// The syntax tree of a pattern.
///
/// Its depth is limited by the nesting of groups (20) and the length of the pattern (4,096), so that
/// walking it by recursion is safe.
indirect enum SyntaxNode: Sendable {
  case empty
  /// One character; the index is one of `Syntax.classes`.
  case character(Int)
  case assertion(Assertion)
  case capture(group: Int, SyntaxNode)
  case sequence([SyntaxNode])
  case alternation([SyntaxNode])
  case repetition(Repetition, SyntaxNode)

  /// A repetition, or what is the same and simpler.
  static func repeating(_ node: SyntaxNode, _ repetition: Repetition) -> SyntaxNode {
    switch (repetition.minimum, repetition.maximum) {
    case (0, 0): return .empty
    case (1, 1): return node
    case (0, nil), (1, nil), (0, 1):
      if case .empty = node { return .empty }
      if case .repetition(repetition, _) = node { return node }
      return .repetition(repetition, node)
    default: return .repetition(repetition, node)
    }
  }

  /// Whether it can match nothing at all.
  var isNullable: Bool {
    switch self {
    case .empty, .assertion: true
    case .character: false
    case .capture(_, let node): node.isNullable
    case .sequence(let nodes): nodes.allSatisfy(\.isNullable)
    case .alternation(let nodes): nodes.contains(where: \.isNullable)
    case .repetition(let repetition, let node): repetition.minimum == 0 || node.isNullable
    }
  }
}

/// A parsed pattern.
struct Syntax: Sendable {
  let root: SyntaxNode
  /// The classes that the characters of the tree belong to, each one once.
  let classes: [CharacterClass]
  /// Without the whole match.
  let groupCount: Int
  let groupNames: [String: Int]
}
