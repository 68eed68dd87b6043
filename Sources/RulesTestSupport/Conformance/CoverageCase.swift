package import RulesJSON
import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTesting

/// A case of the kind `coverage`: rules, documents, requests one after another, and the emulator's report on
/// all of them.
package struct CoverageCase {
  private let tree: SyntaxTree
  private let requests: [RequestCase]

  /// The time of the first request; each one comes a second after the one before.
  private static let start: Int64 = 1_750_000_000

  /// Reads a case; nil where a member is missing or wrong.
  package init?(_ row: JSONObject) {
    guard let text = row["source"]?.string, let source = row["source"],
      let documents = row["documents"], let asked = row["requests"]?.array
    else { return nil }
    tree = parseRules(SourceFile(name: "firestore.rules", bytes: text))
    var requests: [RequestCase] = []
    for (index, request) in asked.enumerated() {
      guard let object = request.object, let inner = object["request"] else { return nil }
      let members: [(String, JSONValue)] = [
        ("source", source), ("documents", documents), ("request", inner),
        ("auth", object["auth"] ?? .null),
      ]
      guard var read = JSONValue.object(members).object.flatMap({ RequestCase($0) }) else {
        return nil
      }
      read.time = Timestamp(seconds: Self.start + Int64(index), nanos: 0)
      requests.append(read)
    }
    self.requests = requests
  }

  /// The report after all requests; an allowed one changes the documents.
  package var report: [JSONValue] {
    guard let program = SemanticModel.analyze(tree).program else { return [] }
    var recorder = CoverageRecorder(program, .emulator)
    var store = requests.first?.store ?? DocumentStore()
    for var request in requests {
      request.store = store
      guard case .success(let commit) = request.requests() else { continue }
      let decisions = recorder.decide(
        commit: commit.requests,
        unconditional: request.unconditionalPaths,
        documents: CommitState(before: store, after: commit.after)
      )
      if commit.isPossible, decisions.allSatisfy({ $0.verdict == .allow }) { store = commit.after }
    }
    return EmulatorJSON(tree, program, recorder).roots.map { Self.withoutTimes($0) }
  }

  // MARK: Comparing

  /// The recorded reports have `REQUEST_TIME` for the times of the requests, which were those of their day.
  private static func withoutTimes(_ value: JSONValue) -> JSONValue {
    switch value.content {
    case .object(let object):
      let members = object.members.map { member -> (String, JSONValue) in
        let key = String(decoding: member.key, as: UTF8.self)
        let isTime = key == "timestampValue" && member.value.text?.hasPrefix("2025-06-15") == true
        return (key, isTime ? "REQUEST_TIME" : withoutTimes(member.value))
      }
      return .object(members)
    case .array(let elements): return .array(elements.map { withoutTimes($0) })
    case .null, .bool, .number, .string: return value
    }
  }

  /// Whether two reports are the same, whatever the order of members.
  static func isSame(_ left: JSONValue, _ right: JSONValue) -> Bool {
    switch (left.content, right.content) {
    case (.object(let left), .object(let right)):
      guard left.members.count == right.members.count else { return false }
      return left.members.allSatisfy { member in
        right[String(decoding: member.key, as: UTF8.self)].map { isSame(member.value, $0) } ?? false
      }
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1) }
    case (.number(let left), .number(let right)): return left.double == right.double
    default: return left == right
    }
  }
}
