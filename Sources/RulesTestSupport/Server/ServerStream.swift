package import RulesJSON

/// Streams of messages as clients send them, and hostile ones made of them.
package enum ServerStream {
  /// A message with its header.
  package static func framed(_ message: JSONValue) -> ContiguousArray<UInt8> {
    let body = message.bytes()
    return ContiguousArray("Content-Length: \(body.count)\r\n\r\n".utf8) + body
  }

  /// A session about one rules file, as one stream.
  package static func session(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    messages(text).reduce(into: []) { $0 += framed($1) }
  }

  /// The address of the document of a session.
  private static let address: JSONValue = ["uri": "file:///a/firestore.rules"]

  /// The messages of a session about one rules file: it is opened, changed, and asked everything.
  package static func messages(_ text: ContiguousArray<UInt8>) -> [JSONValue] {
    let start: JSONValue = ["line": 0, "character": 0]
    let place: JSONValue = ["line": 4, "character": 12]
    let range: JSONValue = ["start": start, "end": place]
    var messages: [JSONValue] = [
      request(
        1,
        "initialize",
        [
          "processId": 1, "rootUri": "file:///a",
          "capabilities": ["general": ["positionEncodings": ["utf-16"]]],
        ]
      ),
      notification("initialized", [:]),
      notification(
        "textDocument/didOpen",
        [
          "textDocument": [
            "uri": "file:///a/firestore.rules", "languageId": "rules", "version": 1,
            "text": .string(text),
          ]
        ]
      ),
      notification(
        "textDocument/didChange",
        [
          "textDocument": ["uri": "file:///a/firestore.rules", "version": 2],
          "contentChanges": [["range": ["start": start, "end": start], "text": "// é𝒳\n"]],
        ]
      ),
    ]
    for (index, method) in methods.enumerated() {
      messages.append(
        request(
          10 + index,
          method,
          [
            "textDocument": address, "position": place, "range": range, "positions": [place],
            "context": ["includeDeclaration": true, "diagnostics": []], "newName": "other",
            "query": "a", "ch": ";", "previousResultId": "1", "previousResultIds": [],
            "command": "rulescheck.runTests",
            "arguments": ["file:///a/firestore.rules"],
            "options": ["tabSize": 2, "insertSpaces": true],
          ]
        )
      )
    }
    messages.append(notification("$/cancelRequest", ["id": 12]))
    messages.append(notification("textDocument/didClose", ["textDocument": address]))
    return messages
  }

  /// What is asked about the document.
  private static let methods = [
    "textDocument/hover", "textDocument/completion", "textDocument/signatureHelp",
    "textDocument/definition", "textDocument/references", "textDocument/documentHighlight",
    "textDocument/prepareRename", "textDocument/rename", "textDocument/documentSymbol",
    "workspace/symbol", "textDocument/foldingRange", "textDocument/selectionRange",
    "textDocument/semanticTokens/full", "textDocument/semanticTokens/full/delta",
    "textDocument/semanticTokens/range", "textDocument/formatting",
    "textDocument/rangeFormatting", "textDocument/onTypeFormatting", "textDocument/codeAction",
    "textDocument/codeLens", "textDocument/inlayHint", "textDocument/documentLink",
    "textDocument/diagnostic", "workspace/diagnostic", "workspace/executeCommand",
  ]

  /// A request as a message.
  package static func request(_ id: Int, _ method: String, _ parameters: JSONValue) -> JSONValue {
    [
      "jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": parameters,
    ]
  }

  /// A notification as a message.
  package static func notification(_ method: String, _ parameters: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "method": .string(method), "params": parameters]
  }

  // MARK: Hostile streams

  /// A session whose messages are cut, merged, put in another order, and filled with what hurts.
  package static func hostile(
    _ text: ContiguousArray<UInt8>,
    _ random: inout SeededRandom
  ) -> ContiguousArray<UInt8> {
    var messages = messages(text).map(framed)
    for _ in 0..<(1 + random.below(6)) {
      let index = random.below(messages.count)
      switch random.below(8) {
      case 0:
        let other = random.below(messages.count)
        messages.swapAt(index, other)
      case 1:
        messages[index].removeLast(random.below(messages[index].count))
      case 2:
        messages[index].removeFirst(random.below(messages[index].count))
      case 3:
        messages.insert(messages[index], at: random.below(messages.count + 1))
      case 4:
        messages.insert(garbage(&random), at: random.below(messages.count + 1))
      case 5:
        messages[index] = filled(messages[index], &random)
      case 6:
        let place = random.below(messages[index].count)
        messages[index][place] = UInt8(truncatingIfNeeded: random.next())
      default:
        messages.remove(at: index)
        if messages.isEmpty { messages.append([]) }
      }
    }
    return messages.reduce(into: []) { $0 += $1 }
  }

  /// Bytes that are no message.
  private static func garbage(_ random: inout SeededRandom) -> ContiguousArray<UInt8> {
    let pieces = [
      "\r\n", "\r\n\r\n", "Content-Length: ", "Content-Length: 99999999\r\n\r\n", "{", "}",
      "\u{0}", "Content-Length: -1\r\n\r\n", "Content-Length: 0\r\n\r\n", "é", "[[[[[[[[", "x",
    ]
    var bytes: ContiguousArray<UInt8> = []
    for _ in 0..<(1 + random.below(20)) {
      bytes += Array(random.pick(pieces).utf8)
      if random.oneIn(4) { bytes.append(UInt8(truncatingIfNeeded: random.next())) }
    }
    return bytes
  }

  /// A message with one of its numbers or texts replaced, and the header that fits.
  private static func filled(
    _ message: ContiguousArray<UInt8>,
    _ random: inout SeededRandom
  ) -> ContiguousArray<UInt8> {
    guard let start = message.firstIndex(of: UInt8(ascii: "{")) else { return message }
    var body = ContiguousArray(message[start...])
    let digits = body.indices.filter { UInt8(ascii: "0")...UInt8(ascii: "9") ~= body[$0] }
    guard !digits.isEmpty else { return message }
    let values: [[UInt8]] = [
      Array("-1".utf8), Array("-9223372036854775808".utf8), Array("4294967295".utf8),
      Array("9223372036854775807".utf8), Array("1e99".utf8), Array("0.5".utf8), Array("null".utf8),
      Array("[]".utf8), Array("\"\u{1F600}\"".utf8), [0x22, 0xFF, 0xFE, 0x22],
      Array("{\"line\":-1,\"character\":2147483648}".utf8), Array("2147483647".utf8),
    ]
    let index = random.pick(digits)
    body.replaceSubrange(index...index, with: random.pick(values))
    return ContiguousArray("Content-Length: \(body.count)\r\n\r\n".utf8) + body
  }
}
