package import RulesJSON
package import RulesLanguageServer
package import RulesWorkspace
import Synchronization

/// A language server without threads: what it is fed is answered at once, so that a session goes the same
/// each time.
package struct ScriptedServer {
  private var session: ServerSession
  private var framer: MessageFramer
  private let requests = RequestTable()
  private let outbox = Outbox()
  /// Whether work that takes long is done at once; otherwise it waits for `runJob`.
  package var runsJobsAtOnce = true

  /// What the server has said, and what it has to do.
  private final class Outbox: Sendable {
    let messages = Mutex<[OutgoingMessage]>([])
    let jobs = Mutex<[ServerJob]>([])
  }

  /// A server that waits for its client.
  package init(
    _ services: ServerServices,
    _ fileSystem: any FileSystem,
    limits: MessageFramer.Limits = MessageFramer.Limits()
  ) {
    framer = MessageFramer(limits: limits)
    session = ServerSession(
      services,
      fileSystem,
      requests: requests,
      start: { [outbox] job in outbox.jobs.withLock { $0.append(job) } },
      send: { [outbox] message in outbox.messages.withLock { $0.append(message) } }
    )
  }

  /// The code to exit with; nil as long as the session goes on.
  package var exitCode: Int32? { session.exitCode }

  /// Feeds bytes, and gives what the server says to them.
  package mutating func feed(_ bytes: ContiguousArray<UInt8>) -> [OutgoingMessage] {
    framer.append(bytes)
    while let frame = framer.next() {
      switch frame {
      case .problem(let problem): session.receive(problem)
      case .body(let body): take(body)
      }
    }
    settle()
    return takeMessages()
  }

  /// Feeds several messages as if they came together, and gives what the server says to them.
  package mutating func feed(_ messages: [JSONValue]) -> [OutgoingMessage] {
    for message in messages { take(message.bytes()) }
    settle()
    return takeMessages()
  }

  /// Tells that nothing will be fed any more.
  package mutating func end() { session.endInput() }

  /// Does the work that takes long and came first, and gives what the server says then.
  package mutating func runJob() -> [OutgoingMessage] {
    let job = outbox.jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    if let job { session.finish(job.id, job.work()) }
    settle()
    return takeMessages()
  }

  /// Lets the server say all that it has to say.
  private mutating func settle() {
    session.settle()
    while session.settleNext() {}
  }

  private mutating func take(_ body: ContiguousArray<UInt8>) {
    do throws(IncomingMessage.Problem) {
      let message = try IncomingMessage(body)
      if let id = message.cancelledRequest {
        requests.cancel(id)
      } else {
        session.receive(message, message.requestID.flatMap(requests.enter))
      }
    } catch {
      session.receive(error)
    }
    guard runsJobsAtOnce else { return }
    while let job = outbox.jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      session.finish(job.id, job.work())
    }
  }

  private func takeMessages() -> [OutgoingMessage] {
    outbox.messages.withLock { messages in
      defer { messages = [] }
      return messages.map(Self.read)
    }
  }

  /// A message whose parts can be asked for, as a client has it once it is read.
  private static func read(_ message: OutgoingMessage) -> OutgoingMessage {
    guard case .written = message, let method = message.json["method"]?.text,
      let parameters = message.json["params"]
    else { return message }
    return .notification(method: method, parameters: parameters)
  }
}
