/// A piece of the official grammar.
///
/// The grammar was written from the official compiler's answers alone, in the form that ANTLR 4
/// gives to it (left recursion removed); see `design/measured-programs.md` §2.3.
indirect enum OfficialElement {
  /// One of some tokens.
  case token([OfficialToken])
  /// Another rule; the precedence is that of the operand in a left-recursive rule.
  case rule(OfficialRule, precedence: Int = 0)
  /// One of several alternatives.
  case choice([[OfficialElement]])
  case optional([OfficialElement])
  case star([OfficialElement])
  case plus([OfficialElement])
  /// The loop of a left-recursive rule, with the precedence of each alternative.
  case operators([(precedence: Int, elements: [OfficialElement])])
  /// An issue that is reported where this is passed.
  case notice(OfficialNotice)
}

/// An issue that the official grammar reports itself.
enum OfficialNotice: Equatable {
  case emptyService, emptyMatch, missingMatch, extraBrace, extraBraceAfterStars, loneSlash
  case missingCondition, missingIf, missingColon, missingOperation
  case missingFunctionName, missingSignature, missingBody, extraParenthesis
  case increment, unclosedSingleQuote, unclosedDoubleQuote, refusedServiceName
  case wrongAlias, trailingComma
  /// Not an issue by itself: the word just read must be the name of a type.
  case typeName

  /// Where it is reported.
  enum Place {
    /// At the token after what was read.
    case next
    /// At the token read last.
    case last
    /// At the first token of the rule.
    case ruleStart
  }

  var place: Place {
    switch self {
    case .missingMatch: .ruleStart
    case .trailingComma, .wrongAlias, .extraBrace, .extraBraceAfterStars, .loneSlash,
      .refusedServiceName:
      .last
    default: .next
    }
  }

  var text: String {
    switch self {
    case .emptyService: "The 'service' body must contain at least one declaration."
    case .emptyMatch: "The 'match' body must contain at least one declaration."
    case .missingMatch: "Missing 'match' keyword before path."
    case .extraBrace: "Extra closing '}' in path."
    case .extraBraceAfterStars: "Exra closing '}' in path."
    case .loneSlash: "Forward slash '/' found where identifier or binding expected."
    case .missingCondition: "Missing conditional expression after 'if'."
    case .missingIf: "Missing 'if' before conditional expression."
    case .missingColon: "Missing ':' before 'if' condition."
    case .missingOperation: "Expected at least one 'operation' after 'allow'."
    case .missingFunctionName: "Missing 'function' id"
    case .missingSignature: "Missing 'function' signature"
    case .missingBody: "Missing 'function' body"
    case .extraParenthesis: "Extra closing ')' at the end of parameter list."
    case .increment: "Increment (++) and decrement (--) operators are not supported."
    case .unclosedSingleQuote: "Missing a closing '"
    case .unclosedDoubleQuote: "Missing a closing \""
    case .refusedServiceName: "Cannot use keyword as service name."
    case .trailingComma: "Unexpected ','."
    case .wrongAlias: "Import statement with alias must use the format 'as <alias>'"
    case .typeName: ""
    }
  }
}

/// The rules of the official grammar.
enum OfficialRule: Int, CaseIterable {
  case file, version, importStatement, service, match, path, pathSegment, allow, condition
  case operations, typeName
  case function, signature, functionBody, returnStatement, binding
  case expression, primary, member, expressionList, entries, index, entry, literal
  case expressionPathSegment

  /// Whether the rule was left-recursive.
  var isLeftRecursive: Bool { self == .expression || self == .primary }

  /// What the rule is made of.
  var elements: [OfficialElement] {
    switch self {
    case .file:
      [
        .optional([.rule(.version)]), .star([.rule(.importStatement)]),
        .plus([.choice([[.rule(.function)], [.rule(.service)]])]), .token([.endOfFile]),
      ]
    case .version:
      [
        .token([.version]), .token([.assign]), .token([.string]),
        .optional([.token([.semicolon])]),
      ]
    case .importStatement:
      [
        .choice([
          [.token([.import]), .token([.string]), .token([.semicolon])],
          [
            .token([.import]), .token([.string]), .token([.identifier]), .notice(.wrongAlias),
            .token([.identifier]), .token([.semicolon]),
          ],
        ])
      ]
    case .service, .match, .path, .pathSegment, .allow, .condition, .operations:
      matchElements
    case .function, .signature, .functionBody, .returnStatement, .binding:
      functionElements
    case .expression, .primary, .member, .expressionList, .entries, .index, .entry, .literal,
      .expressionPathSegment, .typeName:
      expressionElements
    }
  }

  private var matchElements: [OfficialElement] {
    switch self {
    case .service:
      [
        .choice([
          [
            .token([.service]), .token([.serviceName]), .notice(.refusedServiceName),
            .token([.leftBrace]),
            .plus([.choice([[.rule(.match)], [.rule(.function)]])]), .token([.rightBrace]),
          ],
          [
            .token([.service]), .token([.serviceName]), .notice(.refusedServiceName),
            .token([.leftBrace]), .notice(.emptyService), .token([.rightBrace]),
          ],
        ])
      ]
    case .match:
      [
        .choice([
          [
            .token([.match]), .rule(.path), .token([.leftBrace]),
            .plus([.choice([[.rule(.match)], [.rule(.allow)], [.rule(.function)]])]),
            .token([.rightBrace]),
          ],
          [
            .token([.match]), .rule(.path), .token([.leftBrace]), .notice(.emptyMatch),
            .token([.rightBrace]),
          ],
          [
            .rule(.path), .notice(.missingMatch), .token([.leftBrace]), .token([.rightBrace]),
          ],
        ])
      ]
    case .path:
      [.plus([.rule(.pathSegment)])]
    case .pathSegment:
      [.choice(Self.segmentAlternatives)]
    case .allow:
      [
        .choice([
          [
            .token([.allow]), .rule(.operations), .optional([.rule(.condition)]), .semicolon,
          ],
          [.token([.allow]), .notice(.missingOperation)],
        ])
      ]
    case .condition:
      [
        .choice([
          [.token([.colon]), .token([.if]), .rule(.expression)],
          [.token([.colon]), .token([.if]), .notice(.missingCondition)],
          [.token([.colon]), .notice(.missingIf), .rule(.expression)],
          [.notice(.missingColon), .token([.if]), .rule(.expression)],
        ])
      ]
    default:
      [
        .choice([
          [.token([.identifier]), .star([.token([.comma]), .token([.identifier])])],
          [
            .token([.identifier]), .star([.token([.comma]), .token([.identifier])]),
            .token([.comma]), .notice(.trailingComma),
          ],
        ])
      ]
    }
  }

  private static let segmentAlternatives: [[OfficialElement]] = [
    [
      .token([.slash]), .token([.leftBrace]), .token([.identifier]), .token([.rightBrace]),
      .token([.rightBrace]), .notice(.extraBrace),
    ],
    [
      .token([.slash]), .token([.leftBrace]), .token([.identifier]), .token([.assign]),
      .token([.starStar]), .token([.rightBrace]), .token([.rightBrace]),
      .notice(.extraBraceAfterStars),
    ],
    [
      .token([.slash]), .token([.leftBrace]), .token([.identifier]), .token([.assign]),
      .token([.star]), .token([.rightBrace]), .token([.rightBrace]), .notice(.extraBrace),
    ],
    [.token([.pathSegment])],
    [.token([.slash]), .token([.leftBrace]), .token([.identifier]), .token([.rightBrace])],
    [
      .token([.slash]), .token([.leftBrace]), .token([.identifier]), .token([.assign]),
      .token([.star]), .token([.rightBrace]),
    ],
    [
      .token([.slash]), .token([.leftBrace]), .token([.identifier]), .token([.assign]),
      .token([.starStar]), .token([.rightBrace]),
    ],
    [.token([.slash]), .notice(.loneSlash)],
  ]

  private var functionElements: [OfficialElement] {
    switch self {
    case .function:
      [
        .choice([
          [
            .token([.function]), .token([.identifier]), .rule(.signature), .rule(.functionBody),
          ],
          [
            .token([.function]), .notice(.missingFunctionName), .rule(.signature),
            .rule(.functionBody),
          ],
          [
            .token([.function]), .token([.identifier]), .notice(.missingSignature),
            .rule(.functionBody),
          ],
          [
            .token([.function]), .token([.identifier]), .rule(.signature), .token([.leftBrace]),
            .notice(.missingBody), .token([.rightBrace]),
          ],
        ])
      ]
    case .signature:
      [
        .choice([
          [.token([.leftParenthesis]), .parameters, .token([.rightParenthesis])],
          [
            .token([.leftParenthesis]), .parameters, .token([.rightParenthesis]),
            .notice(.extraParenthesis), .token([.rightParenthesis]),
          ],
        ])
      ]
    case .functionBody:
      [
        .token([.leftBrace]), .star([.rule(.binding)]), .rule(.returnStatement),
        .token([.rightBrace]),
      ]
    case .returnStatement:
      [.token([.return]), .rule(.expression), .semicolon]
    default:
      [
        .token([.let]), .token([.identifier]), .token([.assign]), .rule(.expression),
        .token([.semicolon]),
      ]
    }
  }

  private var expressionElements: [OfficialElement] {
    switch self {
    case .expression:
      [
        .choice([
          [.token([.decrement, .increment]), .notice(.increment), .rule(.primary)],
          [.rule(.primary), .token([.decrement, .increment]), .notice(.increment)],
          [.token([.minus]), .rule(.primary)],
          [.token([.not]), .rule(.expression, precedence: 11)],
          [.rule(.primary)],
        ]),
        .operators([
          (10, [.token([.star, .slash, .modulo]), .rule(.expression, precedence: 11)]),
          (9, [.token([.plus, .minus]), .rule(.expression, precedence: 10)]),
          (
            8,
            [
              .token([.less, .lessOrEqual, .greater, .greaterOrEqual]),
              .rule(.expression, precedence: 9),
            ]
          ),
          (7, [.token([.equal, .notEqual]), .rule(.expression, precedence: 8)]),
          (5, [.token([.in]), .rule(.expression, precedence: 6)]),
          (4, [.token([.and]), .rule(.expression, precedence: 5)]),
          (3, [.token([.or]), .rule(.expression, precedence: 4)]),
          (
            2,
            [
              .token([.question]), .rule(.expression), .token([.colon]),
              .rule(.expression, precedence: 2),
            ]
          ),
          (6, [.token([.is]), .rule(.typeName), .notice(.typeName)]),
        ]),
      ]
    case .primary:
      [
        .choice([
          [.token([.leftParenthesis]), .rule(.expression), .token([.rightParenthesis])],
          [
            .token([.identifier]), .token([.leftParenthesis]),
            .optional([.rule(.expressionList)]), .token([.rightParenthesis]),
          ],
          [
            .token([.identifier]), .token([.leftParenthesis]), .rule(.expressionList),
            .token([.comma]), .token([.rightParenthesis]),
          ],
          [.token([.identifier])],
          [.rule(.literal)],
          [.plus([.rule(.expressionPathSegment)])],
          [
            .token([.leftBracket]), .optional([.rule(.expressionList)]), .token([.rightBracket]),
          ],
          [
            .token([.leftBracket]), .rule(.expressionList), .token([.comma]),
            .token([.rightBracket]),
          ],
          [.token([.leftBrace]), .optional([.rule(.entries)]), .token([.rightBrace])],
          [.token([.leftBrace]), .rule(.entries), .token([.comma]), .token([.rightBrace])],
        ]),
        .operators([
          (14, [.token([.dot]), .rule(.member)]),
          (
            13,
            [
              .token([.dot]), .token([.identifier]), .token([.leftParenthesis]),
              .optional([.rule(.expressionList)]), .token([.rightParenthesis]),
            ]
          ),
          (
            12,
            [
              .token([.dot]), .token([.identifier]), .token([.leftParenthesis]),
              .rule(.expressionList), .token([.comma]), .token([.rightParenthesis]),
            ]
          ),
          (11, [.token([.leftBracket]), .rule(.index), .token([.rightBracket])]),
        ]),
      ]
    case .member:
      [
        .token([
          .identifier, .in, .is, .allow, .if, .match, .true, .false, .null, .return, .function,
          .let, .service, .import, .reserved,
        ])
      ]
    case .expressionList:
      [.rule(.expression), .star([.token([.comma]), .rule(.expression)])]
    case .entries:
      [.rule(.entry), .star([.token([.comma]), .rule(.entry)])]
    case .typeName:
      [.token([.identifier])]
    case .index:
      [
        .choice([
          [.rule(.expression)],
          [
            .optional([.rule(.expression)]), .token([.colon]), .optional([.rule(.expression)]),
          ],
        ])
      ]
    case .entry:
      [.rule(.expression), .token([.colon]), .rule(.expression)]
    case .literal:
      [
        .choice([
          [.token([.true])], [.token([.false])], [.token([.null])], [.token([.int])],
          [.token([.float])], [.token([.string])], [.token([.bytes])],
          [.token([.unpairedSingleQuote]), .notice(.unclosedSingleQuote)],
          [.token([.unpairedDoubleQuote]), .notice(.unclosedDoubleQuote)],
        ])
      ]
    default:
      [
        .choice([
          [.rule(.pathSegment)],
          [
            .token([.slash]), .token([.dollar]), .token([.leftParenthesis]), .rule(.expression),
            .token([.rightParenthesis]),
          ],
        ])
      ]
    }
  }
}

extension OfficialElement {
  fileprivate static var semicolon: OfficialElement { .optional([.token([.semicolon])]) }

  fileprivate static var parameters: OfficialElement {
    .optional([
      .token([.identifier]), .star([.token([.comma]), .token([.identifier])]),
    ])
  }
}
