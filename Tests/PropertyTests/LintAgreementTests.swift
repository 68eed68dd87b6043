import RulesSource
import RulesTestSupport
import Testing

/// What checks know of the conditions of random rules, and what fixes do to them.
struct LintAgreementTests {
  @Test(
    "Conditions come to what is said of them, and fixes keep what they say they keep",
    arguments: UInt64(2000)..<2060
  )
  func agreement(seed: UInt64) {
    var generator = ProgramGenerator(seed: seed)
    let file = SourceFile(name: "firestore.rules", text: generator.program())
    #expect(LintAgreement.check(file, seed: seed) == nil)
  }
}
