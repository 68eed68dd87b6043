package import RulesSource

/// The folder of a Firebase project, and what its configuration says.
package struct Project: Sendable {
  /// The folder, as a path from the current one.
  package var folder: String
  /// The rules files that `firebase.json` names, each once, in its order.
  package var rules: [RulesReference] = []
  /// What `rulescheck.json` says.
  package var settings = Settings()
  /// What is wrong with the configuration, by file.
  package var problems: [Problem] = []
  /// Which of its files can't be read.
  package var unreadable: [FileError] = []

  /// A rules file that `firebase.json` names.
  package struct RulesReference: Sendable, Hashable {
    /// Its path, from the current folder.
    package var path: String
    /// Which service it is for.
    package var service: Service
    /// The databases or buckets that are named for it; empty for the ones that every project has.
    package var resources: [String]
  }

  /// What rules are for.
  package enum Service: String, Sendable, Hashable {
    case firestore, storage
  }

  /// What is wrong with one file.
  package struct Problem: Sendable {
    /// The file.
    package var file: SourceFile
    /// What is wrong with it.
    package var diagnostic: Diagnostic
  }

  /// What `rulescheck.json` can say.
  package struct Settings: Sendable {
    /// The severities by the ids of diagnostics; nil for what is not to be reported.
    package var severities: [String: Severity?] = [:]
    /// The folders of test files, from the current one; empty for the whole project.
    package var testFolders: [String] = []
    /// Whether a denial by an evaluation error fails.
    package var failsOnDeniedByError: Bool?
    /// How many warnings there may be; nil for any number.
    package var warningLimit: Int?
    /// The file of the findings that are known, from the current folder.
    package var baseline: String?
    /// The share of the rules that tests must see, in tenths of a percent; nil for any.
    package var minimumCoverage: Int?
    /// The share of mutants that tests must notice, in tenths of a percent; nil for any.
    package var minimumMutationScore: Int?

    /// Settings as they are without a file.
    package init() {}
  }

  /// The name of the file that makes a folder a project.
  package static let markerName = "firebase.json"
  /// The name of the file of targets.
  package static let targetsName = ".firebaserc"
  /// The name of the file of our settings.
  package static let settingsName = "rulescheck.json"

  /// The nearest project: in a folder or in one above it.
  ///
  /// - Parameters:
  ///   - start: the folder; the current one if not given.
  ///   - fileSystem: where it is looked for.
  ///   - codes: the diagnostics whose severity can be set, by id, with what they have now; asked for where there is a
  ///     project.
  /// - Returns: the project; nil where no folder holds a `firebase.json` or `rulescheck.json`.
  package static func find(
    from start: String = ".",
    in fileSystem: any FileSystem,
    codes: @autoclosure () -> [String: Severity]
  ) -> Project? {
    // No path of people's projects is deeper; at the root `..` is the root.
    for depth in 0..<40 {
      let above = String(repeating: "../", count: depth)
      let way = start == "." ? above : "\(FilePath.joined(start, above))/"
      func isFile(_ name: String) -> Bool { (try? fileSystem.kind(of: way + name)) == .file }
      guard isFile(markerName) || isFile(settingsName) else { continue }
      let folder = way.isEmpty ? "." : String(way.dropLast())
      var reader = ProjectReader(folder: folder, fileSystem: fileSystem, codes: codes())
      reader.read()
      return reader.project
    }
    return nil
  }
}
