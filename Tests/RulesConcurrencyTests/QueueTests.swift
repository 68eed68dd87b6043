import RulesConcurrency
import Testing

struct QueueTests {
  @Test("What is put in comes out in the same order, however both alternate", arguments: 1...4)
  func order(_ step: Int) {
    var queue = Queue<Int>()
    #expect(queue.first == nil && queue.popFirst() == nil)
    var (next, expected) = (0, 0)
    for round in 0..<5000 {
      for _ in 0..<(round % (step + 1) + 1) {
        queue.append(next)
        next += 1
      }
      if round % step == 0 { continue }
      #expect(queue.first == expected)
      #expect(queue.popFirst() == expected)
      expected += 1
      #expect(queue.count == next - expected)
    }
    while let element = queue.popFirst() {
      #expect(element == expected)
      expected += 1
    }
    #expect(expected == next && queue.count == 0)
  }

  @Test("Nothing that was taken out of an empty queue is kept")
  func release() {
    final class Kept {}
    var queue = Queue<Kept>()
    weak var last: Kept?
    for _ in 0..<3000 {
      let kept = Kept()
      last = kept
      queue.append(kept)
    }
    while queue.popFirst() != nil {}
    #expect(last == nil)
  }
}
