import RulesEmulator
import RulesJSON
import RulesRuntime
import Testing

/// The times of documents, which recorded sessions are compared without.
///
/// Source: recorded from the official emulator.
struct WriteTimeTests {
  /// One second after the other: what is written, and when the document is created and changed then.
  static let steps: [(write: String, createTime: Int, updateTime: Int)] = [
    (#"{"update": {"name": "N", "fields": {"a": {"integerValue": "1"}}}}"#, 1, 1),
    (#"{"update": {"name": "N", "fields": {"a": {"integerValue": "1"}}}}"#, 1, 1),
    (#"{"update": {"name": "N", "fields": {"a": {"doubleValue": 1}}}}"#, 1, 3),
    (
      #"{"update": {"name": "N", "fields": {"a": {"doubleValue": 2}}}}, {"update": {"name": "N", "fields": {"a": {"doubleValue": 1}}}}"#,
      1, 3
    ),
    (
      #"{"update": {"name": "N", "fields": {"b": {"nullValue": null}, "a": {"nullValue": null}}}}"#,
      1, 5
    ),
    (
      #"{"update": {"name": "N", "fields": {"a": {"nullValue": null}, "b": {"nullValue": null}}}}"#,
      1, 5
    ),
    (
      #"{"delete": "N"}, {"update": {"name": "N", "fields": {"a": {"nullValue": null}, "b": {"nullValue": null}}}}"#,
      7, 7
    ),
  ]

  @Test("A write that changes nothing leaves the time of a document as it was")
  func times() throws {
    let name = "projects/p/databases/(default)/documents/n/1"
    var emulator = Emulator(seed: 1)
    for (index, step) in Self.steps.enumerated() {
      let time = Timestamp(seconds: Int64(index) + 1, nanos: 0)
      let writes = step.write.split(separator: "N\"", omittingEmptySubsequences: false)
        .joined(separator: name + "\"")
      var commit = HTTPRequest(
        method: "POST",
        target: ContiguousArray("/v1/projects/p/databases/(default)/documents:commit".utf8)
      )
      commit.body = ContiguousArray(#"{"writes": [\#(writes)]}"#.utf8)
      _ = emulator.handle(commit, at: time, isLastTry: true)
      let get = HTTPRequest(method: "GET", target: ContiguousArray("/v1/\(name)".utf8))
      guard case .reply(let reply) = emulator.handle(get, at: time, isLastTry: true) else {
        Issue.record("the get waits")
        return
      }
      let document = try JSONValue(parsing: reply.body)
      #expect(document["createTime"]?.text == "1970-01-01T00:00:0\(step.createTime)Z", "\(step)")
      #expect(document["updateTime"]?.text == "1970-01-01T00:00:0\(step.updateTime)Z", "\(step)")
    }
  }
}
