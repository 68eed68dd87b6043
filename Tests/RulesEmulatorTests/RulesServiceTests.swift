import RulesEmulator
import RulesJSON
import RulesRuntime
import Testing

/// The service that manages rules answers here as its reference says.
struct RulesServiceTests {
  private final class Client {
    private var emulator = Emulator(seed: 1)

    func call(
      _ method: String,
      _ target: String,
      _ body: JSONValue? = nil
    ) -> (status: Int, reply: JSONValue) {
      var request = HTTPRequest(method: method, target: ContiguousArray(target.utf8))
      if let body { request.body = body.bytes() }
      let time = Timestamp(seconds: 1_750_000_000, nanos: 0)
      guard case .reply(let response) = emulator.handle(request, at: time, isLastTry: true) else {
        return (0, .null)
      }
      return (response.status, (try? JSONValue(parsing: response.body)) ?? .null)
    }
  }

  private let rules = """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{d}/documents { match /a/{b} { allow get: if request.auth.uid == b; } }
    }
    """

  private func source(_ content: String) -> JSONValue {
    ["files": [["name": "firestore.rules", "content": .string(content)]]]
  }

  @Test("A suite of tests is run on rules that come with it, or that were stored")
  func tests() throws {
    let client = Client()
    let path: JSONValue = "/databases/(default)/documents/a/alice"
    let suite: JSONValue = [
      "testCases": [
        [
          "expectation": "ALLOW",
          "request": ["auth": ["uid": "alice"], "method": "get", "path": path],
        ],
        [
          "expectation": "ALLOW",
          "request": ["auth": ["uid": "bob"], "method": "get", "path": path],
        ],
      ]
    ]
    let inline = client.call(
      "POST",
      "/v1/projects/p:test",
      ["source": source(rules), "testSuite": suite]
    )
    let states = inline.reply["testResults"]?.array?.compactMap { $0["state"]?.text }
    #expect(states == ["SUCCESS", "FAILURE"])
    let stored = client.call("POST", "/v1/projects/p/rulesets", ["source": source(rules)])
    let name = try #require(stored.reply["name"]?.text)
    let again = client.call("POST", "/v1/\(name):test", ["testSuite": suite])
    #expect(again.reply == inline.reply)
    let compiled = client.call("POST", "/v1/projects/p:test", ["source": source("service x {")])
    #expect(compiled.status == 200)
    #expect(compiled.reply["issues"]?[0]?["severity"] == "ERROR")
    #expect(client.call("POST", "/v1/projects/p:test", [:]).status == 400)
  }

  @Test("Rulesets and releases are stored, listed, changed and removed; a release is in force")
  func releases() throws {
    let client = Client()
    let broken = client.call("POST", "/v1/projects/p/rulesets", ["source": source("service x {")])
    #expect(broken.status == 400)
    let stored = client.call("POST", "/v1/projects/p/rulesets", ["source": source(rules)])
    #expect(stored.reply["metadata"]?["services"] == ["cloud.firestore"])
    let name = try #require(stored.reply["name"]?.text)
    #expect(client.call("GET", "/v1/\(name)").reply["source"] == source(rules))
    let documents = "/v1/projects/p/databases/(default)/documents/a/x"
    #expect(client.call("GET", documents).status == 404)
    let release: JSONValue = [
      "name": "projects/p/releases/cloud.firestore", "rulesetName": .string(name),
    ]
    #expect(client.call("POST", "/v1/projects/p/releases", release).status == 200)
    #expect(client.call("POST", "/v1/projects/p/releases", release).status == 409)
    #expect(client.call("GET", documents).status == 403)
    let found = client.call("GET", "/v1/projects/p/releases/cloud.firestore")
    #expect(found.reply["rulesetName"] == .string(name))
    let list = client.call("GET", "/v1/projects/p/releases?filter=name=cloud.*")
    #expect(list.reply["releases"]?.array?.count == 1)
    #expect(client.call("GET", "/v1/projects/p/releases?filter=name=firebase.*").reply == [:])
    #expect(client.call("DELETE", "/v1/\(name)").status == 400)
    let patch: JSONValue = ["release": ["rulesetName": "projects/p/rulesets/none"]]
    #expect(client.call("PATCH", "/v1/projects/p/releases/cloud.firestore", patch).status == 404)
    #expect(client.call("DELETE", "/v1/projects/p/releases/cloud.firestore").status == 200)
    #expect(client.call("DELETE", "/v1/\(name)").status == 200)
    #expect(client.call("GET", "/v1/\(name)").status == 404)
  }

  @Test("A list is cut into pages")
  func pages() {
    let client = Client()
    for _ in 0..<25 {
      _ = client.call("POST", "/v1/projects/p/rulesets", ["source": source(rules)])
    }
    var names: [String] = []
    var token = ""
    for _ in 0..<10 {
      let page = client.call("GET", "/v1/projects/p/rulesets?pageSize=10&pageToken=\(token)")
      names += page.reply["rulesets"]?.array?.compactMap { $0["name"]?.text } ?? []
      guard let next = page.reply["nextPageToken"]?.text else { break }
      token = next
    }
    #expect(names.count == 25)
    #expect(Set(names).count == 25)
    #expect(client.call("GET", "/v1/projects/p/rulesets?pageToken=x").status == 400)
  }
}
