import RulesFormat
import RulesJSON
import RulesRegex
import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTesting
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Four times the input may take about four times the work, and not sixteen times.
@Suite(.serialized) struct GrowthTests {
  /// Time of this thread alone, so that other tests do not count.
  private func seconds(_ work: () -> Void) -> Double {
    func now() -> Double {
      var time = timespec()
      guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    work()
    return now() - start
  }

  /// Work that is too short to be measured passes; a chance delay does not come three times.
  private func growsLinearly(_ count: Int, _ work: (Int) -> Void) -> Bool {
    (0..<3).contains { _ in
      let small = seconds { work(count) }
      let large = seconds { work(4 * count) }
      return large < 0.02 || large < 9 * small
    }
  }

  private static func rules(_ body: String) -> String {
    """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{database}/documents {
    \(body)
      }
    }
    """
  }

  /// A block of statements with numbers in them.
  private static func allows(_ count: Int, _ condition: (Int) -> String) -> String {
    let statements = (0..<count).map { "allow read: if \(condition($0));\n" }.joined()
    return rules("match /a/{b} {\n\(statements)}")
  }

  private static func functions(_ count: Int, _ text: (Int) -> String) -> String {
    rules((0..<count).map(text).joined(separator: "\n") + "match /a/{b} { allow read: if f0(b); }")
  }

  private static let shapes: [(name: String, text: @Sendable (Int) -> String)] = [
    ("functions", { functions($0) { "function f\($0)(a) { return a; }" } }),
    ("functions of one name", { functions($0) { _ in "function f0(a) { return a; }" } }),
    ("a chain of calls", { functions($0) { "function f\($0)(a) { return f\($0 + 1)(a); }" } }),
    (
      "circles of calls",
      { count in
        functions(count) { "function f\($0)(a) { return f\(($0 + 1) % count)(a); }" }
      }
    ),
    ("unknown functions", { allows($0) { "g\($0)()" } }),
    ("unknown names", { allows($0) { "g\($0)" } }),
    ("statements", { allows($0) { "b == '\($0)' && b.size() > 1" } }),
    ("patterns", { allows($0) { _ in "b.matches('^[a-z]+$')" } }),
    ("wrong types", { allows($0) { _ in "1 + 'a' == b" } }),
    (
      "blocks",
      { rules((0..<$0).map { "match /c\($0)/{b} { allow read: if b == 'x'; }\n" }.joined()) }
    ),
    ("segments", { rules("match " + String(repeating: "/a", count: $0) + " { allow read; }") }),
    ("services", { (0..<$0).map { "service s\($0) { match /a { allow read; } }\n" }.joined() }),
    ("comments", { String(repeating: "// x\n/* y */", count: $0) + rules("") }),
    ("a long text", { allows(1) { _ in "b == 'x'" } + String(repeating: " ", count: $0) }),
    (
      "a long chain",
      { count in allows(1) { _ in Array(repeating: "b", count: count).joined(separator: " && ") } }
    ),
    (
      "a long list",
      { count in allows(1) { _ in "b in [" + String(repeating: "'x', ", count: count) + "]" } }
    ),
    ("braces", { String(repeating: "}", count: $0) }),
    ("quotes", { String(repeating: "'a\n", count: $0) }),
  ]

  @Test("Rules of many shapes", arguments: shapes.map(\.name))
  func rules(name: String) throws {
    let shape = try #require(Self.shapes.first { $0.name == name })
    // Few blocks are compared pair by pair for what a request may cost; many are not.
    let isOfBlocks = name == "blocks" || name == "services"
    #expect(
      growsLinearly(isOfBlocks ? 2500 : 300) { count in
        _ = SemanticModel.analyze(SourceFile(name: "firestore.rules", text: shape.text(count)))
      }
    )
  }

  /// Writes whose changes share a map, are all removals, or lie deep.
  private static let writeShapes:
    [(name: String, path: @Sendable (Int) -> [Text], isStored: Bool)] = [
      ("fields of one map", { ["m", Text("f\($0)")] }, true),
      ("removed fields", { [Text("f\($0)")] }, false),
      ("removed fields of one map", { ["m", Text("f\($0)")] }, false),
      ("fields of maps in maps", { ["m", Text("f\($0 % 10)"), Text("g\($0)"), "h"] }, true),
    ]

  @Test("Writes of many fields", arguments: writeShapes.map(\.name))
  func writes(name: String) throws {
    let shape = try #require(Self.writeShapes.first { $0.name == name })
    let place = SourceRange(at: 0)
    #expect(
      growsLinearly(2000) { count in
        let names = (0..<count).map { (key: Text("f\($0)"), value: Value.int(1)) }
        let fields = MapValue(ContiguousArray(names))
        var operation = TestOperation(method: .update, path: ["a", "b"], range: place)
        operation.changes = (0..<count).map { index in
          FieldChange(
            path: shape.path(index),
            change: shape.isStored ? .value(.int(2)) : .delete,
            range: place
          )
        }
        let existing = MapValue(ContiguousArray(names + [("m", .map(fields))]))
        let time = Timestamp(seconds: 0, nanos: 0)
        _ = try? AppliedWrite(operation, to: existing, at: time)
      }
    )
  }

  @Test("The layout of rules of many shapes", arguments: shapes.map(\.name))
  func layout(name: String) throws {
    let shape = try #require(Self.shapes.first { $0.name == name })
    #expect(
      growsLinearly(300) { count in
        let tree = parseRules(SourceFile(name: "firestore.rules", text: shape.text(count)))
        let result = try? format(tree)
        _ = result?.edits()
      }
    )
  }

  @Test("Test files with many steps, users and documents")
  func tests() {
    let rules = Self.allows(1) { _ in "request.auth.uid == b" }
    guard let program = SemanticModel.analyze(SourceFile(name: "r", text: rules)).program else {
      Issue.record("the rules are refused")
      return
    }
    #expect(
      growsLinearly(150) { count in
        let numbers = 0..<count
        let users = numbers.map { "user u\($0);\n" }.joined()
        let documents = numbers.map { "/a/d\($0) { x: \($0) };\n" }.joined()
        let steps = numbers.map {
          "deny get /a/d\($0) as u\($0);\nallow get /a/u\($0) as u\($0);\n"
        }
        let text = "\(users) data { \(documents) } test 't' { \(steps.joined()) }"
        let source = SourceFile(name: "a.rulestest", text: text)
        let suite = TestFileReader.read(parseTests(source), service: .firestore) { _ in
          .failure("there is none")
        }
        let runner = TestRunner(
          program,
          rules: RulesText(SourceFile(name: "r", text: rules)),
          database: "(default)",
          now: Timestamp(seconds: 0, nanos: 0)
        )
        _ = runner.run(suite)
      }
    )
  }

  private static let testFileShapes: [(name: String, text: @Sendable (Int) -> String)] = [
    ("tests on one line", { many($0) { "test 't\($0)' { deny get /a/b; } " } }),
    ("tests on one line, not in ASCII", { many($0) { "test 'é\($0)' { deny get /a/b; } " } }),
    ("users", { many($0) { "user u\($0);\n" } + "test 't' { deny get /a/b; }" }),
    (
      "users that are not declared",
      { count in
        many(count) { "user u\($0);\n" }
          + "test 't' { \(many(count) { "deny get /a/b as v\($0);\n" })}"
      }
    ),
    (
      "groups with a user",
      { count in
        many(count) { "user u\($0);\n" }
          + many(count) { "group 'g\($0)' { user v; test 't' { deny get /a/b as v; } }\n" }
      }
    ),
    (
      "tests with a name",
      { count in
        many(count) { "let a\($0) = 'x';\n" }
          + many(count) { "test 't\($0)' { let b = 'y'; deny get /a/b; }\n" }
      }
    ),
    (
      "documents of tests",
      { count in
        "data { \(many(count) { "/a/d\($0) { x: 'y' };\n" }) }"
          + many(count) { "test 't\($0)' { data { /a/e { x: 'y' }; } deny get /a/b; }\n" }
      }
    ),
  ]

  private static func many(_ count: Int, _ text: (Int) -> String) -> String {
    (0..<count).map(text).joined()
  }

  @Test("Test files of many shapes, read and listed", arguments: testFileShapes.map(\.name))
  func testFiles(name: String) throws {
    let shape = try #require(Self.testFileShapes.first { $0.name == name })
    #expect(
      growsLinearly(500) { count in
        let source = SourceFile(name: "a.rulestest", text: shape.text(count))
        let suite = TestFileReader.read(parseTests(source), service: .firestore) { _ in
          .failure("there is none")
        }
        for test in suite.cases { _ = source.position(of: test.range.lowerBound) }
      }
    )
  }

  @Test("JSON of many members, elements and characters")
  func json() {
    #expect(
      growsLinearly(2000) { count in
        let members = (0..<count).map { "\"a\($0)\": [\($0), \"\\u0041\"]" }
        let text = "{\(members.joined(separator: ","))}"
        guard let value = try? JSONValue(parsing: ContiguousArray(text.utf8)) else { return }
        _ = value.bytes(.indented)
      }
    )
  }

  @Test(
    "Every operation on large lists, sets, maps and texts",
    arguments: [
      "a.hasAll(a)", "a.hasAny(['x'])", "a.hasOnly(a)", "a.concat(a)", "a.removeAll(a)",
      "a.join(',')", "a.toSet()", "a == a", "'x' in a", "a[1:5]", "a.toSet().union(a.toSet())",
      "a.toSet().intersection(a.toSet())", "a.toSet().difference(a.toSet())",
      "a.toSet().hasAll(a)", "a.toSet() == a.toSet()", "m.keys()", "m.values()", "m == m",
      "m.diff({}).affectedKeys()", "m.diff(m).unchangedKeys()", "'x' in m", "m.get('x', 1)",
      "t.size()", "t.split('')", "t.replace('a', 'b')", "t.matches('(a|b)*c?')", "t.upper()",
      "t.toUtf8().toBase64()", "hashing.sha256(t)", "t + t", "t == t", "t[3:]", "string(m.keys())",
      "t.split('a').join('b')", "t.matches('.*.*.*=.*')", "t.replace('(a*)*b', '$1')",
    ]
  )
  func values(expression: String) {
    let text = Self.rules(
      "match /a/{b} { function f(a, m, t) { return [\(expression)]; } allow read: if f(1, 2, 3); }"
    )
    guard let program = SemanticModel.analyze(SourceFile(name: "r", text: text)).program else {
      Issue.record("the rules are refused")
      return
    }
    #expect(
      growsLinearly(2000) { count in
        let elements = ContiguousArray((0..<count).map { Value.string(Text("x\($0)")) })
        let entries = ContiguousArray(
          (0..<count).map { (key: Text("k\($0)"), value: Value.int(1)) }
        )
        _ = try? program.evaluate(
          program.functions[0].result,
          locals: [
            .list(ListValue(elements)), .map(MapValue(entries)),
            .string(Text(String(repeating: "a", count: count))),
          ]
        )
      }
    )
  }
}
