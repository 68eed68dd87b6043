import RulesJSON
import RulesSource
import Testing

struct JSONReaderTests {
  private func tokens(_ text: String, _ dialect: JSONDialect = .strict) throws -> [JSONReader.Token]
  {
    var reader = try JSONReader(ContiguousArray(text.utf8), dialect: dialect)
    var found: [JSONReader.Token] = []
    while found.last != .end { found.append(try reader.next()) }
    return found
  }

  @Test(
    "A text is read token by token",
    arguments: [
      ("1", [.number, .end]), ("[]", [.beginArray, .endArray, .end]),
      ("{ }", [.beginObject, .endObject, .end]),
      ("[1,\"a\"]", [.beginArray, .number, .string, .endArray, .end]),
      (
        "{\"a\":null,\"b\":[true]}",
        [
          .beginObject, .key, .null, .key, .beginArray, .bool, .endArray, .endObject, .end,
        ]
      ),
    ] as [(String, [JSONReader.Token])]
  )
  func tokens(text: String, expected: [JSONReader.Token]) throws {
    #expect(try tokens(text) == expected)
    var reader = try JSONReader(ContiguousArray(text.utf8))
    for token in expected { #expect(try reader.next() == token) }
    #expect(try reader.next() == .end)
  }

  @Test(
    "An integer of 64 bits is read without a text",
    arguments: [
      ("0", 0), ("-0", 0), ("42", 42), ("9223372036854775807", .max),
      ("-9223372036854775808", .min), ("9223372036854775808", nil), ("-9223372036854775809", nil),
      ("18446744073709551616", nil), ("1.0", nil), ("1e3", nil),
    ] as [(String, Int64?)]
  )
  func integers(text: String, expected: Int64?) throws {
    var reader = try JSONReader(ContiguousArray(text.utf8))
    #expect(try reader.next() == .number)
    #expect(reader.int64 == expected)
    #expect(reader.number.text == text)
  }

  @Test("A value that nobody wants is skipped whole")
  func skipping() throws {
    let text = #"{"a": {"b": [1, {"c": "]}"}]}, "d": [[], {}], "e": 3, "f": 4}"#
    var reader = try JSONReader(ContiguousArray(text.utf8))
    #expect(try reader.next() == .beginObject)
    var names: [String] = []
    while try reader.next() == .key {
      names.append(String(decoding: reader.text, as: UTF8.self))
      try reader.skipValue(begunBy: reader.next())
    }
    #expect(names == ["a", "d", "e", "f"])
    #expect(try reader.next() == .end)
  }

  @Test("Strings of every length are read right wherever something stands in them")
  func strings() throws {
    let parts: [(text: String, value: [UInt8]?)] = [
      ("\\n", [10]), ("\\\"", [0x22]), ("\\\\", [0x5C]), ("\u{E9}", [0xC3, 0xA9]),
      ("\u{1F600}", [0xF0, 0x9F, 0x98, 0x80]), ("\u{7F}", [0x7F]), ("\\u00e9", [0xC3, 0xA9]),
      (" !#[]", Array(" !#[]".utf8)), ("\u{1F}", nil), ("\u{1}", nil),
    ]
    for length in 0...20 {
      for place in 0...length {
        let (before, after) = (
          String(repeating: "a", count: place), String(repeating: "z", count: length - place)
        )
        for (text, value) in parts {
          let source = ContiguousArray("\"\(before)\(text)\(after)\"".utf8)
          guard let value else {
            #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: source) }
            continue
          }
          let expected = ContiguousArray(Array(before.utf8) + value + Array(after.utf8))
          #expect(try JSONValue(parsing: source).string == expected)
          var reader = try JSONReader(source)
          #expect(try reader.next() == .string)
          #expect(
            reader.withText { bytes in (0..<bytes.count).map { bytes[$0] } } == [UInt8](expected)
          )
        }
      }
    }
  }

  @Test(
    "What is no JSON is refused where it goes wrong",
    arguments: [
      ("{\"a\" 1}", 5), ("[1 2]", 3), ("{1}", 1), ("[,]", 1), ("{\"a\":}", 5), ("1 2", 2), ("", 0),
      ("[1,]", 3), ("{\"a\":1,}", 7),
    ]
  )
  func errors(text: String, offset: Int) throws {
    let error = #expect(throws: JSONSyntaxError.self) { try tokens(text) }
    #expect(error?.diagnostic.range.lowerBound == UInt32(offset))
  }
}
