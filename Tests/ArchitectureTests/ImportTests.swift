import Testing

/// Compares the `import` lines with the arrows of the architecture.
struct ImportTests {
  /// The targets that each target may import; the same table stands in `Sources/README.md`.
  static let arrows: [String: Set<String>] = [
    "RulesConcurrency": [],
    "RulesSource": [],
    "RulesRegex": [],
    "RulesJSON": ["RulesSource"],
    "RulesSyntax": ["RulesSource"],
    "RulesFormat": ["RulesSource", "RulesSyntax"],
    "RulesRuntime": ["RulesSource", "RulesRegex"],
    "RulesSemantics": ["RulesSource", "RulesRegex", "RulesSyntax", "RulesRuntime"],
    "RulesLint": ["RulesSource", "RulesSyntax", "RulesRuntime", "RulesSemantics"],
    "RulesTesting": [
      "RulesSource", "RulesRegex", "RulesJSON", "RulesSyntax", "RulesRuntime", "RulesSemantics",
    ],
    "RulesEmulator": [
      "RulesConcurrency", "RulesSource", "RulesJSON", "RulesSyntax", "RulesRuntime",
      "RulesSemantics", "RulesTesting",
    ],
    "RulesWorkspace": ["RulesSource", "RulesJSON"],
    "RulesIDE": [
      "RulesSource", "RulesSyntax", "RulesFormat", "RulesRuntime", "RulesSemantics", "RulesLint",
      "RulesTesting",
    ],
    "RulesLanguageServer": [
      "RulesConcurrency", "RulesSource", "RulesJSON", "RulesWorkspace", "RulesIDE",
    ],
    "RulesCommands": libraries,
    "rulescheck": ["RulesCommands"],
    "RulesTestSupport": libraries,
    "rules-conformance": libraries.union(["RulesTestSupport"]),
    "rules-fuzz": ["RulesTestSupport", "RulesWorkspace"],
    "rules-bench": libraries.union(["AllocationCounter"]),
  ]

  /// What makes up the tool, without the commands.
  private static let libraries: Set<String> = [
    "RulesSource", "RulesRegex", "RulesJSON", "RulesSyntax", "RulesRuntime", "RulesSemantics",
    "RulesLint", "RulesTesting", "RulesWorkspace", "RulesIDE", "RulesFormat", "RulesLanguageServer",
    "RulesEmulator", "RulesConcurrency",
  ]

  /// Targets at the edge, which may talk to the system.
  private static let edge: Set<String> = [
    "RulesConcurrency", "RulesWorkspace", "RulesLanguageServer", "RulesEmulator", "RulesCommands",
    "rulescheck",
    "RulesTestSupport", "rules-conformance", "rules-fuzz", "rules-bench",
  ]

  private static let systemModules: Set<String> = [
    "Foundation", "FoundationEssentials", "Glibc", "Musl", "Darwin", "Dispatch",
  ]

  /// The one file below the edge that may: it needs the functions of the system's mathematics.
  private static let exception = "Sources/RulesRuntime/Library/FloatingPointFunctions.swift"

  /// Modules of the language itself.
  private static let languageModules: Set<String> = ["Swift", "Synchronization"]

  @Test("A target imports only what its place in the architecture allows")
  func arrows() {
    for file in Repository.sources {
      guard let allowed = Self.arrows[file.target] else {
        Issue.record(
          "\(file.path): `\(file.target)` has no line in the table of arrows; add one to ImportTests"
        )
        continue
      }
      for (module, line) in file.imports where !Self.languageModules.contains(module) {
        if Self.systemModules.contains(module) {
          #expect(
            Self.edge.contains(file.target) || file.path == Self.exception,
            "\(file.place(line)): \(file.target) may not import \(module); hand the effect in as a value"
          )
        } else {
          #expect(
            allowed.contains(module),
            "\(file.place(line)): \(file.target) may not import \(module); move the code, or the arrow in ImportTests and Sources/README.md"
          )
        }
      }
    }
  }

  @Test("Each folder of Sources is a target with files, named in Package.swift")
  func folders() throws {
    let manifest = try #require(Repository.text(of: "Package.swift"))
    let targets = Set(Repository.sources.map(\.target))
    for folder in Repository.folders(in: "Sources") {
      #expect(
        targets.contains(folder) || folder.hasSuffix(".docc"),
        "Sources/\(folder) holds no Swift file; add one or remove the folder"
      )
      #expect(
        manifest.contains("\"\(folder)\""),
        "Package.swift:1: no target is called `\(folder)`; add it"
      )
    }
    for folder in Repository.folders(in: "Tests") where Repository.isTestTarget(folder) {
      let library = String(folder.dropLast("Tests".count))
      #expect(
        manifest.contains("\"\(folder)\"") || manifest.contains("layer(\"\(library)\"")
          || manifest.contains("layer(\n      \"\(library)\""),
        "Package.swift:1: no target is called `\(folder)`; add it"
      )
    }
  }

  @Test("Sources/README.md names the targets that there are")
  func map() throws {
    let map = try #require(
      Repository.text(of: "Sources/README.md"),
      "Sources/README.md is missing; write the map"
    )
    let named = Set(map.split(separator: "\n").compactMap(Self.targetOfRow))
    let folders = Set(Repository.folders(in: "Sources"))
    for folder in folders.subtracting(named).sorted() {
      Issue.record("Sources/README.md: no row of a table begins with `\(folder)`; add one")
    }
    for name in named.subtracting(folders).sorted() where Self.arrows[name] != nil {
      Issue.record("Sources/README.md: `\(name)` is no folder of Sources; remove its row")
    }
  }

  /// The first cell of a row that begins with a name in backticks or alone: "| `RulesJSON` | …".
  private static func targetOfRow(_ line: Substring) -> String? {
    guard line.first == "|", let cell = line.split(separator: "|").first else { return nil }
    let name = cell.drop { " `[*".contains($0) }.prefix { $0.isLetter || $0 == "-" }
    return name.hasPrefix("Rules") || name.hasPrefix("rules") ? String(name) : nil
  }
}

extension Repository {
  /// Whether a folder of `Tests` holds Swift files; others hold data.
  static func isTestTarget(_ folder: String) -> Bool {
    folder.hasSuffix("Tests") && tests.contains { $0.target == folder }
  }
}
