import RulesConcurrency
import RulesJSON
package import RulesWorkspace
import Synchronization

/// Serves one client: a thread reads and takes requests back, one answers, one runs what takes long.
///
/// Messages are answered in the order in which they come, so that a request is answered for the text that it
/// was asked on. Diagnostics are sent when nothing else waits, those that take longer when still nothing does.
package final class ServerLoop: Sendable {
  private let services: ServerServices
  private let fileSystem: any FileSystem
  private let host: ServerHost
  private let requests = RequestTable()
  private let events = EventQueue<Event>(weightLimit: 256 << 20)
  private let jobs = EventQueue<ServerJob>()
  private let isWriting = Mutex(())

  /// What the thread that answers has to do.
  private enum Event: Sendable {
    case message(IncomingMessage, Cancellation?)
    case brokenMessage(IncomingMessage.Problem)
    case brokenFrame(FramingProblem)
    case finished(RequestID, JobResult)
    case endOfInput
  }

  /// How many messages are answered before diagnostics are sent though others wait.
  private static let patience = 64

  /// A loop that is not running.
  package init(_ services: ServerServices, _ fileSystem: any FileSystem, _ host: ServerHost) {
    self.services = services
    self.fileSystem = fileSystem
    self.host = host
  }

  /// Serves until the client ends the session, or is gone.
  ///
  /// - Returns: the code to exit with.
  package func run() -> Int32 {
    guard host.startThread({ self.readMessages() }), host.startThread({ self.runJobs() }) else {
      return 1
    }
    defer { jobs.close() }
    var session = ServerSession(
      services,
      fileSystem,
      requests: requests,
      start: { [jobs] in jobs.push($0) },
      send: { [self] in write($0) }
    )
    var isParentWatched = false
    var unsettledCount = 0
    while true {
      if let code = session.exitCode { return code }
      var next = events.popIfAny()
      if next == nil || unsettledCount >= Self.patience {
        session.settle()
        unsettledCount = 0
      }
      while next == nil, session.settleNext() { next = events.popIfAny() }
      next = next ?? events.pop()
      guard let event = next else { return 1 }
      unsettledCount += 1
      handle(event, &session)
      if !isParentWatched, let parent = session.parentProcess {
        isParentWatched = host.startThread { self.watch(parent) }
      }
    }
  }

  private func handle(_ event: Event, _ session: inout ServerSession) {
    switch event {
    case .message(let message, let cancellation): session.receive(message, cancellation)
    case .brokenMessage(let problem): session.receive(problem)
    case .brokenFrame(let problem): session.receive(problem)
    case .finished(let id, let result): session.finish(id, result)
    case .endOfInput: session.endInput()
    }
  }

  private func write(_ message: OutgoingMessage) {
    let bytes = message.bytes
    let isWritten = isWriting.withLock { _ in host.write(bytes) }
    // Nobody reads any more.
    if !isWritten { events.push(.endOfInput) }
  }

  // MARK: Other threads

  private func readMessages() {
    var framer = MessageFramer()
    while let bytes = host.read() {
      framer.append(bytes)
      while let frame = framer.next() {
        switch frame {
        case .problem(let problem): events.push(.brokenFrame(problem))
        case .body(let body):
          guard take(body) else { return }
        }
      }
    }
    events.push(.endOfInput)
  }

  /// Takes a message, and says whether more may follow.
  private func take(_ body: ContiguousArray<UInt8>) -> Bool {
    do throws(IncomingMessage.Problem) {
      let message = try IncomingMessage(body)
      if let id = message.cancelledRequest {
        requests.cancel(id)
        return true
      }
      events.push(.message(message, message.requestID.flatMap(requests.enter)), weight: body.count)
      return !message.isExit
    } catch {
      events.push(.brokenMessage(error), weight: body.count)
      return true
    }
  }

  private func runJobs() {
    while let job = jobs.pop() { events.push(.finished(job.id, job.work())) }
  }

  /// Ends the session when the process has ended that started the server.
  private func watch(_ process: Int) {
    while host.isRunning(process) { host.sleep() }
    events.push(.endOfInput)
  }
}

extension IncomingMessage {
  /// The request that the message takes back; nil for another message.
  package var cancelledRequest: RequestID? {
    guard case .notification("$/cancelRequest", let parameters) = self else { return nil }
    return parameters["id"].flatMap(RequestID.init)
  }

  /// What the request is called that the message is; nil for another message.
  package var requestID: RequestID? {
    if case .request(let id, _, _) = self { id } else { nil }
  }

  /// Whether nothing is to be read after the message.
  package var isExit: Bool {
    if case .notification("exit", _) = self { true } else { false }
  }
}
