import Foundation
import Testing

/// Replays the sessions in `Transcripts`.
///
/// A new one is a file that holds the files, and what the client sends; running the tests with
/// `UPDATE_GOLDENS=1` records what the server says.
struct TranscriptTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Transcripts")

  static let names: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".txt") }.sorted()
  }()

  @Test("There are sessions")
  func presence() {
    #expect(Self.names.count >= 5)
  }

  @Test("A session goes as it is recorded", arguments: names)
  func replay(name: String) throws {
    let url = Self.folder.appending(path: name)
    let recorded = try String(contentsOf: url, encoding: .utf8)
    let replayed = Transcript(recorded).replay()
    #expect(!replayed.contains("can't be read\n"))
    guard !replayed.utf8.elementsEqual(recorded.utf8) else { return }
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try Data(replayed.utf8).write(to: url)
    } else {
      Issue.record("\(name) goes otherwise (UPDATE_GOLDENS=1 records it):\n\(replayed)")
    }
  }
}
