package import RulesEmulator
package import RulesLanguageServer
package import RulesRuntime
package import RulesWorkspace

/// A subcommand: what it is called, what it takes, and what it does.
package struct Command: Sendable {
  /// The word that selects it.
  package let name: String

  /// One line for the list of commands: imperative, upper-case start, no final stop.
  package let summary: String

  /// The operands as the usage shows them: `[FILE…]`; empty where it takes none.
  package let operands: String

  /// How many operands it takes.
  package let operandCount: ClosedRange<Int>

  /// The options that are its own, in the order of the help.
  package let options: [CommandOption]

  /// Paragraphs for its help page; lines that begin with a space are kept as they are.
  package let discussion: String

  /// Does the work.
  package let run: Body

  /// What does the work: writes to the console, and says how it ended.
  package typealias Body =
    @Sendable (ParsedArguments, CommandContext, inout Console) throws(CommandError) -> ExitCode

  /// Declares a command.
  package init(
    name: String,
    summary: String,
    operands: String = "",
    operandCount: ClosedRange<Int> = 0...0,
    options: [CommandOption] = [],
    discussion: String,
    run: @escaping Body
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.operandCount = operandCount
    self.options = options
    self.discussion = discussion
    self.run = run
  }

  /// All commands, in the order of the help.
  package static let all: [Command] = [
    .check, .lint, .test, .format, .initialize, .evaluate, .explain, .matrix, .serve, .exec,
    .storageRuntime, .languageServer, .help, .version,
  ]
}

/// The world as a command sees it.
package struct CommandContext: Sendable {
  /// The variables of the environment, by name.
  package let environment: [String: String]

  /// Where files are read from.
  package let fileSystem: any FileSystem

  /// The time at which the command was started.
  package let now: Timestamp

  /// The machine that does the work.
  package let machine: Machine

  /// A world from its parts.
  package init(
    environment: [String: String],
    fileSystem: any FileSystem,
    now: Timestamp,
    machine: Machine = Machine()
  ) {
    self.environment = environment
    self.fileSystem = fileSystem
    self.now = now
    self.machine = machine
  }
}

/// What a command may use of the machine.
package struct Machine: Sendable {
  /// How many threads work at a time, at most.
  package var threadCount = 1

  /// The time since some moment; it only grows.
  package var elapsed: @Sendable () -> Swift.Duration = { .zero }

  /// Shows how far a long run has come: what is done and how much there is.
  package var showProgress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }

  /// Takes what a run has built and needs no more.
  ///
  /// A process that is about to end gives all its memory back at once; freeing a large run piece by piece would take a
  /// quarter of its time.
  package var discard: @Sendable (_ built: any Sendable) -> Void = { _ in }

  /// What a server needs to talk to its client over the standard streams; nil where there are none.
  package var serverHost: ServerHost?

  /// What a service needs of the process; nil where there is none.
  package var serviceHost: ServiceHost?

  /// Reads the standard input up to its end; nil where that fails.
  package var readStandardInput: @Sendable () -> ContiguousArray<UInt8>? = { [] }

  /// One thread without a clock, on which nobody watches.
  package init() {}
}
