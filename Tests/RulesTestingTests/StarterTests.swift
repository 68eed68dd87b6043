import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTesting
import Testing

/// Tests that are made from rules.
struct StarterTestsTests {
  /// What is made from rules, read and run again.
  private struct Made {
    let tests: StarterTests
    let program: Program
    let results: [CaseResult]
    let problems: [String]

    init(_ rules: String) throws {
      let model = SemanticModel.analyze(SourceFile(name: "firestore.rules", text: rules))
      program = try #require(model.program)
      let text = RulesText(model.tree.source)
      tests = StarterTests(program, rules: text, rulesPath: "firestore.rules", now: TestFile.now)
      let file = SourceFile(name: "a.rulestest", text: tests.text)
      let suite = TestFileReader.read(parseTests(file), service: program.service) { _ in
        .failure("")
      }
      problems = suite.diagnostics.map(\.message)
      // Another time than the one at which the tests were made.
      let later = Timestamp(seconds: TestFile.now.seconds + 40 * 86_400, nanos: 0)
      var options = TestRunner.Options()
      options.explainsPassingSteps = true
      results = TestRunner(
        program,
        rules: text,
        database: suite.database,
        now: later,
        options: options
      ).run(suite)
    }

    /// The statements that allow a request of the tests.
    var granting: Set<StatementID> {
      Set(
        results.flatMap(\.steps).flatMap(\.judgements).compactMap { judgement in
          guard case .granted = judgement.decision.attempts.last?.outcome else { return nil }
          return judgement.decision.attempts.last?.statement
        }
      )
    }

    /// The titles of the tests that fail.
    var failing: [String] { results.filter { !$0.passed }.map(\.test.title) }

    /// The requests that are denied.
    var deniedCount: Int { results.flatMap(\.steps).count { !$0.isAllowed } }
  }

  /// Conditions of the kinds that rules have.
  static let conditions = [
    "request.auth != null",
    "request.auth.uid == document[1]",
    "request.auth != null && request.auth.uid == resource.data.owner",
    "request.auth.token.admin == true",
    "request.auth.token.get('role', '') in ['admin', 'editor']",
    "request.auth.token.email_verified && request.auth.token.email.matches('.*@example[.]com')",
    "request.auth.token.firebase.sign_in_provider != 'anonymous' && request.auth.uid.size() > 3",
    "request.auth.token.firebase.sign_in_provider == 'google.com'",
    "request.resource.data.title.size() > 200 && request.resource.data.title.size() < 300",
    "request.resource.data.keys().hasAll(['a', 'b']) && request.resource.data.keys().size() == 3",
    "request.resource.data.keys().hasOnly(['a', 'b']) && request.resource.data.a is int",
    "request.resource.data.tags.hasAny(['x', 'y']) && request.resource.data.tags.size() == 2",
    "request.resource.data.a + request.resource.data.b == 100 && request.resource.data.a > 60",
    "request.resource.data.at > request.time + duration.value(3, 'd')",
    "request.resource.data.place is latlng && request.resource.data.raw is bytes",
    "request.resource.data.diff(resource.data).affectedKeys().hasOnly(['a']) && 'a' in request.resource.data",
    "!('locked' in resource.data) && resource.data.state != 'closed' && resource.data.count < 5",
    "resource.data.members[request.auth.uid] == 'owner'",
    "request.auth.uid in resource.data.members",
    "resource.data.shared || resource.data.owner == request.auth.uid && request.time < timestamp.date(2020, 1, 1)",
    "get(/databases/$(database)/documents/users/$(request.auth.uid)).data.role == 'admin'",
    "exists(/databases/$(database)/documents/bans/$(request.auth.uid)) == false && request.auth != null",
    "getAfter(/databases/$(database)/documents/counters/all).data.count > 10",
    "request.resource.data.code.matches('[A-Z]{3}-[0-9]{4,6}')",
    "request.resource.data.score >= 0.5 && request.resource.data.score <= 1",
    "(request.resource.data.kind == 'a' ? request.resource.data.x : request.resource.data.y) == 7",
    "request.query.limit <= 10 && resource.data.public == true",
  ]

  @Test("A request is found that a condition allows, and one that it denies", arguments: conditions)
  func condition(_ condition: String) throws {
    let made = try Made(TestFile.rules(condition))
    #expect(made.problems == [])
    #expect(made.tests.missing.map(\.reason) == [], "\(made.tests.text)")
    #expect(made.failing == [], "\(made.tests.text)")
    #expect(made.granting.count == 1, "\(made.tests.text)")
    #expect(made.deniedCount == 1, "\(made.tests.text)")
  }

  @Test(
    "Metadata of objects is made up, too",
    arguments: [
      "request.resource.size < 5 * 1024 * 1024 && request.resource.contentType.matches('image/.*')",
      "request.resource.metadata.owner == request.auth.uid",
      "resource.metadata['owner'] == request.auth.uid",
      "firestore.get(/databases/(default)/documents/users/$(request.auth.uid)).data.paid == true",
      "resource.size > 100",
    ]
  )
  func storage(_ condition: String) throws {
    let made = try Made(TestFile.storageRules(condition))
    #expect(made.tests.missing.map(\.reason) == [], "\(made.tests.text)")
    #expect(made.failing == [], "\(made.tests.text)")
    #expect(made.granting.count == 1, "\(made.tests.text)")
    #expect(made.deniedCount == 1, "\(made.tests.text)")
  }

  @Test(
    "What nothing can reach is told, and nothing wrong is written",
    arguments: [
      ("1 == 2", "no request was found that this statement allows"),
      (
        "hashing.sha256('a') == request.resource.data.a && false",
        "no request was found that this statement allows"
      ),
      (
        "request.auth.uid == 'a' && request.auth.uid == 'b'",
        "no request was found that this statement allows"
      ),
    ]
  )
  func missing(_ condition: String, _ reason: String) throws {
    let made = try Made(TestFile.rules(condition))
    #expect(made.tests.missing.first?.reason ?? "" == reason)
    #expect(made.problems == [])
    #expect(made.failing == [])
  }

  @Test("A statement behind one that allows everything is told apart")
  func shadowed() throws {
    let made = try Made(TestFile.rules("true; allow get: if request.auth != null"))
    #expect(made.tests.missing.map(\.reason) == ["another statement allows all that this one does"])
  }

  @Test("`false` is tested with a denial, and is not missed")
  func never() throws {
    let made = try Made(TestFile.rules("false"))
    #expect(made.tests.missing.isEmpty)
    #expect(made.tests.statementCount == 0)
    #expect(made.deniedCount == 1)
  }

  @Test("What looks like the end of a comment or a text stays in it")
  func hostile() throws {
    let made = try Made(
      TestFile.rules(
        "request.resource.data['a\\'b\\n'] == '*/ // \u{2028} \\u0007 {' && request.auth.uid == '\u{202E}x'"
      )
    )
    #expect(made.problems == [])
    #expect(made.failing == [], "\(made.tests.text)")
    #expect(!made.tests.text.unicodeScalars.contains("\u{2028}"))
  }
}
