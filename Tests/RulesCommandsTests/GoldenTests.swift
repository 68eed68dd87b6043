import Foundation
import Testing

/// Replays the sessions in `Goldens`.
///
/// A new one is a file that holds the command line, and the files that the command needs; running
/// the tests with `UPDATE_GOLDENS=1` records the rest.
struct GoldenTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Goldens")

  static let names: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".txt") }.sorted()
  }()

  @Test("There are sessions")
  func presence() {
    #expect(!Self.names.isEmpty)
  }

  @Test("A session goes as it is recorded", arguments: names)
  func replay(name: String) throws {
    let url = Self.folder.appending(path: name)
    let recorded = try String(contentsOf: url, encoding: .utf8)
    let golden = try #require(
      GoldenFile(recorded),
      "\(name): the first line is to be `$ rulescheck …`"
    )
    let replayed = golden.replay()
    guard !replayed.utf8.elementsEqual(recorded.utf8) else { return }
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try Data(replayed.utf8).write(to: url)
    } else {
      Issue.record("\(name) goes otherwise (UPDATE_GOLDENS=1 records it):\n\(replayed)")
    }
  }
}
