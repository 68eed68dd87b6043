import RulesEmulator
import RulesRuntime
import RulesTestSupport
import Testing

/// What was acknowledged is found again, and what is cut off or changed is not taken for it.
struct JournalTests {
  private let time = Timestamp(seconds: 1_750_000_000, nanos: 0)

  private func send(
    _ emulator: inout Emulator,
    _ method: String,
    _ path: String,
    _ body: String = ""
  )
    -> HTTPResponse?
  {
    let target = "/v1/projects/p/databases/(default)/documents\(path)"
    var request = HTTPRequest(method: method, target: ContiguousArray(target.utf8))
    request.body = ContiguousArray(body.utf8)
    guard case .reply(let response) = emulator.handle(request, at: time, isLastTry: true) else {
      return nil
    }
    return response
  }

  private func filled() -> (emulator: Emulator, entries: [JournalEntry]) {
    var emulator = Emulator(seed: 1)
    emulator.keepsJournal = true
    let values = """
      {"fields": {"a": {"integerValue": "1"}, "b": {"doubleValue": "NaN"}, "c": {"stringValue": "é\\n"},
      "d": {"bytesValue": "AA=="}, "e": {"timestampValue": "2025-01-01T00:00:00.123456Z"},
      "f": {"referenceValue": "projects/p/databases/(default)/documents/x/y"},
      "g": {"geoPointValue": {"latitude": 1.5, "longitude": -2}}, "h": {"nullValue": null},
      "i": {"arrayValue": {"values": [{"booleanValue": true}]}}, "j": {"mapValue": {"fields": {}}}}}
      """
    _ = send(&emulator, "PATCH", "/a/b", values)
    _ = send(&emulator, "PATCH", "/a/c/d/e", values)
    _ = send(&emulator, "DELETE", "/a/c/d/e")
    _ = send(&emulator, "PATCH", "/a/é", #"{"fields": {"x": {"integerValue": "2"}}}"#)
    // No document may be written with a list in a list; one that is added to a list may.
    let transform = """
      {"writes": [{"transform": {"document": "projects/p/databases/(default)/documents/a/é", "fieldTransforms": [
        {"fieldPath": "l", "appendMissingElements": {"values": [
          {"arrayValue": {"values": [{"arrayValue": {"values": [{"integerValue": "3"}]}}]}}]}}]}}]}
      """
    #expect(send(&emulator, "POST", ":commit", transform)?.status == 200)
    return (emulator, emulator.takeJournal())
  }

  @Test("A service that does again what was kept answers as the one before")
  func replay() {
    var (before, entries) = filled()
    #expect(entries.count == 5)
    var after = Emulator(seed: 2)
    for entry in entries {
      let line = JournalText.line(entry)
      guard let read = JournalText.entry(line.dropLast()) else {
        Issue.record("a line can't be read again")
        continue
      }
      after.replay(read)
    }
    for path in ["/a/b", "/a/c/d/e", "/a/%C3%A9", "/a", "/a/c/d"] {
      #expect(send(&before, "GET", path)?.body == send(&after, "GET", path)?.body)
    }
    var compacted = Emulator(seed: 3)
    for entry in before.snapshot { compacted.replay(entry) }
    #expect(send(&before, "GET", "/a")?.body == send(&compacted, "GET", "/a")?.body)
  }

  @Test("A line that is cut off or changed is no entry")
  func damaged() {
    let line = JournalText.line(filled().entries[0]).dropLast()
    for count in 0..<line.count { #expect(JournalText.entry(line.prefix(count)) == nil) }
    for index in line.indices {
      var changed = line
      changed[index] ^= 1
      #expect(JournalText.entry(changed) == nil)
    }
  }
}
