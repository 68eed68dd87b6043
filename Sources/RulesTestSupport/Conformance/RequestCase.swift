package import RulesJSON
import RulesRuntime
import RulesSemantics
import RulesSource
import RulesTesting

/// A case of the kind `request`: rules, documents, who asks, and what.
package struct RequestCase {
  /// The rules; nil where they are refused.
  let program: Program?
  /// The text of the rules.
  let source: SourceFile
  /// The documents before the request.
  var store: DocumentStore
  private let auth: Value
  /// The time of the request.
  var time: Timestamp
  private let request: JSONObject

  /// What the rules say to the request.
  package struct Answer: Sendable, Hashable {
    /// `ALLOW`, `DENY`, or `ERROR` where the service refuses the request or the rules themselves.
    package let verdict: String
    /// The denial in the emulator's grammar, one cause a statement.
    package let message: String?

    /// The members of an answer line.
    package var json: [(String, JSONValue)] {
      [("verdict", .string(verdict)), ("message", message.map { .string($0) } ?? .null)]
    }
  }

  /// Reads a case; nil where a member is missing or wrong.
  package init?(_ row: JSONObject) {
    guard let text = row["source"]?.string, let request = row["request"]?.object else { return nil }
    source = SourceFile(name: "firestore.rules", bytes: text)
    program = SemanticModel.analyze(source).program?.preparedForManyDecisions()
    self.request = request
    var store = DocumentStore()
    for member in row["documents"]?.object?.members ?? [] {
      guard case .success(let fields) = RESTValue.readFields(member.value) else { return nil }
      store.documents[Self.segments(member.key)] = FirestoreData.stored(fields)
    }
    self.store = store
    let given = request["time"]?.string.flatMap { Timestamp(rfc3339: Text(wtf8: $0)) }
    time = given ?? Timestamp(seconds: 1_750_000_000, nanos: 0)
    auth = Self.auth(row["auth"])
  }

  private static func segments(_ path: ContiguousArray<UInt8>) -> ContiguousArray<Text> {
    ContiguousArray(
      path.split(separator: UInt8(ascii: "/")).map { Text(wtf8: ContiguousArray($0)) }
    )
  }

  /// `request.auth` of `{"uid", "token"}`, with the claims of the tokens that recorded requests were sent with.
  private static func auth(_ json: JSONValue?) -> Value {
    guard let object = json?.object, let uid = object["uid"]?.string else { return .null }
    var claims: ContiguousArray<(key: Text, value: Value)> = [
      ("iss", .string("https://securetoken.google.com/demo-oracle")),
      ("aud", .string("demo-oracle")),
      ("iat", .int(0)), ("exp", .int(3600)), ("auth_time", .int(0)),
      ("sub", .string(Text(wtf8: uid))), ("user_id", .string(Text(wtf8: uid))),
      (
        "firebase",
        .map(MapValue([("sign_in_provider", .string("custom")), ("identities", .map(.empty))]))
      ),
    ]
    if let token = object["token"],
      case .success(.map(let map)) = FixtureDocuments.plainValue(token)
    {
      claims += zip(map.keys, map.values).map { ($0, $1) }
    }
    return .map(
      MapValue([("uid", .string(Text(wtf8: uid))), ("token", .map(MapValue(claims)))])
    )
  }

  // MARK: Deciding

  /// Whether a recorded verdict and message say what we do.
  ///
  /// The emulator judges the writes of a batch in an order of its own and stops at the first denial, so a
  /// batch's causes must be among those of its writes, whichever document was one too many.
  package func agrees(with row: JSONObject) -> Bool {
    let answer = answer()
    guard row["verdict"]?.text == answer.verdict else { return false }
    guard answer.verdict == "DENY" else { return true }
    let theirs = row["message"]?.text
    guard request["method"]?.text == "batch" else {
      return DenialCauses.agree(answer.message, with: theirs)
    }
    return DenialCauses.areAmong(causesOfAllWrites(), theirs)
  }

  private func causesOfAllWrites() -> [String] {
    guard let program, case .success(let commit) = requests() else { return [] }
    let documents = CommitState(before: store, after: commit.after)
    let alone = commit.requests.map { request in
      program.decide(request, documents: documents).message(for: request.method, program, source)
    }
    return alone + (answer().message.map { [$0] } ?? [])
  }

  /// Decides the request.
  package func answer() -> Answer {
    guard let program else { return Answer(verdict: "ERROR", message: nil) }
    switch requests() {
    case .failure(let error): return Answer(verdict: "ERROR", message: error.reason)
    case .success(let commit):
      let documents = CommitState(before: store, after: commit.after)
      let decisions = program.decide(commit: commit.requests, documents: documents)
      if let denied = decisions.last, denied.verdict == .deny {
        let method = commit.requests[decisions.count - 1].method
        return Answer(
          verdict: "DENY",
          message: denied.message(for: method, program, source)
        )
      }
      return Answer(verdict: commit.isPossible ? "ALLOW" : "ERROR", message: nil)
    }
  }

  /// What is judged, and what is stored when it is allowed.
  struct Commit {
    var requests: [Request] = []
    var after: DocumentStore
    /// Whether the service carries out what the rules allow.
    var isPossible = true
  }

  /// Why a request can't be read.
  struct Unreadable: Error {
    let reason: String
  }

  /// What is judged.
  func requests() -> Result<Commit, Unreadable> {
    do throws(Unreadable) {
      switch request["method"]?.text {
      case "get": return .success(read())
      case "list": return .success(try list())
      case "batch":
        return .success(try writes(request["writes"]?.array.map { Array($0) } ?? []))
      default: return .success(try writes([JSONValue(.object(request))]))
      }
    } catch {
      return .failure(error)
    }
  }

  /// The documents that only `set` writes, whether they are there or not.
  var unconditionalPaths: Set<ContiguousArray<Text>> {
    let writes = request["writes"]?.array.map { $0.compactMap(\.object) } ?? [request]
    func paths(_ isIncluded: (String?) -> Bool) -> [ContiguousArray<Text>] {
      writes.filter { isIncluded($0["method"]?.text) }
        .map { Self.segments($0["path"]?.string ?? []) }
    }
    return Set(paths { $0 == "set" }).subtracting(paths { $0 != "set" })
  }

  private func read() -> Commit {
    let path = Self.segments(request["path"]?.string ?? [])
    let read = Request(
      method: .get,
      path: route(path),
      auth: auth,
      time: time,
      resource: resource(path, store.documents[path]),
      ownDocuments: [path]
    )
    return Commit(requests: [read], after: store)
  }

  private func list() throws(Unreadable) -> Commit {
    guard let json = request["query"] else { throw Unreadable(reason: "no query") }
    let parent = Self.segments(request["parent"]?.string ?? [])
    do throws(RESTValue.ReadingError) {
      let query = try RESTQuery.read(json, parent: parent)
      guard
        let requests = query.requests(
          database: "(default)",
          auth: auth,
          time: time,
          documents: store
        )
      else { throw RESTValue.ReadingError(message: "too many ways", range: json.range) }
      return Commit(requests: requests, after: store)
    } catch {
      throw Unreadable(reason: error.message)
    }
  }

  private func writes(_ writes: [JSONValue]) throws(Unreadable) -> Commit {
    var commit = Commit(after: store)
    var order: [ContiguousArray<Text>] = []
    var judged: [ContiguousArray<Text>: Request] = [:]
    for write in writes {
      guard let object = write.object, let path = object["path"]?.string.map({ Self.segments($0) }),
        let word = object["method"]?.text, let method = OperationMethod(rawValue: word)
      else { throw Unreadable(reason: "no write") }
      let existing = commit.after.documents[path]
      let isThere = store.documents[path] != nil
      if (method == .create && isThere) || (method == .update && !isThere) {
        // A write to a missing document is told as 404, which the recorded answers count as allowed.
        commit.isPossible = commit.isPossible && method == .update
      }
      let applied = try apply(method, object, to: existing, at: path)
      commit.after.documents[path] = applied.fields
      var seen: Method = method == .create ? .create : isThere ? .update : .create
      // Several writes to one document are judged once, by what they do to it together.
      if judged[path] == nil {
        order.append(path)
        if method == .update { seen = .update }
      }
      if method == .delete { seen = .delete }
      judged[path] = Request(
        method: seen,
        path: route(path),
        auth: auth,
        time: time,
        resource: resource(path, store.documents[path]),
        requestResource: resource(path, applied.fields),
        transforms: applied.transforms,
        writeFields: applied.writeFields
      )
    }
    let own = Set(order)
    commit.requests = order.compactMap { path in
      judged[path].map {
        var request = $0
        request.ownDocuments = own
        return request
      }
    }
    return commit
  }

  private func apply(
    _ method: OperationMethod,
    _ object: JSONObject,
    to existing: MapValue?,
    at path: ContiguousArray<Text>
  ) throws(Unreadable) -> AppliedWrite {
    let isMerge = method == .update
    var operation = TestOperation(
      method: method == .create ? .set : method,
      path: path,
      range: SourceRange(at: 0)
    )
    do throws(RESTValue.ReadingError) {
      operation.changes = try RESTWrite(object).changes(isMerge: isMerge)
    } catch {
      throw Unreadable(reason: error.message)
    }
    do throws(AppliedWrite.Impossible) {
      return try AppliedWrite(operation, to: isMerge ? existing ?? .empty : existing, at: time)
    } catch {
      throw Unreadable(reason: error.reason)
    }
  }

  private func route(_ path: ContiguousArray<Text>) -> RoutePath {
    RoutePath(FirestorePath.segments(database: "(default)", documentPath: path))
  }

  private func resource(_ path: ContiguousArray<Text>, _ fields: MapValue?) -> Value {
    fields.map { FirestoreResource.value(fields: $0, documentPath: path, database: "(default)") }
      ?? .null
  }
}

/// The documents before a commit and after it.
struct CommitState: DocumentSource {
  /// Before it.
  let before: DocumentStore
  /// After all of it.
  let after: DocumentStore

  func fields(at path: ContiguousArray<Text>, in state: DocumentState) -> MapValue? {
    switch state {
    case .before: before.documents[path]
    case .after: after.documents[path]
    }
  }
}
