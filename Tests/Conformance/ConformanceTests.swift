import RulesJSON
import RulesSource
import RulesTestSupport
import RulesWorkspace
import Testing

/// Compares our answers with the recorded answers of the official engine.
struct ConformanceTests {
  @Test(
    "Every recorded answer is ours, but for the differences that are listed",
    arguments: [
      "documented", "values-literals", "values-matrix", "values-random", "values-regex",
      "requests-routing", "requests-lookups", "requests-list", "requests-version-1",
    ]
  )
  func rows(name: String) throws {
    let file = try ConformanceFolder.file("rows/\(name).jsonl")
    let (count, differences) = try ConformanceRun.differences(in: file)
    let listed = try ConformanceFolder.listedDifferences()
    #expect(count > 150)
    for difference in differences where !listed.contains(difference.id) {
      Issue.record(
        "\(difference.id)\n  row  \(difference.row.jsonText())\n  ours \(difference.answer.jsonText())"
      )
    }
  }

  @Test("The emulator's coverage reports are ours: trees, positions, values and counts")
  func coverage() throws {
    let file = try ConformanceFolder.file("rows/coverage.jsonl")
    let (count, differences) = try ConformanceRun.differences(in: file)
    #expect(count == 65)
    #expect(differences.isEmpty, "\(differences.map(\.id))")
  }

  @Test("Every listed difference still is one")
  func listedDifferences() throws {
    var found: Set<String> = []
    for name in ["values-random", "values-regex"] {
      let file = try ConformanceFolder.file("rows/\(name).jsonl")
      found.formUnion(try ConformanceRun.differences(in: file).differences.map(\.id))
    }
    #expect(try ConformanceFolder.listedDifferences() == found)
  }

  @Test("A row whose answer is changed disagrees")
  func rowsCanFail() throws {
    let row = #"{"id": "x", "expr": "1 + 1", "value": {"intValue": "3"}}"#
    let (_, differences) = try ConformanceRun.differences(in: SourceFile(name: "x", text: row))
    #expect(differences.map(\.id) == ["x"])
    let denied =
      #"{"id": "y", "source": "service cloud.firestore { match /a/{b} { allow get: if false; } }", "documents": {}, "auth": null, "request": {"method": "get", "path": "a/b"}, "verdict": "ALLOW", "message": null}"#
    let (_, more) = try ConformanceRun.differences(in: SourceFile(name: "y", text: denied))
    #expect(more.map(\.id) == ["y"])
  }
}

/// The folder of the recorded answers.
enum ConformanceFolder {
  private static let path = FilePath.parent(of: #filePath)

  /// A file of the folder.
  static func file(_ name: String) throws -> SourceFile {
    let whole = FilePath.joined(path, name)
    return SourceFile(name: name, bytes: try POSIXFileSystem().read(whole, limit: 1 << 28))
  }

  /// The ids in the tables of `differences.md`.
  static func listedDifferences() throws -> Set<String> {
    let text = String(decoding: try file("differences.md").bytes, as: UTF8.self)
    let ids = text.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("| `"), line.dropFirst(3).prefix(1).allSatisfy(\.isLetter) else {
        return nil
      }
      return line.dropFirst(3).split(separator: "`", maxSplits: 1).first.map(String.init)
    }
    return Set(ids)
  }
}
