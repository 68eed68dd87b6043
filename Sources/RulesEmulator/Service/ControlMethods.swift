import RulesJSON
import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTesting

extension Emulator {
  /// Answers a request to the control interface; nil for one that goes to the documents.
  mutating func control(_ call: Call) throws(ServiceError) -> HTTPResponse? {
    if call.isRoot {
      return ["GET", "HEAD"].contains(call.method)
        ? HTTPResponse(status: 200, text: "Ok\n") : .notFound
    }
    let prefix = "/emulator/v1/"
    guard call.resource.starts(with: prefix.utf8) else { return nil }
    let name = ContiguousArray(call.resource.dropFirst(prefix.utf8.count))
    let segments = name.split(separator: UInt8(ascii: "/"))
    guard let first = segments.first, first.elementsEqual("projects".utf8) else {
      return .notFound
    }
    let texts = segments.map { Text(wtf8: ContiguousArray($0)) }
    if let response = try exporting(call, texts) { return response }
    if let response = try page(call, texts) { return response }
    guard segments.count >= 2 else { return .notFound }
    let project = Text(wtf8: ContiguousArray(segments[1]))
    switch (call.method, call.verb, segments.count) {
    case ("PUT", "securityRules", 2): return try putRules(project, call)
    case ("GET", "securityRules", 2):
      return HTTPResponse(["rules": ["files": .array(projectRules(project).fileList)]])
    case ("GET", "ruleCoverage", 2): return HTTPResponse(projectRules(project).emulatorCoverage)
    case ("DELETE", nil, 5...): return try clear(name, call)
    default: return .notFound
    }
  }

  /// The rules that the default database of a project has.
  private func projectRules(_ project: Text) -> ActiveRules {
    rules(for: DatabaseName(project: project, database: "(default)"))
  }

  // MARK: Rules

  private mutating func putRules(_ project: Text, _ call: Call) throws(ServiceError) -> HTTPResponse
  {
    let body = try call.object(["rules", "ignore_errors"])
    let files = body["rules"]?["files"]?.array ?? []
    guard let file = files.first, let content = file["content"]?.string else {
      throw .payload("Expected {\"rules\": {\"files\": [{\"content\": …}]}}.")
    }
    guard files.count == 1 else {
      throw .payload("Rules are one file, found \(files.count).")
    }
    let name = file["name"]?.text
    let source = SourceFile(name: name ?? "firestore.rules", bytes: content)
    let model = SemanticModel.analyze(source)
    let active = ActiveRules(model, isNamed: name != nil)
    if let active { try setRules(active, forProject: project) }
    if active != nil || body["ignore_errors"]?.bool ?? false {
      guard let issues = HostedTestReport.response(nil, model)["issues"] else {
        return HTTPResponse([:])
      }
      return HTTPResponse(["issues": name == nil ? issues.withoutFileNames : issues])
    }
    let lines = model.officialIssues.filter { $0.severity == .error }.map { issue in
      "L\(issue.line):\(issue.column) \(issue.description)"
    }
    throw .invalid(
      lines.isEmpty
        ? "Rules are refused." : "Error compiling rules:\n" + lines.joined(separator: "\n")
    )
  }

  // MARK: Documents

  /// Removes documents, whatever the rules say.
  private mutating func clear(
    _ name: ContiguousArray<UInt8>,
    _ call: Call
  ) throws(ServiceError) -> HTTPResponse {
    let parts = name.split(separator: UInt8(ascii: "/"))
    let texts = ContiguousArray(parts.map { Text(wtf8: ContiguousArray($0)) })
    guard texts[2] == "databases", texts[4] == "documents" else { return .notFound }
    let database = DatabaseName(project: texts[1], database: texts[3])
    let path = ContiguousArray(texts.dropFirst(5))
    try open(database)
    settleCoverage()
    if let time = databases[database]?.commitTime(call.now) {
      databases[database]?.clear(path, at: time)
    }
    note(JournalEntry(database, .cleared(path), at: call.now))
    return HTTPResponse([:])
  }
}

extension JSONValue {
  /// Issues without the names of files, as those of a file have them that was given without one.
  fileprivate var withoutFileNames: JSONValue {
    switch content {
    case .array(let elements): .array(elements.map(\.withoutFileNames))
    case .object(let object):
      JSONValue(
        .object(
          JSONObject(
            ContiguousArray(
              object.members.filter { $0.name != "fileName" }.map {
                JSONMember(key: $0.key, value: $0.value.withoutFileNames)
              }
            )
          )
        )
      )
    case .null, .bool, .number, .string: self
    }
  }
}
