import Foundation
import RulesConcurrency
import RulesEmulator
import RulesJSON
import RulesRuntime
import Testing

/// Reads are counted after they were answered; nobody can tell.
struct CoverageLedgerTests {
  private static let rules = """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{d}/documents {
        match /books/{id} {
          allow get: if resource.data.owner == id || exists(/databases/$(d)/documents/books/first);
          allow list: if request.query.limit < 5;
          allow write: if request.resource.data.owner is string;
        }
      }
    }
    """

  /// A service that gets the same requests in each test.
  private struct Service {
    var emulator = Emulator(seed: 1)
    private var seconds: Int64 = 0

    init() {
      let file: JSONValue = ["content": .string(rules)]
      _ = call("PUT", "/emulator/v1/projects/p:securityRules", ["rules": ["files": [file]]])
    }

    mutating func call(_ method: String, _ target: String, _ body: JSONValue? = nil) -> JSONValue {
      var request = HTTPRequest(method: method, target: ContiguousArray(target.utf8))
      if let body { request.body = body.bytes() }
      seconds += 1
      let time = Timestamp(seconds: seconds, nanos: 0)
      guard case .reply(let reply) = emulator.handle(request, at: time, isLastTry: true) else {
        return .null
      }
      return (try? JSONValue(parsing: reply.body)) ?? .null
    }

    /// One of the requests: most are reads, some are writes that change what later reads see.
    mutating func step(_ number: Int) {
      let books = "/v1/projects/p/databases/(default)/documents/books"
      switch number % 97 {
      case 0:
        let owner = "b\(number / 97 % 7)"
        _ = call(
          "PATCH",
          "\(books)/\(owner)",
          ["fields": ["owner": ["stringValue": .string(owner)]]]
        )
      case 50: _ = call("DELETE", "\(books)/b\(number / 97 % 5)")
      case 60: _ = call("GET", "\(books)?pageSize=\(number % 9)")
      case 96: _ = call("PATCH", "\(books)/first", ["fields": ["owner": ["integerValue": "1"]]])
      default: _ = call("GET", "\(books)/b\(number % 11)")
      }
    }

    mutating func coverage() -> JSONValue {
      call("GET", "/emulator/v1/projects/p:ruleCoverage")
    }
  }

  private static let stepCount = 3000

  /// What is counted where each read is counted before the next one is decided.
  private static let expected: JSONValue = {
    var service = Service()
    for number in 0..<stepCount {
      service.step(number)
      for ledger in service.emulator.takeUncounted() { while ledger.countBatch() {} }
    }
    return service.coverage()
  }()

  @Test("What waits is counted when somebody asks, and when it is too much")
  func late() {
    var service = Service()
    for number in 0..<Self.stepCount { service.step(number) }
    #expect(service.coverage() == Self.expected)
    #expect(Self.expected.jsonText().contains("\"count\":"))
  }

  @Test("A thread counts the same while requests are answered")
  func aside() {
    let ledgers = EventQueue<CoverageLedger>()
    let counts = EventQueue<Int>()
    Thread.detachNewThread {
      while let ledger = ledgers.pop() {
        while ledger.countBatch() { counts.push(1) }
      }
      counts.close()
    }
    var service = Service()
    for number in 0..<Self.stepCount {
      service.step(number)
      for ledger in service.emulator.takeUncounted() { ledgers.push(ledger) }
      // The thread has begun before everything is done.
      if number == 3 { #expect(counts.pop() == 1) }
    }
    #expect(service.coverage() == Self.expected)
    ledgers.close()
    while counts.pop() != nil {}
    #expect(service.coverage() == Self.expected)
  }
}
