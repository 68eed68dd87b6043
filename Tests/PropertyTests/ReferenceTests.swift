import RulesTestSupport
import Testing

/// Random programs, decided twice: by the evaluator of programs, and by the plain one that walks the tree.
struct ReferenceTests {
  @Test("The evaluator agrees with the reference", arguments: 0..<8)
  func agreement(part: UInt64) {
    var acceptedCount = 0
    for seed in part * 20..<(part + 1) * 20 {
      switch ReferenceAgreement.check(seed: seed) {
      case .refused: continue
      case .agreement: acceptedCount += 1
      case .difference(let text):
        Issue.record("\(text)")
        return
      }
    }
    // Else the test would say nothing.
    #expect(acceptedCount > 10)
  }
}
