import RulesSource

/// What is said about broken functions.
extension Diagnostic {
  static func missingFunctionName(in parser: borrowing Parser) -> Diagnostic {
    surprise(.missingFunctionName, in: parser, expected: "the function's name")
  }

  static func badFunctionName(in parser: borrowing Parser) -> Diagnostic {
    reservedName(in: parser, role: "a function")
      ?? surprise(.missingFunctionName, in: parser, expected: "the function's name")
  }

  /// The current word where it is reserved and so cannot be a name.
  static func reservedName(in parser: borrowing Parser, role: String) -> Diagnostic? {
    guard parser.kind.isWord, parser.kind != .identifier else { return nil }
    return Diagnostic(
      .reservedWordAsName,
      at: parser.range,
      "`\(parser.text)` is reserved and cannot name \(role)"
    )
  }

  static func missingParameters(in parser: borrowing Parser) -> Diagnostic {
    surprise(
      .missingParameters,
      in: parser,
      expected: "`(` and the parameters",
      fixes: parser.kind == .leftBrace ? [insertBehind("()", in: parser)] : []
    )
  }

  static func missingParameter(in parser: borrowing Parser) -> Diagnostic {
    reservedName(in: parser, role: "a parameter")
      ?? surprise(.unexpectedToken, in: parser, expected: "the name of a parameter")
  }

  static func trailingComma(in parser: borrowing Parser, at comma: TokenID) -> Diagnostic {
    Diagnostic(
      .strayComma,
      at: parser.range(of: comma),
      "no parameter follows this `,`",
      fixes: [replace(parser.range(of: comma), "", "delete `,`")]
    )
  }

  static func unclosedParameters(in parser: borrowing Parser, open: TokenID) -> Diagnostic {
    surprise(
      .unclosedBracket,
      in: parser,
      expected: "`,` or `)`",
      notes: [DiagnosticNote("the parameters begin here", at: parser.range(of: open))]
    )
  }

  static func extraParenthesis(in parser: borrowing Parser) -> Diagnostic {
    Diagnostic(
      .extraClosingBracket,
      at: parser.range,
      "this `)` closes nothing",
      fixes: [replace(parser.range, "", "delete `)`")]
    )
  }

  static func missingFunctionBody(in parser: borrowing Parser) -> Diagnostic {
    surprise(.missingFunctionBody, in: parser, expected: "`{` and the function's body")
  }

  static func emptyFunctionBody(in parser: borrowing Parser) -> Diagnostic {
    Diagnostic(
      .missingReturn,
      at: parser.range,
      "this function returns nothing, expected `return …;`"
    )
  }

  static func missingReturn(in parser: borrowing Parser) -> Diagnostic {
    var notes: [DiagnosticNote] = []
    if parser.kind == .ifKeyword {
      notes = [DiagnosticNote("there is no `if` statement; write `return condition ? a : b;`")]
    } else if parser.kind != .rightBrace {
      notes = [DiagnosticNote("a function is any number of `let` statements and one `return`")]
    }
    return surprise(
      .missingReturn,
      in: parser,
      expected: "`let` or `return`",
      notes: notes
    )
  }

  static func statementAfterReturn(in parser: borrowing Parser) -> Diagnostic {
    Diagnostic(
      .statementAfterReturn,
      at: parser.range,
      "found `\(parser.text)` after the `return` statement, expected `}`"
    )
  }

  static func missingLetName(in parser: borrowing Parser) -> Diagnostic {
    reservedName(in: parser, role: "a variable")
      ?? surprise(in: parser, expected: "the variable's name")
  }

  static func missingLetValue(in parser: borrowing Parser) -> Diagnostic {
    surprise(in: parser, expected: "`=` and the variable's value")
  }
}
