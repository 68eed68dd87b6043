import RulesSource

/// The general form of "found this, expected that", and the mistakes that show in one token.
extension Diagnostic {
  /// What was complete before the token that does not fit.
  enum Context {
    case expression, declaration, statement, returnStatement

    var expectation: String {
      switch self {
      case .expression: "an operator or the end of the statement"
      case .declaration: "`function` or `service`"
      case .statement: "`match`, `allow` or `function`"
      case .returnStatement: "`}` after the `return` statement"
      }
    }
  }

  /// A token that fits nowhere.
  static func unexpectedToken(in parser: borrowing Parser, after context: Context) -> Diagnostic {
    if context == .expression, parser.kind == .colon {
      return surprise(
        in: parser,
        expected: context.expectation,
        notes: [
          DiagnosticNote("a `:` belongs to `? :`, to a map in `{ }` or to a slice in `[ ]`")
        ]
      )
    }
    if context == .expression, parser.isBehindAdjacentString {
      return surprise(
        in: parser,
        expected: context.expectation,
        notes: [DiagnosticNote("a quote inside a string is written with a backslash before it")]
      )
    }
    return surprise(in: parser, expected: context.expectation)
  }

  /// The current token is another than expected.
  static func surprise(
    _ code: DiagnosticCode = .unexpectedToken,
    in parser: borrowing Parser,
    expected: String,
    notes: [DiagnosticNote] = [],
    fixes: [FixIt] = []
  ) -> Diagnostic {
    if let special = specialToken(in: parser) { return special }
    return Diagnostic(
      code,
      at: parser.range,
      "found \(found(in: parser)), expected \(expected)",
      notes: notes,
      fixes: fixes
    )
  }

  /// The current token as people read it.
  static func found(in parser: borrowing Parser) -> String {
    parser.kind == .endOfFile ? "the end of the file" : "`\(excerpt(parser.text))`"
  }

  /// A token's text, cut where it is long.
  static func excerpt(_ text: String) -> String {
    text.unicodeScalars.count <= 40
      ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(40))) + "…"
  }

  /// The message for tokens that are wrong wherever they stand.
  static func specialToken(in parser: borrowing Parser) -> Diagnostic? {
    switch parser.kind {
    case .unterminatedString:
      unterminatedString(in: parser)
    case .unknown:
      foreignOperator(in: parser) ?? unknownCharacter(in: parser)
    case .pathSegment where parser.isOperandEnd:
      pathInsteadOfDivision(in: parser)
    case .assign, .question, .identifier:
      foreignOperator(in: parser)
    default:
      nil
    }
  }

  private static func unterminatedString(in parser: borrowing Parser) -> Diagnostic {
    let quote = parser.text.prefix(1)
    return Diagnostic(
      .unterminatedString,
      at: parser.range,
      "this string has no closing `\(quote)` on its line",
      notes: [
        DiagnosticNote(
          "a quote inside a string is written `\\\(quote)`; a line break is written `\\n`"
        )
      ]
    )
  }

  private static func unknownCharacter(in parser: borrowing Parser) -> Diagnostic {
    let text = parser.text
    guard let scalar = text.unicodeScalars.first else {
      return Diagnostic(.unknownCharacter, at: parser.range, "this byte begins no token")
    }
    let code = "U+" + padded(String(scalar.value, radix: 16, uppercase: true))
    var notes: [DiagnosticNote] = []
    var fixes: [FixIt] = []
    switch scalar.value {
    case 0x2018...0x201F:
      notes = [DiagnosticNote("typographic quotes are no quotes here; write `'` or `\"`")]
    case 0xFEFF:
      notes = [DiagnosticNote("this is a byte order mark, which editors do not show")]
      fixes = [replace(parser.range, "", "delete the byte order mark")]
    case 0x23:
      notes = [DiagnosticNote("a comment begins with `//`")]
    case 0x60:
      notes = [
        DiagnosticNote("a string stands in `'` or `\"`, and is joined by `+`: `'user-' + id`")
      ]
    case 0xA0, 0x2000...0x200B, 0x3000:
      notes = [DiagnosticNote("it looks like a space but is none")]
      fixes = [replace(parser.range, " ", "replace it by a space")]
    default: break
    }
    return Diagnostic(
      .unknownCharacter,
      at: parser.range,
      "the character `\(excerpt(text))` (\(code)) means nothing outside of strings and comments",
      notes: notes,
      fixes: fixes
    )
  }

  private static func padded(_ digits: String) -> String {
    String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func pathInsteadOfDivision(in parser: borrowing Parser) -> Diagnostic {
    let afterSlash = SourceRange(at: parser.range.lowerBound + 1)
    return Diagnostic(
      .pathInsteadOfDivision,
      at: parser.range,
      "`\(excerpt(parser.text))` is a path, found where an operator was expected",
      notes: [
        DiagnosticNote(
          "`/` directly before a letter, a digit or another path character starts a path;"
            + " to divide, write a space behind it"
        )
      ],
      fixes: [
        FixIt(
          "insert a space after `/`",
          edits: [TextEdit(replacing: afterSlash, with: " ")],
          isSafe: true
        )
      ]
    )
  }

  // MARK: Operators of other languages

  /// `===`, `!==`: the operator before the current `=`.
  static func foreignOperator(
    in parser: borrowing Parser,
    operation: TokenID
  ) -> Diagnostic {
    let range = parser.range(of: operation).union(parser.range)
    let operatorText = parser.source.text(of: parser.range(of: operation))
    return Diagnostic(
      .unknownOperator,
      at: range,
      "`\(operatorText)=` is no operator, expected `\(operatorText)`",
      fixes: [replace(parser.range, "", "write `\(operatorText)`")]
    )
  }

  /// An operator that other languages have, at the current token.
  static func foreignOperator(in parser: borrowing Parser) -> Diagnostic? {
    guard parser.isOperandEnd || parser.kind == .question else { return nil }
    let text = parser.text
    if parser.kind == .assign, parser.peek() == .greater,
      parser.isAdjacent(at: parser.position + 1)
    {
      let range = parser.range.union(parser.tokens[parser.position + 1].range)
      return Diagnostic(
        .unknownOperator,
        at: range,
        "`=>` is no operator, expected `>=`",
        notes: [
          DiagnosticNote("there are no functions without a name, so none to apply to each element")
        ],
        fixes: [replace(range, ">=", "write `>=`")]
      )
    }
    let replacement: String? =
      switch (parser.kind, text) {
      case (.unknown, "&"): "&&"
      case (.unknown, "|"): "||"
      case (.assign, _): "=="
      case (.identifier, "and") where parser.dialect == .rules: "&&"
      case (.identifier, "or") where parser.dialect == .rules: "||"
      default: nil
      }
    if let replacement {
      return Diagnostic(
        .unknownOperator,
        at: parser.range,
        "`\(text)` is no operator, expected `\(replacement)`",
        fixes: [replace(parser.range, replacement, "write `\(replacement)`")]
      )
    }
    if parser.kind == .question, parser.isDoubleQuestion {
      return Diagnostic(
        .unknownOperator,
        at: parser.range,
        "`??` is no operator",
        notes: [DiagnosticNote("write `m.get('key', other)` for a member that may be missing")]
      )
    }
    return nil
  }

  // MARK: Edits

  /// An edit that cannot change what is allowed, since the file did not compile before.
  static func replace(
    _ range: SourceRange,
    _ replacement: String,
    _ title: String
  ) -> FixIt {
    FixIt(title, edits: [TextEdit(replacing: range, with: replacement)], isSafe: true)
  }

  /// The insertion of text before the current token, with a space behind it.
  static func insertHere(_ text: String, in parser: borrowing Parser) -> FixIt {
    replace(SourceRange(at: parser.range.lowerBound), text + " ", "insert `\(text)`")
  }

  /// The insertion of text after the token before the current one.
  static func insertBehind(_ text: String, in parser: borrowing Parser) -> FixIt {
    replace(
      SourceRange(at: parser.range(of: parser.previous).upperBound),
      text,
      "insert `\(text)`"
    )
  }
}

extension Parser {
  /// Whether the current token is a word directly behind a string.
  var isBehindAdjacentString: Bool {
    kind.isWord && isAdjacent(at: position) && tokens[position - 1].kind == .stringLiteral
  }

  /// Whether a line comment begins directly behind the token before the current one.
  var isBehindAdjacentComment: Bool {
    guard position > 0 else { return false }
    let end = Int(tokens[position - 1].range.upperBound)
    return end + 1 < source.bytes.count && source.bytes[end] == UInt8(ascii: "/")
      && source.bytes[end + 1] == UInt8(ascii: "/")
  }

  /// Whether the token before the current one can end an operand.
  var isOperandEnd: Bool {
    guard position > 0 else { return false }
    switch tokens[position - 1].kind {
    case .identifier, .intLiteral, .floatLiteral, .stringLiteral, .bytesLiteral, .nullKeyword,
      .trueKeyword, .falseKeyword, .rightParenthesis, .rightBracket, .rightBrace, .pathSegment:
      return true
    default:
      return false
    }
  }

  /// Whether the current `?` stands directly behind another.
  var isDoubleQuestion: Bool {
    position > 0 && tokens[position - 1].kind == .question && isAdjacent(at: position)
  }

  /// Whether the current token stands directly behind a `?`.
  var isBehindQuestion: Bool {
    position > 0 && tokens[position - 1].kind == .question && isAdjacent(at: position)
  }

  /// Whether the current token stands directly behind a `<`.
  var isBehindLess: Bool {
    position > 0 && tokens[position - 1].kind == .less && isAdjacent(at: position)
  }

  /// Fails where the current token is an operator of another language.
  mutating func reportForeignOperator() {
    switch kind {
    case .assign:
      if let diagnostic = Diagnostic.foreignOperator(in: self) { fail(diagnostic) }
    case .unknown:
      guard dialect == .rules || text != "|" else { return }
      if let diagnostic = Diagnostic.foreignOperator(in: self) { fail(diagnostic) }
    case .identifier where dialect == .rules:
      if let diagnostic = Diagnostic.foreignOperator(in: self) { fail(diagnostic) }
    default:
      break
    }
  }
}
