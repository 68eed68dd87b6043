/// Names under which people may look for a kind of problem that has another id, or several.
enum DiagnosticAliases {
  /// The ids that a name stands for, the likeliest first; nil for a name that stands for none.
  static func ids(of name: String) -> [String]? {
    table.first { $0.name.utf8.elementsEqual(name.utf8) }?.ids
  }

  /// All of them.
  static let table: [(name: String, ids: [String])] = [
    (
      "type-mismatch",
      [
        "wrong-operand-type", "never-equal", "wrong-argument-type", "non-boolean-condition",
        "non-boolean-operand",
      ]
    ),
    ("wrong-arity", ["wrong-argument-count"]),
    ("js-ism", ["unknown-operator", "unknown-method", "unknown-function", "unknown-name"]),
    (
      "bad-regex",
      ["invalid-pattern", "invalid-replace-pattern", "misleading-pattern", "redundant-anchors"]
    ),
    ("request-resource-on-read", ["request-resource-in-read", "request-resource-in-delete"]),
    ("invalid-verb", ["unknown-request-method"]),
    ("version-missing", ["old-version"]),
    ("v1-recursive", ["recursive-wildcard-of-old", "recursive-wildcard-not-last"]),
    ("affectedKeys-hasAny", ["affected-keys-not-limited"]),
    ("affectedKeys-hasAll", ["affected-keys-not-limited"]),
    ("chain-depth", ["expression-too-complex"]),
    ("recursion", ["recursive-function"]),
    ("source-size", ["rules-too-large"]),
    ("unused-let", ["unused-variable"]),
    ("unused-param", ["unused-variable"]),
    ("empty-match", ["empty-body"]),
    ("match-without-allow", ["unused-function", "empty-body"]),
    ("undocumented-public", ["open-read", "open-write"]),
    ("test-denies-by-error", ["evaluation-error"]),
  ]
}
