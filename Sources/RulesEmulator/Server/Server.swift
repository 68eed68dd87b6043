#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
package import RulesRuntime

/// Serves an emulator to clients over HTTP, on one thread; another one counts what rules came to.
package struct Server: ~Copyable {
  private let listener: ListeningSocket
  private var emulator: Emulator
  private let policy: OriginPolicy
  private let duties: Duties
  private var clients: [CInt: Connection] = [:]
  private var buffer = ContiguousArray<UInt8>(repeating: 0, count: 1 << 16)
  private var lastTick = 0
  /// The requests that rules had judged when those who watch were told last.
  private var toldCount = 0
  private let counting: BackgroundCounting

  /// What the server asks of the program around it.
  package struct Duties: Sendable {
    /// The time.
    package var now: @Sendable () -> Timestamp
    /// Milliseconds of a clock that only goes forward.
    package var milliseconds: @Sendable () -> Int
    /// Whether to stop.
    package var isStopping: @Sendable () -> Bool
    /// Called several times a second, to load rules that have changed.
    package var tick: @Sendable (inout Emulator) -> Void
    /// Keeps what was written before it is told to be; false where it can't be kept.
    package var keep: @Sendable ([JournalEntry]) -> Bool
    /// Told of each request that was answered.
    package var note: @Sendable (HTTPRequest, HTTPResponse) -> Void
    /// Starts work on a thread whose stack holds any recursion of rules; false where it can't.
    package var startThread: @Sendable (@escaping @Sendable () -> Void) -> Bool
    /// Milliseconds from one tick to the next.
    package var tickInterval: Int

    /// Duties from their parts.
    package init(
      now: @escaping @Sendable () -> Timestamp,
      milliseconds: @escaping @Sendable () -> Int,
      isStopping: @escaping @Sendable () -> Bool,
      tick: @escaping @Sendable (inout Emulator) -> Void = { _ in },
      keep: @escaping @Sendable ([JournalEntry]) -> Bool = { _ in true },
      note: @escaping @Sendable (HTTPRequest, HTTPResponse) -> Void = { _, _ in },
      startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = { _ in false },
      tickInterval: Int = 250
    ) {
      self.now = now
      self.milliseconds = milliseconds
      self.isStopping = isStopping
      self.tick = tick
      self.keep = keep
      self.note = note
      self.startThread = startThread
      self.tickInterval = tickInterval
    }
  }

  /// The most clients at a time; a further one waits until another has gone.
  private static let clientLimit = 1000
  /// The most of them that watch requests, and stay as long as they like.
  private static let watcherLimit = 100

  /// Begins to await clients.
  ///
  /// - Throws: why the address can't be used.
  package init(
    _ emulator: Emulator,
    at address: ListeningAddress,
    policy: OriginPolicy,
    _ duties: Duties
  ) throws(SocketError) {
    listener = try ListeningSocket(address)
    self.emulator = emulator
    self.policy = policy
    self.duties = duties
    counting = BackgroundCounting(duties.startThread)
  }

  deinit {
    for descriptor in clients.keys { _ = close(descriptor) }
    _ = close(listener.descriptor)
  }

  /// The port that clients are awaited on.
  package var port: UInt16 { listener.port }

  /// Serves until it is to stop; replies that were made are sent first, for a second at most.
  ///
  /// - Returns: the emulator as it is then.
  package mutating func run() -> Emulator {
    while !duties.isStopping() { step(isStopping: false) }
    let deadline = duties.milliseconds() + 1000
    while clients.values.contains(where: { $0.pending != nil }), duties.milliseconds() < deadline {
      step(isStopping: true)
    }
    return emulator
  }

  // MARK: One step

  private mutating func step(isStopping: Bool) {
    var polled = polledDescriptors(isStopping: isStopping)
    let count = unsafe poll(&polled, nfds_t(polled.count), CInt(pollTimeout))
    let time = duties.milliseconds()
    if count > 0 {
      for entry in polled where entry.revents != 0 {
        if entry.fd == listener.descriptor {
          acceptClients(at: time)
        } else {
          serve(entry.fd, entry.revents, at: time)
        }
      }
    }
    if clients.values.contains(where: \.isWaiting) { retry(at: time) }
    for ledger in emulator.takeUncounted() { counting.count(in: ledger) }
    tellWatchers(at: time)
    if time - lastTick >= duties.tickInterval {
      lastTick = time
      duties.tick(&emulator)
      for (descriptor, client) in clients where client.isStale(at: time) { drop(descriptor) }
    }
  }

  /// How long to wait for something to happen: shortly where a request waits for its turn.
  private var pollTimeout: Int {
    clients.values.contains(where: \.isWaiting) ? min(20, duties.tickInterval) : duties.tickInterval
  }

  private func polledDescriptors(isStopping: Bool) -> [pollfd] {
    var polled: [pollfd] = []
    polled.reserveCapacity(clients.count + 1)
    if !isStopping, clients.count < Self.clientLimit {
      polled.append(pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0))
    }
    for (descriptor, client) in clients {
      var events = 0
      if client.wantsInput, !isStopping { events |= Int(POLLIN) }
      if client.pending != nil { events |= Int(POLLOUT) }
      polled.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
    }
    return polled
  }

  private mutating func acceptClients(at time: Int) {
    while clients.count < Self.clientLimit, let descriptor = listener.accept() {
      clients[descriptor] = Connection(at: time)
    }
  }

  private mutating func serve(_ descriptor: CInt, _ events: Int16, at time: Int) {
    // Taken out of the table, so that it is not copied to be changed.
    guard var client = clients.removeValue(forKey: descriptor) else { return }
    var isBroken = Int32(events) & (POLLERR | POLLNVAL) != 0
    if Int32(events) & (POLLIN | POLLHUP) != 0, client.wantsInput {
      switch receive(descriptor, into: &buffer) {
      case .count(let count): client.receive(buffer[..<count], at: time)
      case .later: break
      case .ended: client.endInput()
      }
      process(&client, at: time)
    } else if Int32(events) & POLLHUP != 0 {
      isBroken = true
    }
    isBroken = !flush(&client, descriptor, at: time) || isBroken
    // What came while replies waited is answered now that there is room.
    if !isBroken, client.pending == nil {
      process(&client, at: time)
      isBroken = !flush(&client, descriptor, at: time)
    }
    if isBroken || client.isFinished {
      _ = close(descriptor)
    } else {
      clients[descriptor] = client
    }
  }

  /// Answers the requests that wait, as far as they now can be.
  private mutating func retry(at time: Int) {
    for descriptor in clients.filter({ $0.value.isWaiting }).keys.sorted() {
      guard var client = clients.removeValue(forKey: descriptor) else { continue }
      process(&client, at: time)
      if flush(&client, descriptor, at: time), !client.isFinished {
        clients[descriptor] = client
      } else {
        _ = close(descriptor)
      }
    }
  }

  /// Tells those who watch what rules have said since they were told last.
  private mutating func tellWatchers(at time: Int) {
    let count = emulator.evaluationCount
    guard count != toldCount else { return }
    defer { toldCount = count }
    let watchers = clients.filter { $0.value.isWatching }.keys
    guard !watchers.isEmpty else { return }
    let messages = emulator.messages(after: toldCount)
    for descriptor in watchers {
      guard var client = clients.removeValue(forKey: descriptor) else { continue }
      for message in messages { client.tell(message) }
      if flush(&client, descriptor, at: time), !client.isFinished {
        clients[descriptor] = client
      } else {
        _ = close(descriptor)
      }
    }
  }

  /// Sends what can be sent; false where the connection is broken.
  private func flush(_ client: inout Connection, _ descriptor: CInt, at time: Int) -> Bool {
    while let (bytes, offset) = client.pending {
      switch send(descriptor, bytes, from: offset) {
      case .count(let count): client.didSend(count, at: time)
      case .later: return true
      case .ended: return false
      }
    }
    return true
  }

  private mutating func drop(_ descriptor: CInt) {
    clients[descriptor] = nil
    _ = close(descriptor)
  }

  // MARK: Requests

  private mutating func process(_ client: inout Connection, at time: Int) {
    client.process(at: time) { request, isLastTry in
      guard let response = answer(request, isLastTry) else { return nil }
      duties.note(request, response)
      return response
    }
  }

  private mutating func answer(_ request: HTTPRequest, _ isLastTry: Bool) -> HTTPResponse? {
    if let refusal = policy.refusal(of: request) {
      return HTTPResponse(status: 403, text: refusal + "\n")
    }
    if request.method == "OPTIONS" { return policy.preflight(for: request) }
    switch emulator.handle(request, at: duties.now(), isLastTry: isLastTry) {
    case .waits: return nil
    case .reply(var response):
      if response.status == 101, clients.values.count(where: \.isWatching) >= Self.watcherLimit {
        return HTTPResponse(status: 503, text: "Too many clients watch already.\n")
      }
      let entries = emulator.takeJournal()
      if !entries.isEmpty, !duties.keep(entries) {
        return HTTPResponse(status: 500, text: "What was written can't be kept on disk.\n")
      }
      response.fields += policy.fields(for: request)
      return response
    }
  }
}
