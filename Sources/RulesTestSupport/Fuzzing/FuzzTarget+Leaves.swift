import RulesJSON
import RulesRegex
import RulesRuntime
import RulesSource
import RulesTesting

extension FuzzTarget {
  /// Patterns: the pattern, a zero, the subject, a zero, the template.
  static let regex = FuzzTarget(
    name: "regex",
    dictionary: [
      "(", ")", "(?:", "(?i)", "(?P<a>", "(?s-m:", "|", "*", "+", "?", "*?", "+?", "??", "{2}",
      "{1,}",
      "{0,1000}", "{1000}", "[", "]", "[^", "a-z", "[[:alpha:]]", "\\d", "\\pL", "\\p{Greek}",
      "\\P{^L}",
      "\\b", "\\B", "\\A", "\\z", "^", "$", ".", "\\Q", "\\E", "\\x{10FFFF}", "\\x41", "\\0", "\\C",
      "(a+)+", "(a|a)*", ".*.*=.*", "$1", "${a}", "\\$", "${", "\u{0}",
    ]
  ) { input in
    let parts = parts(input, 3)
    guard parts[1].count <= 4096, let pattern = try? Pattern(parts[0]) else { return nil }
    // Texts of the language are well-formed; such bytes do not get here from rules.
    let subject = ContiguousArray(String(decoding: parts[1], as: UTF8.self).utf8)
    let template = ContiguousArray(String(decoding: parts[2], as: UTF8.self).utf8)
    _ = pattern.matches(subject)
    let pieces = pattern.split(subject)
    if pieces.isEmpty { return "a text has no pieces" }
    _ = try? pattern.replacing(in: subject, with: template, limit: 1 << 20)
    return nil
  }

  private static let jsonPieces = [
    "{", "}", "[", "]", ":", ",", "\"", "null", "true", "false", "\"a\"", "\"a\":", "1e", "1E+",
    ".5",
    "-0", "1e400", "\\u", "\\uD800", "\\\"", "//", "/**/", "\"fields\":", "\"mapValue\":{",
    "\"arrayValue\":{\"values\":[", "{\"integerValue\":\"1\"}", "{\"doubleValue\":\"NaN\"}",
    "{\"timestampValue\":\"2025-01-31T12:00:00Z\"}", "{\"bytesValue\":\"AA==\"}",
    "{\"nullValue\":null}",
    "{\"referenceValue\":\"projects/p/databases/d/documents/a/b\"}", "{\"stringValue\":\"x\"}",
    "{\"geoPointValue\":{\"latitude\":90,\"longitude\":-180}}", "\"__type__\":", "\"__vector__\"",
    "\"books/dune\":",
  ]

  /// JSON: what can be read is written and read again as the same.
  static let json = FuzzTarget(name: "json", dictionary: jsonPieces) { input in
    for dialect in [JSONDialect.strict, .relaxed] {
      do throws(JSONSyntaxError) {
        let value = try JSONValue(parsing: input, dialect: dialect)
        for layout in [JSONLayout.compact, .indented] {
          let again = try JSONValue(parsing: value.bytes(layout), dialect: .strict)
          if again != value { return "it reads otherwise when written" }
        }
      } catch {
        render([error.diagnostic], SourceFile(name: "input", bytes: input))
        // What was written must be readable; only the first reading may fail.
        if (try? JSONValue(parsing: input, dialect: dialect)) != nil {
          return "what was written is no JSON: \(error.diagnostic.message)"
        }
      }
    }
    for line in JSONLines(input) { _ = line.result }
    return nil
  }

  /// Values and documents as JSON.
  static let wire = FuzzTarget(name: "wire", dictionary: jsonPieces) { input in
    let file = SourceFile(name: "input.json", bytes: input)
    switch FixtureDocuments.read(file) {
    case .success(let documents):
      for document in documents { _ = TypedValue.json(.map(document.fields)).bytes() }
    case .failure(let error): render([error.diagnostic], file)
    }
    guard let json = try? JSONValue(parsing: input) else { return nil }
    for result in [RESTValue.read(json), RESTValue.readFields(json).map { .map($0) }] {
      guard case .success(let value) = result else { continue }
      _ = TypedValue.json(value).bytes()
      _ = value.sourceText()
    }
    if case .success(let value) = FixtureDocuments.plainValue(json) { _ = value.sourceText() }
    return nil
  }
}
