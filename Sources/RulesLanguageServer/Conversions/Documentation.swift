import RulesSource

/// Pages of the official documentation that say more about kinds of diagnostic.
enum Documentation {
  /// The address of the page that fits best; nil where what is wrong is none of the official service's.
  static func link(for code: DiagnosticCode) -> String? {
    let words = Set(code.id.split(separator: "-").map(String.init))
    if !words.isDisjoint(with: ownWords) { return nil }
    return pages.first { !words.isDisjoint(with: $0.words) }?.address ?? language
  }

  /// How rules are written.
  private static let language = "https://firebase.google.com/docs/rules/rules-language"

  /// Words in the names of codes that speak of files of ours.
  private static let ownWords: Set<String> = [
    "test", "step", "user", "suite", "fixture", "json", "configuration", "setting", "target",
    "ignore", "missing-rules", "unreadable", "denied",
  ]

  /// Pages by words in the names of codes; the first one that fits is taken.
  private static let pages: [(words: Set<String>, address: String)] = [
    (
      ["budget", "large", "too", "complex", "nesting", "recursive"],
      "https://firebase.google.com/docs/firestore/quotas#security_rules"
    ),
    (
      ["query", "list"],
      "https://firebase.google.com/docs/firestore/security/rules-query"
    ),
    (
      ["wildcard", "wildcards", "globs", "match", "version", "service", "path"],
      "https://firebase.google.com/docs/firestore/security/rules-structure"
    ),
    (
      [
        "method", "member", "members", "type", "operand", "argument", "pattern", "claim",
        "provider",
        "equal", "fails", "bytes", "number",
      ],
      "https://firebase.google.com/docs/reference/rules/rules"
    ),
  ]
}
