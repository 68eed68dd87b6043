import RulesEmulator
import RulesJSON
import RulesRuntime
import Testing

/// A document that is read again and again is written once; nobody gets an old one.
struct DocumentTextsTests {
  private static let books = "/v1/projects/p/databases/(default)/documents/books"

  private static func call(
    _ emulator: inout Emulator,
    _ method: String,
    _ target: String,
    _ body: JSONValue? = nil,
    at seconds: Int64
  ) -> JSONValue? {
    var request = HTTPRequest(method: method, target: ContiguousArray(target.utf8))
    request.fields = [("authorization", "Bearer owner")]
    if let body { request.body = body.bytes() }
    let time = Timestamp(seconds: seconds, nanos: 0)
    guard case .reply(let reply) = emulator.handle(request, at: time, isLastTry: true) else {
      return nil
    }
    return try? JSONValue(parsing: reply.body)
  }

  private static func book(_ pages: Int) -> JSONValue {
    ["fields": ["pages": ["integerValue": .string("\(pages)")]]]
  }

  @Test("A read gives what was written last, however often it was read before")
  func writes() throws {
    var emulator = Emulator(seed: 1)
    for round in 0..<3 {
      // More documents than texts are kept of.
      for id in 0..<1500 {
        let pages = 1500 * round + id
        _ = Self.call(&emulator, "PATCH", "\(Self.books)/b\(id)", Self.book(pages), at: 1)
        for _ in 0..<2 {
          let found = Self.call(&emulator, "GET", "\(Self.books)/b\(id)", at: 2)
          #expect(
            found?["fields"]?["pages"]?["integerValue"]?.string.map(Text.init(wtf8:))
              == Text("\(pages)")
          )
        }
      }
    }
  }

  @Test("What is as it was, but written again or elsewhere, shows its own times and name")
  func times() throws {
    var emulator = Emulator(seed: 1)
    for target in ["\(Self.books)/a", "/v1/projects/q/databases/(default)/documents/books/a"] {
      let first = Self.call(&emulator, "PATCH", target, Self.book(7), at: 1)
      #expect(Self.call(&emulator, "GET", target, at: 2) == first)
      #expect(first?["name"]?.string.map(Text.init(wtf8:)) == Text(String(target.dropFirst(4))))
      _ = Self.call(&emulator, "DELETE", target, at: 3)
      #expect(Self.call(&emulator, "GET", target, at: 4)?["fields"] == nil)
      let second = Self.call(&emulator, "PATCH", target, Self.book(7), at: 5)
      #expect(second?["createTime"] != first?["createTime"])
      #expect(Self.call(&emulator, "GET", target, at: 6) == second)
      let masked = Self.call(&emulator, "GET", target + "?mask.fieldPaths=gone", at: 7)
      #expect(masked?["fields"] == nil && masked?["createTime"] == second?["createTime"])
    }
  }
}
