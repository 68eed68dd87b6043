import RulesJSON
import RulesRuntime
import RulesSource
import RulesTesting
import Testing

/// Values from JSON and to it.
struct JSONFormTests {
  private func json(_ text: String) throws -> JSONValue {
    try JSONValue(parsing: SourceFile(name: "a.json", text: text))
  }

  @Test(
    "A value of the REST interface is the value that rules see",
    arguments: [
      (#"{"nullValue": null}"#, "null"), (#"{"booleanValue": true}"#, "true"),
      (#"{"integerValue": "7"}"#, "7"), (#"{"integerValue": -7}"#, "-7"),
      (#"{"doubleValue": 1.5}"#, "1.5"), (#"{"doubleValue": 1}"#, "1.0"),
      (#"{"doubleValue": "-Infinity"}"#, "float('-Infinity')"),
      (
        #"{"timestampValue": "2024-01-31T12:00:00.5Z"}"#,
        "timestamp.value('2024-01-31T12:00:00.500Z')"
      ),
      (#"{"stringValue": "it's"}"#, #"'it\'s'"#), (#"{"bytesValue": "AGI="}"#, #"b'\x00b'"#),
      (
        #"{"referenceValue": "projects/p/databases/(default)/documents/a/b"}"#,
        "/databases/(default)/documents/a/b"
      ),
      (#"{"geoPointValue": {"latitude": 1.5}}"#, "latlng.value(1.5, 0.0)"),
      (#"{"arrayValue": {}}"#, "[]"),
      (#"{"arrayValue": {"values": [{"integerValue": "1"}, {"nullValue": null}]}}"#, "[1, null]"),
      (#"{"mapValue": {}}"#, "{}"),
      (#"{"mapValue": {"fields": {"a": {"stringValue": "b"}}}}"#, "{'a': 'b'}"),
      (
        #"{"mapValue": {"fields": {"__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values": [{"doubleValue": 1}]}}}}}"#,
        "vector([1.0])"
      ),
    ]
  )
  func rest(text: String, value: String) throws {
    #expect(try RESTValue.read(json(text)).get().sourceText() == value)
  }

  @Test(
    "What is no value of the REST interface is told",
    arguments: [
      ("5", #"expected a value such as {"stringValue": "x"}"#),
      ("{}", #"expected a value such as {"stringValue": "x"}"#),
      (#"{"a": 1}"#, "no value is called `a`"),
      (#"{"integerValue": 1.5}"#, "expected an integer of 64 bits as `integerValue`"),
      (#"{"integerValue": "x"}"#, "expected an integer of 64 bits as `integerValue`"),
      (#"{"bytesValue": "*"}"#, "expected base64 as `bytesValue`"),
      (
        #"{"timestampValue": "today"}"#,
        #"expected a time such as "2025-01-31T12:00:00Z" as `timestampValue`"#
      ),
      (
        #"{"referenceValue": "a/b"}"#,
        "expected projects/P/databases/D/documents/… as `referenceValue`"
      ),
      (#"{"geoPointValue": {"latitude": 91}}"#, "expected degrees as `geoPointValue`"),
      (#"{"arrayValue": []}"#, #"expected {"values": […]} as `arrayValue`"#),
      (#"{"mapValue": 1}"#, #"expected {"fields": {…}} as `mapValue`"#),
      (#"{"mapValue": {"fields": {"a": 1}}}"#, #"expected a value such as {"stringValue": "x"}"#),
    ]
  )
  func restErrors(text: String, message: String) throws {
    switch RESTValue.read(try json(text)) {
    case .success(let value): Issue.record("\(value.sourceText())")
    case .failure(let error): #expect(error.message == message)
    }
  }

  @Test(
    "Plain JSON tells ints from floats and keeps the order of keys",
    arguments: [
      ("1", "1"), ("1.0", "1.0"), ("1e2", "100.0"), ("-0", "0"), ("null", "null"), ("[]", "[]"),
      (#"{"b": 1, "a": {"c": [true]}}"#, "{'b': 1, 'a': {'c': [true]}}"),
    ]
  )
  func plain(text: String, value: String) throws {
    #expect(try FixtureDocuments.plainValue(json(text)).get().sourceText() == value)
  }

  @Test("Base64 is read in both alphabets, with padding or without, and written with it")
  func base64() {
    for (text, bytes) in [
      ("", []), ("AA==", [0]), ("AA", [0]), ("AAE=", [0, 1]), ("AAEC", [0, 1, 2]),
      ("-_8=", [251, 255]), ("+/8", [251, 255]),
    ] as [(String, ContiguousArray<UInt8>)] {
      #expect(Base64.decode(ContiguousArray(text.utf8)) == bytes, "\(text)")
    }
    for text in ["A", "A===", "====", "AA=A", "A A=", "AAAAA", "é"] {
      #expect(Base64.decode(ContiguousArray(text.utf8)) == nil, "\(text)")
    }
    for count in 0..<20 {
      let bytes = ContiguousArray((0..<count).map { UInt8($0 * 13 % 256) })
      #expect(Base64.decode(ContiguousArray(Base64.encode(bytes).utf8)) == bytes)
    }
    #expect(Base64.encode([0, 1, 2, 255]) == "AAEC/w==")
  }
}

/// Single expressions, as `rulescheck evaluate` has them.
struct ExpressionEvaluationTests {
  private func outcome(_ text: String) -> String {
    var context = ExpressionEvaluation.Context(at: TestFile.now)
    context.fields = MapValue([("n", .int(1))])
    switch ExpressionEvaluation(text).outcome(in: context) {
    case .value(let value): return "\(value.type.name) \(value.sourceText())"
    case .failure(let diagnostics):
      return diagnostics.map {
        "\($0.range.lowerBound)-\($0.range.upperBound) \($0.message)"
      }.joined(separator: "; ")
    }
  }

  @Test(
    "An expression has a type and a value, or its error has a place in it",
    arguments: [
      ("1 + 1", "int 2"), ("resource.data.n", "int 1"), ("request.auth", "null null"),
      ("request.method", "string 'get'"), ("[1][0] == 1 // yes", "bool true"), ("1\n+ 1", "int 2"),
      (
        "'é' + 1",
        "5-8 Unsupported operation error. Received: string + int. Expected: int + int, float + float, string + string, duration + duration, duration + timestamp, timestamp + duration."
      ),
      ("  1 / 0", "4-7 Divide by zero error."),
      ("resource.data.x", "0-15 Property x is undefined on object."),
      ("f(1)", "0-1 nothing declares a function `f`"),
      ("1 +", "3-3 found the end, expected an expression"),
      ("", "0-0 expected one expression"), ("1, 2", "0-4 expected one expression"),
    ]
  )
  func expressions(text: String, expected: String) {
    #expect(outcome(text) == expected)
  }

  @Test(
    "What breaks out of the condition is no expression",
    arguments: [
      "1]; } match /a { allow get: if [2", "1] == 0; allow get: if [1", "]", "[", ")", "}", "1]",
      ";",
      "'", "1] == 0 || [1", "1] == 0 && true || [1",
    ]
  )
  func breakouts(text: String) {
    switch ExpressionEvaluation(text).outcome(in: .init(at: TestFile.now)) {
    case .value(let value): Issue.record("\(value.sourceText())")
    case .failure(let diagnostics): #expect(!diagnostics.isEmpty)
    }
  }
}
