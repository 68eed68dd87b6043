extension BrokenStatements {
  /// Operators of other languages.
  static let foreign: [(source: String, ours: String, official: String)] = [
    (
      #"allow read: if a?.b == 1;"#,
      #"4:17:unknown-operator"#,
      #"4:18 Unexpected '.'."#
    ),
    (
      #"allow read: if a <> b;"#,
      #"4:18:unknown-operator"#,
      #"4:19 Unexpected '>'."#
    ),
    (
      #"allow read: if not a;"#,
      #"4:16:unknown-operator"#,
      #"4:16 Missing conditional expression after 'if'."#
    ),
  ]
}
