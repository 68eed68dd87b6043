import RulesRuntime
import RulesSource
import RulesSyntax

extension LintRule {
  static let misleadingPattern = LintRule(
    "misleading-pattern",
    .warning,
    "a pattern of `matches()` that takes more, or less, than it seems to",
    reason: """
      `matches()` asks whether the whole text fits, so `'@example[.]com$'` fits no address: what may stand before it \
      is missing. And `.` takes any character: `'.*@example.com'` lets in `eve@exampleXcom`, a domain that anybody \
      can register. Write `[.]`.
      """,
    bad: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && request.auth.token.email_verified == true
                   && request.auth.token.email.matches('.*@example.com');
      }
      """
    ),
    good: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && request.auth.token.email_verified == true
                   && request.auth.token.email.matches('.*@example[.]com');
      }
      """
    ),
    silence: "Silence it where any character will do.",
    check: .rules { context, report in
      for pattern in context.constantPatterns {
        let flaw = PatternFlaw(of: pattern.bytes)
        guard let flaw, !(flaw.isPartial && context.isContentType(pattern.receiver)) else {
          continue
        }
        report.add(
          at: pattern.range,
          flaw.message,
          notes: flaw.notes,
          fixes: flaw.fixes(of: pattern)
        )
      }
    }
  )
}

extension LintContext {
  /// Whether an expression reads a file's content type, whose patterns another check looks at.
  fileprivate func isContentType(_ id: ExpressionID) -> Bool {
    guard case .members(_, let first, let count) = program.expressions[Int(id.index)] else {
      return false
    }
    return program.names[Int(first) + Int(count) - 1].text == "contentType"
  }
}

/// What is misleading about a pattern.
private enum PatternFlaw {
  /// A dot at an offset stands for itself in the name of a domain.
  case dot(Int)
  /// It begins with `^` and has no end.
  case missingEnd
  /// It ends with `$` and has no beginning.
  case missingStart

  /// The first flaw of a pattern; nil for a pattern without.
  init?(of pattern: ContiguousArray<UInt8>) {
    if let dot = Self.domainDot(in: pattern) {
      self = .dot(dot)
      return
    }
    // An anchor belongs to one alternative, and may be meant for it.
    guard let first = pattern.first, let last = pattern.last, pattern.count > 1,
      !pattern.contains(UInt8(ascii: "|"))
    else { return nil }
    let startsAnchored = first == UInt8(ascii: "^")
    let isEscaped = pattern[pattern.count - 2] == UInt8(ascii: "\\")
    let endsAnchored = last == UInt8(ascii: "$") && !isEscaped
    if startsAnchored, !endsAnchored, Self.isWord(last), !isEscaped {
      self = .missingEnd
    } else if endsAnchored, !startsAnchored, Self.isWord(first) || pattern.starts(with: "[.]".utf8)
    {
      self = .missingStart
    } else {
      return nil
    }
  }

  /// Whether it lacks what may stand around the text.
  var isPartial: Bool {
    switch self {
    case .dot: false
    case .missingEnd, .missingStart: true
    }
  }

  var message: String {
    switch self {
    case .dot: "the `.` in this domain takes any character"
    case .missingEnd: "this takes no text that goes on after it"
    case .missingStart: "this takes no text that begins with anything else"
    }
  }

  var notes: [DiagnosticNote] {
    switch self {
    case .dot: [DiagnosticNote("a dot that stands for itself is written `[.]`")]
    case .missingEnd:
      [DiagnosticNote("`matches()` asks for the whole text; write `.*` where anything may follow")]
    case .missingStart:
      [
        DiagnosticNote(
          "`matches()` asks for the whole text; write `.*` where anything may stand before"
        )
      ]
    }
  }

  func fixes(of pattern: ConstantPattern) -> [FixIt] {
    // With escapes the places of the text are not those of the source.
    guard pattern.isVerbatim else { return [] }
    let range = pattern.range
    let start = range.lowerBound + 1
    switch self {
    case .dot(let offset):
      let place = start + UInt32(truncatingIfNeeded: offset)
      return [.replacing(SourceRange(place, place + 1), with: "[.]", "write `[.]`")]
    case .missingEnd:
      return [
        .replacing(SourceRange(at: range.upperBound - 1), with: ".*", "let anything follow: `.*`")
      ]
    case .missingStart:
      return [.replacing(SourceRange(at: start), with: ".*", "let anything stand before: `.*`")]
    }
  }

  /// The offset of a dot between the words of a domain that stands behind an `@`, and ends the pattern.
  private static func domainDot(in pattern: ContiguousArray<UInt8>) -> Int? {
    guard let at = pattern.lastIndex(of: UInt8(ascii: "@")) else { return nil }
    var dot: Int?
    for (offset, byte) in pattern[(at + 1)...].enumerated() {
      let index = at + 1 + offset
      switch byte {
      case UInt8(ascii: "."):
        guard index > at + 1, dot == nil || index > (dot ?? 0) + 1 else { return nil }
        dot = dot ?? index
      case UInt8(ascii: "$") where index == pattern.count - 1: break
      default:
        guard isWord(byte), byte != UInt8(ascii: "@") else { return nil }
      }
    }
    guard let dot, let last = pattern.last, last != UInt8(ascii: ".") else { return nil }
    return dot
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte.isNameByte && byte != UInt8(ascii: "$") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "@") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ":")
  }
}
