import RulesJSON
import RulesSource

/// Reads the files of a project; what is wrong with one part keeps nothing else from being read.
struct ProjectReader {
  var project: Project
  let fileSystem: any FileSystem
  let codes: [String: Severity]
  /// The databases and buckets of targets: by service, then by target.
  private var targets: [String: [String: [String]]] = [:]
  /// Whether the targets could be read, so that one that is missing is a mistake.
  private var areTargetsKnown = true
  /// The file that is being read.
  var file = SourceFile(name: "", text: "")

  init(folder: String, fileSystem: any FileSystem, codes: [String: Severity]) {
    project = Project(folder: folder)
    self.fileSystem = fileSystem
    self.codes = codes
  }

  mutating func read() {
    if let root = root(of: Project.targetsName) { readTargets(root) }
    areTargetsKnown = project.problems.isEmpty && project.unreadable.isEmpty
    if let root = root(of: Project.markerName) {
      for service in [Project.Service.firestore, .storage] { readRules(root, service) }
    }
    if let root = root(of: Project.settingsName) { readSettings(root) }
  }

  /// The object that a file holds; nil where there is no such file, or none that is right.
  private mutating func root(of name: String) -> JSONObject? {
    let path = FilePath.joined(project.folder, name)
    guard (try? fileSystem.kind(of: path)) != nil else { return nil }
    do throws(FileError) {
      file = SourceFile(name: path, bytes: try fileSystem.read(path))
    } catch {
      project.unreadable.append(error)
      return nil
    }
    do throws(JSONSyntaxError) {
      let value = try JSONValue(parsing: file, dialect: .relaxed)
      return object(value, "the file")
    } catch {
      report(error.diagnostic)
      return nil
    }
  }

  // MARK: Targets

  private mutating func readTargets(_ root: JSONObject) {
    guard let all = root["targets"].flatMap({ object($0, "`targets`") }) else { return }
    let chosen = root["projects"]?.object?["default"]?.text
    for member in all.members {
      // Without a default project the targets of all of them are taken.
      guard chosen.map({ $0.utf8.elementsEqual(member.name.utf8) }) ?? true,
        let services = object(member.value, "a project's targets")
      else { continue }
      for service in services.members {
        guard let names = object(service.value, "the targets of a service") else { continue }
        for name in names.members {
          targets[service.name, default: [:]][name.name] = texts(name.value, "a target")
        }
      }
    }
  }

  // MARK: firebase.json

  private mutating func readRules(_ root: JSONObject, _ service: Project.Service) {
    guard let value = root[service.rawValue] else { return }
    if let elements = value.array {
      for element in elements { readRules(element, service) }
    } else {
      readRules(value, service)
    }
  }

  private mutating func readRules(_ value: JSONValue, _ service: Project.Service) {
    guard let entry = object(value, "`\(service.rawValue)`"), let rules = entry["rules"],
      let name = text(rules, "`rules`")
    else { return }
    let path = FilePath.joined(project.folder, name)
    do throws(FileError) {
      guard try fileSystem.kind(of: path) != .directory else {
        throw FileError(path, .isDirectory)
      }
    } catch {
      report(.invalidConfiguration, rules, error.message)
      return
    }
    add(path, service, resources(of: entry, service))
  }

  /// The databases or buckets that an entry is for.
  private mutating func resources(of entry: JSONObject, _ service: Project.Service) -> [String] {
    if let target = entry["target"], let name = text(target, "`target`") {
      if let resources = targets[service.rawValue]?[name] { return resources }
      if areTargetsKnown {
        report(
          .unknownTarget,
          target,
          "`\(Project.targetsName)` has no \(service.rawValue) target `\(name)`"
        )
      }
      return []
    }
    let key = service == .firestore ? "database" : "bucket"
    guard let resource = entry[key], let name = text(resource, "`\(key)`") else { return [] }
    return [name]
  }

  private mutating func add(_ path: String, _ service: Project.Service, _ resources: [String]) {
    let known = project.rules.firstIndex { $0.path.utf8.elementsEqual(path.utf8) }
    guard let known else {
      project.rules.append(
        Project.RulesReference(path: path, service: service, resources: resources)
      )
      return
    }
    // An entry that names no resource stands for the one that every project has.
    let standard = service == .firestore ? ["(default)"] : []
    let before = project.rules[known].resources
    project.rules[known].resources =
      (before.isEmpty ? standard : before) + (resources.isEmpty ? standard : resources)
  }

  // MARK: Values

  mutating func object(_ value: JSONValue, _ what: String) -> JSONObject? {
    if let object = value.object { return object }
    report(value, what, expected: "an object")
    return nil
  }

  mutating func text(_ value: JSONValue, _ what: String) -> String? {
    if let text = value.text { return text }
    report(value, what, expected: "a string")
    return nil
  }

  mutating func texts(_ value: JSONValue, _ what: String) -> [String] {
    guard let elements = value.array else {
      report(value, what, expected: "an array of strings")
      return []
    }
    return elements.compactMap { text($0, "an element of \(what)") }
  }

  mutating func report(_ value: JSONValue, _ what: String, expected: String) {
    report(.invalidConfiguration, value, "\(what) is \(value.kindName), expected \(expected)")
  }

  mutating func report(_ code: DiagnosticCode, _ value: JSONValue, _ message: String) {
    report(Diagnostic(code, at: value.range, message))
  }

  mutating func report(_ diagnostic: Diagnostic) {
    project.problems.append(Project.Problem(file: file, diagnostic: diagnostic))
  }
}
