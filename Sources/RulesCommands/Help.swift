/// The texts that say how to use the tool.
enum Help {
  /// The page of the tool: what it is, its commands, its options.
  static func overview(of commands: [Command], width: Int) -> String {
    """
    Check, test and explain Firebase Security Rules.

    usage: rulescheck COMMAND [OPTION…] [OPERAND…]

    commands:
    \(table(commands.map { ($0.name, $0.summary) }))
    options:
    \(optionTable([.color, .help, .version]))
    \(wrapped(closing, width: width))
    """
  }

  /// The page of a command.
  static func page(of command: Command, width: Int) -> String {
    """
    \(command.summary).

    \(usage(of: command))

    \(wrapped(command.discussion, width: width))
    options:
    \(optionTable(command.options + CommandOption.common))
    """
  }

  /// The line that shows how a command is called.
  static func usage(of command: Command) -> String {
    let operands = command.operands.isEmpty ? "" : " \(command.operands)"
    return "usage: rulescheck \(command.name) [OPTION…]\(operands)"
  }

  private static func optionTable(_ options: [CommandOption]) -> String {
    table(options.map { ($0.usage, $0.summary) })
  }

  private static let closing = """
    Without a command it checks the rules that the nearest firebase.json names, here or above, and \
    runs the tests of its folder.

    `rulescheck help COMMAND` shows how to use a command. The exit code is 0 when nothing was \
    found, 1 when there are findings or failing tests, and 2 when the work could not be done.
    """
}
