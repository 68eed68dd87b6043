import Testing

@testable import RulesRuntime

/// Paths: spelling, captures, reading.
struct PathTests {
  static func message(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch let fault as FaultReason {
      return fault.message.description
    } catch {
      return "another error"
    }
  }

  static let identifier =
    "should start with letter, dollar sign, or underscore and should not start with digit "
    + "and must not contain spaces."

  @Test(arguments: [
    ("", "Empty Path Template is not allowed."),
    ("/", "Invalid Path Template /. Empty segment is not allowed."),
    ("a//b", "Invalid Path Template a//b. Empty segment is not allowed."),
    ("a/ ", "Invalid Path Template a/ . Empty segment is not allowed."),
    ("{a", "Invalid Path Template {a. The capture segment is not closed."),
    ("{a}b", "Invalid Path Template {a}b. The capture segment is not closed."),
    ("{", "Invalid Path Template {. The capture segment is not closed."),
    ("{1}", "Invalid Path Template {1}. [Identifier [1] \(identifier)"),
    ("{}", "Invalid Path Template {}. [Identifier [] \(identifier)"),
    ("{a=***}", "Invalid Path Template {a=***}. [Identifier [a=***] \(identifier)"),
    ("{a=*=**}", "Invalid Path Template {a=*=**}. [Identifier [a=*] \(identifier)"),
    ("{a=* }", "Invalid Path Template {a=* }. [Identifier [a=*] \(identifier)"),
    ("{b}/{b}", "Variable b already exists in the PathTemplate."),
    (
      "%zz",
      "Unable to decode %zz to url. Error: URLDecoder: Illegal hex characters in escape (%) "
        + "pattern - not a hexadecimal digit: \"z\" = 122"
    ),
    (
      "%1😀",
      "Unable to decode %1😀 to url. Error: URLDecoder: Illegal hex characters in escape (%) "
        + "pattern - not a hexadecimal digit: \"?\" = 55357"
    ),
    (
      "%C3%",
      "Unable to decode %C3% to url. Error: URLDecoder: Incomplete trailing escape (%) pattern"
    ),
  ])
  func refuses(template: String, text: String) {
    #expect(Self.message { _ = try PathValue(template: Text(template)) } == text)
  }

  @Test(arguments: [
    ("a/b", ["a", "b"]), ("/a/b", ["a", "b"]), (" a /\u{A0}b\u{3000}", ["a", "b"]),
    ("a%2Fb", ["a/b"]), ("a+b", ["a b"]), ("%20", [" "]), ("}/x{b}", ["}", "x{b}"]),
    ("%7Ba%7D", ["{a}"]), ("%ED%A0%80", ["\u{FFFD}"]), ("%F0%9Fx", ["\u{FFFD}x"]),
    ("%C0%80", ["\u{FFFD}\u{FFFD}"]), ("%F4%90%80%80", ["\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"]),
    ("%E2%82%AC%F0%9F%98%80", ["€😀"]), ("\u{200B}a", ["\u{200B}a"]),
  ])
  func decodes(template: String, segments: [String]) throws {
    #expect(try PathValue(template: Text(template)).boundTexts().map(\.description) == segments)
  }

  static func map(_ entries: [(Text, Value)]) -> MapValue {
    MapValue(ContiguousArray(entries.map { (key: $0.0, value: $0.1) }))
  }

  @Test func binds() throws {
    let path = try PathValue(template: "a/{b}/{g=**}/{c}")
    let bound = try path.bound(
      to: Self.map([("b", .int(1)), ("g", .path(PathValue(plain: ["x", "y"])))])
    )
    #expect(try bound.text() == "/a/1/x/y")
    #expect(bound.plainCount == 4)
    #expect(try path.text() == "/a///")
    #expect(try PathValue([]).text() == "/")
  }

  @Test(
    arguments: [
      ([("b", .string(""))], "Cannot bind empty value to path template variable b."),
      (
        [("b", .string("x")), ("g", .string("x"))],
        "Type error. Received: [string] Expected: [path]."
      ),
      ([("zz", .int(1)), ("c", .int(2))], "Variable(s) zz,c do not exist in the path template."),
      (
        [("\u{FFFF}", .int(1)), ("😀", .int(2))],
        "Variable(s) 😀,\u{FFFF} do not exist in the path template."
      ),
      (
        [("b", .timestamp(Timestamp(seconds: 0, nanos: 0)))],
        "Unsupported operation error. Received: string(timestamp). Expected: string(int), "
          + "string(float), string(null), string(string), string(bool), string(path)."
      ),
      (
        [("g", .path(PathValue([.capture(name: "z", bound: nil)])))],
        "Variable z is not bound in path template."
      ),
    ] as [([(Text, Value)], String)]
  )
  func refusesToBind(entries: [(Text, Value)], text: String) throws {
    let path = try PathValue(template: "a/{b}/{g=**}")
    #expect(Self.message { _ = try path.bound(to: Self.map(entries)) } == text)
  }

  @Test func listsUnknownVariablesAsTheOfficialEngineDoes() {
    let few = ContiguousArray("apbcdefghijk".map { Text(String($0)) })
    #expect(JavaHashOrder.ordered(few).map(\.description).joined() == "pabcdefghijk")
    let more = ContiguousArray("apbcdefghijkl".map { Text(String($0)) })
    #expect(JavaHashOrder.ordered(more).map(\.description).joined() == "abcdefghijklp")
  }

  @Test func refusesEndlessPaths() throws {
    var path = PathValue(plain: ["a"])
    let template = try PathValue(template: "{a=**}/{b=**}")
    #expect(throws: FaultReason.self) {
      for _ in 0..<40 {
        path = try template.bound(to: Self.map([("a", .path(path)), ("b", .path(path))]))
      }
    }
    #expect(Int(path.plainCount) <= ValueLimit.elements)
  }
}
