/// Runs a program over UTF-16 units: all possible matches side by side, best first.
///
/// One search takes time in proportion to instructions × units, whatever the pattern.
struct Matcher {
  /// What counts as a match.
  enum Goal {
    /// The first one from a place on; of several that start there, the preferred one.
    case search
    /// Only the whole text.
    case whole
  }

  private let text: Text
  private let slotCount: Int
  private var current: ThreadList
  private var following: ThreadList
  /// The slots of the thread that is being followed.
  private var slots: ContiguousArray<Int>

  /// A matcher whose matches report so many slots: 2 are the bounds alone.
  init(_ program: PatternProgram, units: ContiguousArray<UInt16>, slotCount: Int) {
    text = Text(program: program, units: units)
    self.slotCount = slotCount
    let count = program.instructions.count
    current = ThreadList(instructionCount: count, slotCount: slotCount)
    following = ThreadList(instructionCount: count, slotCount: slotCount)
    slots = ContiguousArray(repeating: -1, count: slotCount)
  }

  /// The length of the text.
  var unitCount: Int { text.units.count }

  /// Instructions visited so far: the measure of the work.
  var steps: Int { current.steps + following.steps }

  /// The slots of the first match that starts at a unit or after it, or nil.
  ///
  /// They are the start and the end of the match and then of each group, -1 for what took no part.
  mutating func match(from start: Int, _ goal: Goal = .search) -> ContiguousArray<Int>? {
    let (program, units) = (text.program, text.units)
    var best: ContiguousArray<Int>?
    var position = start
    current.removeAll()
    while true {
      if current.isEmpty {
        if best != nil || (goal == .whole && position > start) { break }
        if goal == .search {
          guard let candidate = candidate(from: position) else { break }
          position = candidate
        }
      }
      let isAtEnd = position >= units.count
      let (codePoint, width) =
        isAtEnd ? (0, 0) : WTF8.codePoint(in: units, at: position, end: units.count)
      if best == nil, goal == .search || position == start {
        for slot in slots.indices { slots[slot] = -1 }
        slots[0] = position
        current.follow(program.start, at: position, in: text, slots: &slots)
      }
      following.removeAll()
      threads: for thread in 0..<current.count {
        switch program.instructions[Int(current[thread])] {
        case .character(let set, let next):
          guard !isAtEnd, program.classes[Int(set)].contains(codePoint) else { continue }
          current.read(thread, into: &slots)
          following.follow(next, at: position + width, in: text, slots: &slots)
        case .match:
          guard goal == .search || isAtEnd else { continue }
          current.read(thread, into: &slots)
          slots[1] = position
          best = slots
          // The threads after this one would only find what is less preferred.
          break threads
        case .split, .jump, .assertion, .save:
          continue
        }
      }
      if isAtEnd { break }
      swap(&current, &following)
      position += width
    }
    return best
  }

  /// The next place at which a match can start.
  private func candidate(from start: Int) -> Int? {
    if let half = text.program.leadingLowHalf { return lowHalf(half, from: start) }
    guard let first = text.program.firstCharacters else { return start }
    var position = start
    while position < text.units.count {
      if first.contains(unit: text.units[position]) { return position }
      position += WTF8.codePoint(in: text.units, at: position, end: text.units.count).width
    }
    return nil
  }

  /// The emulator looks for the text that a pattern starts with among the units, so it finds low
  /// halves within pairs; but it does not look when the next character is the one it looks for.
  private func lowHalf(_ half: UInt32, from start: Int) -> Int? {
    guard start < text.units.count else { return nil }
    let next = start + WTF8.codePoint(in: text.units, at: start, end: text.units.count).width
    if next < text.units.count,
      WTF8.codePoint(in: text.units, at: next, end: text.units.count).codePoint == half
    {
      return start
    }
    return text.units[start...].firstIndex { UInt32($0) == half }
  }
}

/// A program and what it runs over.
private struct Text {
  let program: PatternProgram
  let units: ContiguousArray<UInt16>

  func holds(_ assertion: Assertion, at position: Int) -> Bool {
    switch assertion {
    case .textStart: position == 0
    case .textEnd: position == units.count
    case .lineStart: position == 0 || units[position - 1] == 0x0A
    case .lineEnd: position == units.count || units[position] == 0x0A
    case .wordBoundary: isWord(at: position - 1) != isWord(at: position)
    case .noWordBoundary: isWord(at: position - 1) == isWord(at: position)
    }
  }

  private func isWord(at index: Int) -> Bool {
    guard units.indices.contains(index) else { return false }
    return CharacterClass.word.contains(UInt32(units[index]))
  }
}

/// Instructions in the order in which they were reached, with their slots; a sparse set.
private struct ThreadList {
  private var dense: ContiguousArray<UInt32> = []
  private var sparse: ContiguousArray<UInt32>
  /// An entry of the stack that replaces recursion.
  private enum Visit {
    case instruction(UInt32)
    case restore(slot: Int, value: Int)
  }

  private(set) var steps = 0
  private var slots: ContiguousArray<Int> = []
  private let slotCount: Int
  private var pending: [Visit] = []

  init(instructionCount: Int, slotCount: Int) {
    sparse = ContiguousArray(repeating: 0, count: instructionCount)
    self.slotCount = slotCount
  }

  var isEmpty: Bool { dense.isEmpty }
  var count: Int { dense.count }

  subscript(thread: Int) -> UInt32 { dense[thread] }

  mutating func removeAll() {
    dense.removeAll(keepingCapacity: true)
  }

  /// Adds what can be reached from an instruction without a character, preferred things first.
  mutating func follow(
    _ start: UInt32,
    at position: Int,
    in text: Text,
    slots: inout ContiguousArray<Int>
  ) {
    pending.append(.instruction(start))
    while let visit = pending.popLast() {
      switch visit {
      case .restore(let slot, let value):
        slots[slot] = value
      case .instruction(let index):
        guard insert(index) else { continue }
        steps += 1
        switch text.program.instructions[Int(index)] {
        case .character, .match:
          writeLast(slots)
        case .jump(let next):
          pending.append(.instruction(next))
        case .split(let preferred, let other):
          pending.append(.instruction(other))
          pending.append(.instruction(preferred))
        case .assertion(let assertion, let next):
          if text.holds(assertion, at: position) { pending.append(.instruction(next)) }
        case .save(let slot, let next):
          if slot < UInt32(slotCount) {
            pending.append(.restore(slot: Int(slot), value: slots[Int(slot)]))
            slots[Int(slot)] = position
          }
          pending.append(.instruction(next))
        }
      }
    }
  }

  /// Whether the instruction was new.
  private mutating func insert(_ instruction: UInt32) -> Bool {
    let place = Int(sparse[Int(instruction)])
    if place < dense.count, dense[place] == instruction { return false }
    sparse[Int(instruction)] = UInt32(dense.count)
    dense.append(instruction)
    return true
  }

  /// Stores the slots of the instruction that was inserted last.
  private mutating func writeLast(_ values: ContiguousArray<Int>) {
    let start = (dense.count - 1) * slotCount
    while slots.count < start + slotCount { slots.append(-1) }
    for slot in 0..<slotCount { slots[start + slot] = values[slot] }
  }

  func read(_ thread: Int, into values: inout ContiguousArray<Int>) {
    let start = thread * slotCount
    for slot in 0..<slotCount { values[slot] = slots[start + slot] }
  }
}
