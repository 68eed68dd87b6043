import RulesEmulator
import RulesRuntime
import Testing

/// A transaction holds what it has read, by whichever way, and nothing else.
struct TransactionTests {
  static let reads: [(read: String, body: String, held: [String], free: [String])] = [
    (
      ":batchGet", #""documents": ["@/a/1/b/2"]"#, ["a/1/b/2"],
      ["a/1", "a/1/b/3", "b/2", "a/1/b/2/c/3"]
    ),
    (
      ":runQuery", #""structuredQuery": {"from": [{"collectionId": "b"}]}"#, ["b/1", "b/new"],
      ["a/1", "a/1/b/2", "b/1/c/2"]
    ),
    (
      "/a/1:runQuery", #""structuredQuery": {"from": [{"collectionId": "b"}]}"#, ["a/1/b/2"],
      ["b/1", "a/2/b/2", "a/1/b/2/b/3"]
    ),
    (
      ":runQuery", #""structuredQuery": {"from": [{"collectionId": "b", "allDescendants": true}]}"#,
      ["b/1", "a/1/b/2", "a/1/b/2/b/3"], ["a/1", "b/1/c/2"]
    ),
    (
      "/a/1:runQuery",
      #""structuredQuery": {"from": [{"collectionId": "b", "allDescendants": true}]}"#,
      ["a/1/b/2", "a/1/c/1/b/2"], ["b/1", "a/2/b/1", "a/1/c/1"]
    ),
    (
      "/a/1:runQuery", #""structuredQuery": {"from": [{"allDescendants": true}]}"#,
      ["a/1/b/2", "a/1/b/2/c/3"], ["a/1", "a/2/b/1", "b/1"]
    ),
    (":runQuery", #""structuredQuery": {"from": [{}]}"#, ["a/1", "b/2"], ["a/1/b/2"]),
  ]

  private let root = "projects/p/databases/(default)/documents"
  private let time = Timestamp(seconds: 1_750_000_000, nanos: 0)

  private func send(
    _ emulator: inout Emulator,
    _ method: String,
    _ path: String,
    _ body: String
  ) -> HTTPResponse? {
    var request = HTTPRequest(method: method, target: ContiguousArray("/v1/\(root)\(path)".utf8))
    request.fields = [("authorization", "Bearer owner")]
    request.body = ContiguousArray(body.utf8)
    switch emulator.handle(request, at: time, isLastTry: false) {
    case .reply(let response): return response
    case .waits: return nil
    }
  }

  @Test("Who writes what was read waits until the transaction ends", arguments: reads.indices)
  func holds(index: Int) {
    let row = Self.reads[index]
    var emulator = Emulator(seed: 1)
    _ = send(&emulator, "POST", ":beginTransaction", "{}")
    let token = #""transaction": "EQIAAAAAAAAA""#
    let body = row.body.split(separator: "@", omittingEmptySubsequences: false).joined(
      separator: root
    )
    let read = send(&emulator, "POST", row.read, "{\(token), \(body)}")
    #expect(read?.status == 200)
    for path in row.free {
      #expect(send(&emulator, "PATCH", "/\(path)", "{}")?.status == 200, "\(path) is held")
    }
    for path in row.held {
      #expect(send(&emulator, "PATCH", "/\(path)", "{}") == nil, "\(path) is free")
    }
    #expect(send(&emulator, "POST", ":rollback", "{\(token)}")?.status == 200)
    for path in row.held {
      #expect(send(&emulator, "PATCH", "/\(path)", "{}")?.status == 200, "\(path) is still held")
    }
  }

  @Test("A field path that is too long is refused, however it comes")
  func longPaths() {
    var emulator = Emulator(seed: 1)
    let path = String(repeating: "a.", count: 100_000) + "a"
    let name = "\(root)/a/b"
    let bodies = [
      (
        ":commit",
        #"{"writes": [{"update": {"name": "\#(name)"}, "updateMask": {"fieldPaths": ["\#(path)"]}}]}"#
      ),
      (
        ":commit",
        #"{"writes": [{"transform": {"document": "\#(name)", "fieldTransforms": [{"fieldPath": "\#(path)", "increment": {"integerValue": "1"}}]}}]}"#
      ),
      (":batchGet", #"{"documents": ["\#(name)"], "mask": {"fieldPaths": ["\#(path)"]}}"#),
      (":runQuery", #"{"structuredQuery": {"orderBy": [{"field": {"fieldPath": "\#(path)"}}]}}"#),
    ]
    for (method, body) in bodies {
      #expect(send(&emulator, "POST", method, body)?.status == 400, "\(method)")
    }
  }
}
