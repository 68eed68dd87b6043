import Foundation
import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTesting
import Testing

/// What coverage counts and how its reports show it.
struct CoverageTests {
  /// The report on a condition after test files' steps.
  private static func report(
    _ condition: String,
    _ steps: String,
    detail: CoverageRecorder.Detail = .samples
  ) throws -> CoverageReport {
    try report(rules: TestFile.rules(condition), steps, detail: detail)
  }

  private static func report(
    rules: String,
    _ steps: String,
    name: String = "firestore.rules",
    detail: CoverageRecorder.Detail = .samples
  ) throws -> CoverageReport {
    let model = SemanticModel.analyze(SourceFile(name: name, text: rules))
    let program = try #require(model.program)
    let tests = parseTests(
      SourceFile(name: "a.rulestest", text: "user alice; test 'a' { \(steps) }")
    )
    let suite = TestFileReader.read(tests, service: program.service) { _ in .failure("none") }
    var recorder = CoverageRecorder(program, detail)
    for test in suite.cases {
      recorder.record(test, database: suite.database, now: TestFile.now)
    }
    return CoverageReport([CoverageReport.File(model.tree, program, recorder)])
  }

  @Test("Kept values are told apart by type and content, and equal ones counted")
  func values() throws {
    let model = SemanticModel.analyze(
      SourceFile(name: "a.rules", text: TestFile.rules("request.auth == null"))
    )
    var observer = CoverageObserver(try #require(model.program), keeping: .all)
    let list = ContiguousArray<Value>([.int(1), .string("a")])
    // A list that holds another twice, and so on, has no end that could be walked to.
    var deep = Value.list(ListValue(list))
    for _ in 0..<60 { deep = .list(ListValue([deep, deep])) }
    let values: [Value] = [
      .null, .bool(true), .int(1), .float(1), .string("1"), .float(0), .float(-0.0), .string("é"),
      .string("e\u{301}"), .list(ListValue(list)), .list(ListValue([])), .map(.empty),
      .map(MapValue([(key: "a", value: .int(1))])), .map(MapValue([(key: "a", value: .float(1))])),
      .map(MapValue([(key: "b", value: .int(1))])), .path(PathValue(plain: ["a"])),
      .path(PathValue([.capture(name: "a", bound: nil)])),
      .path(PathValue([.capture(name: "b", bound: nil)])),
      .timestamp(Timestamp(seconds: 1, nanos: 0)), .timestamp(Timestamp(seconds: 1, nanos: 1)),
      .bytes(Octets([49])), .latlng(LatLngValue(latitude: 1, longitude: 2)),
      .latlng(LatLngValue(latitude: 2, longitude: 1)), deep,
    ]
    for _ in 0..<3 {
      for value in values { observer.didEvaluate(ExpressionID(index: 0), value) }
    }
    #expect(observer.occurrences[0].count == values.count)
    #expect(observer.occurrences[0].allSatisfy { $0.count == 3 })
  }

  @Test("A request has milliseconds, as in a run of the test")
  func milliseconds() throws {
    let rules = TestFile.rules("request.resource.data.at == request.time")
    let model = SemanticModel.analyze(SourceFile(name: "firestore.rules", text: rules))
    let program = try #require(model.program)
    let tests = parseTests(
      SourceFile(
        name: "a.rulestest",
        text: "test 'a' { allow create /a/b { 'at': serverTimestamp() }; }"
      )
    )
    let suite = TestFileReader.read(tests, service: program.service) { _ in .failure("none") }
    var recorder = CoverageRecorder(program, .counts)
    let now = Timestamp(seconds: TestFile.now.seconds, nanos: 123_456_789)
    for test in suite.cases { recorder.record(test, database: suite.database, now: now) }
    let file = CoverageReport.File(model.tree, program, recorder)
    #expect(file.gaps.map(\.text) == ["never false"])
  }

  @Test(
    "A gap is told of once, by what was not seen",
    arguments: [
      ("request.auth != null", "allow get /a/b as alice; deny get /a/b;", []),
      ("request.auth != null", "allow get /a/b as alice;", ["request.auth != null: never false"]),
      ("request.auth != null", "", ["allow: never tried"]),
      ("true", "allow get /a/b;", []),
      (
        "request.auth == null || request.auth.uid == 'bob'", "allow get /a/b;",
        [
          "request.auth == null || request.auth.uid == 'bob': never false",
          "request.auth == null: never false", "request.auth.uid == 'bob': never evaluated",
        ]
      ),
      (
        "resource.data.missing == 1", "deny get /a/b;",
        [
          "resource.data.missing == 1: only ever an error",
          "resource.data.missing: only ever an error",
        ]
      ),
      (
        "request.auth != null ? request.auth.uid == 'alice' : false", "allow get /a/b as alice;",
        [
          "request.auth != null ? request.auth.uid == 'alice' : false: never false",
          "request.auth != null: never false", "request.auth.uid == 'alice': never false",
        ]
      ),
    ] as [(String, String, [String])]
  )
  func gaps(condition: String, steps: String, expected: [String]) throws {
    let file = try #require(try Self.report(condition, steps).files.first)
    let gaps = file.gaps.map { gap in
      let text = file.source.text(of: gap.range)
      return "\(text.hasPrefix("allow") ? "allow" : text): \(gap.text)"
    }
    #expect(gaps == expected)
  }

  @Test(
    "The percentage counts statements, functions, outcomes and values",
    arguments: [
      ("true", "allow get /a/b;", 1, 1),
      ("true", "", 0, 1),
      // The statement, two outcomes, the value of `request.auth`.
      ("request.auth != null", "allow get /a/b as alice;", 3, 4),
      // A chain of `&&` is one condition with three in it.
      ("1 == 1 && 2 == 2 && 3 == 3", "allow get /a/b;", 5, 9),
    ]
  )
  func percentage(condition: String, steps: String, seen: Int, total: Int) throws {
    let share = try Self.report(condition, steps).tally.all
    #expect(share.seen == seen)
    #expect(share.total == total)
  }

  @Test("Runs are added up")
  func merging() throws {
    let model = SemanticModel.analyze(
      SourceFile(name: "firestore.rules", text: TestFile.rules("request.auth != null"))
    )
    let program = try #require(model.program)
    func recorder(_ steps: String) -> CoverageRecorder {
      let tests = parseTests(
        SourceFile(name: "a.rulestest", text: "user alice; test 'a' { \(steps) }")
      )
      let suite = TestFileReader.read(tests, service: .firestore) { _ in .failure("none") }
      var recorder = CoverageRecorder(program, .samples)
      for test in suite.cases {
        recorder.record(test, database: suite.database, now: TestFile.now)
      }
      return recorder
    }
    var both = recorder("allow get /a/b as alice;")
    both.merge(recorder("deny get /a/b; deny get /a/b;"))
    let root = try #require(program.statements.first?.condition)
    #expect(both.observer.counts[Int(root.index)].isTrue == 1)
    #expect(both.observer.counts[Int(root.index)].isFalse == 2)
    #expect(both.observer.statements[0].refused == 2)
    let occurrences = both.observer.occurrences[Int(root.index)]
    #expect(occurrences.map(\.count) == [1, 2])
  }

  @Test("Storage is covered as Firestore is")
  func storage() throws {
    let report = try Self.report(
      rules: TestFile.storageRules("request.auth != null"),
      "allow get /a/b as alice; deny get /a/b;"
    )
    #expect(report.tally.all.permille == 1000)
  }

  @Test("Every opened tag of the page is closed, in order, whatever the rules hold")
  func page() throws {
    let hostile = """
      rules_version = '2';
      // </script><script>alert(1)</script> & "quotes"
      service cloud.firestore { match /databases/{d}/documents { match /{x=**} {
      function f(a) { let b = a == '</span><img src=x onerror=alert(1)>'; return b
        || a == "\\"" ; }
      allow read: if f('</code>') || (f("x") &&
          (1 == 2 || 'é' == '\u{1F600}'));
      } } }
      """
    let name = "</title><script>\"'.rules"
    let page = HTML.text(try Self.report(rules: hostile, "deny get /a/b;", name: name))
    #expect(!page.contains("<img"))
    #expect(page.components(separatedBy: "<script>").count == 2)
    #expect(!page.contains("http"))
    let marks = page.components(separatedBy: "<code>").dropFirst().map {
      $0.components(separatedBy: "</code>")[0]
    }
    for line in marks {
      #expect(
        line.components(separatedBy: "<span").count
          == line.components(separatedBy: "</span>").count,
        "\(line)"
      )
    }
  }

  @Test("A name or text ends no field and no attribute")
  func hostileNames() throws {
    let rules = TestFile.rules("request.auth != null")
    let report = try Self.report(rules: rules, "deny get /a/b;", name: "a\nSF:b\u{1}\"<&>.rules")
    #expect(LCOV.text(report).hasPrefix("TN:\nSF:a_SF:b_\"<&>.rules\n"))
    let xml = Cobertura.text(report, at: TestFile.now)
    #expect(xml.contains("filename=\"a\nSF:b\u{FFFD}&quot;&lt;&amp;&gt;.rules\""))
  }
}
