/// An option that a command takes.
package struct CommandOption: Sendable, Hashable {
  /// The long name, without dashes.
  package let name: String

  /// The letter after a single dash, if there is one.
  package let letter: Character?

  /// What its value is called in the help; `nil` for a flag.
  package let valueName: String?

  /// The values that it takes; empty where any will do.
  package let allowedValues: [String]

  /// One line for the help: upper-case start, no final stop.
  package let summary: String

  private init(
    _ name: String,
    letter: Character?,
    valueName: String?,
    allowedValues: [String],
    summary: String
  ) {
    self.name = name
    self.letter = letter
    self.valueName = valueName
    self.allowedValues = allowedValues
    self.summary = summary
  }

  /// An option that is given or not.
  package static func flag(
    _ name: String,
    letter: Character? = nil,
    summary: String
  ) -> CommandOption {
    CommandOption(name, letter: letter, valueName: nil, allowedValues: [], summary: summary)
  }

  /// An option with a value of any kind; `--name value` or `--name=value`.
  package static func value(
    _ name: String,
    letter: Character? = nil,
    _ valueName: String,
    summary: String
  ) -> CommandOption {
    CommandOption(name, letter: letter, valueName: valueName, allowedValues: [], summary: summary)
  }

  /// An option whose value is one of a few words, which the help shows unless their value has a name.
  package static func choice(
    _ name: String,
    letter: Character? = nil,
    of allowedValues: [String],
    valueName: String? = nil,
    summary: String
  ) -> CommandOption {
    CommandOption(
      name,
      letter: letter,
      valueName: valueName ?? allowedValues.joined(separator: "|"),
      allowedValues: allowedValues,
      summary: summary
    )
  }

  /// How the help shows it: `-o, --output FILE`.
  package var usage: String {
    let letter = letter.map { "-\($0), " } ?? ""
    let value = valueName.map { " \($0)" } ?? ""
    return "\(letter)--\(name)\(value)"
  }
}

extension CommandOption {
  /// Shows the help.
  package static let help = flag("help", letter: "h", summary: "Show this help")

  /// Shows the version.
  package static let version = flag("version", summary: "Show the version")

  /// When to colour.
  package static let color = choice(
    "color",
    of: Console.ColorMode.allCases.map(\.rawValue),
    summary: "When to colour; auto is when the output is a terminal"
  )

  /// The options that each command takes besides its own.
  package static let common: [CommandOption] = [color, help]
}
