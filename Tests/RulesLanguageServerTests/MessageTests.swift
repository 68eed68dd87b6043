import RulesJSON
import RulesLanguageServer
import RulesTestSupport
import RulesWorkspace
import Testing

/// What becomes of messages that are none, and of those that come at the wrong time.
struct MessageTests {
  private static let initialize =
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#

  private static func answers(to bodies: [String]) -> [String] {
    let files = InMemoryFileSystem()
    var server = ScriptedServer(Client.services(files), files)
    var answers: [OutgoingMessage] = []
    for body in bodies {
      let header = "Content-Length: \(body.utf8.count)\r\n\r\n"
      answers += server.feed(ContiguousArray((header + body).utf8))
    }
    return answers.compactMap { answer in
      guard case .response(let id, .failure(let error)) = answer else { return nil }
      let name = id.map { $0.json.jsonText() } ?? "null"
      return "\(name) \(error.code.rawValue) \(error.message)"
    }
  }

  static let broken: [(body: String, error: String)] = [
    (
      "{", "null -32700 the message is no JSON: found the end of the text, expected a string or `}`"
    ),
    ("[]", "null -32600 found a batch of messages, expected one message"),
    (
      #"[{"jsonrpc":"2.0","id":2,"method":"shutdown"}]"#,
      "null -32600 found a batch of messages, expected one message"
    ),
    ("1", "null -32600 found a number, expected one message"),
    (#"{"id":2,"method":"shutdown"}"#, "2 -32600 `jsonrpc` is not `2.0`"),
    (
      #"{"jsonrpc":"2.0","id":"x","method":5}"#,
      #""x" -32600 `method` is a number, expected a string"#
    ),
    (#"{"jsonrpc":"2.0"}"#, "null -32600 the message has no `method`"),
    (
      #"{"jsonrpc":"2.0","id":1.5,"method":"shutdown"}"#,
      "null -32600 `id` is a number, expected an integer or a string"
    ),
    (
      #"{"jsonrpc":"2.0","id":null,"method":"shutdown"}"#,
      "null -32600 `id` is `null`, expected an integer or a string"
    ),
    (
      #"{"jsonrpc":"2.0","id":2,"method":"shutdown","params":3}"#,
      "2 -32602 `params` is a number, expected an object"
    ),
    (#"{"jsonrpc":"2.0","id":2,"method":"a/b"}"#, "2 -32601 there is no method `a/b`"),
    (#"{"jsonrpc":"2.0","id":2,"method":"$/a"}"#, "2 -32601 there is no method `$/a`"),
    (
      #"{"jsonrpc":"2.0","id":2,"method":"textDocument/hover"}"#,
      "2 -32602 `params.textDocument.uri` is missing, expected a string"
    ),
    (
      #"{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{"textDocument":{"uri":"a:b"}}}"#,
      "2 -32602 `a:b` is not open"
    ),
    (
      #"{"jsonrpc":"2.0","id":2,"method":"workspace/executeCommand","params":{"command":"x"}}"#,
      "2 -32602 there is no command `x`"
    ),
    (
      #"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{}}"#,
      "2 -32600 the session was initialized before"
    ),
  ]

  @Test("A broken message gets an error, and the server lives on", arguments: broken)
  func refusal(body: String, error: String) {
    let unknown = #"{"jsonrpc":"2.0","id":3,"method":"x"}"#
    let answers = Self.answers(to: [Self.initialize, body, unknown])
    #expect(answers == [error, "3 -32601 there is no method `x`"])
  }

  @Test("Nothing is done before `initialize`, and nothing after `shutdown`")
  func phases() {
    let hover = #"{"jsonrpc":"2.0","id":7,"method":"textDocument/hover","params":{}}"#
    let shutdown = #"{"jsonrpc":"2.0","id":8,"method":"shutdown"}"#
    let answers = Self.answers(to: [hover, Self.initialize, shutdown, hover])
    #expect(
      answers == [
        "7 -32002 expected `initialize` first", "7 -32600 the session was shut down",
      ]
    )
  }

  static let ends: [(methods: [String], code: Int32)] = [
    (["initialize", "shutdown"], 0), (["initialize"], 1), ([], 1),
  ]

  @Test("The exit code says whether the session was shut down", arguments: ends)
  func exit(methods: [String], code: Int32) {
    let files = InMemoryFileSystem()
    for end in ["exit", nil] {
      var server = ScriptedServer(Client.services(files), files)
      for (id, method) in methods.enumerated() {
        _ = server.feed([
          ["jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": [:]]
        ])
      }
      #expect(server.exitCode == nil)
      if let end {
        _ = server.feed([["jsonrpc": "2.0", "method": .string(end)]])
      } else {
        server.end()
      }
      #expect(server.exitCode == code)
    }
  }
}
