/// A form in which a run is written.
enum OutputFormat: String, Sendable, CaseIterable {
  /// Text for people.
  case human
  /// All that is known, as one JSON object.
  case json
  /// JUnit XML, which most CI services show.
  case junit
  /// The Test Anything Protocol, version 13.
  case tap
  /// Workflow commands of GitHub Actions, shown as annotations.
  case github
  /// A Code Quality report of GitLab.
  case gitlab
  /// SARIF 2.1.0.
  case sarif
  /// The response of the hosted test API to its suites.
  case apiJSON = "api-json"

  /// The formats of a run that has no tests.
  static let forDiagnostics: [OutputFormat] = [.human, .json, .github, .gitlab, .sarif]

  /// The run as text; nil for the forms that are written as the run goes.
  func text(of record: RunRecord, at time: String) -> String? {
    switch self {
    case .human, .apiJSON: nil
    case .json: JSONFormat.text(of: record)
    case .junit: JUnitFormat.text(of: record, at: time)
    case .tap: TAPFormat.text(of: record)
    case .github: GitHubFormat.text(of: record)
    case .gitlab: GitLabFormat.text(of: record)
    case .sarif: SARIFFormat.text(of: record)
    }
  }
}

extension CommandOption {
  /// In which form tests are reported.
  static let testFormat = format(of: OutputFormat.allCases)

  /// In which form diagnostics are reported.
  static let diagnosticFormat = format(of: OutputFormat.forDiagnostics)

  /// Where the report is written.
  static let output = value(
    "output",
    letter: "o",
    "FILE",
    summary: "Write the report of --format to a file, and show the text for people"
  )

  private static func format(of formats: [OutputFormat]) -> CommandOption {
    choice(
      "format",
      of: formats.map(\.rawValue),
      valueName: "FORMAT",
      summary: formats.map(\.rawValue).joined(separator: ", ")
    )
  }
}

/// Where the report of a run goes.
struct ReportDestination {
  private let format: OutputFormat
  private let path: String?

  /// The destination that the arguments name.
  init(_ arguments: ParsedArguments, format option: CommandOption) throws(CommandError) {
    format = arguments.value(of: option).flatMap(OutputFormat.init) ?? .human
    path = arguments.value(of: .output)
    if path != nil, format == .human || format == .apiJSON {
      throw .misuse("`--output` can't be used with `--format \(format.rawValue)`")
    }
  }

  /// Writes the report: to its file, or in place of the text for people.
  func write(_ record: RunRecord, _ context: CommandContext, to console: inout Console) {
    guard let text = format.text(of: record, at: dateTime(context.now)) else { return }
    if let path {
      console.files.append(Console.File(path: path, text: text))
    } else {
      console.output = ContiguousArray(text.utf8)
    }
  }
}
