import RulesEmulator
import RulesJSON
import RulesRuntime
import Testing

/// What the page of the service asks for.
struct PageTests {
  private final class Client {
    private var emulator = Emulator(seed: 1)

    func call(
      _ method: String,
      _ target: String,
      _ body: JSONValue? = nil,
      fields: [(name: String, value: String)] = []
    ) -> HTTPResponse {
      var request = HTTPRequest(method: method, target: ContiguousArray(target.utf8))
      request.fields = fields
      if let body { request.body = body.bytes() }
      let time = Timestamp(seconds: 1_750_000_000, nanos: 0)
      switch emulator.handle(request, at: time, isLastTry: true) {
      case .reply(let response): return response
      case .waits: return HTTPResponse(status: 0, text: "")
      }
    }

    func json(_ method: String, _ target: String, _ body: JSONValue? = nil) -> JSONValue {
      (try? JSONValue(parsing: call(method, target, body).body)) ?? .null
    }

    func load(_ rules: String) {
      _ = call(
        "PUT",
        "/emulator/v1/projects/p:securityRules",
        ["rules": ["files": [["content": .string(rules)]]]]
      )
    }
  }

  private let control = "/emulator/v1/projects/p"
  private let documents = "/v1/projects/p/databases/(default)/documents"
  private let rules = """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{d}/documents {
        match /books/{id} { allow get: if resource.data.owner == request.auth.uid; }
      }
    }
    """

  @Test("The page is for those who look at pages; programs are told that the service is there")
  func root() {
    let client = Client()
    #expect(client.call("GET", "/").body.elementsEqual("Ok\n".utf8))
    let page = client.call("GET", "/", fields: [("accept", "text/html,*/*;q=0.8")])
    #expect(String(decoding: page.body, as: UTF8.self).hasPrefix("<!DOCTYPE html>"))
    #expect(page.fields.contains { $0.name == "Content-Security-Policy" })
  }

  @Test("A question is answered from the stored documents, and writes nothing")
  func explain() {
    let client = Client()
    client.load(rules)
    let books: JSONValue = ["books/dune": ["owner": "alice"]]
    #expect(client.json("POST", "\(control):import", books) == ["count": 1])
    let allowed = client.json(
      "POST",
      "\(control):explain",
      ["request": "get /books/dune", "user": "{ uid: 'alice' }"]
    )
    #expect(allowed["allowed"] == true)
    let denied = client.json("POST", "\(control):explain", ["request": "get /books/dune"])
    #expect(denied["allowed"] == false)
    #expect(denied["text"]?.text?.contains("request.auth → null") == true)
    let broken = client.json("POST", "\(control):explain", ["request": "fetch /books/dune"])
    #expect(broken["problems"]?.array?.isEmpty == false)
    _ = client.json("POST", "\(control):explain", ["request": "set /books/it { owner: 'bob' }"])
    let exported = client.json("GET", "\(control):export")
    #expect(exported == ["books/dune": ["owner": ["stringValue": "alice"]]])
  }

  @Test("What was exported is imported as the same")
  func export() {
    let client = Client()
    let fields: JSONValue = [
      "a": ["integerValue": "1"], "b": ["doubleValue": 1.5],
      "c": ["timestampValue": "2025-01-01T00:00:00Z"], "d": ["bytesValue": "AA=="],
      "e": ["mapValue": ["fields": ["f": ["nullValue": .null]]]],
    ]
    _ = client.call("PATCH", "\(documents)/a/b/c/d", ["fields": fields])
    let exported = client.json("GET", "\(control):export")
    let other = Client()
    #expect(other.json("POST", "\(control):import", exported) == ["count": 1])
    #expect(other.json("GET", "\(control):export") == exported)
    #expect(other.call("POST", "\(control):import", ["a": [:]]).status == 400)
  }

  @Test(
    "Requests are kept with who has sent them and why they were denied, but not those of the page"
  )
  func log() {
    let client = Client()
    client.load(rules)
    _ = client.call("GET", "\(documents)/books/dune")
    _ = client.call("GET", "\(documents)/books/dune", fields: [("authorization", "Bearer owner")])
    _ = client.call("GET", "\(documents)/books/it", fields: [("rulescheck-page", "yes")])
    let requests = client.json("GET", "\(control):requests")["requests"]?.array ?? []
    #expect(requests.map { $0["status"] } == [403, 404])
    #expect(requests.map { $0["user"] } == [.null, "owner"])
    #expect(requests.first?["message"] == "\nNull value error. for 'get' @ L4")
    let rest = client.json("GET", "\(control):requests?after=1")["requests"]?.array
    #expect(rest?.count == 1)
    for _ in 0..<3000 { _ = client.call("GET", "\(documents)/books/dune") }
    #expect(client.json("GET", "\(control):requests")["requests"]?.array?.count == 500)
  }
}
