import RulesJSON
import RulesSource
import Testing

struct JSONValueTests {
  @Test(
    "A number keeps its spelling, and gives a value where one fits",
    arguments: [
      ("1", 1, 1.0), ("-0", 0, -0.0), ("1.0", nil, 1.0), ("1e2", nil, 100.0), ("1e400", nil, nil),
      ("9223372036854775807", Int64.max, 9.223372036854775807e18),
      ("9223372036854775808", nil, 9.223372036854775808e18),
      ("12345678901234567890", nil, 12345678901234567890.0),
    ] as [(String, Int64?, Double?)]
  )
  func numbers(text: String, int64: Int64?, double: Double?) throws {
    let number = try #require(JSONValue(parsing: ContiguousArray(text.utf8)).number)
    #expect(number.text == text)
    #expect(number.int64 == int64)
    #expect(number.double?.bitPattern == double?.bitPattern)
  }

  @Test(
    "A double is written in the shortest way that reads back, and shows that it is no integer",
    arguments: [
      (1, "1.0"), (-0.0, "-0.0"), (0.1, "0.1"), (1e100, "1e+100"),
      (.leastNonzeroMagnitude, "5e-324"),
      (.infinity, "null"), (.nan, "null"), (123456789012345680, "1.2345678901234568e+17"),
    ] as [(Double, String)]
  )
  func floats(value: Double, written: String) {
    #expect(JSONValue.float(value).jsonText() == written)
  }

  @Test("Literals and the builder make values; the layout has one element a line")
  func building() {
    let value: JSONValue = [
      "name": "a\"b", "list": [1, 2.5, true, .null], "empty": [:], "none": [],
    ]
    #expect(
      value.jsonText() == #"{"name":"a\"b","list":[1,2.5,true,null],"empty":{},"none":[]}"#
    )
    #expect(
      value.jsonText(.indented) == """
        {
          "name": "a\\"b",
          "list": [
            1,
            2.5,
            true,
            null
          ],
          "empty": {},
          "none": []
        }
        """
    )
    let names = ["a", "b"]
    #expect(JSONValue.object(names.map { ($0, .string($0)) }).jsonText() == #"{"a":"a","b":"b"}"#)
  }

  @Test("Of repeated names the last wins, and the repetitions are known")
  func repetitions() throws {
    let text = #"{"a":1,"b":2,"a":3,"\u0061":4}"#
    let object = try #require(JSONValue(parsing: ContiguousArray(text.utf8)).object)
    #expect(object["a"]?.number?.int64 == 4)
    #expect(object.repeatedMembers.map(\.keyRange) == [SourceRange(13, 16), SourceRange(19, 27)])
  }

  @Test("Names are compared by bytes, not as text")
  func canonicalEquivalence() {
    let value: JSONValue = ["\u{E9}": 1]
    #expect(value["e\u{301}"] == nil)
    #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
  }

  @Test("Equality ignores places")
  func equality() throws {
    #expect(try JSONValue(parsing: ContiguousArray(" [1]".utf8)) == [1])
    #expect(try JSONValue(parsing: ContiguousArray("[1.0]".utf8)) != [1])
  }

  @Test("Bytes that are no text are written as U+FFFD, lone surrogates as escapes")
  func illFormedStrings() {
    let bytes: ContiguousArray<UInt8> = [0x61, 0xFF, 0xED, 0xA0, 0xBD, 0xE2, 0x82]
    #expect(JSONValue.string(bytes).jsonText() == "\"a\u{FFFD}\\ud83d\u{FFFD}\u{FFFD}\"")
  }

  @Test(
    "A pointer finds its place (RFC 6901, section 5)",
    arguments: [
      ("", "*"), ("/foo", #"["bar","baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"),
      ("/m~0n", "8"), ("/foo/2", nil), ("/foo/00", nil), ("/foo/-", nil), ("/foo/0/x", nil),
      ("/x", nil), ("/foo/99999999999999999999", nil), ("/~01", "9"),
    ] as [(String, String?)]
  )
  func pointers(text: String, found: String?) throws {
    let root: JSONValue = ["foo": ["bar", "baz"], "": 0, "a/b": 1, "m~n": 8, "~1": 9]
    let pointer = try #require(JSONPointer(text))
    #expect(pointer.description == text)
    #expect(pointer.value(in: root)?.jsonText() == (found == "*" ? root.jsonText() : found))
  }

  @Test("A pointer's spelling is checked", arguments: ["a", "/~", "/~2", "/a~"])
  func malformedPointers(text: String) {
    #expect(JSONPointer(text) == nil)
  }

  @Test("A pointer is extended by names and indices")
  func appending() {
    #expect(JSONPointer().appending("a/b").appending(3).description == "/a~1b/3")
  }

  @Test("Ids of codes differ, and each code is explained")
  func codes() {
    #expect(Set(DiagnosticCode.jsonCodes).count == DiagnosticCode.jsonCodes.count)
    for code in DiagnosticCode.jsonCodes {
      #expect(!code.summary.isEmpty && !code.explanation.isEmpty)
    }
  }
}
