/// What a process lends to the server.
package struct ServerHost: Sendable {
  /// Waits for bytes from the client; nil when none will come.
  package var read: @Sendable () -> ContiguousArray<UInt8>?
  /// Writes bytes to the client, and says whether all could be written.
  package var write: @Sendable (ContiguousArray<UInt8>) -> Bool
  /// Starts a thread whose stack holds any recursion that our limits of depth allow, and says whether there is
  /// one.
  package var startThread: @Sendable (@escaping @Sendable () -> Void) -> Bool
  /// Whether there is a process of a number.
  package var isRunning: @Sendable (Int) -> Bool
  /// Waits for a second.
  package var sleep: @Sendable () -> Void

  /// What a process lends, from its parts.
  package init(
    read: @escaping @Sendable () -> ContiguousArray<UInt8>?,
    write: @escaping @Sendable (ContiguousArray<UInt8>) -> Bool,
    startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool,
    isRunning: @escaping @Sendable (Int) -> Bool,
    sleep: @escaping @Sendable () -> Void
  ) {
    self.read = read
    self.write = write
    self.startThread = startThread
    self.isRunning = isRunning
    self.sleep = sleep
  }
}
