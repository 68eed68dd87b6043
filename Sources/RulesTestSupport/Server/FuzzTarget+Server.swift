import RulesIDE
import RulesJSON
import RulesLanguageServer
import RulesSource
import RulesTesting
import RulesWorkspace

extension FuzzTarget {
  /// The language server: an input is what a client sends.
  package static let server = FuzzTarget(
    name: "server",
    dictionary: [
      "Content-Length: 10\r\n\r\n", "Content-Length: ", "\r\n\r\n",
      "{\"jsonrpc\":\"2.0\",\"id\":1,",
      "\"method\":\"textDocument/hover\"", "\"method\":\"exit\"", "\"method\":\"shutdown\"",
      "\"method\":\"$/cancelRequest\"", "\"line\":-1", "\"character\":4294967295",
      "\"textDocument/didChange\"", "\"contentChanges\":[", "\"range\":null", "\"text\":\"\\n\"",
      "\"positionEncodings\":[\"utf-8\"]", "\"version\":", "file:///a/a.rulestest",
    ]
  ) { input in
    checkServer(input)
  }

  /// Feeds a stream to a server, and asks it something afterwards.
  package static func checkServer(_ input: ContiguousArray<UInt8>) -> String? {
    var server = ScriptedServer(services, InMemoryFileSystem(["/a/firestore.rules": ""]))
    let size = 1 + Int(truncatingIfNeeded: seed(of: input) % 4096)
    var rest = input[...]
    while !rest.isEmpty, server.exitCode == nil {
      _ = server.feed(ContiguousArray(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    guard server.exitCode == nil else { return nil }
    return probe(&server)
  }

  /// Asks a server for what it must know, whatever it was fed before.
  private static func probe(_ server: inout ScriptedServer) -> String? {
    let id = -77
    let question = ServerStream.request(
      id,
      "textDocument/selectionRange",
      [
        "textDocument": ["uri": "file:///probe.rules"],
        "positions": [["line": 0, "character": 9]],
      ]
    )
    let open = ServerStream.notification(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": "file:///probe.rules", "languageId": "rules", "version": 1,
          "text": .string(probeText),
        ]
      ]
    )
    let answers = server.feed(ServerStream.framed(open) + ServerStream.framed(question))
    let results = answers.compactMap { answer -> Result<JSONValue, ResponseError>? in
      guard case .response(.number(Int64(id)), let result) = answer else { return nil }
      return result
    }
    guard results.count == 1, let result = results.first else {
      return "\(results.count) answers to a request"
    }
    switch result {
    case .success(let value):
      let range = value[0]?["range"]
      let isRight = range?["start"]?["character"]?.number?.int64 == 8
      return isRight ? nil : "a wrong answer: \(value.jsonText())"
    case .failure(let error):
      // The stream may have left the session before its start or after its end.
      let isRight = error.code == .serverNotInitialized || error.code == .invalidRequest
      return isRight ? nil : "a wrong error: \(error.message)"
    }
  }

  /// The name of the service begins at the ninth character.
  private static let probeText = "service cloud.firestore { match /a/{b} { allow read; } }\n"

  /// The services of a tool that runs no tests.
  private static let services = ServerServices(
    version: "0",
    codes: [:],
    rulesPath: { analysis, _, _ in
      TestFileReader.rulesPath(analysis.tree).map {
        FilePath.joined(FilePath.parent(of: analysis.source.name), $0.path)
      }
    },
    complete: { _, _, _ in },
    runTests: { _ in TestRun() }
  )
}
