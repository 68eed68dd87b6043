import RulesRuntime
import Testing

struct RecentTableTests {
  @Test("Of one hash the latest four are kept, and the latest of those wanted is found")
  func latest() {
    var table = RecentTable<Int>()
    #expect(table.first(ofHash: 7) { _ in true } == nil)
    for number in 1...5 { table.insert(number, hash: -1) }
    #expect(
      (1...5).map { number in table.first(ofHash: -1) { $0 == number } } == [nil, 2, 3, 4, 5]
    )
    #expect(table.first(ofHash: -1) { $0.isMultiple(of: 2) } == 4)
    #expect(table.first(ofHash: 0) { _ in true } == nil)
  }

  @Test("Hashes that differ do not put out one another")
  func hashes() {
    var table = RecentTable<Int>()
    for hash in 0..<256 { table.insert(hash, hash: hash) }
    #expect((0..<256).allSatisfy { hash in table.first(ofHash: hash) { _ in true } == hash })
  }
}
