import RulesIDE
import RulesJSON
import RulesLanguageServer
import RulesSource
import RulesWorkspace
import Synchronization

extension Measurement {
  /// What a key costs: from a change that the editor sends to the diagnostics that it is sent.
  static let editors: [Measurement] = [
    edits("editor/w2", "w2, 328 lines", .whole, bar: 0.2),
    edits("editor/2500-lines", "2,500 lines", .lines(2_500), bar: 5),
    lints("editor/w2/lint", "w2, 328 lines", .whole),
    lints("editor/2500-lines/lint", "2,500 lines", .lines(2_500)),
    pipes("process/editor/w2", "w2, 328 lines", .whole, bar: 1),
    pipes("process/editor/2500-lines", "2,500 lines", .lines(2_500), bar: 5),
  ]

  private static func edits(
    _ name: String,
    _ summary: String,
    _ size: RulesSize,
    bar: Double
  ) -> Measurement {
    Measurement(
      name: name,
      summary: "the first diagnostics after a change of \(summary), in the server",
      unit: .milliseconds,
      bar: bar
    ) { context in
      var editor = try Editor(size.rules(context))
      var session = EditorSession(editor)
      return {
        session.lint()
        return Sample(value: milliseconds { session.change(&editor) })
      }
    }
  }

  private static func lints(_ name: String, _ summary: String, _ size: RulesSize) -> Measurement {
    Measurement(
      name: name,
      summary: "what the linter says after a change of \(summary), in the server",
      unit: .milliseconds
    ) { context in
      var editor = try Editor(size.rules(context))
      var session = EditorSession(editor)
      return {
        session.change(&editor)
        return Sample(value: milliseconds { session.lint() })
      }
    }
  }

  /// Times of day: the clock of a thread does not see what another process does.
  private static func pipes(
    _ name: String,
    _ summary: String,
    _ size: RulesSize,
    bar: Double
  ) -> Measurement {
    Measurement(
      name: name,
      summary: "the first diagnostics after a change of \(summary), through the pipe",
      unit: .milliseconds,
      bar: bar
    ) { context in
      guard let program = context.program else {
        throw BenchError(message: "name the command with --program")
      }
      var editor = try Editor(size.rules(context))
      let server = try PipedProcess([program, "language-server"])
      for message in editor.opening { try server.write(message) }
      _ = try server.readBody(containing: "publishDiagnostics")
      return {
        // The linter has looked by then, as it has between two keys.
        server.rest()
        let message = editor.nextChange()
        let start = ContinuousClock.now
        try server.write(message)
        _ = try server.readBody(containing: "publishDiagnostics")
        let time = (ContinuousClock.now - start).components
        return Sample(value: Double(time.attoseconds) / 1e15 + Double(time.seconds) * 1e3)
      }
    }
  }
}

/// The processor time of something.
private func milliseconds(_ body: () -> Void) -> Double {
  let start = threadNanoseconds()
  body()
  return (threadNanoseconds() - start) / 1e6
}

/// An editor that inserts a character in the middle of a file and deletes it again.
private struct Editor {
  let text: ContiguousArray<UInt8>
  private let line: Int
  private let column: Int
  private var version = 1

  private static let uri: JSONValue = "file:///bench/firestore.rules"

  /// An editor of rules that name `request.auth.uid` somewhere.
  init(_ text: ContiguousArray<UInt8>) throws {
    self.text = text
    let name = Array("request.auth".utf8)
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let places = lines.enumerated().compactMap { number, line in
      line.indices.first { line[$0...].starts(with: name) }.map { (number, $0 - line.startIndex) }
    }
    guard !places.isEmpty else { throw BenchError(message: "no rule names `request.auth`") }
    let place = places[places.count / 2]
    line = place.0
    column = place.1 + name.count
  }

  /// What opens the file.
  var opening: [ContiguousArray<UInt8>] {
    [
      Self.framed([
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": ["processId": .null, "capabilities": [:]],
      ]),
      Self.framed(["jsonrpc": "2.0", "method": "initialized", "params": [:]]),
      Self.framed([
        "jsonrpc": "2.0", "method": "textDocument/didOpen",
        "params": [
          "textDocument": [
            "uri": Self.uri, "languageId": "firestorerules", "version": 1, "text": .string(text),
          ]
        ],
      ]),
    ]
  }

  /// The next change.
  mutating func nextChange() -> ContiguousArray<UInt8> {
    version += 1
    let isInsertion = version.isMultiple(of: 2)
    return Self.framed([
      "jsonrpc": "2.0", "method": "textDocument/didChange",
      "params": [
        "textDocument": ["uri": Self.uri, "version": .integer(version)],
        "contentChanges": [
          [
            "range": ["start": place(column), "end": place(isInsertion ? column : column + 1)],
            "text": isInsertion ? "x" : "",
          ]
        ],
      ],
    ])
  }

  private func place(_ column: Int) -> JSONValue {
    ["line": .integer(line), "character": .integer(column)]
  }

  private static func framed(_ message: JSONValue) -> ContiguousArray<UInt8> {
    let body = message.bytes()
    return ContiguousArray("Content-Length: \(body.count)\r\n\r\n".utf8) + body
  }
}

/// A session without pipes or threads.
private struct EditorSession {
  private var session: ServerSession
  private var framer = MessageFramer()
  private let requests = RequestTable()
  private let sent = Sent()

  /// How many bytes the server has sent.
  private final class Sent: Sendable {
    let count = Atomic(0)
  }

  init(_ editor: Editor) {
    let services = ServerServices(
      version: "0",
      codes: [:],
      rulesPath: { _, _, _ in nil },
      complete: { _, _, _ in },
      runTests: { _ in TestRun() }
    )
    session = ServerSession(
      services,
      InMemoryFileSystem(),
      requests: requests,
      start: { _ in },
      send: { [sent] message in
        _ = sent.count.add(message.bytes.count, ordering: .relaxed)
      }
    )
    for message in editor.opening { take(message) }
    session.settle()
    lint()
  }

  /// Takes the next change, and sends what is known at once.
  mutating func change(_ editor: inout Editor) {
    take(editor.nextChange())
    session.settle()
  }

  /// Sends what takes longer.
  mutating func lint() {
    while session.settleNext() {}
  }

  private mutating func take(_ bytes: ContiguousArray<UInt8>) {
    framer.append(bytes)
    while case .body(let body)? = framer.next() {
      guard let message = try? IncomingMessage(body) else { continue }
      session.receive(message, message.requestID.flatMap(requests.enter))
    }
  }
}
