/// The arguments of a command, told apart.
package struct ParsedArguments: Sendable, Hashable {
  /// What is neither an option nor an option's value.
  package fileprivate(set) var operands: [String] = []

  /// The values of each option given, by its long name; a flag has empty ones.
  fileprivate var values: [String: [String]] = [:]

  /// No arguments.
  package init() {}

  /// Whether an option was given.
  package func contains(_ option: CommandOption) -> Bool {
    values[option.name] != nil
  }

  /// The value of an option; the last one where it was given more than once.
  package func value(of option: CommandOption) -> String? {
    values[option.name]?.last
  }

  /// The values of an option that can be given more than once.
  package func values(of option: CommandOption) -> [String] {
    values[option.name] ?? []
  }
}

/// Tells options from operands.
///
/// Options are `--name`, `--name value`, `--name=value`, `-n` and `-n value`, before, between and
/// after operands. After `--` all are operands; `-` alone and numbers are some too.
package struct ArgumentParser: Sendable {
  /// The options that are known.
  package let options: [CommandOption]

  /// A parser of these options.
  package init(_ options: [CommandOption]) {
    self.options = options
  }

  /// Reads all arguments.
  package func parse(
    _ arguments: some Collection<String>
  ) throws(CommandError) -> ParsedArguments {
    var rest = Array(arguments)[...]
    var parsed = ParsedArguments()
    while let argument = rest.first {
      if argument == "--" {
        parsed.operands += rest.dropFirst()
        break
      }
      if Self.isOption(argument) {
        try parseOption(from: &rest, into: &parsed)
      } else {
        parsed.operands.append(argument)
        rest.removeFirst()
      }
    }
    return parsed
  }

  /// Reads the options before the first operand, which begins the rest.
  package func parseLeadingOptions(
    of arguments: inout ArraySlice<String>
  ) throws(CommandError) -> ParsedArguments {
    var parsed = ParsedArguments()
    while let argument = arguments.first, argument != "--", Self.isOption(argument) {
      try parseOption(from: &arguments, into: &parsed)
    }
    if arguments.first == "--" { arguments.removeFirst() }
    return parsed
  }

  private static func isOption(_ argument: String) -> Bool {
    // A number, as the start of an expression, is no option.
    guard argument.utf8.first == UInt8(ascii: "-"), let next = argument.utf8.dropFirst().first
    else { return false }
    return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next)
  }

  /// Consumes an option, and its value where it takes one.
  private func parseOption(
    from rest: inout ArraySlice<String>,
    into parsed: inout ParsedArguments
  ) throws(CommandError) {
    guard let argument = rest.popFirst() else { return }
    let (spelling, attached) = split(argument)
    guard let option = option(spelled: spelling) else { throw unknown(spelling) }
    guard option.valueName != nil else {
      if attached != nil { throw .misuse("`\(spelling)` takes no value") }
      parsed.values[option.name, default: []].append("")
      return
    }
    guard let value = attached ?? rest.popFirst() else {
      throw .misuse("`\(spelling)` expects a value: `\(option.usage)`")
    }
    guard option.allowedValues.isEmpty || option.allowedValues.contains(value) else {
      throw .misuse(
        "`\(spelling)` takes \(alternatives(option.allowedValues)), found `\(value)`"
      )
    }
    parsed.values[option.name, default: []].append(value)
  }

  /// The name with its dashes, and the value after `=`.
  private func split(_ argument: String) -> (spelling: String, value: String?) {
    guard argument.hasPrefix("--"), let sign = argument.utf8.firstIndex(of: UInt8(ascii: "="))
    else { return (argument, nil) }
    return (String(argument[..<sign]), String(argument[argument.utf8.index(after: sign)...]))
  }

  private func option(spelled spelling: String) -> CommandOption? {
    options.first { option in
      spelling.utf8.elementsEqual("--\(option.name)".utf8)
        || option.letter.map { spelling.utf8.elementsEqual("-\($0)".utf8) } ?? false
    }
  }

  private func unknown(_ spelling: String) -> CommandError {
    let names = options.map { "--\($0.name)" }
    return .misuse(
      "unknown option `\(spelling)`\(suggestion(nearestNames(to: spelling, in: names)))"
    )
  }
}

/// The words in backticks, the last two joined by "or".
func alternatives(_ words: [String]) -> String {
  let quoted = words.map { "`\($0)`" }
  guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
  return "\(quoted.dropLast().joined(separator: ", ")) or \(last)"
}

/// What follows a message about an unknown name.
func suggestion(_ names: [String]) -> String {
  names.isEmpty ? "" : ", did you mean \(alternatives(names))?"
}
