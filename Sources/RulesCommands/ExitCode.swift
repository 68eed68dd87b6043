/// What the process tells whoever started it.
package enum ExitCode: Int32, Sendable, Hashable {
  /// The work is done and nothing was found.
  case clean = 0
  /// The work is done; there are findings, or tests that fail.
  case findings = 1
  /// The work could not be done: arguments, configuration, or files that can't be read.
  case unusable = 2
}
