package import RulesSource

extension DiagnosticCode {
  /// The formatter would have changed what the file means.
  package static let layoutChangesMeaning = DiagnosticCode(
    "layout-changes-meaning",
    .error,
    "the formatter has a defect, and has left the file as it was",
    explanation: """
      The new layout of a file is parsed and compared with the file before it is written. Here the \
      two did not agree, so the file was left as it was. This is a defect of rulescheck, not of the \
      file: please report it with the file, or with the statement at the place that is shown.

      Until it is mended the statement can be written in another way, for example

        // hard to lay out
        allow read: if a in[b /* why */ ,c];

      as

        // why
        allow read: if a in [b, c];
      """
  )

  /// What the formatter reports.
  package static let formatCodes: [DiagnosticCode] = [.layoutChangesMeaning]
}

extension Diagnostic {
  /// The new layout differs from the source from a place on.
  static func layoutChangesMeaning(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .layoutChangesMeaning,
      at: range,
      "the new layout of this file would differ from it in more than layout from here on",
      notes: [DiagnosticNote("this is a defect of rulescheck; the file is left as it was")]
    )
  }
}
