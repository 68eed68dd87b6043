import RulesSource

/// What is said about broken expressions and paths.
extension Diagnostic {
  static func stringFlaw(_ flaw: StringFlaw, in parser: borrowing Parser) -> Diagnostic {
    let text = parser.source.text(of: flaw.range)
    switch flaw.kind {
    case .escape:
      return Diagnostic(
        .invalidEscape,
        at: flaw.range,
        "`\(text)` is no escape",
        notes: [
          DiagnosticNote(
            "escapes are `\\\\` `\\'` `\\\"` `\\n` `\\r` `\\t` `\\b` `\\f` `\\xHH` `\\uHHHH` and"
              + " three octal digits; a backslash itself is written twice"
          )
        ],
        fixes: [
          replace(SourceRange(at: flaw.range.lowerBound), "\\", "write the backslash twice")
        ]
      )
    case .character:
      let value = text.unicodeScalars.first?.value ?? 0
      let hex = String(value, radix: 16)
      let escape = "\\u" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
      return Diagnostic(
        .rawCharacterInString,
        at: flaw.range,
        "this character may not stand in a string as it is, expected `\(escape)`",
        fixes: [replace(flaw.range, escape, "write `\(escape)`")]
      )
    }
  }

  static func nestingTooDeep(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .nestingTooDeep,
      at: range,
      "more than \(Parser.maximumNesting) brackets and blocks are open here"
    )
  }

  static func chainTooLong(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .chainTooLong,
      at: range,
      "a chain of members and calls has fewer than \(Parser.refusedChainLength) links"
    )
  }

  static func missingExpression(in parser: borrowing Parser) -> Diagnostic {
    switch parser.kind {
    case .plus:
      return Diagnostic(
        .missingExpression,
        at: parser.range,
        "`+` is no prefix, expected an expression",
        fixes: [replace(parser.range, "", "delete `+`")]
      )
    case .dollar:
      return Diagnostic(
        .missingExpression,
        at: parser.range,
        "`$(…)` stands only in a path, as `/$(…)`"
      )
    case .question where parser.isDoubleQuestion:
      return surprise(in: parser, expected: "an expression")
    case .dot where parser.isBehindQuestion:
      return Diagnostic(
        .unknownOperator,
        at: parser.range(of: parser.previous).union(parser.range),
        "`?.` is no operator",
        notes: [
          DiagnosticNote(
            "ask `'key' in m` first, or write `m.get('key', other)` for a member that may be missing"
          )
        ]
      )
    case .greater where parser.isBehindLess:
      let range = parser.range(of: parser.previous).union(parser.range)
      return Diagnostic(
        .unknownOperator,
        at: range,
        "`<>` is no operator, expected `!=`",
        fixes: [replace(range, "!=", "write `!=`")]
      )
    case .reservedWord where parser.text.utf8.elementsEqual("not".utf8):
      return Diagnostic(
        .unknownOperator,
        at: parser.range,
        "`not` is no operator, expected `!`",
        notes: [DiagnosticNote("`!` takes the next operand only: write `!(a == b)`")]
      )
    case .functionKeyword, .letKeyword, .matchKeyword, .allowKeyword, .returnKeyword,
      .serviceKeyword, .importKeyword, .ifKeyword, .reservedWord, .rulesVersionKeyword:
      return Diagnostic(
        .missingExpression,
        at: parser.range,
        "found the reserved word `\(parser.text)`, expected an expression"
      )
    default:
      return surprise(.missingExpression, in: parser, expected: "an expression")
    }
  }

  static func missingColonInConditional(
    in parser: borrowing Parser,
    question: TokenID
  ) -> Diagnostic {
    surprise(
      .missingColon,
      in: parser,
      expected: "`:` and the other branch",
      notes: [DiagnosticNote("the conditional's `?` is here", at: parser.range(of: question))]
    )
  }

  static func missingTypeName(in parser: borrowing Parser) -> Diagnostic {
    surprise(.missingTypeName, in: parser, expected: "the name of a type after `is`")
  }

  static func unaryMinusOperand(in parser: borrowing Parser) -> Diagnostic {
    Diagnostic(
      .unaryMinusOperand,
      at: parser.range,
      "`-` cannot be applied to an operand that begins with `\(parser.text)`",
      notes: [DiagnosticNote("put the operand in parentheses: `-(-x)`")]
    )
  }

  static func increment(in parser: borrowing Parser) -> Diagnostic {
    let sign = parser.text.prefix(1)
    return Diagnostic(
      .incrementOperator,
      at: parser.range,
      "`\(parser.text)` is no operator",
      notes: [
        DiagnosticNote("values never change; to compute one, write `a \(sign) 1` or `a \(sign) -b`")
      ]
    )
  }

  static func callOfNoName(in parser: borrowing Parser, callee: SyntaxKind) -> Diagnostic {
    let note =
      callee == .memberExpression
      ? "a reserved word cannot name a method" : "there are no function values"
    return Diagnostic(
      .callOfNoName,
      at: parser.range,
      "only a name can be called, found `(` after another value",
      notes: [DiagnosticNote(note)]
    )
  }

  static func missingMember(in parser: borrowing Parser, dot: TokenID) -> Diagnostic {
    guard parser.kind == .serviceKeyword || parser.kind == .rulesVersionKeyword else {
      return surprise(.missingMember, in: parser, expected: "the name of a member after `.`")
    }
    let range = parser.range(of: dot).union(parser.range)
    return Diagnostic(
      .reservedMember,
      at: parser.range,
      "`\(parser.text)` cannot follow `.`, expected `['\(parser.text)']`",
      fixes: [replace(range, "['\(parser.text)']", "write `['\(parser.text)']`")]
    )
  }

  static func reservedMethod(in parser: borrowing Parser, name: TokenID) -> Diagnostic {
    Diagnostic(
      .callOfNoName,
      at: parser.range(of: name),
      "`\(parser.source.text(of: parser.range(of: name)))` is reserved and cannot name a method"
    )
  }

  static func strayComma(in parser: borrowing Parser) -> Diagnostic {
    Diagnostic(
      .strayComma,
      at: parser.range,
      "found `,`, expected an expression before it",
      fixes: [replace(parser.range, "", "delete `,`")]
    )
  }

  static func unclosedBracket(in parser: borrowing Parser, open: TokenID) -> Diagnostic {
    let opening = parser.source.text(of: parser.range(of: open))
    let expected =
      switch opening {
      case "(": "`)`"
      case "[": "`]`"
      default: "`}`"
      }
    return surprise(
      .unclosedBracket,
      in: parser,
      expected: "`,` or \(expected)",
      notes: [DiagnosticNote("the bracket is opened here", at: parser.range(of: open))]
    )
  }

  static func missingColonInMap(in parser: borrowing Parser) -> Diagnostic {
    var fixes: [FixIt] = []
    if parser.kind == .assign {
      fixes = [replace(parser.range, ":", "write `:`")]
    }
    return surprise(
      .missingColon,
      in: parser,
      expected: "`:` and a value",
      notes: [DiagnosticNote("a map is written `{'key': value}`")],
      fixes: fixes
    )
  }

  // MARK: Paths

  static func straySlash(in parser: borrowing Parser) -> Diagnostic {
    let next = parser.text(after: 1)
    let isName = parser.peek() == .identifier
    let isDollar = parser.peek() == .dollar || next.hasPrefix("$")
    return Diagnostic(
      .straySlash,
      at: parser.range,
      "found `/` with no segment behind it, expected a name, `{name}` or `$(value)`",
      notes: [
        DiagnosticNote(
          isDollar
            ? "a value is inserted with `/$(name)`"
            : isName
              ? "no space may stand between `/` and the segment"
              : "a path does not end in `/` and has no empty segments"
        )
      ]
    )
  }

  static func straySlashBeforeList(in parser: borrowing Parser, list: TokenID) -> Diagnostic {
    Diagnostic(
      .straySlash,
      at: parser.range(of: TokenID(index: list.index - 1)),
      "this `/` continues the path before it, and no segment follows",
      notes: [DiagnosticNote("to divide by a list is an error in any case")]
    )
  }

  static func missingCaptureName(in parser: borrowing Parser, brace: TokenID) -> Diagnostic {
    reservedName(in: parser, role: "a wildcard")
      ?? surprise(.badPath, in: parser, expected: "the wildcard's name after `{`")
  }

  static func missingStars(in parser: borrowing Parser) -> Diagnostic {
    surprise(.badPath, in: parser, expected: "`**` after `=`")
  }

  static func unclosedCapture(in parser: borrowing Parser, name: TokenID) -> Diagnostic {
    surprise(
      .badPath,
      in: parser,
      expected: "`}` after the wildcard",
      notes: [
        DiagnosticNote("a wildcard is `{name}` or `{name=**}`", at: parser.range(of: name))
      ]
    )
  }
}
