import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax

extension LintRule {
  static let allowWithoutNegativeTest = LintRule(
    "allow-without-negative-test",
    .hint,
    "requests that a test file expects to be allowed, and never to be denied",
    reason: """
      Rules are there to deny. A test that only shows who may pass stays green when somebody writes `if true`. For \
      each kind of request of a collection that is tested to be allowed, test one that is denied: somebody else, \
      nobody, other data. What the rules open to everyone can't be denied, and is left out.
      """,
    bad: .tests(
      """
      rules 'firestore.rules';
      user alice;
      test 'an owner deletes' {
        data { /books/dune { owner: 'alice' }; }
        allow delete /books/dune as alice;
      }
      """
    ),
    good: .tests(
      """
      rules 'firestore.rules';
      user alice;
      user bob;
      test 'an owner deletes' {
        data { /books/dune { owner: 'alice' }; }
        deny delete /books/dune as bob;
        allow delete /books/dune as alice;
      }
      """
    ),
    silence: "Silence it where another file holds the tests of what is denied.",
    check: .tests { tree, model, report in
      let requests = tree.testRequests(ofStorage: model?.program?.service == .storage)
      var denied: Set<TestKind> = []
      for request in requests where !request.isAllowed {
        denied.formUnion(TestKind.kinds(of: request))
      }
      var seen: Set<TestKind> = []
      let open = OpenPlaces(model)
      for request in requests where request.isAllowed {
        let kinds = TestKind.kinds(of: request)
        let kind = TestKind(method: request.method, place: request.place)
        guard denied.isDisjoint(with: kinds), seen.insert(kind).inserted, !open.covers(request)
        else {
          continue
        }
        report.add(
          at: request.range,
          "no test shows that a `\(request.method)` of `\(request.place)` is ever denied"
        )
      }
    }
  )
}

/// What a request does, and where.
private struct TestKind: Hashable {
  let method: String
  let place: String

  /// The kinds that a request is a test of; `set` creates or updates.
  static func kinds(of request: TestRequest) -> Set<TestKind> {
    let methods: [String]
    switch request.method {
    case "set": methods = ["create", "update"]
    default: methods = [request.method]
    }
    return Set(methods.map { TestKind(method: $0, place: request.place) })
  }
}

/// Where rules let everyone in.
private struct OpenPlaces {
  private var patterns: [String: [PathPattern]] = [:]
  private var service: Program.Service = .firestore

  init(_ model: SemanticModel?) {
    // The time makes no difference to what is open for good.
    guard let model, let context = LintContext(model, now: Timestamp(seconds: 0, nanos: 0)) else {
      return
    }
    service = context.program.service
    for statement in context.statements {
      for method in context.methods(of: statement, openTo: .everyone) {
        patterns[method.name, default: []].append(context.pattern(of: statement))
      }
    }
  }

  /// Whether each document at a request's place is open.
  func covers(_ request: TestRequest) -> Bool {
    guard let open = patterns[request.method] else { return false }
    var segments: ContiguousArray<PatternSegment> =
      service == .storage
      ? [.literal("b"), .capture(""), .literal("o")]
      : [.literal("databases"), .capture(""), .literal("documents")]
    for segment in request.place.split(separator: "/") {
      segments.append(
        segment.utf8.elementsEqual("*".utf8) ? .capture("") : .literal(Text(String(segment)))
      )
    }
    segments.append(.capture(""))
    let place = PathPattern(segments, service)
    return open.contains { $0.covers(place) }
  }
}
