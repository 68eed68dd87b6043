import RulesSource

extension TreeFinding {
  /// The finding in our words.
  func diagnostic(in tree: SyntaxTree) -> Diagnostic {
    let range = tree[token].range
    let text = tree.source.text(of: range)
    switch kind {
    case .unsupportedVersion(let version):
      return Diagnostic(
        .unsupportedVersion,
        at: range,
        "version `\(Diagnostic.excerpt(version))` does not exist, expected `'2'` or `'1'`"
      )
    case .importStatement(let module):
      return Diagnostic(
        .importStatement,
        at: range,
        "`\(Diagnostic.excerpt(module))` cannot be imported: a ruleset is one file"
      )
    case .numberOutOfRange:
      return Diagnostic(
        .numberOutOfRange,
        at: range,
        "`\(Diagnostic.excerpt(text))` does not fit into a 64-bit integer",
        notes: [DiagnosticNote("the largest integer is 9223372036854775807")],
        fixes: [
          Diagnostic.replace(
            SourceRange(at: range.upperBound),
            ".0",
            "write a floating-point number"
          )
        ]
      )
    case .unknownTypeName:
      let better = Self.likelyTypes[text]
      return Diagnostic(
        .unknownTypeName,
        at: range,
        "`\(Diagnostic.excerpt(text))` is no type"
          + (better.map { ", expected `\($0)`" } ?? ""),
        notes: [DiagnosticNote("types are \(SyntaxTree.typeNames.joined(separator: ", "))")],
        fixes: better.map { [Diagnostic.replace(range, $0, "write `\($0)`")] } ?? []
      )
    case .invalidBytesLiteral:
      return Diagnostic(
        .invalidBytesLiteral,
        at: range,
        "bytes have no `\\u` escapes",
        notes: [DiagnosticNote("write the character as it is, or its bytes as `\\xHH`")]
      )
    case .packageAsVariable:
      return Diagnostic(
        .packageAsVariable,
        at: range,
        "`\(text)` is a package and cannot be used as a variable"
      )
    case .duplicateWildcard:
      return Diagnostic(
        .duplicateWildcard,
        at: range,
        "the wildcard `\(text)` stands on this path already"
      )
    case .severalRecursiveWildcards:
      return Diagnostic(
        .severalRecursiveWildcards,
        at: range,
        "a path has at most one recursive wildcard, this is another one"
      )
    case .recursiveWildcardNotLast:
      return Diagnostic(
        .recursiveWildcardNotLast,
        at: range,
        "in version 1 a recursive wildcard is the last segment",
        notes: [DiagnosticNote("`rules_version = '2';` allows it anywhere")]
      )
    case .expressionTooComplex:
      return Diagnostic(
        .expressionTooComplex,
        at: range,
        "this expression is nested 100 deep",
        notes: [DiagnosticNote("each operator and bracket is one level; use `let` or functions")]
      )
    }
  }

  /// Names of types in other languages.
  private static let likelyTypes = [
    "boolean": "bool", "Boolean": "bool", "Bool": "bool", "integer": "int", "Int": "int",
    "Integer": "int", "double": "float", "Number": "number", "String": "string", "str": "string",
    "text": "string", "array": "list", "Array": "list", "List": "list", "object": "map",
    "Map": "map", "dict": "map", "date": "timestamp", "Timestamp": "timestamp", "Path": "path",
    "Set": "set", "geopoint": "latlng", "LatLng": "latlng", "Bytes": "bytes",
  ]
}
