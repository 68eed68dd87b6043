import RulesRuntime
import RulesSemantics
import RulesSource
import RulesTesting
import Testing

struct MutationTests {
  /// A condition, the kind of mutation, and what the mutants have.
  struct OperatorCase: CustomTestStringConvertible {
    let condition: String
    let kind: Mutation.Kind
    let summaries: [String]

    init(_ condition: String, _ kind: Mutation.Kind, _ summaries: [String]) {
      self.condition = condition
      self.kind = kind
      self.summaries = summaries
    }

    var testDescription: String { "\(kind.rawValue): \(condition)" }
  }

  static let operators: [OperatorCase] = [
    OperatorCase(
      "a() && b() && c()",
      .dropConjunct,
      ["without `a()`", "without `b()`", "without `c()`"]
    ),
    OperatorCase("a() || b()", .dropAlternative, ["without `a()`", "without `b()`"]),
    OperatorCase("a() && (b() || c())", .swapLogic, ["`||` for `&&`", "`&&` for `||`"]),
    OperatorCase(
      "request.time == resource.data.a && request.time != resource.data.b",
      .swapEquality,
      ["`!=` for `==`", "`==` for `!=`"]
    ),
    OperatorCase(
      "request.query.limit <= 10 || 3 < request.query.offset",
      .moveBound,
      ["`<` for `<=`", "`<=` for `<`"]
    ),
    OperatorCase(
      "resource.data.n >= 10 || resource.data.n > 10",
      .moveBound,
      ["`>` for `>=`", "`>=` for `>`"]
    ),
    OperatorCase(
      "resource.data.a in [1, 'x', 1.5, true, null]",
      .changeLiteral,
      ["`2` for `1`", "`'x~'` for `'x'`", "`2.5` for `1.5`", "`false` for `true`"]
    ),
    // The pattern was compiled with the program.
    OperatorCase("resource.data.a.matches('x+')", .changeLiteral, []),
    OperatorCase("!a()", .dropNegation, ["without `!`"]),
    OperatorCase("a()", .alwaysTrue, ["`true` for the condition"]),
    OperatorCase("true", .alwaysTrue, []),
    OperatorCase("a()", .dropStatement, ["without this `allow get, create`"]),
    OperatorCase(
      "a()",
      .widenMethods,
      ["`list` granted, too", "`update` granted, too", "`delete` granted, too"]
    ),
    OperatorCase("resource.data.n + 1 == 2 * 3", .moveBound, []),
  ]

  private static func rules(_ condition: String) -> String {
    """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{database}/documents {
        function a() { return request.auth != null; }
        function b() { return request.auth.uid == 'b'; }
        function c() { return request.auth.uid == 'c'; }
        match /x/{y} {
          allow get, create: if \(condition);
        }
      }
    }
    """
  }

  @Test("An operator changes what it is about, and nothing else", arguments: operators)
  func mutants(row: OperatorCase) throws {
    let source = SourceFile(name: "firestore.rules", text: Self.rules(row.condition))
    let program = try #require(SemanticModel.analyze(source).program)
    let line = 8
    let found = Mutation.all(of: program, rules: RulesText(source)).filter { mutation in
      mutation.kind == row.kind && source.position(of: mutation.range.lowerBound).line == line
    }
    #expect(found.map(\.summary) == row.summaries)
  }

  @Test("The place of a mutant is the text that it changes")
  func places() throws {
    let source = SourceFile(name: "firestore.rules", text: Self.rules("!a() && b()"))
    let program = try #require(SemanticModel.analyze(source).program)
    let found = Mutation.all(of: program, rules: RulesText(source))
    let texts = found.filter { source.position(of: $0.range.lowerBound).line == 8 }
      .map { source.text(of: $0.range) }
    #expect(
      Set(texts) == ["allow get, create", "!a() && b()", "!a()", "b()", "&&", "!"]
    )
  }

  private static let rules = rules("request.auth.uid == 'u' && resource.data.n <= 5")

  private func report(_ steps: String, rules: String = rules) throws -> MutationReport {
    let source = SourceFile(name: "firestore.rules", text: rules)
    let program = try #require(SemanticModel.analyze(source).program)
    let file = TestFile(
      "user u; user v; data { /x/1 { n: 5 }; /x/2 { n: 6 }; } test 't' { \(steps) }",
      rules: rules
    )
    #expect(file.problems == [])
    let run = MutationRun(
      program,
      rules: RulesText(source),
      suites: [file.suite],
      now: TestFile.now,
      options: TestRunner.Options()
    )
    return try #require(run.report())
  }

  @Test("A survivor comes with a step that kills it, and a suite with these steps has no survivor")
  func survivors() throws {
    var steps = "allow get /x/1 as u;"
    var first: MutationReport?
    for _ in 0..<20 {
      let report = try report(steps)
      if first == nil { first = report }
      guard let request = report.mutants.lazy.compactMap(\.survivingRequest).first else { break }
      steps += " \(request.step)"
    }
    let before = try #require(first)
    #expect(before.survivedCount > 0)
    #expect(before.score < 1000)
    #expect(try report(steps).survivedCount == 0)
  }

  @Test("A mutant that judges nothing otherwise is set aside")
  func equivalent() throws {
    // Who is not signed in has no uid, so the first operand says nothing new.
    let rules = Self.rules("request.auth != null && request.auth.uid == 'u'")
    let steps =
      "allow get /x/1 as u; deny get /x/1 as v; deny list /x as u; allow create /x/3 {} as u;"
    let report = try report(steps, rules: rules)
    let aside = report.mutants.filter { if case .equivalent = $0.fate { true } else { false } }
    #expect(aside.map(\.mutation.summary).contains("without `request.auth != null`"))
    #expect(
      report.killedCount + report.survivedCount + report.equivalentCount == report.mutants.count
    )
  }

  @Test("No mutants are made where a test fails already")
  func failing() throws {
    let source = SourceFile(name: "firestore.rules", text: Self.rules)
    let program = try #require(SemanticModel.analyze(source).program)
    let file = TestFile("test 't' { allow get /x/1; }", rules: Self.rules)
    let run = MutationRun(
      program,
      rules: RulesText(source),
      suites: [file.suite],
      now: TestFile.now,
      options: TestRunner.Options()
    )
    #expect(run.report() == nil)
  }

  @Test(
    "The score is rounded down, so that all is all",
    arguments: [(0, 0, 1000), (1, 0, 1000), (0, 1, 0), (2, 1, 666), (9999, 1, 999)]
  )
  func score(killed: Int, survived: Int, expected: Int) {
    #expect(MutationReport.score(killed: killed, survived: survived) == expected)
  }
}
