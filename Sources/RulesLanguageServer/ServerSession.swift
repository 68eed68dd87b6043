import RulesIDE
import RulesJSON
import RulesSource
package import RulesWorkspace

/// A session with one client: what it has open, and how its messages are answered.
///
/// A value that one thread works on. It does no input or output of its own but for reading files: what
/// it has to say is handed to `send`, and what takes long to `start`.
package struct ServerSession {
  /// How far the session has come.
  enum Phase: Sendable, Hashable {
    case created, running, shutDown
    case ended(code: Int32)
  }

  /// What the tool does for the server.
  let services: ServerServices
  /// The files on disk.
  let disk: any FileSystem
  /// Takes messages to the client.
  let send: @Sendable (OutgoingMessage) -> Void
  /// Starts work that takes long; its result comes back through `finish`.
  let start: @Sendable (ServerJob) -> Void
  /// The requests that are not answered.
  let requests: RequestTable

  /// How far the session has come.
  var phase = Phase.created
  /// What the client can do.
  var client = ClientCapabilities(.null)
  /// The process that ends with the server; nil where the client names none.
  package internal(set) var parentProcess: Int?
  /// What the client has open.
  var documents = OpenDocuments()
  /// What lies around it.
  var files = WorkspaceFiles()
  /// What the client is configured to.
  var settings = ServerSettings()
  /// What the last runs of tests came to.
  var lastRun: LastRun?
  /// What failing steps say, by test file, until it is changed.
  var failures = NamedValues<[Diagnostic]>()
  /// The documents whose diagnostics are to be sent.
  var pending = PendingDiagnostics()
  /// The documents of whose diagnostics only a part was sent.
  var unfinished = PendingDiagnostics()
  /// The diagnostics that were sent last, by document.
  var reports = NamedValues<DiagnosticsReport>()
  /// The diagnostics of configuration files that were sent last.
  var configurationFiles = NamedValues<JSONText>()
  /// The words that were sent last, by document.
  var tokens = NamedValues<TokenReport>()
  /// The indices that were made last, by document.
  var indices = NamedValues<KnownIndex>()
  /// How often texts and files were changed.
  var changes = ChangeCounts()
  /// The number of the last request of ours, and of the last result that was named.
  var lastNumber: Int64 = 0
  /// The requests whose tests are run, by the tokens of their progress.
  var runs: [RequestID: RequestID] = [:]
  /// The request for settings that waits for its answer.
  var configurationRequest: RequestID?

  /// A session that waits for its client.
  package init(
    _ services: ServerServices,
    _ disk: any FileSystem,
    requests: RequestTable,
    start: @escaping @Sendable (ServerJob) -> Void,
    send: @escaping @Sendable (OutgoingMessage) -> Void
  ) {
    self.services = services
    self.disk = disk
    self.requests = requests
    self.start = start
    self.send = send
  }

  /// The code to exit with; nil as long as the session goes on.
  package var exitCode: Int32? {
    if case .ended(let code) = phase { code } else { nil }
  }

  /// A number that was not used before.
  mutating func nextNumber() -> Int64 {
    lastNumber += 1
    return lastNumber
  }
}

/// Work that takes long, and the request that it answers.
package struct ServerJob: Sendable {
  /// The request.
  package let id: RequestID
  /// Does the work, and gives its result; called on another thread than the session's.
  package let work: @Sendable () -> JobResult
}

/// What a job came to.
package enum JobResult: Sendable {
  /// Tests were run.
  case tests(TestRun, cancellation: Cancellation)
}

/// How often texts and files were changed; what was made of others is out of date.
struct ChangeCounts: Sendable, Hashable {
  /// Changes of rules files that are open.
  var rules = 0
  /// Changes of test files that are open.
  var tests = 0
  /// Changes of files, folders and of what is open.
  var files = 0
  /// Changes of what runs of tests have said.
  var runs = 0
}
