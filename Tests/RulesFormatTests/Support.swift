import RulesFormat
import RulesSource
import RulesSyntax

/// The layout of a text, or what is said where it is refused.
func layout(_ text: String, isTests: Bool = false, _ options: FormatOptions = FormatOptions())
  -> String
{
  let file = SourceFile(name: "file", text: text)
  do throws(FormatRefusal) {
    let result = try format(isTests ? parseTests(file) : parseRules(file), options)
    return String(decoding: result.bytes, as: UTF8.self)
  } catch {
    return "refused: \(error.diagnostics.map(\.message).joined(separator: "; "))"
  }
}

/// The layout of statements of a match.
///
/// They stand in the first column here, so lines of 96 columns fit.
func layout(ofStatements statements: String) -> String {
  let text = layout("service cloud.firestore { match /a/{b} {\n\(statements)\n} }")
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  return lines.dropFirst(2).dropLast(3)
    .map { $0.hasPrefix("    ") ? String($0.dropFirst(4)) : String($0) }
    .joined(separator: "\n")
}
