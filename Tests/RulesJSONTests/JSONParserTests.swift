import RulesJSON
import RulesSource
import Testing

struct JSONParserTests {
  @Test(
    "A text of the grammar is read, and written back without its spaces",
    arguments: [
      ("null", "null"), (" true ", "true"), ("\t\r\nfalse\n", "false"),
      ("0", "0"), ("-0", "-0"), ("1.0", "1.0"), ("1e400", "1e400"), ("1E+2", "1E+2"),
      ("-1.5e-3", "-1.5e-3"), ("12345678901234567890", "12345678901234567890"),
      (#""""#, #""""#), (#""a""#, #""a""#), (#""\"\\\/\b\f\n\r\t""#, #""\"\\/\b\f\n\r\t""#),
      (#""\u0000\u001f\u007f""#, "\"\\u0000\\u001f\u{7F}\""), ("\"é😀\"", "\"é😀\""),
      (#""\u00e9\uD83D\uDE00""#, "\"é😀\""), (#""\ud83d""#, #""\ud83d""#),
      (#""\ude00\ud83d""#, #""\ude00\ud83d""#), (#""\ud83d\u0041""#, #""\ud83dA""#),
      (#""\ud83d\ud83d\ude00""#, "\"\\ud83d😀\""), (#""\ud83d\n""#, #""\ud83d\n""#),
      ("\"\u{2028}\u{FEFF}\u{10FFFF}\"", "\"\u{2028}\u{FEFF}\u{10FFFF}\""),
      ("[]", "[]"), ("[ ]", "[]"), ("{}", "{}"), ("{ }", "{}"), ("[[],[{}]]", "[[],[{}]]"),
      ("[1 , 2]", "[1,2]"), (#"{"a" : 1, "b":[ ]}"#, #"{"a":1,"b":[]}"#),
      (#"{"a":1,"a":2}"#, #"{"a":1,"a":2}"#), (#"{"":0}"#, #"{"":0}"#),
      (#"[{"a":{"b":[1,{"c":null}]}},2]"#, #"[{"a":{"b":[1,{"c":null}]}},2]"#),
    ]
  )
  func valid(text: String, written: String) throws {
    let value = try JSONValue(parsing: ContiguousArray(text.utf8))
    #expect(value.jsonText().utf8.elementsEqual(written.utf8))
  }

  @Test(
    "Anything else is reported where it stands, with what could stand there",
    arguments: [
      ("", 0, "found the end of the text, expected a value"),
      (" \n", 2, "found the end of the text, expected a value"),
      ("True", 0, "found `True`, expected a value"),
      ("nul", 0, "found `nul`, expected a value"),
      ("nullx", 0, "found `nullx`, expected a value"),
      ("NaN", 0, "found `NaN`, expected a value"),
      ("'a'", 0, "found `'`, expected a value"),
      ("+1", 0, "found `+`, expected a value"),
      (".5", 0, "found `.`, expected a value"),
      ("01", 0, "found `01`, expected a number without leading zeros"),
      ("-01", 0, "found `-01`, expected a number without leading zeros"),
      ("-", 1, "found the end of the text, expected a digit"),
      ("-a", 0, "found `-a`, expected a digit"),
      ("1.", 2, "found the end of the text, expected a digit after `.`"),
      ("1.e1", 0, "found `1.e1`, expected a digit after `.`"),
      ("1.2.3", 0, "found `1.2.3`, expected a decimal number"),
      ("[1e]", 3, "found `]`, expected a digit in the exponent"),
      ("0x1F", 0, "found `0x1F`, expected a decimal number"),
      ("1_000", 0, "found `1_000`, expected a decimal number"),
      ("-Infinity", 0, "found `-Infinity`, expected a digit"),
      ("1 2", 2, "found `2`, expected the end of the text"),
      ("{}}", 2, "found `}`, expected the end of the text"),
      ("null,", 4, "found `,`, expected the end of the text"),
      ("[", 1, "found the end of the text, expected a value"),
      ("[1", 2, "found the end of the text, expected `,` or `]`"),
      ("[1 2]", 3, "found `2`, expected `,` or `]`"),
      ("[1,]", 3, "found `]`, expected a value"),
      ("[,1]", 1, "found `,`, expected a value"),
      ("[1}", 2, "found `}`, expected `,` or `]`"),
      ("{", 1, "found the end of the text, expected a string or `}`"),
      ("{a:1}", 1, "found `a`, expected a string or `}`"),
      ("{1:1}", 1, "found `1`, expected a string or `}`"),
      (#"{"a"}"#, 4, "found `}`, expected `:`"),
      (#"{"a":}"#, 5, "found `}`, expected a value"),
      (#"{"a":1"#, 6, "found the end of the text, expected `,` or `}`"),
      (#"{"a":1,}"#, 7, "found `}`, expected a string"),
      (#"{"a":1 "b":2}"#, 7, "found `\"`, expected `,` or `}`"),
      (#"{"a":1]"#, 6, "found `]`, expected `,` or `}`"),
      (#"""#, 1, "found the end of the text in a string, expected `\"`"),
      (#""a\"#, 3, "found the end of the text in a string, expected `\"`"),
      ("\"a\nb\"", 2, "found a line break in a string, expected its escape"),
      ("\"\t\"", 1, "found a tab in a string, expected its escape"),
      ("\"\u{1}\"", 1, "found the control character U+0001 in a string, expected its escape"),
      (#""\x41""#, 1, #"found `\x`, expected one of `\" \\ \/ \b \f \n \r \t \uXXXX`"#),
      (#""\é""#, 1, #"found `\é`, expected one of `\" \\ \/ \b \f \n \r \t \uXXXX`"#),
      (#""\u12""#, 5, "found `\"`, expected four hexadecimal digits after `\\u`"),
      (#""\u12G4""#, 5, "found `G4`, expected four hexadecimal digits after `\\u`"),
      (#""\ud83d\u""#, 9, "found `\"`, expected four hexadecimal digits after `\\u`"),
      ("// a\n1", 0, "found `/`, expected a value"),
      ("\u{FEFF}1", 0, "found a byte order mark, expected a value"),
      ("\u{A0}1", 0, "found `\u{A0}`, expected a value"),
      ("\u{C}1", 0, "found the control character U+000C, expected a value"),
      ("[é]", 1, "found `é`, expected a value"),
    ]
  )
  func invalid(text: String, offset: UInt32, message: String) {
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONValue(parsing: ContiguousArray(text.utf8))
    }
    #expect(error?.diagnostic.message == message)
    #expect(error?.diagnostic.range.lowerBound == offset)
    #expect(error?.diagnostic.code == .malformedJSON)
  }

  @Test(
    "Bytes that are not UTF-8 are reported, in strings and out of them",
    arguments: [
      ([0x22, 0xFF, 0x22], 1), ([0x22, 0xC0, 0x80, 0x22], 1), ([0x22, 0xED, 0xA0, 0xBD, 0x22], 1),
      ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1), ([0x22, 0xE2, 0x82], 1), ([0x22, 0x80, 0x22], 1),
      ([0xFF, 0xFE, 0x31, 0x00], 0), ([0x22, 0x5C, 0xFF, 0x22], 2), ([0x5B, 0xE9, 0x5D], 1),
    ] as [([UInt8], UInt32)]
  )
  func illFormed(bytes: [UInt8], offset: UInt32) {
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONValue(parsing: ContiguousArray(bytes))
    }
    #expect(error?.diagnostic.code == .illFormedJSONText)
    #expect(error?.diagnostic.range.lowerBound == offset)
  }

  @Test(
    "The relaxed dialect takes comments, a comma after the last element, and a byte order mark",
    arguments: [
      ("\u{FEFF}{}", "{}"), ("[1,]", "[1]"), (#"{"a":1,}"#, #"{"a":1}"#),
      ("// é\n1 // end", "1"), ("/* a * / ** */[/**/1,/*b*/]", "[1]"),
      ("{/**/\"a\"/**/:/**/1/**/,//\n}", #"{"a":1}"#), ("1//", "1"),
    ]
  )
  func relaxed(text: String, written: String) throws {
    let value = try JSONValue(parsing: ContiguousArray(text.utf8), dialect: .relaxed)
    #expect(value.jsonText() == written)
  }

  @Test(
    "The relaxed dialect takes no more than that",
    arguments: [
      ("[,]", 1, "found `,`, expected a value"),
      ("[1,,]", 3, "found `,`, expected a value"),
      ("{,}", 1, "found `,`, expected a string or `}`"),
      ("1,", 1, "found `,`, expected the end of the text"),
      ("/1", 0, "found `/`, expected a value"),
      ("/", 0, "found `/`, expected a value"),
      ("1/*/", 1, "found a comment without an end, expected `*/`"),
      ("/*", 0, "found a comment without an end, expected `*/`"),
    ]
  )
  func relaxedInvalid(text: String, offset: UInt32, message: String) {
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONValue(parsing: ContiguousArray(text.utf8), dialect: .relaxed)
    }
    #expect(error?.diagnostic.message == message)
    #expect(error?.diagnostic.range.lowerBound == offset)
  }

  @Test("Values and names know the bytes they were read from")
  func ranges() throws {
    let value = try JSONValue(parsing: ContiguousArray(#" {"a" : [1, "é"]} "#.utf8))
    #expect(value.range == SourceRange(1, 18))
    #expect(value.object?.members.first?.keyRange == SourceRange(2, 5))
    #expect(value["a"]?.range == SourceRange(8, 17))
    #expect(value["a"]?[0]?.range == SourceRange(9, 10))
    #expect(value["a"]?[1]?.range == SourceRange(12, 16))
    #expect(value["a"]?[2] == nil)
    #expect(value["b"] == nil)
  }

  @Test("Depth is limited without recursion", arguments: ["[", "{\"a\":", "[{\"a\":"])
  func depth(opening: String) {
    let text = String(repeating: opening, count: 100_000)
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONValue(parsing: ContiguousArray(text.utf8))
    }
    #expect(error?.diagnostic.code == .deeplyNestedJSON)
  }

  @Test("The limit of depth itself is allowed")
  func deepest() throws {
    let limit = JSONValue.depthLimit
    let text = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
    #expect(try JSONValue(parsing: ContiguousArray(text.utf8)).jsonText() == text)
    #expect(throws: JSONSyntaxError.self) {
      try JSONValue(parsing: ContiguousArray("[\(text)]".utf8))
    }
  }

  @Test("Time grows with the length, not with its square")
  func time() throws {
    func duration(_ count: Int) throws -> Duration {
      let objects = [String](repeating: #"{"a":[1]}"#, count: count).joined(separator: ",")
      let bytes = ContiguousArray("[\(objects)]".utf8)
      return try ContinuousClock().measure { _ = try JSONValue(parsing: bytes) }
    }
    // Ten times the length: ten times the time, with room for a busy machine.
    let short = try min(duration(1_000), duration(1_000))
    #expect(try min(duration(10_000), duration(10_000)) < short * 50)
  }

  @Test("Lines are read one by one, and one that is no JSON does not end them")
  func lines() throws {
    let text = "1\r\n\n  \n{\"a\":\n[2]"
    let lines = Array(JSONLines(ContiguousArray(text.utf8)))
    #expect(lines.map(\.number) == [1, 4, 5])
    #expect(try lines[0].result.get().number?.int64 == 1)
    #expect(throws: JSONSyntaxError.self) { try lines[1].result.get() }
    #expect(try lines[2].result.get().range == SourceRange(13, 16))
  }
}
