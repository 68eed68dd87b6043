import RulesCommands
import Testing

struct ArgumentParserTests {
  private let all = CommandOption.flag("all", letter: "a", summary: "")
  private let output = CommandOption.value("output", letter: "o", "FILE", summary: "")
  private var parser: ArgumentParser { ArgumentParser([all, output, .color]) }

  @Test("Options stand anywhere before `--`, in each of their spellings")
  func spellings() throws {
    let parsed = try parser.parse([
      "x", "-a", "--output", "1", "-o", "2", "--output=3=", "y", "--output=", "-", "-5", "--",
      "--all",
      "",
    ])
    #expect(parsed.operands == ["x", "y", "-", "-5", "--all", ""])
    #expect(parsed.contains(all))
    #expect(!parsed.contains(.color))
    #expect(parsed.values(of: output) == ["1", "2", "3=", ""])
    #expect(parsed.value(of: output) == "")
    #expect(parsed.value(of: .color) == nil)
  }

  @Test("A value may begin with a dash")
  func dashes() throws {
    #expect(try parser.parse(["-o", "--all"]).value(of: output) == "--all")
  }

  @Test(
    "What does not fit is said",
    arguments: [
      (["--al"], "unknown option `--al`, did you mean `--all`?"),
      (["--ouptut=x"], "unknown option `--ouptut`, did you mean `--output`?"),
      (["--nothing-like-it"], "unknown option `--nothing-like-it`"),
      (["-x"], "unknown option `-x`"),
      (["-ab"], "unknown option `-ab`"),
      (["--=x"], "unknown option `--`"),
      (["--all=yes"], "`--all` takes no value"),
      (["x", "--output"], "`--output` expects a value: `-o, --output FILE`"),
      (["--color=red"], "`--color` takes `auto`, `always` or `never`, found `red`"),
    ]
  )
  func errors(arguments: [String], message: String) {
    #expect(throws: CommandError.misuse(message)) { try parser.parse(arguments) }
  }

  @Test("A name is near when few bytes change, the nearest first")
  func nearest() {
    let names = ["check", "test", "explain", "text"]
    #expect(nearestNames(to: "chekc", in: names) == ["check"])
    #expect(nearestNames(to: "tet", in: names, atMost: 3) == ["test", "text"])
    #expect(nearestNames(to: "EXPLIAN", in: names) == ["explain"])
    #expect(nearestNames(to: "", in: names) == [])
    #expect(nearestNames(to: String(repeating: "x", count: 1_000_000), in: names) == [])
  }
}
