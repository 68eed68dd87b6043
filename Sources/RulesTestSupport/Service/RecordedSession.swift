import RulesEmulator
import RulesJSON
import RulesRuntime
import RulesTesting

/// Requests that were sent to the official emulator one after the other, with what it has answered.
package struct RecordedSession {
  private let rows: [JSONObject]
  private var emulator = Emulator(seed: 1)
  private var saved: [String: ContiguousArray<UInt8>] = [:]
  private var time = Timestamp(seconds: 1_750_000_000, nanos: 0)

  /// A difference from what was recorded.
  package struct Difference: Sendable, CustomStringConvertible {
    /// Which request, counted from 1.
    package let line: Int
    /// The request, our answer and the recorded one.
    package let description: String
  }

  /// Reads a session: a JSON object in each line.
  package init?(_ text: ContiguousArray<UInt8>) {
    var rows: [JSONObject] = []
    for line in JSONLines(text) {
      guard case .success(let value) = line.result, let object = value.object else { return nil }
      rows.append(object)
    }
    self.rows = rows
  }

  /// How many requests there are.
  package var count: Int { rows.count }

  /// Sends the requests to a service of ours, and gives the answers that differ.
  package mutating func run() -> [Difference] {
    var differences: [Difference] = []
    for (index, row) in rows.enumerated() {
      guard let response = send(row) else {
        differences.append(Difference(line: index + 1, description: "the request waits"))
        continue
      }
      let reply = (try? JSONValue(parsing: response.body)) ?? .string(response.body)
      save(row["save"], from: reply)
      let recorded = row["reply"] ?? .null
      let isSame =
        response.status == row["status"]?.number?.int64.map { Int($0) }
        && isSame(reply, recorded, hasParts: isOfSeveral(row))
      guard !isSame else { continue }
      differences.append(
        Difference(
          line: index + 1,
          description: """
            \(row["method"]?.text ?? "") \(row["target"]?.text ?? "") \(row["body"]?.jsonText() ?? "")
              recorded \(row["status"]?.jsonText() ?? "") \(normalized(recorded).jsonText().prefix(1500))
              ours     \(response.status) \(normalized(reply).jsonText().prefix(1500))
            """
        )
      )
    }
    return differences
  }

  // MARK: Sending

  private mutating func send(_ row: JSONObject) -> HTTPResponse? {
    var request = HTTPRequest(
      method: row["method"]?.text ?? "",
      target: filled(row["target"]?.string ?? [])
    )
    if let body = row["body"] { request.body = filled(body.bytes()) }
    if let auth = row["auth"] { request.fields.append(("authorization", "Bearer \(token(auth))")) }
    // Each try is later than the one before; one that has to wait for a transaction is told that it took too long.
    for isLastTry in [false, true] {
      time = Timestamp(seconds: time.seconds + 1, nanos: 123_456_000)
      switch emulator.handle(request, at: time, isLastTry: isLastTry) {
      case .reply(let response): return response
      case .waits: continue
      }
    }
    return nil
  }

  /// An unsigned token, as recorded requests were sent with.
  private func token(_ auth: JSONValue) -> String {
    guard let uid = auth["uid"] else { return auth.text ?? "" }
    let claims: JSONValue = [
      "iss": "https://securetoken.google.com/demo-oracle", "aud": "demo-oracle", "iat": 0,
      "exp": 3600, "auth_time": 0, "sub": uid, "user_id": uid,
      "firebase": ["sign_in_provider": "custom", "identities": [:]],
    ]
    return "e30.\(Base64URL.encode(claims.bytes()))."
  }

  /// Text with `{{name}}` filled in from earlier answers.
  private func filled(_ text: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    var result = String(decoding: text, as: UTF8.self)
    for (name, value) in saved {
      let parts = result.split(separator: "{{\(name)}}", omittingEmptySubsequences: false)
      result = parts.joined(separator: String(decoding: value, as: UTF8.self))
    }
    return ContiguousArray(result.utf8)
  }

  private mutating func save(_ names: JSONValue?, from reply: JSONValue) {
    for member in names?.object?.members ?? [] {
      var value: JSONValue? = reply
      for part in (member.value.text ?? "").split(separator: ".") {
        value = Int(part).flatMap { value?[$0] } ?? value?[String(part)]
      }
      saved[member.name] = value?.string ?? []
    }
  }

  // MARK: Comparing

  /// Whether a request is judged document by document, in an order of the emulator's own.
  private func isOfSeveral(_ row: JSONObject) -> Bool {
    let parts = row["body"]?["writes"] ?? row["body"]?["documents"]
    return parts?.array?.count ?? 0 > 1
  }

  private func isSame(_ ours: JSONValue, _ recorded: JSONValue, hasParts: Bool) -> Bool {
    if let message = ours["error"]?["message"]?.text,
      ours["error"]?["status"]?.text == "PERMISSION_DENIED",
      recorded["error"]?["status"]?.text == "PERMISSION_DENIED",
      let theirs = recorded["error"]?["message"]?.text
    {
      // The emulator tells the causes of other parts than the one that is denied, too.
      return hasParts || DenialCauses.agree(message, with: theirs)
    }
    return normalized(ours) == normalized(recorded)
  }

  /// JSON without what differs from run to run.
  private func normalized(_ json: JSONValue, named name: String = "") -> JSONValue {
    switch json.content {
    case .object(let object):
      let members = object.members.map { member in
        JSONMember(key: member.key, value: normalized(member.value, named: member.name))
      }
      let sorted = members.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      return JSONValue(.object(JSONObject(ContiguousArray(sorted))))
    case .array(let elements): return .array(elements.map { normalized($0) })
    case .string(let text):
      switch name {
      case "createTime", "updateTime", "readTime", "commitTime", "timestampValue", "transaction",
        "nextPageToken":
        return "…"
      case "name": return .string(withoutGeneratedID(String(decoding: text, as: UTF8.self)))
      case "message": return .string(withoutVersion(String(decoding: text, as: UTF8.self)))
      default: return .string(text)
      }
    case .null, .bool, .number: return json
    }
  }

  private func withoutGeneratedID(_ name: String) -> String {
    guard let slash = name.lastIndex(of: "/") else { return name }
    let id = name[name.index(after: slash)...]
    let isGenerated = id.utf8.count == 20 && id.utf8.allSatisfy { $0 != UInt8(ascii: "-") }
    return isGenerated ? name[...slash] + "…" : name
  }

  private func withoutVersion(_ message: String) -> String {
    guard message.hasPrefix("the stored version (") else { return message }
    return String(message.drop { $0 != ")" })
  }
}

/// Base64 with the alphabet of addresses, without padding.
private enum Base64URL {
  static func encode(_ bytes: ContiguousArray<UInt8>) -> String {
    String(
      Base64.encode(bytes).compactMap { character in
        switch character {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: character
        }
      }
    )
  }
}
