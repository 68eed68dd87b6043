import Foundation
import RulesJSON
import RulesLanguageServer
import RulesTestSupport
import RulesWorkspace
import Synchronization
import Testing

/// The loop with its threads: in order, taking requests back, and ending.
struct LoopTests {
  /// Streams in place of those of a process.
  private final class Pipe: Sendable {
    private let input = Mutex<[ContiguousArray<UInt8>]>([])
    private let isClosed = Atomic(false)
    let output = Mutex<ContiguousArray<UInt8>>([])
    let isReaderGone = Atomic(false)
    let isParentRunning = Atomic(true)

    func send(_ message: JSONValue) {
      input.withLock { $0.append(ServerStream.framed(message)) }
    }

    func close() { isClosed.store(true, ordering: .sequentiallyConsistent) }

    func read() -> ContiguousArray<UInt8>? {
      while true {
        if let bytes = input.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return bytes }
        if isClosed.load(ordering: .sequentiallyConsistent) { return nil }
        usleep(500)
      }
    }

    /// Waits for a message that fits.
    func wait(for text: String) -> Bool {
      for _ in 0..<20_000 {
        let found = output.withLock { String(decoding: $0, as: UTF8.self).contains(text) }
        if found { return true }
        usleep(500)
      }
      return false
    }
  }

  /// How a loop on another thread has ended.
  private final class Ending: Sendable {
    let code = Mutex<Int32?>(nil)
  }

  private static func run(_ pipe: Pipe, _ services: ServerServices? = nil) -> Int32 {
    let files = InMemoryFileSystem([
      "/p/firestore.rules": "service cloud.firestore { match /a/{b} { allow read; } }",
      "/p/a.rulestest": "rules 'firestore.rules';\ntest 'a' { deny get /a/a; }\n",
    ])
    let host = ServerHost(
      read: { pipe.read() },
      write: { bytes in
        guard !pipe.isReaderGone.load(ordering: .sequentiallyConsistent) else { return false }
        pipe.output.withLock { $0 += bytes }
        return true
      },
      startThread: { body in
        // Tasks share as many threads as there are cores, which work that waits would use up.
        Thread.detachNewThread { body() }
        return true
      },
      isRunning: { _ in pipe.isParentRunning.load(ordering: .sequentiallyConsistent) },
      sleep: { usleep(1_000) }
    )
    return ServerLoop(services ?? Client.services(files), files, host).run()
  }

  private static let initialize = ServerStream.request(
    1,
    "initialize",
    ["processId": 42, "capabilities": [:], "rootUri": "file:///p"]
  )

  @Test("A session that is shut down ends with 0", .timeLimit(.minutes(1)))
  func shutdown() {
    let pipe = Pipe()
    pipe.send(Self.initialize)
    pipe.send(ServerStream.request(2, "shutdown", .null))
    pipe.send(ServerStream.notification("exit", .null))
    #expect(Self.run(pipe) == 0)
    #expect(pipe.wait(for: #"{"jsonrpc":"2.0","id":2,"result":null}"#))
  }

  @Test("A session ends with its client", .timeLimit(.minutes(1)), arguments: [0, 1, 2])
  func loneliness(way: Int) {
    let pipe = Pipe()
    pipe.send(Self.initialize)
    switch way {
    case 0: pipe.close()
    case 1: pipe.isReaderGone.store(true, ordering: .sequentiallyConsistent)
    default: pipe.isParentRunning.store(false, ordering: .sequentiallyConsistent)
    }
    #expect(Self.run(pipe) == 1)
    pipe.close()
  }

  @Test("Tests that run are taken back, while other requests are answered", .timeLimit(.minutes(1)))
  func cancellation() {
    let pipe = Pipe()
    let files = InMemoryFileSystem()
    var services = Client.services(files)
    services.runTests = { order in
      while !order.isCancelled() { usleep(500) }
      return TestRun()
    }
    pipe.send(Self.initialize)
    pipe.send(
      ServerStream.request(
        7,
        "workspace/executeCommand",
        ["command": "rulescheck.runTests", "arguments": ["file:///p/a.rulestest"]]
      )
    )
    pipe.send(ServerStream.request(8, "workspace/symbol", ["query": ""]))
    let ending = Ending()
    let serving = Thread { [services] in
      let code = Self.run(pipe, services)
      ending.code.withLock { $0 = code }
    }
    serving.start()
    #expect(pipe.wait(for: #""id":8,"result""#))
    pipe.send(ServerStream.notification("$/cancelRequest", ["id": 7]))
    #expect(pipe.wait(for: #""id":7,"error":{"code":-32800"#))
    pipe.close()
    while !serving.isFinished { usleep(500) }
    #expect(ending.code.withLock(\.self) == 1)
  }
}
