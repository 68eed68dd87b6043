package import RulesWorkspace

/// Why a command can't do its work; the process then ends with exit code 2.
package struct CommandError: Error, Sendable, Hashable {
  /// One sentence for the user, lower-case start, no final stop.
  package let message: String

  /// Whether the arguments are at fault, so that the usage is shown too.
  package let isMisuse: Bool

  /// The arguments don't fit the command.
  package static func misuse(_ message: String) -> CommandError {
    CommandError(message: message, isMisuse: true)
  }

  /// Something that the command needs is missing or broken.
  package static func unusable(_ message: String) -> CommandError {
    CommandError(message: message, isMisuse: false)
  }

  /// A file that the command needs can't be read.
  package static func unreadable(_ error: FileError) -> CommandError {
    unusable(error.message)
  }
}
