package import RulesRuntime
package import RulesWorkspace

/// Runs the command that the arguments name, and says how the process is to end.
///
/// It touches nothing but what it is given, so that a test can run it as the user would.
///
/// - Parameters:
///   - arguments: what follows the name of the program.
///   - environment: the variables of the environment, by name.
///   - fileSystem: where files are read from.
///   - now: the time.
///   - machine: what does the work.
///   - console: takes what is to be shown.
///   - commands: the commands that there are.
/// - Returns: the exit code.
package func run(
  arguments: [String],
  environment: [String: String],
  fileSystem: any FileSystem,
  now: Timestamp,
  machine: Machine = Machine(),
  console: inout Console,
  commands: [Command] = Command.all
) -> ExitCode {
  let context = CommandContext(
    environment: environment,
    fileSystem: fileSystem,
    now: now,
    machine: machine
  )
  var rest = arguments[...]
  do throws(CommandError) {
    let leading = try ArgumentParser([.color, .help, .version]).parseLeadingOptions(of: &rest)
    applyColor(leading, to: &console)
    if leading.contains(.version) {
      return try Command.version.run(ParsedArguments(), context, &console)
    }
    if rest.isEmpty, !leading.contains(.help), let project = context.findProject() {
      return try runProject(project, context, &console)
    }
    guard let name = rest.popFirst(), !leading.contains(.help) else {
      console.write(Help.overview(of: commands, width: console.width))
      return .clean
    }
    guard let command = commands.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      throw unknownCommand(name, in: commands)
    }
    return run(command, rest, context, &console)
  } catch {
    report(error, hint: "see `rulescheck help`", to: &console)
    return .unusable
  }
}

private func run(
  _ command: Command,
  _ arguments: ArraySlice<String>,
  _ context: CommandContext,
  _ console: inout Console
) -> ExitCode {
  do throws(CommandError) {
    let parsed = try ArgumentParser(command.options + CommandOption.common).parse(arguments)
    applyColor(parsed, to: &console)
    if parsed.contains(.help) {
      console.write(Help.page(of: command, width: console.width))
      return .clean
    }
    try checkOperandCount(parsed.operands, of: command)
    return try command.run(parsed, context, &console)
  } catch {
    let hint = "\(Help.usage(of: command))\nsee `rulescheck help \(command.name)`"
    report(error, hint: hint, to: &console)
    return .unusable
  }
}

private func applyColor(_ arguments: ParsedArguments, to console: inout Console) {
  guard let mode = arguments.value(of: .color).flatMap(Console.ColorMode.init) else { return }
  console.colorMode = mode
}

private func checkOperandCount(
  _ operands: [String],
  of command: Command
) throws(CommandError) {
  if operands.count < command.operandCount.lowerBound {
    throw .misuse("`rulescheck \(command.name)` expects \(command.operands)")
  }
  if operands.count > command.operandCount.upperBound {
    let surplus = operands[command.operandCount.upperBound]
    throw .misuse("found `\(surplus)`, expected no further operand")
  }
}

private func report(_ error: CommandError, hint: String, to console: inout Console) {
  console.writeError("error: \(visible(error.message))\n")
  if error.isMisuse { console.writeError("\(hint)\n") }
}

/// An error about a name that no command has.
func unknownCommand(_ name: String, in commands: [Command]) -> CommandError {
  let near = nearestNames(to: name, in: commands.map(\.name))
  return .misuse("unknown command `\(name)`\(suggestion(near))")
}
