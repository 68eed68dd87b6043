import Testing

@testable import RulesCommands

struct LargeStackTests {
  @Test("Recursion far beyond the usual stack ends well, and its result comes back")
  func depth() {
    @Sendable func count(_ rest: Int) -> Int {
      rest == 0 ? 0 : 1 + count(rest - 1)
    }
    let code = runOnLargeStack { count(500_000) == 500_000 ? .findings : .unusable }
    #expect(code == .findings)
  }
}
