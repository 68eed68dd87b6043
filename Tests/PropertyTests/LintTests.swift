import RulesLint
import RulesRuntime
import RulesSource
import RulesTestSupport
import Testing

/// What must hold for the checks of every rules file, tried on random ones.
struct LintTests {
  @Test(
    "Conditions come to what checks say of them, and fixes keep what they say they keep",
    arguments: UInt64(2000)..<2060
  )
  func agreement(seed: UInt64) {
    var generator = ProgramGenerator(seed: seed)
    let file = SourceFile(name: "firestore.rules", text: generator.program())
    #expect(LintAgreement.check(file, seed: seed) == nil)
  }
}
