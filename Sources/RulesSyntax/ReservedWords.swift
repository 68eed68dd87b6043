import RulesSource

/// The words that cannot be names.
package enum ReservedWords {
  /// Words that are reserved but have no use in the language.
  package static let unused = [
    "arguments", "break", "case", "continue", "default", "deny", "do", "each", "else", "extends",
    "for", "goto", "not", "package", "switch", "then", "var", "while",
  ]

  private static let used: [(word: String, kind: TokenKind)] = [
    ("allow", .allowKeyword), ("false", .falseKeyword), ("function", .functionKeyword),
    ("if", .ifKeyword), ("import", .importKeyword), ("in", .inKeyword), ("is", .isKeyword),
    ("let", .letKeyword), ("match", .matchKeyword), ("null", .nullKeyword),
    ("return", .returnKeyword), ("service", .serviceKeyword), ("true", .trueKeyword),
    ("rules_version", .rulesVersionKeyword),
  ]

  /// All of them; those that have a use come first.
  static let table = WordTable(used.map(\.word) + unused)

  /// The kinds of those that have a use, by their index in the table.
  static let kinds = ContiguousArray(used.map(\.kind))

  /// For the last five bits of a first letter the lengths that such words have, a bit each: most names have another
  /// shape, and are looked for no further.
  static let shapes = {
    var shapes = ContiguousArray<UInt16>(repeating: 0, count: 32)
    for word in used.map(\.word) + unused {
      guard let first = word.utf8.first else { continue }
      shapes[Int(first & 31)] |= 1 << UInt16(word.utf8.count)
    }
    return shapes
  }()
}

/// Whether a word cannot be the name of a variable, a function or a wildcard.
package func isReservedWord(_ word: String) -> Bool {
  TokenKind.ofWord(ContiguousArray(word.utf8).span) != .identifier
}

extension TokenKind {
  /// The kind of a word.
  static func ofWord(_ word: Span<UInt8>) -> TokenKind {
    guard let index = ReservedWords.table.index(of: word) else { return .identifier }
    return index < ReservedWords.kinds.count ? ReservedWords.kinds[index] : .reservedWord
  }

  /// Whether the token is a word, reserved or not.
  @inlinable
  public var isWord: Bool {
    // The words come first.
    rawValue <= TokenKind.identifier.rawValue
  }
}
