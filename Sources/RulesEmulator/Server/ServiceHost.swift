package import RulesRuntime

/// What a service needs of the process that it runs in.
package struct ServiceHost: Sendable {
  /// The time.
  package var now: @Sendable () -> Timestamp
  /// Milliseconds of a clock that only goes forward.
  package var milliseconds: @Sendable () -> Int
  /// Whether the process was asked to stop.
  package var isStopping: @Sendable () -> Bool
  /// Lets the process be asked to stop, instead of being ended at once.
  package var awaitStop: @Sendable () -> Void
  /// Writes text to the standard error at once.
  package var write: @Sendable (String) -> Void
  /// A number that nobody can know before.
  package var seed: @Sendable () -> UInt64
  /// Starts a program with more variables in its environment; gives what asks for its exit code, nil while it runs.
  package var start:
    @Sendable (_ command: [String], _ variables: [(name: String, value: String)]) ->
      Result<@Sendable () -> Int32?, SocketError>
  /// Takes the exit code that the process ends with in place of its own.
  package var pass: @Sendable (Int32) -> Void

  /// Writes a line to the standard output at once.
  package var writeLine: @Sendable (ContiguousArray<UInt8>) -> Void
  /// Begins to read the lines of the standard input; each call of what it gives is one line, without its break.
  package var lines: @Sendable () -> () -> ContiguousArray<UInt8>?

  /// A host from its parts.
  package init(
    now: @escaping @Sendable () -> Timestamp,
    milliseconds: @escaping @Sendable () -> Int,
    isStopping: @escaping @Sendable () -> Bool,
    awaitStop: @escaping @Sendable () -> Void,
    write: @escaping @Sendable (String) -> Void,
    seed: @escaping @Sendable () -> UInt64,
    start:
      @escaping @Sendable (_ command: [String], _ variables: [(name: String, value: String)])
      -> Result<@Sendable () -> Int32?, SocketError>,
    pass: @escaping @Sendable (Int32) -> Void,
    writeLine: @escaping @Sendable (ContiguousArray<UInt8>) -> Void,
    lines: @escaping @Sendable () -> () -> ContiguousArray<UInt8>?
  ) {
    self.now = now
    self.milliseconds = milliseconds
    self.isStopping = isStopping
    self.awaitStop = awaitStop
    self.write = write
    self.seed = seed
    self.start = start
    self.pass = pass
    self.writeLine = writeLine
    self.lines = lines
  }
}
