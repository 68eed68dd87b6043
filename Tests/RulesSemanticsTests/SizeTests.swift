import RulesSource
import Testing

@testable import RulesSemantics

struct SizeTests {
  @Test(
    "Rules of 256 KiB are told to be too large, and are looked at all the same",
    arguments: [(262_143, false), (262_144, true)]
  )
  func size(byteCount: Int, isTooLarge: Bool) {
    let rules =
      "rules_version = '2'; service cloud.firestore { match /a/{b} { allow get: if true; } }\n"
    let text = rules + String(repeating: "/", count: byteCount - rules.utf8.count)
    let model = SemanticModel.analyze(SourceFile(name: "firestore.rules", text: text))
    #expect(model.diagnostics.contains { $0.code == .rulesTooLarge } == isTooLarge)
    #expect(model.program != nil)
  }
}
