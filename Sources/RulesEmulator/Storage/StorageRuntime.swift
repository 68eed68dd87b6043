package import RulesJSON
import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTesting

/// Decides the requests of the storage emulator: the rules runtime that it starts as a program of its own.
///
/// It reads messages, a JSON object in each line, and answers each in a line; when rules look up a document of
/// Firestore, it asks for it and reads until it is there.
///
/// Source: the protocol of `cloud-storage-rules-runtime` as the official command-line tools speak it.
package struct StorageRuntime {
  /// Reads the next line; nil at the end.
  private let readLine: () -> ContiguousArray<UInt8>?
  /// Writes a line.
  private let write: (JSONValue) -> Void
  /// The rules by the names under which they were loaded.
  private var rulesets: [String: Ruleset] = [:]
  /// What came while a document was awaited.
  private var pending: [JSONValue] = []
  private var requestCount = 0

  private struct Ruleset {
    let program: Program
    let source: SourceFile
  }

  /// The most rulesets that are kept.
  private static let rulesetLimit = 100

  /// A runtime that talks through functions.
  package init(
    readLine: @escaping () -> ContiguousArray<UInt8>?,
    write: @escaping (JSONValue) -> Void
  ) {
    self.readLine = readLine
    self.write = write
  }

  /// Answers messages until there are none.
  package mutating func run() {
    // The tools wait for this before they send anything.
    write(Self.reply(id: .integer(-1)))
    while let message = next() { answer(message) }
  }

  private static func reply(
    id: JSONValue,
    result: JSONValue? = nil,
    warnings: [String] = [],
    errors: [String] = []
  ) -> JSONValue {
    var members: [(String, JSONValue)] = [("id", id), ("status", "ok")]
    if let result { members.append(("result", result)) }
    members.append(("warnings", .array(warnings.map { .string($0) })))
    members.append(("errors", .array(errors.map { .string($0) })))
    return .object(members)
  }

  /// The next message; what is no JSON is answered at once.
  private mutating func next() -> JSONValue? {
    if !pending.isEmpty { return pending.removeFirst() }
    return read()
  }

  private func read() -> JSONValue? {
    while let line = readLine() {
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { continue }
      do throws(JSONSyntaxError) {
        return try JSONValue(parsing: line)
      } catch {
        write(
          Self.reply(id: .null, errors: ["The message is no JSON: \(error.diagnostic.message)."])
        )
      }
    }
    return nil
  }

  private mutating func answer(_ message: JSONValue) {
    let id = message["id"] ?? .null
    let context = message["context"] ?? .null
    switch message["action"]?.text {
    case "load_ruleset": load(context, id)
    case "verify": verify(context, id)
    case let action?: write(Self.reply(id: id, errors: ["The action `\(action)` is not known."]))
    // An answer that nobody awaits any more.
    case nil: break
    }
  }

  // MARK: Rules

  private mutating func load(_ context: JSONValue, _ id: JSONValue) {
    let name = context["rulesetName"]?.text ?? ""
    let files = context["source"]?["files"]?.array ?? []
    guard let file = files.first, files.count == 1, let content = file["content"]?.string else {
      write(Self.reply(id: id, errors: ["Expected rules of one file, found \(files.count)."]))
      return
    }
    let source = SourceFile(name: file["name"]?.text ?? "storage.rules", bytes: content)
    let model = SemanticModel.analyze(source)
    var warnings: [String] = []
    var errors: [String] = []
    for issue in model.officialIssues {
      let text = Self.text(of: issue, in: source)
      if issue.severity == .error { errors.append(text) } else { warnings.append(text) }
    }
    guard let program = model.program?.preparedForManyDecisions() else {
      if errors.isEmpty { errors.append("The rules are refused.") }
      write(Self.reply(id: id, warnings: warnings, errors: errors))
      return
    }
    if rulesets.count >= Self.rulesetLimit { rulesets = [:] }
    rulesets[name] = Ruleset(program: program, source: source)
    let result: JSONValue = ["rulesVersion": .integer(program.version)]
    write(Self.reply(id: id, result: result, warnings: warnings))
  }

  /// An issue as a string that holds JSON, which the tools take apart.
  private static func text(of issue: OfficialIssue, in source: SourceFile) -> String {
    let position: JSONValue = [
      "fileName_": .string(source.name), "line_": .integer(issue.line),
      "column_": .integer(issue.column),
    ]
    let json: JSONValue = [
      "description_": .string(issue.description),
      "severity_": .string(issue.severity == .error ? "ERROR" : "WARNING"),
      "sourcePosition_": position,
    ]
    return json.jsonText()
  }

  // MARK: Requests

  private mutating func verify(_ context: JSONValue, _ id: JSONValue) {
    let name = context["rulesetName"]?.text ?? ""
    guard let ruleset = rulesets[name] else {
      refuse(id, "The ruleset `\(name)` was not loaded.")
      return
    }
    guard let request = request(context) else {
      refuse(id, "The request can't be read.")
      return
    }
    let documents = FetchedDocuments(after: requestCount) { [self] path, number in
      fetch(path, number)
    }
    let decision = ruleset.program.decide(request, documents: documents)
    pending += documents.others
    requestCount = documents.requestCount
    let isAllowed = decision.verdict == .allow
    var warnings: [String] = []
    if !isAllowed {
      if decision.refusal == .listNeedsVersion2 {
        warnings.append(
          "Permission denied. List operations are only allowed for rules_version='2'."
        )
      } else {
        let message = decision.message(for: request.method, ruleset.program, ruleset.source)
        warnings.append(message.drop(while: \.isNewline).description)
      }
    }
    write(Self.reply(id: id, result: ["permit": .bool(isAllowed)], warnings: warnings))
  }

  /// Denies: a request that is not answered would wait for ever.
  private func refuse(_ id: JSONValue, _ reason: String) {
    write(Self.reply(id: id, result: ["permit": false], errors: [reason]))
  }

  private func request(_ context: JSONValue) -> Request? {
    guard let path = context["path"]?.string, path.first == UInt8(ascii: "/"),
      let variables = context["variables"]?["request"],
      case .map(let given)? = TypedReader.value(variables)
    else { return nil }
    let resource = context["variables"]?["resource"].flatMap { TypedReader.value($0) } ?? .null
    guard let method = method(context["method"]?.text, resource) else { return nil }
    let segments = path.dropFirst().split(
      separator: UInt8(ascii: "/"),
      omittingEmptySubsequences: false
    )
    guard case .timestamp(let time)? = given["time"] else { return nil }
    return Request(
      method: method,
      path: RoutePath(ContiguousArray(segments.map { Text(wtf8: ContiguousArray($0)) })),
      auth: given["auth"] ?? .null,
      time: time,
      resource: resource,
      requestResource: given["resource"] ?? .null
    )
  }

  private func method(_ word: String?, _ resource: Value) -> Method? {
    switch word {
    case "get", "read": .get
    case "list": .list
    case "create": .create
    case "update": .update
    case "delete": .delete
    case "write":
      if case .null = resource { .create } else { .update }
    default: nil
    }
  }

  // MARK: Documents

  /// What came of asking for a document.
  fileprivate struct Fetched {
    let fields: MapValue?
    let others: [JSONValue]
  }

  private func fetch(_ path: ContiguousArray<Text>, _ number: Int) -> Fetched {
    let name = path.reduce("/databases/(default)/documents") { "\($0)/\($1)" }
    write([
      "server_request_id": .integer(number), "status": "ok",
      "action": "fetch_firestore_document", "context": ["path": .string(name)], "warnings": [],
      "errors": [],
    ])
    var others: [JSONValue] = []
    while let message = read() {
      // Requests that come before the answer are answered after this one.
      guard message["action"] == nil, message["id"]?.number?.int64 == Int64(number) else {
        if message["action"] != nil { others.append(message) }
        continue
      }
      guard message["status"]?.text == "ok", let fields = message["result"]?["fields"],
        case .success(let map) = RESTValue.readFields(fields)
      else {
        let isThere = message["status"]?.text == "ok" && message["result"] != nil
        return Fetched(fields: isThere ? .empty : nil, others: others)
      }
      return Fetched(fields: map, others: others)
    }
    return Fetched(fields: nil, others: others)
  }
}

/// The documents of Firestore, each asked for once in a request.
private final class FetchedDocuments: DocumentSource {
  private let fetch: (ContiguousArray<Text>, _ number: Int) -> StorageRuntime.Fetched
  private var known: [ContiguousArray<Text>: MapValue?] = [:]
  /// Messages that came instead of the answers.
  private(set) var others: [JSONValue] = []
  /// How many documents were asked for since the start of the runtime.
  private(set) var requestCount: Int

  init(
    after requestCount: Int,
    _ fetch: @escaping (ContiguousArray<Text>, _ number: Int) -> StorageRuntime.Fetched
  ) {
    self.requestCount = requestCount
    self.fetch = fetch
  }

  func fields(at path: ContiguousArray<Text>, in state: DocumentState) -> MapValue? {
    if let fields = known[path] { return fields }
    requestCount += 1
    let fetched = fetch(path, requestCount)
    others += fetched.others
    known[path] = .some(fetched.fields)
    return fetched.fields
  }
}
