import RulesRuntime
import RulesSource

extension LintRule {
  static let testModeExpiry = LintRule(
    "test-mode-expiry",
    .error,
    "a statement that is open to everybody until a date",
    reason: """
      The console writes such rules for the first month of a project. Until the date anyone can use all that the \
      statement grants; after it nobody can, and the app stops working from one second to the next.
      """,
    bad: .firestore(
      """
      match /books/{book} {
        allow read, write: if request.time < timestamp.date(2035, 1, 1);
      }
      """
    ),
    good: .firestore(
      """
      match /books/{book} {
        allow get: if request.auth != null && request.auth.uid == resource.data.owner;
      }
      """
    ),
    silence: """
      Silence it where the date is meant, as for a contest that ends, and give the comment the same date.
      """,
    check: .rules { context, report in
      for statement in context.statements {
        guard let expiry = Expiry(of: statement, in: context) else { continue }
        let thing = context.thing(context.pattern(of: statement))
        let verbs = context.verbs(expiry.methods)
        let (range, notes) = context.place(of: expiry.test, in: statement)
        if expiry.isOver {
          report.add(
            severity: .warning,
            at: range,
            "nobody can \(verbs) \(thing) since \(expiry.date): the condition has expired",
            notes: notes
          )
          continue
        }
        let who =
          expiry.isForEveryone
          ? "anyone on the internet" : "any signed-in user, anonymous ones too,"
        let days = expiry.daysLeft
        let when = days <= 30 ? " (\(days) \(days == 1 ? "day" : "days") from now)" : ""
        report.add(
          severity: expiry.methods.contains(where: \.isWrite) ? .error : .warning,
          at: range,
          "\(who) can \(verbs) \(thing) until \(expiry.date)\(when), and nobody after that",
          notes: notes
        )
      }
    }
  )
}

/// A condition that only time makes false.
private struct Expiry {
  /// The kinds of request that are open until the date, or closed since.
  var methods: [Method] = []
  /// Whether users need not be signed in.
  var isForEveryone = false
  /// Whether the date is past.
  var isOver = false
  /// The test of the time.
  let test: ExpressionID
  private let end: Timestamp
  private let now: Timestamp

  /// The date as people write it.
  var date: String { String(decoding: end.rfc3339.utf8.prefix(10), as: UTF8.self) }

  /// How many days are left, a begun one counted.
  var daysLeft: Int64 { (end.seconds - now.seconds + 86_399) / 86_400 }

  init?(of statement: LintContext.Statement, in context: LintContext) {
    var bound: (time: Timestamp, test: ExpressionID)?
    context.facts.forEachLiteral(in: statement.condition) { literal in
      guard bound == nil, let time = Self.upperBound(literal, context) else { return }
      bound = (time, literal.origin)
    }
    guard let bound else { return nil }
    end = bound.time
    test = bound.test
    now = context.now
    isOver = now.seconds >= end.seconds
    let open = isOver ? Timestamp(seconds: max(end.seconds - 1, -62_135_596_800), nanos: 0) : now
    for isSignedIn in [false, true] {
      methods = Method.all.filter { method in
        guard statement.methods.contains(MethodSet(method)) else { return false }
        var requester = Requester(method, isSignedIn: isSignedIn)
        let always = context.facts.outcomes(of: statement.condition, for: requester)
        requester.time = open
        let before = context.facts.outcomes(of: statement.condition, for: requester)
        return always != .isTrue && before == .isTrue
      }
      isForEveryone = !isSignedIn
      if !methods.isEmpty { return }
    }
    return nil
  }

  /// The moment before which a test is true.
  private static func upperBound(
    _ literal: Condition.Literal,
    _ context: LintContext
  ) -> Timestamp? {
    let terms = context.terms
    guard case .binary(let operation, terms.time, let right) = terms[literal.term],
      case .timestamp(let time)? = terms.value(of: right)
    else { return nil }
    switch operation {
    case .less, .lessOrEqual: return literal.isNegated ? nil : time
    case .greater, .greaterOrEqual: return literal.isNegated ? time : nil
    case .equal, .notEqual, .add, .subtract, .multiply, .divide, .remainder: return nil
    }
  }
}
