import RulesSource

extension FuzzTarget {
  /// The layout of a file, read as rules and as tests, and of random files, for which an input is but a seed.
  static let format = FuzzTarget(
    name: "format",
    dictionary: syntax.dictionary + [
      "// x\n", "/* x */", "\n\n", "// rulescheck:ignore x\n", "\r\n",
    ]
  ) { input in
    let file = SourceFile(name: "input", bytes: input)
    return FormatProperties.problem(of: file, isTests: false)
      ?? FormatProperties.problem(of: file, isTests: true)
      ?? FormatProperties.problem(ofGenerated: seed(of: input))
  }
}
