import Foundation
import RulesCommands
import RulesRuntime
import RulesWorkspace

/// The files of the package, whatever the current folder is.
struct PackageFiles: FileSystem {
  /// The folder of the package.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private let disk = POSIXFileSystem()

  private func absolute(_ path: String) -> String {
    Self.root.appending(path: path).path
  }

  func kind(of path: String) throws(FileError) -> EntryKind {
    try disk.kind(of: absolute(path))
  }

  func entries(of path: String) throws(FileError) -> [DirectoryEntry] {
    try disk.entries(of: absolute(path))
  }

  func read(_ path: String, limit: Int) throws(FileError) -> ContiguousArray<UInt8> {
    try disk.read(absolute(path), limit: limit)
  }
}

/// A run of the tool in the folder of the package.
struct Session {
  let code: ExitCode
  let output: String
  let errors: String

  init(_ arguments: [String]) {
    var console = Console()
    code = run(
      arguments: arguments,
      environment: [:],
      fileSystem: PackageFiles(),
      now: Timestamp(seconds: 1_750_000_000, nanos: 123_456_789),
      console: &console
    )
    output = String(decoding: console.output, as: UTF8.self)
    errors = String(decoding: console.errors, as: UTF8.self)
  }
}

/// A page of Markdown whose examples of sessions are run.
///
/// A session is an indented block, or one between fences, of which a line begins with
/// `$ swift run rulescheck`; what follows up to the next command is what it writes.
struct Transcript {
  /// A command and what the page says that it writes.
  struct Command {
    let arguments: [String]
    let output: String
  }

  /// The commands in the order of the page.
  let commands: [Command]

  /// The page with the output of each command as it is now.
  let updated: String

  private static let prompt = "$ swift run rulescheck "

  init(_ page: String) {
    var commands: [Command] = []
    var updated: [String] = []
    var lines = page.components(separatedBy: "\n")[...]
    while let line = lines.popFirst() {
      updated.append(line)
      guard let start = line.range(of: Self.prompt),
        line[..<start.lowerBound].allSatisfy({ $0 == " " })
      else { continue }
      let margin = String(line[..<start.lowerBound])
      let arguments = Self.words(String(line[start.upperBound...]))
      var output: [String] = []
      while let next = lines.first, Self.isOutput(next, margin: margin) {
        output.append(String(next.dropFirst(margin.count)))
        lines.removeFirst()
      }
      let trailing = output.reversed().prefix { $0.isEmpty }.count
      let text = output.dropLast(trailing).joined(separator: "\n")
      commands.append(Command(arguments: arguments, output: text))
      let session = Session(arguments)
      let written = (session.output + session.errors).split(
        separator: "\n",
        omittingEmptySubsequences: false
      ).dropLast()
      updated += written.map { $0.isEmpty ? "" : margin + $0 }
      updated += Array(repeating: "", count: trailing)
    }
    self.commands = commands
    self.updated = updated.joined(separator: "\n")
  }

  private static func isOutput(_ line: String, margin: String) -> Bool {
    let isCommand = line.hasPrefix("\(margin)$ ") || line.hasPrefix("```")
    return !isCommand && (line.hasPrefix(margin) || line.isEmpty)
  }

  /// The words of a command line; an argument in quotes may hold spaces.
  private static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      switch character {
      case quote: quote = nil
      case "\"" where quote == nil, "'" where quote == nil:
        quote = character
        word = word ?? ""
      case " " where quote == nil:
        if let finished = word { words.append(finished) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}
