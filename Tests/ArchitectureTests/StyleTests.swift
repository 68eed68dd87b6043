import Foundation
import Testing

/// Scans the source for what the house style forbids and no compiler flag or format rule finds.
struct StyleTests {
  private static let lineLimit = 400

  /// Files that are one long table; each is listed with its reason.
  private static let tables: [String: String] = [
    "Sources/RulesSyntax/SyntaxDiagnostics.swift": "one code after another, each with its page"
  ]

  @Test("A file is short enough to be seen whole")
  func length() {
    for file in Repository.sources + Repository.tests {
      let count = file.lines.last == "" ? file.lines.count - 1 : file.lines.count
      if file.path.hasSuffix("+Generated.swift") || Self.tables[file.path] != nil { continue }
      #expect(
        count <= Self.lineLimit,
        "\(file.path):\(count): more than \(Self.lineLimit) lines; split it by purpose"
      )
    }
  }

  @Test(
    "Nothing in the sources can trap on input or hides a type",
    arguments: [
      ("try!", "throw or handle the error"), ("fatalError(", "make it impossible, or a diagnostic"),
      (" as!", "use `as?` or an enum"), ("Any]", "name the type"), (": Any ", "name the type"),
    ]
  )
  func traps(pattern: String, advice: String) {
    for file in Repository.sources {
      for (index, line) in file.codeLines.enumerated() where line.contains(pattern) {
        Issue.record("\(file.place(index)): found `\(pattern)`; \(advice)")
      }
    }
  }

  @Test("`@unchecked Sendable` says why it is right")
  func uncheckedSendable() {
    for file in Repository.sources + Repository.tests {
      for (index, line) in file.codeLines.enumerated() where line.contains("@unchecked Sendable") {
        let above = index > 0 ? file.lines[index - 1] : ""
        #expect(
          above.contains("//") || file.lines[index].contains("//"),
          "\(file.place(index)): write the reason in a comment on the line above"
        )
      }
    }
  }

  @Test("No note to oneself is left behind")
  func notes() {
    let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X:"]
    for file in Repository.sources + Repository.tests {
      for (index, line) in file.lines.enumerated() where words.contains(where: line.contains) {
        Issue.record("\(file.place(index)): do it, or open an issue and remove the note")
      }
    }
  }

  @Test("No path of somebody's machine is left behind")
  func machinePaths() {
    let paths = ["work", "tmp", "root"].map { "/\($0)/" }
    let files = ["Sources", "Tests", "examples", "grammar"].flatMap(Repository.files)
      .filter(Self.isOwnText)
    for path in files {
      guard let text = Repository.text(of: path) else { continue }
      guard paths.contains(where: text.contains) else { continue }
      for (index, line) in text.components(separatedBy: "\n").enumerated()
      where paths.contains(where: { Self.names($0, in: line) }) {
        Issue.record("\(path):\(index + 1): use a path relative to the package")
      }
    }
  }

  @Test("What other targets see has a comment that says what it is")
  func documentation() {
    for file in Repository.sources {
      for (index, line) in file.codeLines.enumerated() where Self.isDeclaration(line) {
        #expect(
          Self.isDocumented(index, in: file),
          "\(file.place(index)): write a `///` comment above it, a summary of one line first"
        )
      }
    }
  }

  /// Whether a file holds text of ours.
  private static func isOwnText(_ path: String) -> Bool {
    [".swift", ".md", ".rules", ".rulestest", ".txt", ".ebnf", ".json", ".jsonl"]
      .contains { path.hasSuffix($0) }
  }

  /// Whether a line names something below a path, as in `"/x/y"`, but not in `a/x/y`, and not in
  /// `match /x/{y}`.
  private static func names(_ path: String, in line: String) -> Bool {
    let pieces = line.components(separatedBy: path)
    return zip(pieces, pieces.dropFirst()).contains { before, after in
      let startsWord = before.last.map { " \"'`(=:".contains($0) } ?? true
      return startsWord && after.first.map { $0.isLetter || $0.isNumber } ?? false
        && !before.hasSuffix("match ")
    }
  }

  private static func isDeclaration(_ line: String) -> Bool {
    let words = line.split(separator: " ").drop { $0.first == "@" }
    guard let first = words.first, let second = words.dropFirst().first else { return false }
    guard first == "package" || first == "public" else { return false }
    // Accessors and extensions carry the comment of what they belong to; imports need none.
    return second != "import" && second != "extension"
  }

  /// Whether a comment of documentation stands above a line, attributes and conditions between.
  private static func isDocumented(_ index: Int, in file: SwiftFile) -> Bool {
    for line in file.lines[..<index].reversed() {
      let text = line.drop { $0 == " " }
      if text.hasPrefix("///") || text.hasSuffix("*/") { return true }
      if !text.hasPrefix("@"), !text.hasPrefix("#"), !text.hasPrefix("//") { return false }
    }
    return false
  }
}
