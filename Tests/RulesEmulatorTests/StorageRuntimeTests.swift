import RulesEmulator
import RulesJSON
import Testing

/// The rules runtime answers the storage emulator as the official one does.
struct StorageRuntimeTests {
  /// The answers to messages, one a line.
  private func answers(_ messages: [String]) -> [JSONValue] {
    var rest = messages[...]
    var answers: [JSONValue] = []
    var runtime = StorageRuntime(
      readLine: { rest.popFirst().map { ContiguousArray($0.utf8) } },
      write: { answers.append($0) }
    )
    runtime.run()
    return answers
  }

  private func load(_ rules: String, id: Int = 0) -> String {
    let source: JSONValue = ["files": [["name": "storage.rules", "content": .string(rules)]]]
    let message: JSONValue = [
      "action": "load_ruleset", "context": ["rulesetName": "0", "source": source],
      "id": .integer(id),
    ]
    return message.jsonText()
  }

  private func verify(
    _ method: String,
    _ path: String,
    uid: String? = nil,
    size: Int = 0,
    id: Int = 1
  ) -> String {
    let auth: JSONValue =
      uid.map {
        [
          "map_value": [
            "fields": [
              "uid": ["string_value": .string($0)], "token": ["map_value": ["fields": [:]]],
            ]
          ]
        ]
      } ?? ["null_value": .null]
    let request: JSONValue = [
      "map_value": [
        "fields": [
          "path": ["path_value": ["segments": []]],
          "time": ["timestamp_value": "2025-01-31T12:00:00.000Z"], "auth": auth,
          "resource": ["map_value": ["fields": ["size": ["int_value": .integer(size)]]]],
        ]
      ]
    ]
    let message: JSONValue = [
      "action": "verify",
      "context": [
        "rulesetName": "0", "service": "firebase.storage", "path": .string(path),
        "method": .string(method),
        "variables": ["request": request, "resource": ["null_value": .null]],
      ],
      "id": .integer(id),
    ]
    return message.jsonText()
  }

  private let rules = """
    rules_version = '2';
    service firebase.storage {
      match /b/{bucket}/o {
        match /users/{uid}/{file=**} {
          allow read: if request.auth.uid == uid;
          allow create: if request.auth.uid == uid && request.resource.size < 100;
        }
        match /shared/{file} {
          allow get: if firestore.get(/databases/(default)/documents/teams/$(file)).data.open == true;
        }
      }
    }
    """

  @Test("It says that it is ready, loads rules, and decides by them")
  func decides() {
    let found = answers([
      load(rules),
      verify("get", "/b/x/o/users/alice/a.png", uid: "alice", id: 1),
      verify("get", "/b/x/o/users/alice/a.png", uid: "bob", id: 2),
      verify("create", "/b/x/o/users/alice/a.png", uid: "alice", size: 99, id: 3),
      verify("create", "/b/x/o/users/alice/a.png", uid: "alice", size: 100, id: 4),
      verify("get", "/b/x/o//a.png", uid: "alice", id: 5),
    ])
    #expect(found[0]["id"] == .integer(-1))
    #expect(found[1]["result"] == ["rulesVersion": 2])
    let permits = found.dropFirst(2).map { $0["result"]?["permit"]?.bool }
    #expect(permits == [true, false, true, false, false])
    #expect(found.dropFirst(2).compactMap { $0["id"]?.number?.int64 } == [1, 2, 3, 4, 5])
    #expect(found.allSatisfy { $0["status"] == "ok" })
    #expect(found[3]["warnings"]?[0] == "false for 'get' @ L5")
  }

  @Test("A document of Firestore is asked for, and what comes before it is answered after it")
  func lookups() {
    let document =
      #"{"result":{"name":"n","fields":{"open":{"booleanValue":true}}},"status":"ok","id":1}"#
    let missing = #"{"status":"not_found","warnings":[],"errors":[],"id":2}"#
    let found = answers([
      load(rules), verify("get", "/b/x/o/shared/a", id: 1),
      verify("get", "/b/x/o/users/alice/a.png", uid: "alice", id: 2), document,
      verify("get", "/b/x/o/shared/b", id: 3), missing,
    ])
    #expect(found[2]["action"] == "fetch_firestore_document")
    #expect(found[2]["context"]?["path"] == "/databases/(default)/documents/teams/a")
    #expect(found[2]["server_request_id"] == 1)
    let answered = found.filter { $0["result"]?["permit"] != nil }
    #expect(answered.compactMap { $0["id"]?.number?.int64 } == [1, 2, 3])
    #expect(answered.map { $0["result"]?["permit"]?.bool } == [true, true, false])
  }

  @Test(
    "Rules that are refused are told with their places, and messages that make no sense are answered"
  )
  func hostile() {
    let found = answers([
      load("service firebase.storage {"), "", "no json", "[]", #"{"action":"dance","id":7}"#,
      #"{"action":"verify","context":{},"id":8}"#, #"{"action":"verify","id":9}"#,
      verify("get", "no slash", id: 10), String(repeating: "[", count: 100_000),
      #"{"id":99,"status":"ok"}"#, load(rules, id: 11),
    ])
    let error = found[1]["errors"]?[0]?.string.flatMap { try? JSONValue(parsing: $0) }
    #expect(error?["sourcePosition_"]?["line_"] == 1)
    #expect(error?["description_"] == "Unexpected '<EOF>'.")
    #expect(found.last?["result"] == ["rulesVersion": 2])
    let denied = found.filter { ["8", "9", "10"].contains($0["id"]?.number?.text ?? "") }
    #expect(denied.count == 3)
    #expect(denied.allSatisfy { $0["result"]?["permit"] == false })
  }
}
