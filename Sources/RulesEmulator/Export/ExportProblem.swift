/// Why an export of the official emulator can't be read or written.
package struct ExportProblem: Error, Sendable, Hashable {
  /// One sentence, lower-case start, no final stop.
  package let message: String

  /// A problem from its message.
  package init(_ message: String) {
    self.message = message
  }
}
