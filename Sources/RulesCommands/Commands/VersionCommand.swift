extension Command {
  /// `rulescheck version`.
  package static let version = Command(
    name: "version",
    summary: "Show the version",
    discussion: "The same as `rulescheck --version`."
  ) { _, _, console throws(CommandError) in
    console.writeLine("rulescheck \(toolVersion)")
    return .clean
  }
}

/// The version of the tool, as in its change notes.
let toolVersion = "0.1.0"
