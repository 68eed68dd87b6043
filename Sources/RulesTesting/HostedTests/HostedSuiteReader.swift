import RulesJSON
import RulesRuntime
package import RulesSource

extension HostedTestSuite {
  /// Reads a suite.
  ///
  /// A case with a part that is wrong is left out; each such part has one diagnostic.
  package static func read(_ file: SourceFile) -> HostedTestSuite {
    var reader = HostedSuiteReader()
    do throws(JSONSyntaxError) {
      reader.read(try JSONValue(parsing: file))
    } catch {
      reader.suite.diagnostics.append(error.diagnostic)
    }
    return reader.suite
  }
}

/// Reads the parts of a suite, and collects what is wrong with them.
struct HostedSuiteReader {
  var suite = HostedTestSuite()

  /// Why a part can't be used; the diagnostic has been reported.
  struct Unreadable: Error {}

  /// The most bytes of a name from the file that a message repeats.
  private static let nameLimit = 60

  mutating func read(_ json: JSONValue) {
    guard let body = object(json, "the suite", members: ["source", "testSuite"]) else { return }
    if let source = body["source"] { readSource(source) }
    guard let testSuite = body["testSuite"] else {
      report("expected `testSuite`, an object with the list `testCases`", json.range)
      return
    }
    guard let members = object(testSuite, "`testSuite`", members: ["testCases"]) else { return }
    for (index, json) in array(members["testCases"], "`testCases`").enumerated() {
      if let test = readCase(json, number: index + 1) { suite.cases.append(test) }
    }
  }

  // MARK: Rules

  private mutating func readSource(_ json: JSONValue) {
    guard let source = object(json, "`source`", members: ["files", "language"]) else { return }
    let files = array(source["files"], "`files`")
    guard files.count == 1, let file = files.first else {
      if source["files"]?.array != nil || source["files"] == nil {
        report("found \(files.count) files, expected one", source["files"]?.range ?? json.range)
      }
      return
    }
    let names = ["name", "content", "fingerprint"]
    guard let members = object(file, "a file", members: names) else { return }
    guard let content = members["content"]?.string else {
      report("expected the rules as `content`, a string", members["content"]?.range ?? file.range)
      return
    }
    let name = members["name"].map { string($0, "`name`") } ?? "firestore.rules"
    suite.rules = name.map { SourceFile(name: $0, bytes: content) }
  }

  // MARK: Cases

  private mutating func readCase(_ json: JSONValue, number: Int) -> HostedTestCase? {
    let names = [
      "expectation", "request", "resource", "functionMocks", "pathEncoding",
      "expressionReportLevel",
    ]
    let problemCount = suite.diagnostics.count { $0.severity == .error }
    guard let members = object(json, "a test case", members: names) else { return nil }
    let expectation: Decision.Verdict?? = word(
      members["expectation"],
      "`expectation`",
      [("ALLOW", .allow), ("DENY", .deny), ("EXPECTATION_UNSPECIFIED", nil)]
    )
    let encoding: HostedPathEncoding? = word(
      members["pathEncoding"],
      "`pathEncoding`",
      [("URL_ENCODED", .urlEncoded), ("PLAIN", .plain), ("ENCODING_UNSPECIFIED", .urlEncoded)]
    )
    let level: HostedTestCase.ReportLevel? = word(
      members["expressionReportLevel"],
      "`expressionReportLevel`",
      [("NONE", .none), ("FULL", .full), ("VISITED", .visited), ("LEVEL_UNSPECIFIED", .none)]
    )
    let paths = encoding ?? .urlEncoded
    let resource = members["resource"].map { readResource($0, paths) }
    let request = readRequest(members["request"], in: json, paths, resource: resource)
    let mocks = array(members["functionMocks"], "`functionMocks`").compactMap {
      readMock($0, paths)
    }
    guard suite.diagnostics.count(where: { $0.severity == .error }) == problemCount, let request
    else { return nil }
    return HostedTestCase(
      number: number,
      range: json.range,
      expectation: expectation ?? nil,
      request: request,
      mocks: mocks,
      pathEncoding: paths,
      reportLevel: level ?? .none
    )
  }

  /// `request`, with its path, time and document as what they stand for.
  private mutating func readRequest(
    _ json: JSONValue?,
    in test: JSONValue,
    _ encoding: HostedPathEncoding,
    resource: Value?
  ) -> Request? {
    guard let json else {
      report("expected `request`, an object with `method` and `path`", test.range)
      return nil
    }
    guard let members = object(json, "`request`", members: nil) else { return nil }
    var entries: ContiguousArray<(key: Text, value: Value)> = []
    var method: Method?
    var path: RoutePath?
    for member in members.members {
      let value: Value
      switch member.name {
      case "path":
        path = readPath(member.value, encoding)
        value = .path(PathValue(plain: path?.segments ?? []))
      case "method":
        method = readMethod(member.value)
        value = .string(Text(method?.name ?? ""))
      case "time": value = readTime(member.value)
      case "resource": value = readResource(member.value, encoding)
      default: value = plain(member.value)
      }
      entries.append((Text(wtf8: member.key), value))
    }
    for name in ["method", "path"] where members[name] == nil {
      report("expected `\(name)` in `request`", json.range)
    }
    guard let method, let path else { return nil }
    return Request(given: .map(MapValue(entries)), method: method, path: path, resource: resource)
  }

  private mutating func readPath(_ json: JSONValue, _ encoding: HostedPathEncoding) -> RoutePath? {
    guard let bytes = json.string, bytes.first == UInt8(ascii: "/") else {
      report(
        "found \(json.kindName), expected a path such as \"/databases/(default)/documents/a/b\"",
        json.range
      )
      return nil
    }
    do throws(FaultReason) {
      return RoutePath(try encoding.segments(of: Text(wtf8: bytes)))
    } catch {
      report(
        "the path has an escape that is none; with `pathEncoding` PLAIN it is taken as it is",
        json.range
      )
      return nil
    }
  }

  private mutating func readMethod(_ json: JSONValue) -> Method? {
    let method = json.text.flatMap { text in Method.allCases.first { $0.name == text } }
    if method == nil {
      report("expected a method: get, list, create, update or delete", json.range)
    }
    return method
  }

  private mutating func readTime(_ json: JSONValue) -> Value {
    guard let bytes = json.string, let time = Timestamp(rfc3339: Text(wtf8: bytes)) else {
      report("expected a time such as \"2025-01-31T12:00:00Z\"", json.range)
      return .null
    }
    return .timestamp(time)
  }

  /// A document or an object of Storage: nothing is added to what is given, but `__name__` is a path, and the
  /// times of an object are times.
  private mutating func readResource(_ json: JSONValue, _ encoding: HostedPathEncoding) -> Value {
    guard let object = json.object else { return plain(json) }
    var entries: ContiguousArray<(key: Text, value: Value)> = []
    for member in object.members {
      var value = plain(member.value)
      switch (member.name, value) {
      case ("__name__", .string(let text)) where text.utf8.first == UInt8(ascii: "/"):
        if let segments = segments(text, encoding) { value = .path(PathValue(plain: segments)) }
      case ("timeCreated", .string(let text)), ("updated", .string(let text)):
        if let time = Timestamp(rfc3339: text) { value = .timestamp(time) }
      default: break
      }
      entries.append((Text(wtf8: member.key), value))
    }
    return .map(MapValue(entries))
  }

  // MARK: Mocks

  private mutating func readMock(
    _ json: JSONValue,
    _ encoding: HostedPathEncoding
  ) -> FunctionMock? {
    guard let members = object(json, "a mock", members: ["function", "args", "result"]) else {
      return nil
    }
    guard let function = members["function"]?.string else {
      report(
        "expected `function`, a name such as \"get\"",
        members["function"]?.range ?? json.range
      )
      return nil
    }
    let arguments = array(members["args"], "`args`").map { readArgument($0, encoding) }
    guard let result = members["result"] else {
      report("expected `result`, an object with `value` or `undefined`", json.range)
      return nil
    }
    let answer = alternative(result, "`result`", "value", "undefined")
    return FunctionMock(
      function: Text(wtf8: function),
      arguments: arguments,
      result: answer.map { readResource($0, encoding) }
    )
  }

  private mutating func readArgument(
    _ json: JSONValue,
    _ encoding: HostedPathEncoding
  ) -> FunctionMock.Argument {
    guard let exact = alternative(json, "an argument", "exactValue", "anyValue") else {
      return .any
    }
    let value = plain(exact)
    guard case .string(let text) = value, text.utf8.first == UInt8(ascii: "/") else {
      return .exact(value, path: nil)
    }
    return .exact(value, path: segments(text, encoding))
  }

  /// The segments of a text that may be a path.
  private func segments(
    _ text: Text,
    _ encoding: HostedPathEncoding
  ) -> ContiguousArray<Text>? {
    do throws(FaultReason) {
      return try encoding.segments(of: text)
    } catch {
      return nil
    }
  }

  // MARK: JSON

  /// The members of an object; those of other names are reported, as the service refuses them.
  private mutating func object(
    _ json: JSONValue,
    _ what: String,
    members names: [String]?
  ) -> JSONObject? {
    guard let object = json.object else {
      report("found \(json.kindName) as \(what), expected an object", json.range)
      return nil
    }
    suite.diagnostics += object.repeatedMembers.map { .repeatedJSONMember($0) }
    guard let names else { return object }
    for member in object.members where !names.contains(where: { member.key.elementsEqual($0.utf8) })
    {
      let expected = names.map { "`\($0)`" }.joined(separator: ", ")
      let name = String(member.name.prefix(Self.nameLimit))
      report("found `\(name)` in \(what), expected \(expected)", member.keyRange)
    }
    return object
  }

  /// The elements of a list; none where it is left out.
  private mutating func array(_ json: JSONValue?, _ what: String) -> ContiguousArray<JSONValue> {
    guard let json else { return [] }
    guard let elements = json.array else {
      report("found \(json.kindName) as \(what), expected an array", json.range)
      return []
    }
    return elements
  }

  private mutating func string(_ json: JSONValue, _ what: String) -> String? {
    guard let text = json.text else {
      report("found \(json.kindName) as \(what), expected a string", json.range)
      return nil
    }
    return text
  }

  /// What one of several words means; nil where it is left out, or none of them.
  private mutating func word<Meaning>(
    _ json: JSONValue?,
    _ what: String,
    _ words: [(String, Meaning)]
  ) -> Meaning? {
    guard let json else { return nil }
    if let bytes = json.string,
      let match = words.first(where: { bytes.elementsEqual($0.0.utf8) })
    {
      return match.1
    }
    let expected = words.map(\.0).joined(separator: ", ")
    report("found \(json.kindName) as \(what), expected one of \(expected)", json.range)
    return nil
  }

  /// The value of the first of two members, of which an object has one; nil for the second.
  private mutating func alternative(
    _ json: JSONValue,
    _ what: String,
    _ first: String,
    _ second: String
  ) -> JSONValue? {
    guard let members = object(json, what, members: [first, second]) else { return nil }
    if (members[first] == nil) == (members[second] == nil) {
      report("expected either `\(first)` or `\(second)` in \(what)", json.range)
    }
    return members[first]
  }

  private mutating func plain(_ json: JSONValue) -> Value {
    switch FixtureDocuments.plainValue(json) {
    case .success(let value): return value
    case .failure(let error):
      report(error.message, error.range)
      return .null
    }
  }

  private mutating func report(_ message: String, _ range: SourceRange) {
    suite.diagnostics.append(Diagnostic(.invalidHostedSuite, at: range, message))
  }
}

extension DiagnosticCode {
  static let invalidHostedSuite = DiagnosticCode(
    "invalid-suite",
    .error,
    "a suite of the hosted test API that the service would refuse",
    explanation: """
      A suite is the body of a call of `projects.test`, as JSON:

        {
          "source": { "files": [{ "name": "firestore.rules", "content": "…" }] },
          "testSuite": { "testCases": [{
            "expectation": "ALLOW",
            "request": {
              "auth": { "uid": "alice", "token": {} },
              "method": "get",
              "path": "/databases/(default)/documents/books/dune",
              "time": "2025-01-31T12:00:00Z"
            },
            "resource": { "data": { "userId": "alice" } },
            "functionMocks": [{
              "function": "get",
              "args": [{ "exactValue": "/databases/(default)/documents/users/alice" }],
              "result": { "value": { "data": { "admin": true } } }
            }]
          }] }
        }

      `source` can be left out where the rules are given with `--rules FILE`. A case with a part that is wrong
      is not run; the others are.
      """
  )
}
