import RulesJSON
import RulesRuntime
import RulesSemantics
import RulesSource
import RulesTestSupport
import RulesTesting
import Testing

/// A read that comes again is counted without being evaluated, as long as that comes to the same.
struct RepeatedReadsTests {
  private struct Documents: DocumentSource {
    var flag: Bool

    func fields(at path: ContiguousArray<Text>, in state: DocumentState) -> MapValue? {
      flag && path.last == "flag" ? MapValue([("on", .bool(true))]) : nil
    }
  }

  private static func rules(_ condition: String) -> SemanticModel {
    SemanticModel.analyze(
      SourceFile(
        name: "firestore.rules",
        text: """
          rules_version = '2';
          service cloud.firestore {
            match /databases/{d}/documents {
              function owns() { let me = request.auth.uid; return resource.data.owner == me; }
              match /books/{id} { allow read: if \(condition); }
              match /{all=**} { allow read: if resource.data.open || request.auth.token.admin; }
            }
          }
          """
      )
    )
  }

  /// A condition, and whether a read of it can be counted again without being evaluated.
  static let conditions: [(condition: String, canRepeat: Bool)] = [
    ("true", true),
    ("owns() && resource.data.pages > 10", true),
    ("request.auth != null && request.auth.uid == id", true),
    ("request.method == 'get' ? owns() : request.query.limit < 3", true),
    ("resource.data.missing == 1 || request.path[4] == 'b1'", true),
    ("resource.id.matches('b[0-2]') && resource.data.tags.hasAny(['a', id])", true),
    ("exists(/databases/$(d)/documents/x/flag) || owns()", false),
    ("get(/databases/$(d)/documents/x/flag).data.on && owns()", false),
    ("resource.data.at < request.time", false),
    ("request.time.toMillis() % 2 == 0 || owns()", false),
    ("request.keys().hasAll(['auth']) && owns()", false),
    ("{'r': request}.r.time.seconds() % 3 == 0", false),
    ("request['time'].seconds() % 3 == 0", false),
  ]

  @Test(
    "What repeated reads come to is counted as if each was evaluated",
    arguments: conditions,
    // Values fill what there is room for never, after a while, and at once.
    [16 << 20, 20_000, 3_000]
  )
  func reads(_ read: (condition: String, canRepeat: Bool), byteLimit: Int) throws {
    let model = Self.rules(read.condition)
    let program = try #require(model.program)
    var plain = CoverageRecorder(program, .emulator, byteLimit: byteLimit)
    var repeating = plain
    var random = SeededRandom(seed: 20_261_130)
    for time in 0..<400 {
      // A clock may stand, and be set back.
      let request = Self.request(at: Int64(time / 2 - Int(random.next() % 3)), &random)
      let documents = Documents(flag: random.next() % 8 != 0)
      _ = plain.decide(commit: [request], unconditional: [], documents: documents)
      repeating.count(read: [request], documents: documents)
    }
    let report = EmulatorJSON(model.tree, program, plain).json.jsonText()
    #expect(EmulatorJSON(model.tree, program, repeating).json.jsonText() == report)
    #expect(plain.observer.statements == repeating.observer.statements)
    #expect(plain.observer.counts == repeating.observer.counts)
  }

  @Test(
    "What may come to something else another time is evaluated each time",
    arguments: conditions
  )
  func traces(condition: String, canRepeat: Bool) throws {
    let program = try #require(Self.rules(condition).program)
    var random = SeededRandom(seed: 1)
    var request = Self.request(at: 0, &random)
    request.method = .get
    request.path = RoutePath(["databases", "(default)", "documents", "books", "b1"])
    request.auth = .null
    request.query = nil
    var observer = CoverageObserver(program, keeping: .all)
    observer.beginTrace()
    let documents = Documents(flag: true)
    _ = program.decide(request, documents: documents, watchedBy: &observer)
    var repeated = RepeatedRequests()
    #expect(!repeated.count(request, in: &observer))
    if let trace = observer.endTrace() { repeated.remember(trace, of: request) }
    request.time = Timestamp(seconds: 9, nanos: 0)
    #expect(repeated.count(request, in: &observer) == canRepeat)
    request.isInTransaction = true
    #expect(!repeated.count(request, in: &observer))
  }

  /// One of a few reads, so that most have been there before.
  private static func request(at time: Int64, _ random: inout SeededRandom) -> Request {
    let number = Int64(random.next() % 5)
    let users: [Value] = ["alice", "bob"].map { user in
      .map(
        MapValue([
          ("uid", .string(user)), ("token", .map(MapValue([("admin", .bool(user == "bob"))]))),
        ])
      )
    }
    let auth = (users + [.null])[Int(random.next() % 3)]
    let id = Text("b\(number)")
    let data = MapValue([
      ("owner", .string(number < 3 ? "alice" : "bob")), ("pages", .int(number * 6)),
      ("tags", .list(ListValue([.string("a"), .float(0.5)]))), ("open", .bool(number == 4)),
      ("at", .timestamp(Timestamp(seconds: 100 * number, nanos: 0))),
    ])
    let resource = Value.map(MapValue([("data", .map(data)), ("id", .string(id))]))
    var request = Request(
      method: random.next() % 4 == 0 ? .list : .get,
      path: RoutePath(["databases", "(default)", "documents", "books", id]),
      auth: auth,
      time: Timestamp(seconds: time, nanos: 0),
      resource: random.next() % 6 == 0 ? .null : resource,
      ownDocuments: [["books", id]]
    )
    if request.method == .list {
      request.query = .map(MapValue([("limit", .int(Int64(random.next() % 4)))]))
    }
    return request
  }
}
