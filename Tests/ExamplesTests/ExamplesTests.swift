import Foundation
import RulesCommands
import RulesWorkspace
import Testing

/// What is shown to people as right is right.
struct ExamplesTests {
  static let folders: [String] = {
    let path = PackageFiles.root.appending(path: "examples").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    // These hold no rules but files for other programs.
    let others = ["ci", "editors", "emulators"]
    return names.filter { !$0.contains(".") && !others.contains($0) }.sorted()
  }()

  @Test("There are examples, and a page names each")
  func presence() throws {
    #expect(Self.folders.count >= 4)
    let page = try text(of: "examples/README.md")
    for folder in Self.folders { #expect(page.contains("[\(folder)](\(folder))"), "\(folder)") }
  }

  @Test("An example has no findings, not even warnings", arguments: folders)
  func check(folder: String) {
    let session = Session(["check", "--strict", "examples/\(folder)"])
    #expect(session.code == .clean, "\(session.output)\(session.errors)")
  }

  @Test("The tests of an example pass, and no denial comes from an error", arguments: folders)
  func run(folder: String) {
    let session = Session(["test", "--deny-errors", "fail", "examples/\(folder)"])
    #expect(session.code == .clean, "\(session.output)\(session.errors)")
    #expect(!session.output.contains("skipped"))
  }

  @Test(
    "No mistake in the rules of an example escapes its tests",
    arguments: ["bookshelf", "flashcards", "storage-images", "task-burner"]
  )
  func mutate(folder: String) {
    let session = Session(["test", "-q", "--min-mutation-score", "100", "examples/\(folder)"])
    #expect(session.code == .clean, "\(session.output)\(session.errors)")
    #expect(session.output.contains("mutation score 100.0 %"))
  }

  @Test(
    "The tests of an example see all of its rules",
    arguments: ["bookshelf", "flashcards", "storage-images", "task-burner"]
  )
  func coverage(folder: String) {
    let session = Session(["test", "-q", "--min-coverage", "100", "examples/\(folder)"])
    #expect(session.code == .clean, "\(session.output)\(session.errors)")
    #expect(session.output.contains(": 100 % ("))
  }

  @Test(
    "Tests made for the rules of an example pass, with one for each statement",
    arguments: folders
  )
  func initialize(folder: String) throws {
    let path = try #require(rulesPath(in: folder))
    let made = Session(["init", "-o", "-", path])
    #expect(made.code == .clean)
    #expect(!made.errors.contains("note:"), "\(made.errors)")
  }

  private func rulesPath(in folder: String) -> String? {
    ["firestore.rules", "storage.rules"].map { "examples/\(folder)/\($0)" }
      .first { (try? PackageFiles().kind(of: $0)) == .file }
  }

  @Test(
    "A page shows what its commands write",
    arguments: ["README.md"] + folders.map { "examples/\($0)/README.md" }
  )
  func transcript(page: String) throws {
    let text = try text(of: page)
    let transcript = Transcript(text)
    #expect(!transcript.commands.isEmpty, "\(page) shows no session")
    guard !transcript.updated.utf8.elementsEqual(text.utf8) else { return }
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try Data(transcript.updated.utf8).write(to: PackageFiles.root.appending(path: page))
    } else {
      Issue.record("\(page) goes otherwise (UPDATE_GOLDENS=1 records it):\n\(transcript.updated)")
    }
  }

  @Test("What the page quotes of a file stands there")
  func quotations() throws {
    let page = try text(of: "README.md")
    let (path, quoted) = try #require(firstQuotation(in: page))
    let lines = Set(try text(of: path).components(separatedBy: "\n"))
    for line in quoted where !line.isEmpty {
      #expect(lines.contains(line), "README.md quotes of \(path): \(line)")
    }
  }

  /// The lines between the first fences, and the file that the line before them links to.
  private func firstQuotation(in page: String) -> (path: String, lines: [String])? {
    let parts = page.components(separatedBy: "\n```\n")
    guard parts.count >= 3,
      let link = parts[0].components(separatedBy: "](").last?.components(separatedBy: ")").first
    else { return nil }
    return (link, parts[1].components(separatedBy: "\n"))
  }

  private func text(of path: String) throws -> String {
    try String(contentsOf: PackageFiles.root.appending(path: path), encoding: .utf8)
  }
}
