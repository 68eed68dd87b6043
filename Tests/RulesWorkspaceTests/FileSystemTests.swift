import Foundation
import RulesWorkspace
import Testing

/// The same files in memory and on disk; each test runs on both.
struct FileSystemTests {
  /// A file system that holds what `withSample` promises, and the path of its top.
  struct Sample {
    let files: any FileSystem
    let top: String
  }

  enum Implementation: CaseIterable {
    case memory
    case disk
  }

  @Test("A file is read whole", arguments: Implementation.allCases)
  func reading(implementation: Implementation) throws {
    try withSample(implementation) { sample throws in
      #expect(try sample.files.read("\(sample.top)/a.rulestest") == ContiguousArray("a".utf8))
      #expect(try sample.files.read("\(sample.top)/empty") == [])
      #expect(try sample.files.read("\(sample.top)/link.rulestest").count == 1)
      #expect(try sample.files.read("\(sample.top)/large").count == 200_000)
    }
  }

  @Test("What can't be read says why", arguments: Implementation.allCases)
  func errors(implementation: Implementation) throws {
    try withSample(implementation) { sample throws in
      func reason(_ name: String, limit: Int = 1_000) -> FileError.Reason? {
        do throws(FileError) {
          _ = try sample.files.read("\(sample.top)/\(name)", limit: limit)
          return nil
        } catch {
          #expect(error.path == "\(sample.top)/\(name)")
          return error.reason
        }
      }
      #expect(reason("nothing") == .notFound)
      #expect(reason("nothing/below") == .notFound)
      #expect(reason("dangling") == .notFound)
      #expect(reason("folder") == .isDirectory)
      #expect(reason("a.rulestest/x") == .notDirectory)
      #expect(reason("loop") == .linkLoop)
      #expect(reason("a.rulestest\0") == .notFound)
      #expect(reason("large", limit: 199_999) == .tooLarge(limit: 199_999))
      #expect(reason("large", limit: 200_000) == nil)
    }
  }

  @Test("A directory is listed in the order of bytes", arguments: Implementation.allCases)
  func listing(implementation: Implementation) throws {
    try withSample(implementation) { sample throws in
      let entries = try sample.files.entries(of: sample.top)
      #expect(
        entries == [
          DirectoryEntry(name: ".hidden", kind: .directory),
          DirectoryEntry(name: "a.rulestest", kind: .file),
          DirectoryEntry(name: "dangling", kind: .symbolicLink),
          DirectoryEntry(name: "empty", kind: .file),
          DirectoryEntry(name: "folder", kind: .directory),
          DirectoryEntry(name: "large", kind: .file),
          DirectoryEntry(name: "link.rulestest", kind: .symbolicLink),
          DirectoryEntry(name: "loop", kind: .symbolicLink),
          DirectoryEntry(name: "node_modules", kind: .directory),
        ]
      )
      #expect(throws: FileError("\(sample.top)/nothing", .notFound)) {
        try sample.files.entries(of: "\(sample.top)/nothing")
      }
      #expect(throws: FileError("\(sample.top)/empty", .notDirectory)) {
        try sample.files.entries(of: "\(sample.top)/empty")
      }
    }
  }

  @Test("The kind of an entry follows links", arguments: Implementation.allCases)
  func kinds(implementation: Implementation) throws {
    try withSample(implementation) { sample throws in
      #expect(try sample.files.kind(of: sample.top) == .directory)
      #expect(try sample.files.kind(of: "\(sample.top)/link.rulestest") == .file)
      #expect(try sample.files.kind(of: "\(sample.top)/folder/up") == .directory)
      #expect(try sample.files.kind(of: "\(sample.top)/folder/up/folder/../empty") == .file)
    }
  }

  @Test(
    "Test files are found, loops and hidden folders notwithstanding",
    arguments: Implementation.allCases
  )
  func discovery(implementation: Implementation) throws {
    try withSample(implementation) { sample throws in
      let found = try sample.files.findTestFiles(under: sample.top)
      #expect(
        found.paths
          == ["a.rulestest", "folder/deep/c.rulestest", "folder/é.rulestest", "link.rulestest"]
          .map { "\(sample.top)/\($0)" }
      )
      #expect(found.problems == [])
      let file = try sample.files.findTestFiles(under: "\(sample.top)/./large")
      #expect(file.paths == ["\(sample.top)/large"])
      #expect(throws: FileError.self) {
        try sample.files.findTestFiles(under: "\(sample.top)/nothing")
      }
    }
  }

  @Test("A search ends at its limits and says so", arguments: Implementation.allCases)
  func limits(implementation: Implementation) throws {
    try withSample(implementation) { sample throws in
      let shallow = try sample.files.findTestFiles(
        under: sample.top,
        limits: DiscoveryLimits(depth: 1)
      )
      #expect(shallow.problems == [FileError("\(sample.top)/folder/deep", .tooDeep(limit: 1))])
      let short = try sample.files.findTestFiles(
        under: sample.top,
        limits: DiscoveryLimits(entryCount: 3)
      )
      #expect(short.problems == [FileError(sample.top, .tooManyEntries(limit: 3))])
      #expect(short.paths == ["\(sample.top)/a.rulestest"])
    }
  }

  @Test("A file that may not be read says so")
  func permission() {
    var files = InMemoryFileSystem()
    files.addUnreadableFile("secret")
    #expect(throws: FileError("secret", .notReadable)) { try files.read("secret") }
  }

  @Test("A path from the root of memory is the same with and without its slash")
  func memoryRoot() throws {
    let files = InMemoryFileSystem(["rules/a.rulestest": "", "/b.rulestest": ""])
    #expect(try files.findTestFiles(under: ".").paths == ["b.rulestest", "rules/a.rulestest"])
    #expect(try files.findTestFiles(under: "/").paths == ["/b.rulestest", "/rules/a.rulestest"])
    #expect(throws: FileError("e\u{301}", .notFound)) {
      try InMemoryFileSystem(["\u{E9}": ""]).read("e\u{301}")
    }
  }

  private static let contents: [(String, String)] = [
    ("a.rulestest", "a"), ("empty", ""), ("large", String(repeating: "x", count: 200_000)),
    ("folder/é.rulestest", ""), ("folder/deep/c.rulestest", ""), ("folder/deep/.rulestest", ""),
    (".hidden/x.rulestest", ""), ("node_modules/y.rulestest", ""), ("folder/b.rules", ""),
  ]

  private static let links: [(String, String)] = [
    ("link.rulestest", "a.rulestest"), ("dangling", "nothing"), ("loop", "loop"),
    ("folder/up", ".."), ("folder/deep/loop.rulestest", "loop.rulestest"),
  ]

  private func withSample(
    _ implementation: Implementation,
    _ body: (Sample) throws -> Void
  ) throws {
    switch implementation {
    case .memory:
      var files = InMemoryFileSystem()
      for (path, text) in Self.contents { files.addFile("top/\(path)", ContiguousArray(text.utf8)) }
      for (path, target) in Self.links { files.addSymbolicLink("top/\(path)", to: target) }
      try body(Sample(files: files, top: "top"))
    case .disk:
      let manager = FileManager.default
      let top = manager.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
      defer { try? manager.removeItem(atPath: top) }
      for (path, text) in Self.contents {
        let path = "\(top)/\(path)"
        try manager.createDirectory(
          atPath: FilePath.parent(of: path),
          withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      }
      for (path, target) in Self.links {
        try manager.createSymbolicLink(
          atPath: "\(top)/\(path)",
          withDestinationPath: target
        )
      }
      try body(Sample(files: POSIXFileSystem(), top: top))
    }
  }
}
