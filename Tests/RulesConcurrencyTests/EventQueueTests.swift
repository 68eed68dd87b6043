import RulesConcurrency
import Testing

@Suite("What one thread has for another")
struct EventQueueTests {
  @Test("Events come out in the order in which they went in, then none once the queue is closed")
  func order() {
    let queue = EventQueue<Int>()
    for event in 0..<3000 { queue.push(event) }
    queue.close()
    var found: [Int] = []
    while let event = queue.pop() { found.append(event) }
    #expect(found == Array(0..<3000))
    #expect(queue.popIfAny() == nil)
  }

  @Test("A thread that waits gets what another one puts in, however full the queue may be")
  func waiting() async {
    let queue = EventQueue<Int>(weightLimit: 10)
    let answers = EventQueue<Int>()
    async let sum = Self.sum(of: queue, answers)
    // Each is as heavy as the queue allows, so that all but the first wait for room.
    for event in 1...100 { queue.push(event, weight: 10) }
    queue.close()
    #expect(await sum == 5050)
    #expect(answers.popIfAny() == 5050)
  }

  private static func sum(of queue: EventQueue<Int>, _ answers: EventQueue<Int>) async -> Int {
    var sum = 0
    while let event = queue.pop() { sum += event }
    answers.push(sum)
    return sum
  }
}
