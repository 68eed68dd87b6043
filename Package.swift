// swift-tools-version: 6.3
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// A library target, and the target of its tests.
func layer(
  _ name: String,
  uses dependencies: [String] = [],
  tested: Bool = true,
  testing extra: [String] = [],
  testData: [String] = []
) -> [Target] {
  let library = Target.target(
    name: name,
    dependencies: dependencies.map { .byName(name: $0) },
    swiftSettings: strict
  )
  guard tested else { return [library] }
  let tests = Target.testTarget(
    name: "\(name)Tests",
    dependencies: ([name] + dependencies + extra).map { .byName(name: $0) },
    exclude: testData,
    swiftSettings: strict
  )
  return [library, tests]
}

/// A command of its own that only starts what a library does.
func executable(_ name: String, uses dependencies: [String], data: [String] = []) -> [Target] {
  [
    .executableTarget(
      name: name,
      dependencies: dependencies.map { .byName(name: $0) },
      exclude: data,
      swiftSettings: strict
    )
  ]
}

let core = ["RulesSource", "RulesRegex", "RulesSyntax", "RulesRuntime"]
let analysis = core + ["RulesSemantics"]
let edge = ["RulesConcurrency", "RulesSource", "RulesJSON", "RulesWorkspace", "RulesIDE"]
let session = ["RulesTestSupport", "RulesCommands", "RulesRuntime"]
let records = ["Clients", "Transcripts"]
let tool =
  core + [
    "RulesFormat", "RulesJSON", "RulesSemantics", "RulesLint", "RulesTesting", "RulesWorkspace",
    "RulesIDE", "RulesLanguageServer",
  ]

let service = core + ["RulesConcurrency", "RulesJSON", "RulesSemantics", "RulesTesting"]
let serviceData = ["Sessions", "Clients", "Exports"]
let serviceTests = ["RulesTestSupport", "RulesWorkspace"]

let package = Package(
  name: "rulescheck",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "rulescheck", targets: ["rulescheck"])
  ],
  targets: [
    layer("RulesConcurrency"),
    layer("RulesSource"),
    layer("RulesRegex"),
    layer("RulesJSON", uses: ["RulesSource"]),
    layer("RulesSyntax", uses: ["RulesSource"]),
    layer("RulesFormat", uses: ["RulesSource", "RulesSyntax"]),
    layer("RulesRuntime", uses: ["RulesSource", "RulesRegex"]),
    layer("RulesSemantics", uses: core, testing: ["RulesWorkspace"], testData: ["Corpus"]),
    layer("RulesLint", uses: analysis, testing: ["RulesWorkspace"], testData: ["Corpus"]),
    layer("RulesTesting", uses: core + ["RulesJSON", "RulesSemantics"]),
    layer("RulesWorkspace", uses: ["RulesSource", "RulesJSON"]),
    layer("RulesIDE", uses: core + ["RulesFormat", "RulesSemantics", "RulesLint", "RulesTesting"]),
    layer("RulesLanguageServer", uses: edge, testing: session, testData: records),
    layer("RulesEmulator", uses: service, testing: serviceTests, testData: serviceData),
    layer("RulesCommands", uses: tool + ["RulesEmulator"], testData: ["Goldens", "Schemas"]),
    executable("rulescheck", uses: ["RulesCommands"]),
    layer("RulesTestSupport", uses: tool + ["RulesEmulator"], tested: false),
    executable(
      "rules-conformance",
      uses: ["RulesSource", "RulesJSON", "RulesTestSupport", "RulesWorkspace"]
    ),
    executable("rules-fuzz", uses: ["RulesTestSupport", "RulesWorkspace"]),
    executable(
      "rules-bench",
      uses: core + [
        "RulesJSON", "RulesSemantics", "RulesLint", "RulesTesting", "RulesIDE",
        "RulesLanguageServer", "RulesWorkspace", "AllocationCounter",
      ],
      data: ["README.md", "peers", "AllocationCounter"]
    ),
    [
      // The one place for C: the allocator can't be replaced from Swift.
      .target(name: "AllocationCounter", path: "Sources/rules-bench/AllocationCounter"),
      .testTarget(
        name: "ConformanceTests",
        dependencies: (tool + ["RulesTestSupport"]).map { .byName(name: $0) },
        path: "Tests/Conformance",
        exclude: ["rows", "differences.md"],
        swiftSettings: strict
      ),
      .testTarget(name: "ArchitectureTests", swiftSettings: strict),
      .testTarget(
        name: "PropertyTests",
        dependencies: (tool + ["RulesTestSupport", "RulesCommands"]).map { .byName(name: $0) },
        swiftSettings: strict
      ),
      .testTarget(
        name: "ExamplesTests",
        dependencies: ["RulesCommands", "RulesRuntime", "RulesWorkspace"],
        swiftSettings: strict
      ),
    ],
  ].flatMap { $0 }
)
