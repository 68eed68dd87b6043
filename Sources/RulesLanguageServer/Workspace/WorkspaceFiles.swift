import RulesIDE
import RulesSource
import RulesWorkspace

/// What is known of the files around the open documents, read when it is first asked for.
struct WorkspaceFiles: Sendable {
  /// The folders that the client has open, by their paths.
  private(set) var folders: [String] = []
  private var lists = NamedValues<FileList>()
  private var projects = NamedValues<Project?>()
  private var analyses = NamedValues<Analysis?>()
  private var rulesPaths = NamedValues<String?>()

  /// The files of a folder.
  struct FileList: Sendable {
    /// The rules files.
    var rules: [String] = []
    /// The test files.
    var tests: [String] = []
    /// The files that may hold documents of tests.
    var fixtures: [String] = []
  }

  /// How far files are looked for below a folder.
  private static let limits = DiscoveryLimits(depth: 16, entryCount: 50_000)

  /// The largest file that is looked at; rules may have 256 KiB.
  private static let byteLimit = 8 << 20

  /// Takes a folder in.
  mutating func add(_ folder: String) {
    let folder = FilePath.normalized(folder)
    guard !folders.contains(where: { $0.utf8.elementsEqual(folder.utf8) }) else { return }
    folders.append(folder)
    forgetDisk()
  }

  /// Leaves a folder out.
  mutating func remove(_ folder: String) {
    let folder = FilePath.normalized(folder)
    folders.removeAll { $0.utf8.elementsEqual(folder.utf8) }
    forgetDisk()
  }

  /// Forgets all that was read.
  mutating func forgetDisk() {
    lists.removeAll()
    projects.removeAll()
    analyses.removeAll()
    rulesPaths.removeAll()
  }

  /// Forgets what depends on the text of one document.
  mutating func forget(_ name: String) {
    rulesPaths[name] = nil
    analyses[name] = nil
  }

  /// What is known of a file that is not open; nil where it can't be read.
  mutating func analysis(of path: String, in fileSystem: any FileSystem) -> Analysis? {
    if let known = analyses[path] { return known }
    let bytes = try? fileSystem.read(path, limit: Self.byteLimit)
    let analysis = bytes.map {
      Analysis(SourceFile(name: path, bytes: $0), Analysis.Language(fileName: path))
    }
    analyses[path] = .some(analysis)
    return analysis
  }

  /// The project that a file belongs to.
  mutating func project(
    of path: String,
    in fileSystem: @autoclosure () -> any FileSystem,
    codes: [String: Severity]
  ) -> Project? {
    guard FilePath.isAbsolute(path) else { return nil }
    let folder = FilePath.parent(of: path)
    if let known = projects[folder] { return known }
    let project = Project.find(from: folder, in: fileSystem(), codes: codes)
    projects[folder] = .some(project)
    return project
  }

  /// The rules that a test file tests.
  mutating func rulesPath(
    of analysis: Analysis,
    in fileSystem: any FileSystem,
    _ services: ServerServices
  ) -> String? {
    let name = analysis.source.name
    guard FilePath.isAbsolute(name) else { return nil }
    if let known = rulesPaths[name] { return known }
    let project = project(of: name, in: fileSystem, codes: services.codes)
    let path = services.rulesPath(analysis, project, fileSystem).map(FilePath.normalized)
    rulesPaths[name] = .some(path)
    return path
  }

  /// The files around a file: of the folder that the client has open, of the project, or beside it.
  mutating func list(around path: String, in fileSystem: any FileSystem, _ project: Project?)
    -> FileList
  {
    guard FilePath.isAbsolute(path) else { return FileList() }
    let around = folders.filter { isInside(path, $0) }
    let folder = around.max { $0.utf8.count < $1.utf8.count } ?? project?.folder
    return list(of: folder ?? FilePath.parent(of: path), isDeep: folder != nil, in: fileSystem)
  }

  private mutating func list(
    of folder: String,
    isDeep: Bool,
    in fileSystem: any FileSystem
  ) -> FileList {
    if let known = lists[folder] { return known }
    var list = FileList()
    if isDeep {
      let find = { (suffix: String) in
        (try? fileSystem.findFiles(withSuffix: suffix, under: folder, limits: Self.limits))?.paths
          ?? []
      }
      list.rules = find(".rules")
      list.tests = find(".rulestest")
      list.fixtures = find(".json").filter(Self.isFixture)
    } else {
      for entry in (try? fileSystem.entries(of: folder)) ?? [] where entry.kind == .file {
        let path = FilePath.joined(folder, entry.name)
        if path.hasSuffix(".rules") { list.rules.append(path) }
        if path.hasSuffix(".rulestest") { list.tests.append(path) }
        if path.hasSuffix(".json"), Self.isFixture(path) { list.fixtures.append(path) }
      }
    }
    lists[folder] = list
    return list
  }

  /// Whether a file of JSON may hold documents: those that are known to hold something else don't.
  private static func isFixture(_ path: String) -> Bool {
    let others = [
      Project.markerName, Project.settingsName, "package.json", "package-lock.json",
      "tsconfig.json",
      "firestore.indexes.json",
    ]
    let name = FilePath.name(of: path)
    return !others.contains { $0.utf8.elementsEqual(name.utf8) } && !path.hasSuffix(".suite.json")
  }

  private func isInside(_ path: String, _ folder: String) -> Bool {
    folder == "/" || path.utf8.starts(with: "\(folder)/".utf8)
  }
}

/// The path of a file from a folder, both absolute.
func relativePath(of path: String, from folder: String) -> String {
  let parts = FilePath.normalized(path).utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
  let base = FilePath.normalized(folder).utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
  let shared = zip(parts, base).prefix { $0 == $1 }.count
  let up = Array(repeating: "..", count: base.count - shared)
  let down = parts[shared...].map { String(decoding: $0, as: UTF8.self) }
  return (up + down).joined(separator: "/")
}
