import RulesJSON
import RulesRuntime
import RulesSemantics
import RulesSource
import RulesTestSupport
import Testing

/// The choice that is made wherever the sources on the language contradict each other (language page, §12).
struct ContradictionTests {
  @Test(
    "An expression is true, or is the error that was chosen",
    arguments: [
      ("C1", "'foo@test.com'.replace('.', '-') == '------------'", nil),
      ("C2", "bool('true')", "Function not found error: Name: [bool]."),
      ("C3", "math.isInfinite(1.0)", "Function not found error: Name: [math.isInfinite]."),
      ("C4", "math.ceil(1.5) is float && math.floor(1) is float", nil),
      ("C5", "(/a/{x}).bind({'x': 'b'}) == /a/b && path('a/{x}').bind({'x': 'b'}) == /a/b", nil),
      ("C5", "(/a/$(unbound)).bind({'unbound': 'b'})", "Null value error."),
      ("C6", "debug(1 == 1)", nil),
      ("C7", "{'c': 3, 'a': 1, 'b': 2}.values() == [3, 1, 2]", nil),
      ("C13", "['a', 'b'].toSet().difference(['a', 'c'].toSet()) == ['b'].toSet()", nil),
      ("C20", #"'\ud83d\ude00'.size() == 2"#, nil),
      ("C21", "math.isNaN(float('NaN')) && !math.isNaN(1)", nil),
      ("C24", "(1 == 1 in [true]) && (1 == 1 is bool)", nil),
      (
        "C24", "1 in [1] == true",
        "Function not found error: Name: [in]."
      ),
      ("C25", "[1, /* one */ 2].size() == 2", nil),
      ("C28", "[1 / 0, {'a': 1}.b]", "Divide by zero error."),
    ] as [(String, String, String?)]
  )
  func expression(id: String, expression: String, error: String?) {
    switch ValueCase(expression: ContiguousArray(expression.utf8)).answer() {
    case .value(.bool(true)): #expect(error == nil, "\(id)")
    case .error(let message, _, _): #expect(message == error, "\(id)")
    case let answer: Issue.record("\(id): \(answer)")
    }
  }

  @Test(
    "Rules are deployable, or refused",
    arguments: [
      ("C10", Self.chain(of: 21), true), ("C10", Self.chain(of: 22), false),
      ("C11", Self.lets(11), true), ("C11", Self.lets(12), false),
      ("C12", Self.rules("match /a/{b} { allow read: if true; allow get: if true; }"), true),
      ("C16", Self.rules("match /a/{b} { allow read: true; }"), false),
      ("C16", Self.rules("match /a/{b} { allow read: if 'a'.matches('*.png'); }"), false),
      ("C27", Self.rules("match /a/{b=**} { match /c/{d=**} { allow read; } }"), false),
      ("C27", Self.rules("match /a/{b=**}/c/{d=**} { allow read; }"), false),
      (
        "C29", "import 'x' as y;\n" + Self.rules("match /a/{b} { allow read; }", version: ""), false
      ),
    ]
  )
  func deployment(id: String, source: String, isDeployable: Bool) {
    let model = SemanticModel.analyze(SourceFile(name: "firestore.rules", text: source))
    #expect(model.isDeployable == isDeployable, "\(id): \(model.diagnostics.map(\.message))")
  }

  @Test(
    "A request is allowed, or denied",
    arguments: [
      ("C8", "allow create: if resource == null;", #"{"method": "set", "path": "a/new"}"#, "ALLOW"),
      ("C9", "allow get: if get(\(Self.documents)/a/none) == null;", Self.get, "DENY"),
      ("C17", "allow get: if \(Self.lookups(11)) || true;", Self.get, "ALLOW"),
      (
        "C18", "allow get: if resource.id == 'x' && resource['__name__'] != null;", Self.get,
        "ALLOW"
      ),
      (
        "C19", "allow delete: if request.resource == null && request.auth == null;",
        #"{"method": "delete", "path": "a/x"}"#, "ALLOW"
      ),
      ("C19", "allow get: if request.resource == null;", Self.get, "DENY"),
      ("C22", "allow get: if \(Self.conjunction(costing: 1000));", Self.get, "ALLOW"),
      ("C22", "allow get: if \(Self.conjunction(costing: 1001));", Self.get, "DENY"),
      (
        "C26", "allow list: if \(Self.lookups(20));",
        #"{"method": "list", "query": {"from": [{"collectionId": "a"}]}}"#, "ALLOW"
      ),
      (
        "C26", "allow list: if \(Self.lookups(21));",
        #"{"method": "list", "query": {"from": [{"collectionId": "a"}]}}"#, "DENY"
      ),
    ]
  )
  func request(id: String, statement: String, request: String, verdict: String) throws {
    let source = Self.rules("match /a/{b} { \(statement) }")
    let row: JSONValue = [
      "id": .string(id), "source": .string(source),
      "documents": ["a/x": ["n": ["integerValue": "1"]]], "auth": .null,
      "request": try JSONValue(parsing: ContiguousArray(request.utf8)),
    ]
    let requestCase = try #require(row.object.flatMap { RequestCase($0) })
    let answer = requestCase.answer()
    #expect(answer.verdict == verdict, "\(id): \(answer.message ?? "")")
  }

  @Test("C14: a recursive wildcard holds a path")
  func recursiveWildcard() throws {
    let source = Self.rules("match /a/{tail=**} { allow get: if tail == /x/y/z; }")
    let row: JSONValue = [
      "source": .string(source), "documents": .object([]), "auth": .null,
      "request": ["method": "get", "path": "a/x/y/z"],
    ]
    let requestCase = try #require(row.object.flatMap { RequestCase($0) })
    #expect(requestCase.answer().verdict == "ALLOW")
  }

  @Test(
    "C23: the third document that Storage rules look up denies",
    arguments: [(2, true), (3, false)]
  )
  func storageLookups(count: Int, isAllowed: Bool) throws {
    let condition = (0..<count)
      .map { "!firestore.exists(\(Self.documents)/a/d\($0))" }.joined(separator: " && ")
    let source = """
      rules_version = '2';
      service firebase.storage { match /b/{bucket}/o { match /{all=**} { allow get: if \(condition); } } }
      """
      .replacing("$(database)", with: "(default)")
    let model = SemanticModel.analyze(SourceFile(name: "storage.rules", text: source))
    let program = try #require(model.program)
    let request = Request(
      method: .get,
      path: RoutePath(["b", "bucket", "o", "x"]),
      auth: .null,
      time: Timestamp(seconds: 0, nanos: 0),
      resource: .null
    )
    let decision = program.decide(request, documents: NoDocuments())
    #expect((decision.verdict == .allow) == isAllowed)
  }
}

extension ContradictionTests {
  private static let documents = "/databases/$(database)/documents"
  private static let get = #"{"method": "get", "path": "a/x"}"#

  private static func rules(_ body: String, version: String = "rules_version = '2';\n") -> String {
    version + "service cloud.firestore { match /databases/{database}/documents { \(body) } }"
  }

  private static func chain(of count: Int) -> String {
    let functions = (0..<count).map { index in
      "function f\(index)() { return \(index + 1 < count ? "f\(index + 1)()" : "true"); }"
    }
    return rules(functions.joined(separator: "\n") + " match /a/{b} { allow read: if f0(); }")
  }

  private static func lets(_ count: Int) -> String {
    let lets = (0..<count).map { "let v\($0) = \($0 == 0 ? "1" : "v\($0 - 1)");" }
    return rules(
      "function f() { \(lets.joined(separator: " ")) return v\(count - 1) == 1; } match /a/{b} { allow read: if f(); }"
    )
  }

  /// Lookups of distinct missing documents, all true.
  private static func lookups(_ count: Int) -> String {
    "("
      + (0..<count).map { "!exists(\(documents)/c/d\($0))" }.joined(separator: " && ") + ")"
  }

  /// A true condition that takes an exact count of evaluations: a literal costs 1, `a && b` 2 more than both.
  private static func conjunction(costing count: Int) -> String {
    // Lists cost 1 and their elements 1 each: `[…].size() > 0` is 4 and its elements.
    "[" + Array(repeating: "1", count: count - 4).joined(separator: ", ") + "].size() > 0"
  }
}
