import RulesCommands
import RulesRuntime
import RulesWorkspace

/// A recorded session: a command line, the files it finds, and what it shows.
///
///     $ rulescheck check firestore.rules
///     === file firestore.rules
///     service cloud.firestore {
///     === stdout
///     === stderr
///     error: …
///     === exit 2
///
/// A file that the command writes stands before the exit code: `=== wrote report.xml`.
/// The file `-` is the standard input. An argument in double quotes may hold spaces. The escape character is written `␛`; a section
/// whose text does not end with a line break ends with `⏎̸` in a line of its own.
struct GoldenFile {
  /// What follows the name of the program.
  let arguments: [String]

  /// The files that the command finds, by path.
  let files: [(path: String, text: String)]

  private let commandLine: String
  private static let escape = "␛"
  private static let unfinished = "⏎̸"

  /// Reads the command line and the files; what was recorded below them is not needed.
  init?(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let first = lines.first, first.hasPrefix("$ rulescheck") else { return nil }
    commandLine = first
    arguments = Self.words(String(first.dropFirst("$ rulescheck".count)))
    var files: [(path: String, text: String)] = []
    for line in lines.dropFirst() {
      if line.hasPrefix("=== file ") {
        files.append((String(line.dropFirst("=== file ".count)), ""))
      } else if line.hasPrefix("=== ") {
        break
      } else if let last = files.indices.last {
        files[last].text += "\(line)\n"
      }
    }
    self.files = files
  }

  /// The session as it goes now.
  func replay() -> String {
    var fileSystem = InMemoryFileSystem()
    var machine = Machine()
    for file in files {
      let bytes = ContiguousArray(file.text.utf8)
      if file.path == "-" {
        machine.readStandardInput = { bytes }
      } else {
        fileSystem.addFile(file.path, bytes)
      }
    }
    var console = Console()
    let code = run(
      arguments: arguments,
      environment: [:],
      fileSystem: fileSystem,
      now: Timestamp(seconds: 1_750_000_000, nanos: 0),
      machine: machine,
      console: &console
    )
    var text = "\(commandLine)\n"
    for file in files { text += "=== file \(file.path)\n\(file.text)" }
    text += "=== stdout\n\(recorded(console.output))"
    text += "=== stderr\n\(recorded(console.errors))"
    for file in console.files { text += "=== wrote \(file.path)\n\(recorded(file.bytes))" }
    text += "=== exit \(code.rawValue)\n"
    return text
  }

  private func recorded(_ bytes: ContiguousArray<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\u{1B}", omittingEmptySubsequences: false)
      .joined(separator: Self.escape)
    return text.isEmpty || text.utf8.last == UInt8(ascii: "\n")
      ? text : "\(text)\n\(Self.unfinished)\n"
  }

  private static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    for character in line {
      switch character {
      case "\"":
        isQuoted.toggle()
        word = word ?? ""
      case " " where !isQuoted:
        if let finished = word { words.append(finished) }
        word = nil
      default:
        word = (word ?? "") + String(character)
      }
    }
    if let finished = word { words.append(finished) }
    return words
  }
}
