import RulesSource

/// What is said about broken declarations and statements.
extension Diagnostic {
  static func emptyFile(at range: SourceRange) -> Diagnostic {
    Diagnostic(.emptyFile, at: range, "the file is empty, expected at least one service")
  }

  static func noDeclaration(at range: SourceRange) -> Diagnostic {
    Diagnostic(.emptyFile, at: range, "the file declares nothing, expected `function` or `service`")
  }

  // MARK: Version and imports

  static func missingAssign(in parser: borrowing Parser) -> Diagnostic {
    surprise(
      .missingVersion,
      in: parser,
      expected: "`=` after `rules_version`",
      fixes: parser.kind == .stringLiteral ? [insertHere("=", in: parser)] : []
    )
  }

  static func missingVersion(in parser: borrowing Parser) -> Diagnostic {
    var fixes: [FixIt] = []
    if parser.kind == .intLiteral, parser.text == "1" || parser.text == "2" {
      fixes = [replace(parser.range, "'\(parser.text)'", "write `'\(parser.text)'`")]
    }
    return surprise(
      .missingVersion,
      in: parser,
      expected: "the version as a string, `'2'`",
      fixes: fixes
    )
  }

  static func misplacedVersion(in parser: borrowing Parser) -> Diagnostic {
    Diagnostic(
      .misplacedVersion,
      at: parser.range,
      "`rules_version` stands once, as the first statement of the file"
    )
  }

  static func importOfNoString(in parser: borrowing Parser) -> Diagnostic {
    surprise(.importStatement, in: parser, expected: "a string after `import`")
  }

  static func missingAlias(in parser: borrowing Parser) -> Diagnostic {
    surprise(.importStatement, in: parser, expected: "a name after `as`")
  }

  static func misplacedImport(in parser: borrowing Parser) -> Diagnostic {
    Diagnostic(
      .importStatement,
      at: parser.range,
      "`import` is not available, and could only stand before"
        + " the functions and services"
    )
  }

  // MARK: Statements

  static func missingSemicolon(in parser: borrowing Parser, after statement: String) -> Diagnostic {
    let end = SourceRange(at: parser.range(of: parser.previous).upperBound)
    return Diagnostic(
      .missingSemicolon,
      at: end,
      "missing `;` after the `\(statement)` statement",
      fixes: [insertBehind(";", in: parser)]
    )
  }

  static func straySemicolon(in parser: borrowing Parser) -> Diagnostic {
    Diagnostic(
      .straySemicolon,
      at: parser.range,
      "this `;` ends no statement",
      fixes: [replace(parser.range, "", "delete `;`")]
    )
  }

  static func strayBrace(in parser: borrowing Parser) -> Diagnostic {
    Diagnostic(
      .strayBrace,
      at: parser.range,
      "this `}` closes nothing",
      notes: [DiagnosticNote("there is one `}` too many here or before")]
    )
  }

  static func misplacedMatch(in parser: borrowing Parser) -> Diagnostic {
    Diagnostic(
      .misplacedDeclaration,
      at: parser.range,
      "`match` stands outside of a service",
      notes: [DiagnosticNote("wrap it in `service cloud.firestore { … }`, or delete a `}` before")]
    )
  }

  static func misplacedAllow(in parser: borrowing Parser, inService: Bool) -> Diagnostic {
    Diagnostic(
      .misplacedDeclaration,
      at: parser.range,
      inService ? "`allow` stands directly in a service" : "`allow` stands outside of a match",
      notes: [DiagnosticNote("an `allow` statement belongs into `match /path { … }`")]
    )
  }

  static func misplacedLet(in parser: borrowing Parser) -> Diagnostic {
    Diagnostic(
      .misplacedDeclaration,
      at: parser.range,
      "`let` stands outside of a function",
      notes: [
        DiagnosticNote("write a function that returns the value: `function f() { return …; }`")
      ]
    )
  }

  static func misplacedReturn(in parser: borrowing Parser) -> Diagnostic {
    Diagnostic(.misplacedDeclaration, at: parser.range, "`return` stands outside of a function")
  }

  static func nestedService(in parser: borrowing Parser) -> Diagnostic {
    Diagnostic(
      .misplacedDeclaration,
      at: parser.range,
      "`service` stands inside of a block",
      notes: [DiagnosticNote("a `}` is missing before")]
    )
  }

  // MARK: Blocks

  static func missingBlock(in parser: borrowing Parser, opener: TokenID) -> Diagnostic {
    surprise(
      .missingBlock,
      in: parser,
      expected: "`{`",
      notes: [DiagnosticNote("the block belongs to this", at: parser.range(of: opener))],
      fixes: parser.kind == .allowKeyword ? [insertHere("{", in: parser)] : []
    )
  }

  static func emptyBody(in parser: borrowing Parser, opener: TokenID) -> Diagnostic {
    let isService = parser.source.text(of: parser.range(of: opener)) == "service"
    return Diagnostic(
      .emptyBody,
      at: parser.range,
      "this `\(isService ? "service" : "match")` has no declaration inside",
      notes: [
        DiagnosticNote("what no statement allows is denied; the block can be deleted")
      ]
    )
  }

  static func unclosedBlock(
    in parser: borrowing Parser,
    open: TokenID,
    opener: TokenID
  ) -> Diagnostic {
    Diagnostic(
      .unclosedBlock,
      at: parser.range(of: open),
      "this `{` is never closed: found \(found(in: parser)), expected `}`",
      notes: [DiagnosticNote("`}` is expected before here", at: parser.range)]
    )
  }

  // MARK: Service

  static func missingServiceName(in parser: borrowing Parser) -> Diagnostic {
    surprise(
      .badServiceName,
      in: parser,
      expected: "the service's name, `cloud.firestore`",
      notes: [DiagnosticNote("the name is made of letters, digits, `.` and `-`, without spaces")]
    )
  }

  static func brokenServiceName(in parser: borrowing Parser) -> Diagnostic {
    surprise(
      .badServiceName,
      in: parser,
      expected: "`{` after the service's name",
      notes: [DiagnosticNote("the name is made of letters, digits, `.` and `-`, without spaces")]
    )
  }

  static func commentBeforeServiceName(
    in parser: borrowing Parser,
    at range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      .badServiceName,
      at: range,
      "a comment may not stand between `service` and the name"
    )
  }

  static func keywordAsServiceName(
    in parser: borrowing Parser,
    at range: SourceRange,
    name: String
  ) -> Diagnostic {
    Diagnostic(.badServiceName, at: range, "`\(name)` is reserved and cannot name a service")
  }

  // MARK: Match

  static func missingMatchKeyword(in parser: borrowing Parser) -> Diagnostic {
    Diagnostic(
      .missingMatchKeyword,
      at: parser.range,
      "found the path `\(excerpt(parser.text))`, expected `match` before it",
      fixes: [insertHere("match", in: parser)]
    )
  }

  static func missingMatchPath(in parser: borrowing Parser) -> Diagnostic {
    var fixes: [FixIt] = []
    if parser.kind == .identifier {
      fixes = [replace(SourceRange(at: parser.range.lowerBound), "/", "insert `/`")]
    }
    return surprise(.badPath, in: parser, expected: "a path that begins with `/`", fixes: fixes)
  }

  static func wildcardInSegment(in parser: borrowing Parser) -> Diagnostic {
    Diagnostic(
      .badPath,
      at: parser.range,
      "found `{` inside of a path segment, expected `/` before it",
      notes: [DiagnosticNote("a wildcard is one whole segment: `/{name}`")],
      fixes: [replace(SourceRange(at: parser.range.lowerBound), "/", "insert `/`")]
    )
  }

  static func brokenMatchPath(in parser: borrowing Parser) -> Diagnostic {
    var notes: [DiagnosticNote] = []
    if parser.isBehindAdjacentComment {
      notes = [DiagnosticNote("`//` begins a comment; a path has no empty segments")]
    } else if parser.isAdjacent(at: parser.position), parser.kind != .endOfFile {
      notes = [DiagnosticNote("a wildcard is one whole segment: `/{name}`")]
    }
    return surprise(
      .badPath,
      in: parser,
      expected: "`/`, or `{` and the match's content",
      notes: notes
    )
  }

  static func interpolationInMatch(in parser: borrowing Parser) -> Diagnostic {
    Diagnostic(
      .badPath,
      at: parser.range,
      "a value cannot be inserted into the path of a match; expected `/{name}`"
    )
  }

  static func extraBraceInPath(in parser: borrowing Parser) -> Diagnostic {
    Diagnostic(
      .badPath,
      at: parser.range,
      "this `}` is one too many: the wildcard is closed already",
      fixes: [replace(parser.range, "", "delete `}`")]
    )
  }

  // MARK: Allow

  static func missingMethod(in parser: borrowing Parser) -> Diagnostic {
    surprise(.missingMethod, in: parser, expected: "a method such as `read` after `allow`")
  }

  static func missingMethodAfterComma(in parser: borrowing Parser, comma: TokenID) -> Diagnostic {
    surprise(
      .missingMethod,
      in: parser,
      expected: "a method after `,`",
      fixes: parser.kind == .colon ? [replace(parser.range(of: comma), "", "delete `,`")] : []
    )
  }

  static func unexpectedInMethods(in parser: borrowing Parser) -> Diagnostic {
    switch parser.kind {
    case .identifier:
      surprise(
        .missingComma,
        in: parser,
        expected: "`,` or `:`",
        fixes: [insertBehind(",", in: parser)]
      )
    case .assign:
      Diagnostic(
        .missingColon,
        at: parser.range,
        "found `=`, expected `:` and `if`",
        fixes: [replace(parser.range, ":", "write `:`")]
      )
    default:
      surprise(in: parser, expected: "`:` and `if`, or `;`")
    }
  }

  static func missingIf(in parser: borrowing Parser) -> Diagnostic {
    surprise(
      .missingIf,
      in: parser,
      expected: "`if` before the condition",
      fixes: [insertHere("if", in: parser)]
    )
  }

  static func missingColonBeforeIf(in parser: borrowing Parser) -> Diagnostic {
    Diagnostic(
      .missingColon,
      at: parser.range,
      "found `if`, expected `:` before it",
      fixes: [insertBehind(":", in: parser)]
    )
  }

  static func missingCondition(in parser: borrowing Parser) -> Diagnostic {
    surprise(.missingCondition, in: parser, expected: "a condition after `if`")
  }
}
