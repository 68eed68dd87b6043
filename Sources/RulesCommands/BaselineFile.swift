import RulesLint
import RulesSource
import RulesWorkspace

/// The file of known findings that the arguments name, or the settings of the project.
struct BaselineFile {
  /// What is known; nothing where the file is written anew.
  private(set) var known = Baseline()
  /// Whether the file is written anew.
  let isUpdated: Bool
  private let path: String?

  /// Reads the file, if one is named.
  init(
    _ arguments: ParsedArguments,
    _ project: Project?,
    _ context: CommandContext
  ) throws(CommandError) {
    path = arguments.value(of: .baseline) ?? project?.settings.baseline
    isUpdated = arguments.contains(.updateBaseline)
    guard let path else {
      if isUpdated { throw .misuse("`--update-baseline` is used with `--baseline FILE`") }
      return
    }
    guard !isUpdated else { return }
    let text: String
    do throws(FileError) {
      text = String(decoding: try context.fileSystem.read(path), as: UTF8.self)
    } catch {
      throw .unusable("\(error.message); `rulescheck lint --update-baseline` writes it")
    }
    do throws(Baseline.FormatError) {
      known = try Baseline(parsing: text)
    } catch {
      throw .unusable("`\(path)`: line \(error.line) is no line of a baseline")
    }
  }

  /// Writes the file, or says what is no longer found.
  func finish(_ linting: FileLinting, to console: inout Console) {
    guard let path else { return }
    if isUpdated {
      console.files.append(Console.File(path: path, text: linting.found.text))
      console.writeLine(
        "the baseline `\(visible(path))` holds \(counted(linting.found.count, "finding"))"
      )
    } else if !linting.baseline.isEmpty {
      let count = counted(linting.baseline.count, "finding")
      console.writeLine(
        "note: \(count) of the baseline no longer found; `--update-baseline` removes them"
      )
    }
  }
}

extension CommandOption {
  /// What is known.
  static let baseline = value(
    "baseline",
    "FILE",
    summary: "Leave out the findings in FILE"
  )

  /// Write what is known.
  static let updateBaseline = flag(
    "update-baseline",
    summary: "Write what is found to the file of --baseline"
  )
}
