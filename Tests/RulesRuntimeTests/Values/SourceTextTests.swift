import Testing

@testable import RulesRuntime

/// Values as expressions, for people.
struct SourceTextTests {
  @Test(
    arguments: [
      (.null, "null"), (.bool(true), "true"), (.int(-1), "-1"), (.float(1), "1.0"),
      (.float(1e7), "float('1.0E7')"), (.float(.nan), "float('NaN')"),
      (.string("it's \\ \n\u{1}€"), "'it\\'s \\\\ \\n\\u0001€'"),
      (.bytes(Octets([0, 0x61, 0x27, 0xFF])), "b'\\x00a\\'\\xff'"),
      (EqualityTests.list(.int(1), EqualityTests.list()), "[1, []]"),
      (EqualityTests.set(.string("a")), "['a'].toSet()"),
      (EqualityTests.map(("a", .int(1)), ("b", .null)), "{'a': 1, 'b': null}"),
      (EqualityTests.difference, "{'a': 1}.diff({})"),
      (.timestamp(Timestamp(seconds: 86_400, nanos: 0)), "timestamp.date(1970, 1, 2)"),
      (
        .timestamp(Timestamp(seconds: 3661, nanos: 5_000_000)),
        "timestamp.value('1970-01-01T01:01:01.005Z')"
      ),
      (.duration(Duration(seconds: 90, nanos: 0)), "duration.value(90, 's')"),
      (.duration(Duration(seconds: -1, nanos: -500_000_000)), "duration.value(-1500, 'ms')"),
      (.duration(Duration(seconds: 1, nanos: 1)), "duration.time(0, 0, 1, 1)"),
      (EqualityTests.latlng(1, -2.5), "latlng.value(1.0, -2.5)"),
      (EqualityTests.vector(1, 2), "vector([1.0, 2.0])"),
      (
        .path(PathValue(plain: ["databases", "(default)", "a b"])), "/databases/(default)/$('a b')"
      ),
      (EqualityTests.unbound, "/{b}"), (EqualityTests.glob, "/a/x"),
    ] as [(Value, String)]
  )
  func writes(value: Value, text: String) {
    #expect(value.sourceText() == text)
  }

  @Test func staysShort() {
    let long = Value.string(Text(String(repeating: "é", count: 1 << 20)))
    #expect(long.sourceText(limit: 10) == "'éééé…")
    let list = Value.list(ListValue(ContiguousArray(repeating: .int(12), count: 100_000)))
    #expect(list.sourceText(limit: 12) == "[12, 12, 12,…")
    #expect(list.sourceText(limit: -1).utf8.count < 10)
  }
}
