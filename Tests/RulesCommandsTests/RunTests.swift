import RulesCommands
import RulesRuntime
import RulesSource
import RulesWorkspace
import Testing

struct RunTests {
  private func session(
    _ arguments: [String],
    console: Console = Console(),
    commands: [Command] = Command.all
  ) -> (code: ExitCode, output: String, errors: String) {
    var console = console
    let code = run(
      arguments: arguments,
      environment: [:],
      fileSystem: InMemoryFileSystem(),
      now: Timestamp(seconds: 1_750_000_000, nanos: 0),
      console: &console,
      commands: commands
    )
    return (
      code, String(decoding: console.output, as: UTF8.self),
      String(decoding: console.errors, as: UTF8.self)
    )
  }

  @Test("Colour follows the terminal unless the user says otherwise")
  func color() {
    let terminal = Console(supportsColor: true)
    let arguments = ["explain", "malformed-json"]
    #expect(session(arguments, console: terminal).output.hasPrefix("\u{1B}[1m"))
    #expect(session(arguments).output.hasPrefix("malformed-json"))
    #expect(session(arguments + ["--color", "always"]).output.hasPrefix("\u{1B}[1m"))
    #expect(session(["--color=always"] + arguments).output.hasPrefix("\u{1B}[1m"))
    #expect(
      session(arguments + ["--color=never"], console: terminal).output.hasPrefix("malformed")
    )
  }

  @Test("Text is wrapped to the width of the terminal")
  func width() {
    let output = session(["explain", "malformed-json"], console: Console(width: 40)).output
    #expect(output.split(separator: "\n").allSatisfy { $0.count <= 40 })
  }

  @Test("What the user typed can't drive the terminal")
  func controlCharacters() {
    #expect(session(["\u{1B}[2J"]).errors.hasPrefix(#"error: unknown command `\u{1b}[2J`"#))
  }

  @Test("An error of the work is shown without the usage, and what was written before stays")
  func failure() {
    let body: Command.Body = { _, _, console throws(CommandError) in
      console.writeLine("begun")
      throw .unreadable(FileError("a", .notFound))
    }
    let command = Command(name: "x", summary: "", discussion: "", run: body)
    let result = session(["x"], commands: [command])
    #expect(result.code == .unusable)
    #expect(result.output == "begun\n")
    #expect(result.errors == "error: `a` does not exist\n")
  }

  @Test("Commands have different names, and a page each")
  func pages() {
    #expect(Set(Command.all.map(\.name)).count == Command.all.count)
    for command in Command.all {
      let help = session([command.name, "--help"])
      #expect(help.code == .clean && help.errors.isEmpty)
      #expect(help.output == session(["help", command.name]).output)
      #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }
  }

  @Test("Each diagnostic has one id, in kebab-case, and is explained")
  func catalog() {
    let codes = DiagnosticCatalog.all.codes
    #expect(Set(codes).count == codes.count)
    for code in codes {
      #expect(code.id.utf8.allSatisfy { $0 == 0x2D || 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 })
      #expect(session(["explain", code.id]).code == .clean)
      #expect(!code.summary.isEmpty && !code.explanation.isEmpty, "\(code.id)")
    }
  }
}
