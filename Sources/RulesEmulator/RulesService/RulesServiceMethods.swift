import RulesJSON
import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTesting

extension Emulator {
  /// Answers a request to the service that manages rules, `firebaserules.googleapis.com`; nil for one that goes to
  /// another.
  mutating func rulesService(_ call: Call) throws(ServiceError) -> HTTPResponse? {
    // Most requests are for documents: they are told by a look at the bytes.
    guard call.verb == "test" || Self.isAboutRules(call.resource) else { return nil }
    let parts = String(decoding: call.resource, as: UTF8.self)
      .split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 2, parts[0] == "projects", !parts[1].isEmpty else { return nil }
    let project = parts[1]
    if call.verb == "test" { return try testRules(parts, call) }
    guard parts.count >= 3 else { return nil }
    let rest = parts.dropFirst(3).joined(separator: "/")
    switch (parts[2], call.method, rest.isEmpty) {
    case ("rulesets", "POST", true): return try createRuleset(project, call)
    case ("rulesets", "GET", true):
      let rulesets = rulesets[project]?.rulesets.reversed().map { $0.json(withSource: false) } ?? []
      return try ListPage(of: rulesets.count, call.target).reply("rulesets", rulesets)
    case ("rulesets", "GET", false):
      return HTTPResponse(try ruleset(parts).json(withSource: true))
    case ("rulesets", "DELETE", false):
      let found = try ruleset(parts)
      if rulesets[project]?.releases.contains(where: { $0.rulesetName == found.name }) ?? false {
        throw ServiceError(.failedPrecondition, "The ruleset is referenced by a release.")
      }
      rulesets[project]?.rulesets.removeAll { $0.name == found.name }
      return HTTPResponse([:])
    case ("releases", "POST", true): return try createRelease(project, call)
    case ("releases", "GET", true): return try listReleases(project, call)
    case ("releases", "PATCH", false): return try updateRelease(project, parts, call)
    case ("releases", "GET", false):
      if call.verb == "getExecutable" || rest.hasSuffix(":getExecutable") {
        throw ServiceError(.unimplemented, "Executables of rules are not made here.")
      }
      return HTTPResponse(try release(project, parts).json)
    case ("releases", "DELETE", false):
      let found = try release(project, parts)
      rulesets[project]?.releases.removeAll { $0.name == found.name }
      return HTTPResponse([:])
    default: return nil
    }
  }

  /// Whether the third name of a resource begins as that of the rulesets or releases of a project.
  private static func isAboutRules(_ resource: ContiguousArray<UInt8>) -> Bool {
    var rest = resource[...]
    for _ in 0..<2 {
      rest = rest.drop { $0 == UInt8(ascii: "/") }.drop { $0 != UInt8(ascii: "/") }
    }
    rest = rest.drop { $0 == UInt8(ascii: "/") }
    return rest.starts(with: "rulesets".utf8) || rest.starts(with: "releases".utf8)
  }

  // MARK: Tests

  /// `projects.test`: what the compiler says, and what the cases come to.
  private func testRules(_ parts: [String], _ call: Call) throws(ServiceError) -> HTTPResponse {
    let body = try call.object(["source", "testSuite"])
    var source = body["source"]
    if parts.count > 2 {
      guard source == nil else { throw .invalid("The source is that of the ruleset.") }
      source = try ruleset(parts).source
    }
    guard let source else { throw .invalid("Source is required.") }
    let suite: JSONValue = body["testSuite"] ?? ["testCases": []]
    let text: JSONValue = ["source": source, "testSuite": suite]
    let read = HostedTestSuite.read(SourceFile(name: "request", bytes: text.bytes()))
    if let problem = read.diagnostics.first(where: { $0.severity == .error }) {
      throw .invalid("Invalid JSON payload received: \(problem.message).")
    }
    guard let rules = read.rules else { throw .invalid("Source is required.") }
    let model = SemanticModel.analyze(rules)
    let results = HostedTestRunner(model).map { runner in read.cases.map { runner.run($0) } }
    return HTTPResponse(HostedTestReport.response(results, model))
  }

  // MARK: Rulesets

  private func ruleset(_ parts: [String]) throws(ServiceError) -> ProjectRulesets.Ruleset {
    let name = parts.joined(separator: "/")
    let found = rulesets[parts[1]]?.rulesets.first { $0.name.utf8.elementsEqual(name.utf8) }
    guard parts.count == 4, parts[2] == "rulesets", let found else {
      throw ServiceError(.notFound, "Requested entity was not found.")
    }
    return found
  }

  private mutating func createRuleset(
    _ project: String,
    _ call: Call
  ) throws(ServiceError) -> HTTPResponse {
    let body = try call.object(["source", "attachment_point", "attachmentPoint", "name"])
    guard let source = body["source"] else { throw .invalid("Source is required.") }
    let rules = try rules(of: source)
    guard rulesets[project] != nil || rulesets.count < Self.databaseLimit,
      rulesets[project]?.rulesets.count ?? 0 < ProjectRulesets.limit
    else { throw ServiceError(.resourceExhausted, "Too many rulesets.") }
    let service = rules.service == .storage ? "firebase.storage" : "cloud.firestore"
    let ruleset = ProjectRulesets.Ruleset(
      name: "projects/\(project)/rulesets/\(nextIdentifier())",
      source: source,
      createTime: call.now,
      service: service
    )
    rulesets[project, default: ProjectRulesets()].rulesets.append(ruleset)
    return HTTPResponse(ruleset.json(withSource: true))
  }

  /// The rules of a source; what the compiler refuses can't be stored.
  private func rules(of source: JSONValue) throws(ServiceError) -> ActiveRules {
    let files = source["files"]?.array ?? []
    guard files.count == 1, let content = files.first?["content"]?.string else {
      throw .invalid("Source is one file, found \(files.count).")
    }
    let name = files.first?["name"]?.text
    let file = SourceFile(name: name ?? "firestore.rules", bytes: content)
    let model = SemanticModel.analyze(file)
    guard let rules = ActiveRules(model, isNamed: name != nil) else {
      let errors = model.officialIssues.filter { $0.severity == .error }
        .map { "\(file.name):\($0.line):\($0.column) \($0.description)" }
      throw .invalid("Compilation failed.\n" + errors.joined(separator: "\n"))
    }
    return rules
  }

  // MARK: Releases

  private func release(
    _ project: String,
    _ parts: [String]
  ) throws(ServiceError) -> ProjectRulesets.Release {
    let name = parts.joined(separator: "/")
    let found = rulesets[project]?.releases.first { $0.name.utf8.elementsEqual(name.utf8) }
    guard let found else { throw ServiceError(.notFound, "Requested entity was not found.") }
    return found
  }

  private mutating func createRelease(
    _ project: String,
    _ call: Call
  ) throws(ServiceError) -> HTTPResponse {
    let body = try call.object(["name", "rulesetName"])
    let name = body["name"]?.text ?? ""
    let prefix = "projects/\(project)/releases/"
    guard name.hasPrefix(prefix), name.utf8.count > prefix.utf8.count else {
      throw .invalid("The name of a release begins with `\(prefix)`.")
    }
    if rulesets[project]?.releases.contains(where: { $0.name.utf8.elementsEqual(name.utf8) })
      ?? false
    {
      throw ServiceError(.alreadyExists, "Requested entity already exists")
    }
    let release = ProjectRulesets.Release(
      name: name,
      rulesetName: body["rulesetName"]?.text ?? "",
      createTime: call.now,
      updateTime: call.now
    )
    try putInForce(release, project)
    rulesets[project, default: ProjectRulesets()].releases.append(release)
    return HTTPResponse(release.json)
  }

  private mutating func updateRelease(
    _ project: String,
    _ parts: [String],
    _ call: Call
  ) throws(ServiceError) -> HTTPResponse {
    let body = try call.object(["release", "updateMask"])
    var release = try release(project, parts)
    release.rulesetName = body["release"]?["rulesetName"]?.text ?? ""
    release.updateTime = call.now
    try putInForce(release, project)
    let index = rulesets[project]?.releases.firstIndex {
      $0.name.utf8.elementsEqual(release.name.utf8)
    }
    if let index { rulesets[project]?.releases[index] = release }
    return HTTPResponse(release.json)
  }

  /// Lets the release of Firestore decide the requests of its project.
  private mutating func putInForce(
    _ release: ProjectRulesets.Release,
    _ project: String
  ) throws(ServiceError) {
    let parts = release.rulesetName.split(separator: "/").map(String.init)
    guard parts.count == 4, parts[1] == project else {
      throw .invalid("`\(release.rulesetName)` is no ruleset of the project.")
    }
    let rules = try rules(of: try ruleset(parts).source)
    guard release.name.hasSuffix("/releases/cloud.firestore") else { return }
    try setRules(rules, forProject: Text(project))
  }

  private func listReleases(_ project: String, _ call: Call) throws(ServiceError) -> HTTPResponse {
    var releases = rulesets[project]?.releases ?? []
    for filter in (call.target.text("filter") ?? "").split(separator: " ") {
      let parts = filter.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw .invalid("Invalid filter.") }
      let wanted = parts[1]
      switch parts[0] {
      case "name":
        releases.removeAll { release in
          let short = String(release.name.dropFirst("projects/\(project)/releases/".count))
          return !Self.matches(release.name, wanted) && !Self.matches(short, wanted)
        }
      case "ruleset_name": releases.removeAll { !Self.matches($0.rulesetName, wanted) }
      default: throw .invalid("Invalid filter.")
      }
    }
    let page = try ListPage(of: releases.count, call.target)
    return page.reply("releases", releases.map(\.json))
  }

  /// Whether a text is a wanted one, which may end in a star.
  private static func matches(_ text: String, _ wanted: String) -> Bool {
    wanted.hasSuffix("*")
      ? text.utf8.starts(with: wanted.utf8.dropLast()) : text.utf8.elementsEqual(wanted.utf8)
  }
}
