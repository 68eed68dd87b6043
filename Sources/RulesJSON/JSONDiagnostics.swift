package import RulesSource

/// Why a text is no JSON.
package struct JSONSyntaxError: Error, Sendable, Hashable {
  /// The first problem, at its place.
  package let diagnostic: Diagnostic

  /// An error from what is to be said to the user.
  package init(_ diagnostic: Diagnostic) {
    self.diagnostic = diagnostic
  }
}

extension DiagnosticCode {
  /// The kinds of problem that a JSON text can have.
  package static let jsonCodes: [DiagnosticCode] = [
    malformedJSON, illFormedJSONText, deeplyNestedJSON, oversizedJSON, repeatedJSONMember,
  ]

  /// Text that the grammar of JSON does not allow.
  package static let malformedJSON = DiagnosticCode(
    "malformed-json",
    .error,
    "a JSON text breaks the grammar of JSON",
    explanation: """
      The text is not JSON as RFC 8259 defines it. The message names what stands at the place and \
      what could stand there. Frequent causes are a comma after the last element, a comma that is \
      missing between two lines, names or strings in single quotes, and a comment.

      `firebase.json` may hold comments and commas after the last element; other files may not.
      """
  )

  /// Bytes that are not UTF-8.
  package static let illFormedJSONText = DiagnosticCode(
    "ill-formed-json-text",
    .error,
    "a JSON text is not well-formed UTF-8",
    explanation: """
      JSON is text in UTF-8, and the bytes at this place are none. The file was probably saved in \
      another encoding, such as UTF-16 or Latin-1, or it was cut in the middle of a character. \
      Save it as UTF-8.
      """
  )

  /// Arrays and objects inside each other beyond the limit.
  package static let deeplyNestedJSON = DiagnosticCode(
    "deeply-nested-json",
    .error,
    "a JSON text nests arrays and objects too deeply",
    explanation: """
      Arrays and objects may lie inside each other up to 500 levels deep. A text that goes deeper \
      is rejected whole, so that a hostile or broken file can't exhaust memory. No document of \
      Cloud Firestore comes near: its values nest at most 20 levels.
      """
  )

  /// A text whose offsets don't fit.
  package static let oversizedJSON = DiagnosticCode(
    "oversized-json",
    .error,
    "a JSON text is too long to be read",
    explanation: """
      A text of 4 GiB or more can't be read as one value. Write the values one a line (JSON Lines), \
      into several files.
      """
  )

  /// A name that stands twice in one object.
  package static let repeatedJSONMember = DiagnosticCode(
    "repeated-json-member",
    .warning,
    "an object gives the same name twice",
    explanation: """
      Each name should stand once in an object. Where it is repeated the last value wins and the \
      ones before are ignored, as most readers of JSON do; others keep the first one. Remove the \
      members that are not meant.
      """
  )
}

extension Diagnostic {
  /// Reports a member whose name was given before.
  package static func repeatedJSONMember(_ member: JSONMember) -> Diagnostic {
    Diagnostic(
      .repeatedJSONMember,
      at: member.keyRange,
      "found `\(member.name)` again, expected each name once in an object"
    )
  }
}
