import RulesRuntime
import RulesWorkspace
import Synchronization
import Testing

@testable import RulesCommands

struct ParallelTests {
  @Test("Elements come in the order of their indices", arguments: [0, 1, 2, 7, 1000])
  func order(count: Int) {
    let elements = parallelMap(count, threadCount: 8) { index in index * 3 }
    #expect(elements == (0..<count).map { $0 * 3 })
  }

  @Test("Any number of threads gives the same report", arguments: ["", "--fail-fast", "--verbose"])
  func determinism(option: String) {
    var files = InMemoryFileSystem()
    files.addFile("a.rules", ContiguousArray(Self.rules.utf8))
    for file in 0..<12 {
      let tests = (0..<20).map { test in
        "test 't\(test)' { \((file * 20 + test) % 37 == 36 ? "deny" : "allow") get /a/b as { uid: 'u\(test)' }; }"
      }
      let text = tests.joined(separator: "\n")
      files.addFile("\(file).rulestest", ContiguousArray(text.utf8))
    }
    let outputs = [1, 2, 8].map { output(files, option, threadCount: $0) }
    #expect(outputs[0].contains("✗"))
    #expect(outputs.allSatisfy { $0 == outputs[0] })
  }

  @Test("A change of what was read is noticed, and of what could have been")
  func watching() throws(FileError) {
    let shelf = Shelf()
    let files = WatchedFiles(shelf)
    #expect(files.isUnused)
    _ = try files.read("a.rules", limit: 100)
    _ = try? files.read("b.rules", limit: 100)
    #expect(!files.isUnused && !files.haveChanged())
    shelf.put("c.rules", "what nobody asked for")
    #expect(!files.haveChanged())
    shelf.put("b.rules", "what was not there")
    #expect(files.haveChanged())
  }

  @Test("A line that is too long for the terminal is cut, but not its mark")
  func width() {
    var console = Console()
    #expect(console.fitted("request.auth.uid → 'alice'  ◀") == "request.auth.uid → 'alice'  ◀")
    console.lineLimit = 20
    #expect(console.fitted("request.auth.uid → 'alice'  ◀") == "request.auth.uid…  ◀")
    #expect(console.fitted("request.auth.uid → 'alice'") == "request.auth.uid → …")
    #expect(console.fitted("request.auth → null") == "request.auth → null")
  }

  /// Files that change.
  private final class Shelf: FileSystem {
    private let files = Mutex(InMemoryFileSystem(["a.rules": "x"]))

    func put(_ path: String, _ text: String) {
      files.withLock { $0.addFile(path, ContiguousArray(text.utf8)) }
    }

    func kind(of path: String) throws(FileError) -> EntryKind {
      try files.withLock(\.self).kind(of: path)
    }

    func entries(of path: String) throws(FileError) -> [DirectoryEntry] {
      try files.withLock(\.self).entries(of: path)
    }

    func read(_ path: String, limit: Int) throws(FileError) -> ContiguousArray<UInt8> {
      try files.withLock(\.self).read(path, limit: limit)
    }
  }

  private static let rules = """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{d}/documents { match /a/{b} { allow get: if request.auth != null; } }
    }
    """

  private func output(_ files: InMemoryFileSystem, _ option: String, threadCount: Int) -> String {
    var machine = Machine()
    machine.threadCount = threadCount
    var console = Console()
    _ = run(
      arguments: ["test"] + (option.isEmpty ? [] : [option]),
      environment: [:],
      fileSystem: files,
      now: Timestamp(seconds: 1_750_000_000, nanos: 0),
      machine: machine,
      console: &console
    )
    return String(decoding: console.output, as: UTF8.self)
  }
}
