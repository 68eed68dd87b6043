import RulesRuntime
import RulesSemantics
import RulesSource
import RulesTestSupport
import Testing

/// The fast path, against the evaluator: what it settles, and that both count alike.
struct FastPathTests {
  /// Conditions of a create that both must come to a bool for, without the evaluator's help.
  static let settled = [
    "true", "!false", "request.auth != null", "request.auth.uid == 'ann'",
    "request.auth.uid == user", "request.method == 'create'", "request.method in ['get', 'create']",
    "request.auth.token.admin == true || request.auth.token.level >= 3",
    "request.auth.token.get('role', 'none') == 'none'",
    "request.resource.data.title is string && request.resource.data.title.size() <= 80",
    "null == request.resource.data.get('gone', null)", "request.resource.data.tags != null",
    "get(/databases/$(database)/documents/users/$(user)) != null",
    "request.resource.data.title.size() == 5", "request.resource.data.count is int",
    "request.resource.data.count is number", "request.resource.data.price > 9.5",
    "request.resource.data.count + 1 == 8", "request.resource.data.count - 1 * 2 < -5 + 20",
    "request.resource.data.tags is list && request.resource.data.tags.size() < 5",
    "request.resource.data.tags.hasAll(['a'])", "request.resource.data.tags.hasAny(['x', 'b'])",
    "request.resource.data.tags.hasOnly(['a', 'b', 'c'])", "'a' in request.resource.data.tags",
    "request.resource.data.tags == ['a', 'b'] || true",
    "request.resource.data.keys().hasAll(['title', 'tags'])",
    "request.resource.data.keys().hasOnly(['title'].concat(['tags', 'count']))",
    "'title' in request.resource.data && !('gone' in request.resource.data)",
    "request.resource.data.at == request.time", "request.resource.data.at < request.time",
    "request.resource.data.at <= request.time + duration.value(7, 'd')",
    "request.time - request.resource.data.at < duration.value(1, 'h')",
    "request.resource.data.title.matches('[a-z]+')", "request.resource.data['title'] == 'title'",
    "request.resource.data.diff(request.auth.token).affectedKeys().hasOnly(['title'])",
    "request.resource.data.title != null ? request.resource.data.count > 1 : false",
    "request.resource.data.title == null ? true : request.resource.data.count > 100",
    "isAnn() && older(3)", "exists(/databases/$(database)/documents/users/$(request.auth.uid))",
    "get(/databases/$(database)/documents/users/$(user)).data.name == 'Ann'",
    "exists(where('ann')) && exists(where('bob')) || true",
    "[1, 2].hasAll([1]) && 1 in [1, 2] && null in [null]", "user != 'bob' || -1 < 0",
    "signedIn() && request.resource.data.keys().size() > 2",
    "'' in [1, null]", "'' in [1, '']", "request.resource.data.keys().hasOnly([1, 'title', ''])",
    "'titles' in ['title', 'titlet'] || 'restaurants' in ['restaurateur', 'restaurante']",
  ]

  /// Conditions that come to a fault which the fast path words itself, or that absorb one.
  static let failing = [
    "request.auth.token.gone == 1", "1 == request.auth.token.gone", "request.auth.token.gone",
    "request.auth.token.gone.deeper.still == 1", "request.auth.token.gone == null",
    "resource.data.title == 'x'", "resource.data == null", "resource.id == 'x'",
    "get(/databases/$(database)/documents/users/nobody).data.name == 'Ann'",
    "get(/databases/$(database)/documents/users/nobody).data.name in ['Ann']",
    "getAfter(/databases/$(database)/documents/users/nobody).data != null",
    "request.auth.token.gone == 1 || true", "true || request.auth.token.gone == 1",
    "request.auth.token.gone == 1 && false", "request.auth.token.gone == 1 && true",
    "false || request.auth.token.gone == 1 || false || true",
    "request.auth.token.gone == 1 || request.auth.token.other == 2 || false",
    "request.auth.token.gone == 1 && request.auth.token.other == 2 && true",
    "(request.auth.token.gone == 1 || false) && (resource.data.title == 'x' || true)",
    "!(request.auth.token.gone == 1)", "!request.auth.token.gone",
    "request.auth.token.gone is string", "request.auth.token.gone in ['a']",
    "'a' in request.auth.token.gone", "request.auth.token.gone > 3", "3 <= request.auth.token.gone",
    "request.auth.token.gone.size() > 3", "request.auth.token.gone.matches('a')",
    "true ? request.auth.token.gone == 1 : true",
    "failing() || isAnn()", "failing() && isAnn()", "isAnn() && failing()",
    "fails(request.auth.token.gone)", "fails(request.auth.token.gone) || true",
    "ignores(request.auth.token.gone)", "ignores(resource.data.x) && isAnn()",
    "passesOn(request.auth.token.gone)", "passesOn(resource.data.x) || isAnn()",
    "keepsUnused()", "keepsTwo()", "fails(request.auth.token.gone.deeper) || failing()",
    "fails(get(/databases/$(database)/documents/users/nobody).data.name)",
    "ignores(get(/databases/$(database)/documents/users/nobody)) && !failing()",
  ]

  /// Conditions that the fast path leaves to the evaluator: faults, and what is rare.
  static let left = [
    "request.resource.data.count", "1 / 0 == 1", "request.resource.data.title + 'x' == 'y'",
    "request.resource.data.tags[0] == 'a'",
    "request.auth.token.gone == resource.data.gone", "request.resource.data.title.gone == 1",
    "request.resource.data.count + 9223372036854775807 > 0", "request.path[0] == 'x'",
    "request.resource.data.title < 'z'", "{'a': 1}.size() == 1", "[1, 2].toSet().size() == 2",
    "fails(1 / 0) || true", "deep()",
    "request.auth.token.gone == 1 ? true : false",
  ]

  @Test("It settles what rules ask for most", arguments: settled + failing)
  func settles(_ condition: String) throws {
    let (program, request, documents) = try Self.situation(condition)
    let fast = program.preparedForManyDecisions()
      .decideByFastPath(request, documents: documents)
    let slow = program.decide(request, documents: documents).answer(of: program)
    #expect(fast?.answer(of: program) == slow)
  }

  @Test("It leaves the rest alone", arguments: left)
  func leaves(_ condition: String) throws {
    let (program, request, documents) = try Self.situation(condition)
    let prepared = program.preparedForManyDecisions()
    #expect(prepared.decideByFastPath(request, documents: documents) == nil)
    let slow = program.decide(request, documents: documents).answer(of: program)
    #expect(prepared.decide(request, documents: documents).answer(of: program) == slow)
  }

  @Test(
    "The request's own document is null where it is missing, whatever documents it is said to be about",
    arguments: [
      "get(/databases/$(database)/documents/users/$(user)) == null",
      "get(/databases/$(database)/documents/users/$(user)).data.name == 'Ann'",
      "getAfter(/databases/$(database)/documents/users/$(user)) == null",
    ],
    [[], [["users", "bob"]], [["users", "nobody"]]] as [Set<ContiguousArray<Text>>]
  )
  func ownDocument(_ condition: String, own: Set<ContiguousArray<Text>>) throws {
    var (program, request, documents) = try Self.situation(condition)
    request.path.segments[4] = "nobody"
    request.ownDocuments = own
    let slow = program.decide(request, documents: documents).answer(of: program)
    program = program.preparedForManyDecisions()
    #expect(program.decide(request, documents: documents).answer(of: program) == slow)
  }

  @Test("It agrees on random conditions and requests", arguments: 0..<8 as Range<UInt64>)
  func agreement(part: UInt64) throws {
    var random = SeededRandom(seed: part)
    var settledCount = 0
    for _ in 0..<60 {
      let condition = Self.condition(depth: 3, &random)
      let (program, base, documents) = try Self.situation(condition)
      let prepared = program.preparedForManyDecisions()
      for _ in 0..<8 {
        let request = Self.variant(of: base, &random)
        let slow = program.decide(request, documents: documents).answer(of: program)
        let fast = prepared.decide(request, documents: documents).answer(of: program)
        try #require(fast == slow, "\(condition)")
        if prepared.decideByFastPath(request, documents: documents) != nil { settledCount += 1 }
      }
    }
    // Else the test would say little.
    #expect(settledCount > 100)
  }

  /// Conditions from above, put together.
  private static func condition(depth: Int, _ random: inout SeededRandom) -> String {
    guard depth > 0 else {
      return random.pick(random.oneIn(9) ? left : random.oneIn(3) ? failing : settled)
    }
    let parts = (0..<3).map { _ in condition(depth: depth - 1, &random) }
    switch random.below(8) {
    case 0, 1: return "(\(parts[0])) && (\(parts[1])) && (\(parts[2]))"
    case 2, 3: return "(\(parts[0])) || (\(parts[1])) || (\(parts[2]))"
    case 4: return "!(\(parts[0]))"
    case 5: return "((\(parts[0])) ? (\(parts[1])) : (\(parts[2])))"
    case 6: return "((\(parts[0])) == (\(parts[1])))"
    default: return parts[0]
    }
  }

  /// The request with other values here and there.
  private static func variant(of base: Request, _ random: inout SeededRandom) -> Request {
    let values: [Value] = [
      .null, .bool(true), .int(7), .int(-1), .float(7), .float(.nan), .string("title"),
      .string("a\u{1F600}"), .list(ListValue([.string("a"), .string("b")])),
      .list(ListValue([.int(1), .float(1), .null])), .map(.empty),
      .map(MapValue([("title", .string("title"))])),
      .timestamp(Timestamp(seconds: 1_700_000_000, nanos: 5)), .bytes(Octets([1])),
      .duration(Duration(seconds: 1, nanos: 0)),
    ]
    func fields(_ names: [Text]) -> MapValue {
      // More than sixteen keys are looked for in another way.
      let others = random.oneIn(4) ? (0..<20).map { Text("other\($0)") } : []
      return MapValue(
        ContiguousArray(
          (names + others).filter { _ in !random.oneIn(6) }.map { ($0, random.pick(values)) }
        )
      )
    }
    var request = base
    if random.oneIn(2) {
      request.requestResource = FirestoreResource.value(
        fields: fields(["title", "tags", "count", "price", "at"]),
        documentPath: ["users", "ann"],
        database: "(default)"
      )
    }
    if random.oneIn(3) {
      let token = fields(["admin", "level", "title", "role"])
      request.auth = .map(MapValue([("uid", .string("bob")), ("token", .map(token))]))
    }
    if random.oneIn(6) { request.auth = .null }
    return request
  }

  @Test("A program that was changed is no longer answered for by what was made before")
  func change() throws {
    let (program, request, documents) = try Self.situation("true")
    var prepared = program.preparedForManyDecisions()
    prepared.statements[0].methods = MethodSet(.get)
    #expect(prepared.decideByFastPath(request, documents: documents) == nil)
    #expect(prepared.decide(request, documents: documents).verdict == .deny)
  }

  /// A create of `users/ann` by Ann under a condition.
  private static func situation(_ condition: String) throws -> (Program, Request, Users) {
    let text = """
      rules_version = '2';
      service cloud.firestore {
        match /databases/{database}/documents {
          function isAnn() { let id = request.auth.uid; return id == 'ann'; }
          function older(age) { return request.resource.data.count > age; }
          function where(id) { return /databases/$(database)/documents/users/$(id); }
          function signedIn() { return request.auth != null; }
          function failing() { return request.auth.token.gone == 1; }
          function fails(x) { return x == 1; }
          function ignores(x) { return true; }
          function passesOn(x) { return ignores(x) && !ignores(1) || fails(x); }
          function keepsUnused() { let gone = request.auth.token.gone; return isAnn() || gone; }
          function keepsTwo() {
            let gone = request.auth.token.gone;
            let title = resource.data.title;
            return fails(title) || gone == 1;
          }
          function twice(x) { return x && x; }
          function a(x) { return twice(x) && twice(x) && twice(x); }
          function b(x) { return a(x) && a(x) && a(x) && a(x); }
          function c(x) { return b(x) && b(x) && b(x) && b(x) && b(x); }
          function deep() { return c(true) && c(true) && c(true); }
          match /users/{user} { allow create: if \(condition); }
        }
      }
      """
    let model = SemanticModel.analyze(SourceFile(name: "firestore.rules", text: text))
    let program = try #require(model.program)
    let fields = MapValue([
      ("title", .string("title")), ("tags", .list(ListValue([.string("a"), .string("b")]))),
      ("count", .int(7)), ("price", .float(9.75)),
      ("at", .timestamp(Timestamp(seconds: 1_700_000_000, nanos: 5))),
    ])
    let claims = MapValue([("admin", .bool(false)), ("level", .int(3)), ("title", .string("old"))])
    let request = Request(
      method: .create,
      path: RoutePath(["databases", "(default)", "documents", "users", "ann"]),
      auth: .map(MapValue([("uid", .string("ann")), ("token", .map(claims))])),
      time: Timestamp(seconds: 1_700_000_000, nanos: 5),
      resource: .null,
      requestResource: FirestoreResource.value(
        fields: fields,
        documentPath: ["users", "ann"],
        database: "(default)"
      ),
      ownDocuments: [["users", "bob"]]
    )
    return (program, request, Users())
  }

  /// The one document that there is: Ann.
  private struct Users: DocumentSource {
    func fields(at path: ContiguousArray<Text>, in state: DocumentState) -> MapValue? {
      path == ["users", "ann"] ? MapValue([("name", .string("Ann"))]) : nil
    }
  }
}
