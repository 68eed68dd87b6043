/// Builds the automaton of a program, as long as it stays small.
///
/// A state is the set of things that a text so far may be followed by. Assertions are kept in it until
/// the next byte is known: all that they ask about the text are its borders, line feeds and ASCII word
/// characters, each a single byte.
struct ByteAutomatonBuilder {
  /// The automaton, or nil when it has too many states or takes too long.
  static func automaton(for program: PatternProgram) -> ByteAutomaton? {
    var builder = ByteAutomatonBuilder(program)
    return builder.build()
  }

  private static let maximumStates = 16_384
  /// Table entries: half a megabyte.
  private static let maximumEntries = 262_144
  /// Elementary steps; about ten milliseconds of them.
  private static let maximumWork = 500_000

  /// What an assertion can know of the character before or after a place.
  private enum Neighbour: UInt8 {
    case none, newline, word, other

    init(_ byte: UInt8) {
      self =
        byte == 0x0A
        ? .newline : CharacterClass.word.contains(UInt32(byte)) ? .word : .other
    }
  }

  /// A possibility: the rest of a character (a node of the trie) and the instruction after it.
  ///
  /// `match` is the end of the program; with the node `assertion` the instruction is an assertion.
  private struct Item: Hashable, Comparable {
    static let match = Item(node: ByteTrie.complete, instruction: 0)
    static let assertion = UInt32.max

    let node: UInt32
    let instruction: UInt32

    static func < (left: Item, right: Item) -> Bool {
      (left.node, left.instruction) < (right.node, right.instruction)
    }
  }

  private struct State: Hashable {
    /// Sorted, each one once.
    let items: [Item]
    /// Only told apart where an assertion waits.
    let previous: Neighbour

    var hasAssertions: Bool { items.last?.node == Item.assertion }
  }

  private let program: PatternProgram
  private var trie = ByteTrie()
  private var roots: [UInt32] = []
  private var columns = ContiguousArray<UInt8>(repeating: 0, count: 256)
  /// A byte of each column.
  private var samples: [UInt8] = []
  private var states: [State] = []
  private var numbers: [State: UInt16] = [:]
  /// The round in which an instruction was visited last.
  private var visits: [UInt32]
  private var round: UInt32 = 0
  private var work = 0

  private init(_ program: PatternProgram) {
    self.program = program
    visits = [UInt32](repeating: 0, count: program.instructions.count)
  }

  private mutating func build() -> ByteAutomaton? {
    for set in program.classes {
      roots.append(trie.insert(set))
      work += set.ranges.count
      guard work < ByteAutomatonBuilder.maximumWork else { return nil }
    }
    assignColumns()
    let shift = UInt8(samples.count <= 1 ? 0 : 64 - UInt64(samples.count - 1).leadingZeroBitCount)
    var table: ContiguousArray<UInt16> = []
    _ = number(of: State(items: [], previous: .other))
    let start = number(
      of: ByteAutomatonBuilder.state(from: closure(of: [program.start]), previous: .none)
    )
    var accepting: ContiguousArray<Bool> = []
    while accepting.count < states.count {
      let state = states[accepting.count]
      accepting.append(isAccepting(state))
      let row = targets(of: state)
      table += row
      table += repeatElement(0, count: 1 << Int(shift) - row.count)
      guard states.count <= ByteAutomatonBuilder.maximumStates,
        table.count <= ByteAutomatonBuilder.maximumEntries,
        work <= ByteAutomatonBuilder.maximumWork
      else { return nil }
    }
    return ByteAutomaton(
      columns: columns,
      table: table,
      shift: shift,
      start: start,
      accepting: accepting
    )
  }

  /// Gives bytes that no edge and no assertion tells apart the same column.
  private mutating func assignColumns() {
    var isBorder = [Bool](repeating: false, count: 257)
    isBorder[0] = true
    for edge in trie.nodes.joined() {
      isBorder[Int(edge.lower)] = true
      isBorder[Int(edge.upper) + 1] = true
    }
    if program.instructions.contains(where: \.looksAround) {
      for byte in 1..<256 where Neighbour(UInt8(byte)) != Neighbour(UInt8(byte - 1)) {
        isBorder[byte] = true
      }
    }
    for byte in 0..<256 {
      if isBorder[byte] { samples.append(UInt8(byte)) }
      columns[byte] = UInt8(samples.count - 1)
    }
  }

  private mutating func number(of state: State) -> UInt16 {
    if let number = numbers[state] { return number }
    let number = UInt16(truncatingIfNeeded: states.count)
    numbers[state] = number
    states.append(state)
    work += state.items.count
    return number
  }

  private static func state(from items: [Item], previous: Neighbour) -> State {
    var unique: [Item] = []
    unique.reserveCapacity(items.count)
    for item in items.sorted() where item != unique.last { unique.append(item) }
    let waits = unique.last?.node == Item.assertion
    return State(items: unique, previous: waits ? previous : .other)
  }

  // MARK: - Transitions

  /// The state after each column.
  private mutating func targets(of state: State) -> [UInt16] {
    // What follows on each column, before what can be reached from there without a byte.
    var reached = [[Item]](repeating: [], count: samples.count)
    if state.hasAssertions {
      for next in [Neighbour.newline, .word, .other] {
        let items = resolved(state, next: next)
        collect(items, into: &reached) { Neighbour($0) == next }
      }
    } else {
      collect(state.items, into: &reached) { _ in true }
    }
    var row: [UInt16] = []
    row.reserveCapacity(samples.count)
    for column in samples.indices {
      let items = reached[column]
      guard !items.isEmpty else {
        row.append(0)
        continue
      }
      let previous = Neighbour(samples[column])
      if column > 0, items == reached[column - 1], previous == Neighbour(samples[column - 1]) {
        row.append(row[column - 1])
        continue
      }
      guard work <= ByteAutomatonBuilder.maximumWork,
        states.count <= ByteAutomatonBuilder.maximumStates
      else { return row }
      let completed = items.filter { $0.node == ByteTrie.complete }.map(\.instruction)
      let partial = items.filter { $0.node != ByteTrie.complete }
      let next = ByteAutomatonBuilder.state(
        from: partial + closure(of: completed),
        previous: previous
      )
      row.append(number(of: next))
    }
    return row
  }

  private mutating func collect(
    _ items: [Item],
    into reached: inout [[Item]],
    where isIncluded: (UInt8) -> Bool
  ) {
    for item in items where item.node != Item.assertion {
      for edge in trie.nodes[Int(item.node)] {
        let range = columns[Int(edge.lower)]...columns[Int(edge.upper)]
        work += range.count
        for column in range where isIncluded(samples[Int(column)]) {
          reached[Int(column)].append(Item(node: edge.target, instruction: item.instruction))
        }
      }
    }
  }

  private mutating func isAccepting(_ state: State) -> Bool {
    if state.items.first == .match { return true }
    return state.hasAssertions && resolved(state, next: .none).contains(.match)
  }

  // MARK: - Steps without a byte

  /// The items with what lies behind the assertions that hold.
  private mutating func resolved(_ state: State, next: Neighbour) -> [Item] {
    let waiting = state.items.filter { $0.node == Item.assertion }.map(\.instruction)
    let rest = state.items.filter { $0.node != Item.assertion }
    let items = closure(of: waiting) { assertion in
      switch assertion {
      case .textStart: state.previous == .none
      case .textEnd: next == .none
      case .lineStart: state.previous == .none || state.previous == .newline
      case .lineEnd: next == .none || next == .newline
      case .wordBoundary: (state.previous == .word) != (next == .word)
      case .noWordBoundary: (state.previous == .word) == (next == .word)
      }
    }
    return ByteAutomatonBuilder.state(from: rest + items, previous: state.previous).items
  }

  /// What can be reached from instructions without a byte.
  ///
  /// Assertions are asked, or kept when they cannot be.
  private mutating func closure(
    of instructions: [UInt32],
    where holds: ((Assertion) -> Bool)? = nil
  ) -> [Item] {
    round += 1
    var items: [Item] = []
    var pending = instructions
    while let index = pending.popLast() {
      guard visits[Int(index)] != round else { continue }
      visits[Int(index)] = round
      work += 1
      switch program.instructions[Int(index)] {
      case .match:
        items.append(.match)
      case .character(let set, let next):
        items.append(Item(node: roots[Int(set)], instruction: next))
      case .split(let preferred, let other):
        pending.append(preferred)
        pending.append(other)
      case .jump(let next), .save(_, let next):
        pending.append(next)
      case .assertion(let assertion, let next):
        if let holds {
          if holds(assertion) { pending.append(next) }
        } else {
          items.append(Item(node: Item.assertion, instruction: index))
        }
      }
    }
    return items
  }
}

extension Instruction {
  /// Whether it is an assertion about more than the borders of the text.
  fileprivate var looksAround: Bool {
    switch self {
    case .assertion(.lineStart, _), .assertion(.lineEnd, _), .assertion(.wordBoundary, _),
      .assertion(.noWordBoundary, _):
      true
    case .assertion, .match, .character, .split, .jump, .save:
      false
    }
  }
}
