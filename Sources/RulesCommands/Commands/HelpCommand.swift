extension Command {
  /// `rulescheck help [COMMAND]`.
  package static let help = Command(
    name: "help",
    summary: "Show how to use the tool or one of its commands",
    operands: "[COMMAND]",
    operandCount: 0...1,
    discussion: "The same as `rulescheck --help` and `rulescheck COMMAND --help`."
  ) { arguments, _, console throws(CommandError) in
    guard let name = arguments.operands.first else {
      console.write(Help.overview(of: Command.all, width: console.width))
      return .clean
    }
    guard let command = Command.all.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      throw unknownCommand(name, in: Command.all)
    }
    console.write(Help.page(of: command, width: console.width))
    return .clean
  }
}
