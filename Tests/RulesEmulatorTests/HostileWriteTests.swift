import RulesEmulator
import RulesRuntime
import Testing

/// Writes that are made to cost much.
struct HostileWriteTests {
  private static let names = "projects/p/databases/(default)/documents"

  private static func commit(_ transforms: [String]) -> String? {
    var request = HTTPRequest(method: "POST", target: ContiguousArray("/v1/\(names):commit".utf8))
    request.fields = [("authorization", "Bearer owner")]
    let list = transforms.map { #"{"fieldPath": "\#($0)", "setToServerValue": "REQUEST_TIME"}"# }
    request.body = ContiguousArray(
      #"{"writes": [{"transform": {"document": "\#(names)/a/b", "fieldTransforms": [\#(list.joined(separator: ","))]}}]}"#
        .utf8
    )
    var emulator = Emulator(seed: 1)
    let time = Timestamp(seconds: 1, nanos: 0)
    guard case .reply(let reply) = emulator.handle(request, at: time, isLastTry: true) else {
      return nil
    }
    return String(decoding: reply.body, as: UTF8.self)
  }

  private static let deep = String(repeating: ".a", count: 740)

  @Test("Fields that lie deep are compared by their names, not by all of their beginnings")
  func deepFields() {
    // Each beginning of each of them kept for itself would take ten gigabytes.
    let reply = Self.commit((0..<4000).map { "z\($0)\(Self.deep)" })
    #expect(reply?.contains("500 transforms") == true)
  }

  @Test("Of two fields that are computed none may lie in the other, however deep both are")
  func nested() {
    let outer = "z" + Self.deep
    for paths in [[outer, outer + ".b"], [outer + ".b", outer], ["z", outer], [outer, "z"]] {
      let inner = paths.min { $0.utf8.count < $1.utf8.count } ?? ""
      let text = "Cannot transform property \(inner) and its nested property at the same time."
      #expect(Self.commit(["y"] + paths)?.contains(text) == true)
    }
    #expect(Self.commit([outer + ".b", outer + ".c"])?.contains("Cannot transform") == false)
    #expect(Self.commit(["z", "z"])?.contains("Cannot transform") == false)
  }
}
