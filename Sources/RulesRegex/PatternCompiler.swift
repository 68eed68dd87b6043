/// Turns a syntax tree into a program, from its end to its start: each part is told where to go on.
///
/// The shapes are those of the emulator, because which of several matches wins, and what its groups
/// hold, depends on them where a repeated part can be empty: such a `x*` is built as `(x+)?`.
struct PatternCompiler {
  static func compile(_ syntax: Syntax) throws(TooLarge) -> PatternProgram {
    var compiler = PatternCompiler()
    let match = try compiler.add(.match)
    let start = try compiler.compile(syntax.root, next: match)
    guard compiler.instructions.count * (syntax.groupCount + 1) <= maximumSlots else {
      throw TooLarge()
    }
    return PatternProgram(
      instructions: compiler.instructions,
      start: start,
      classes: syntax.classes,
      groupCount: syntax.groupCount,
      groupNames: syntax.groupNames,
      firstCharacters: compiler.firstCharacters(from: start, classes: syntax.classes),
      leadingLowHalf: compiler.leadingLowHalf(from: start, classes: syntax.classes)
    )
  }

  /// The program would pass the limit.
  struct TooLarge: Error {}

  /// About 3 MB of instructions.
  private static let maximumInstructions = 250_000
  /// Instructions times groups: what a search for groups may have to keep (two words each).
  private static let maximumSlots = 4_000_000

  private var instructions: ContiguousArray<Instruction> = []

  private mutating func add(_ instruction: Instruction) throws(TooLarge) -> UInt32 {
    guard instructions.count < PatternCompiler.maximumInstructions else { throw TooLarge() }
    instructions.append(instruction)
    return UInt32(instructions.count - 1)
  }

  private mutating func compile(
    _ node: SyntaxNode,
    next: UInt32
  ) throws(TooLarge) -> UInt32 {
    switch node {
    case .empty:
      return try add(.jump(next))
    case .character(let set):
      return try add(.character(set: UInt32(set), next: next))
    case .assertion(let assertion):
      return try add(.assertion(assertion, next: next))
    case .capture(let group, let body):
      let end = try add(.save(slot: UInt32(2 * group + 1), next: next))
      let start = try compile(body, next: end)
      return try add(.save(slot: UInt32(2 * group), next: start))
    case .sequence(let parts):
      var entry = next
      for part in parts.reversed() { entry = try compile(part, next: entry) }
      return entry
    case .alternation(let alternatives):
      var entry: UInt32?
      for alternative in alternatives.reversed() {
        let start = try compile(alternative, next: next)
        entry = if let entry { try add(.split(preferred: start, other: entry)) } else { start }
      }
      return entry ?? next
    case .repetition(let repetition, let body):
      return try compile(body, repeated: repetition, next: next)
    }
  }

  private mutating func compile(
    _ body: SyntaxNode,
    repeated repetition: Repetition,
    next: UInt32
  ) throws(TooLarge) -> UInt32 {
    var entry = next
    var required = repetition.minimum
    if let maximum = repetition.maximum {
      // `x{2,5}` is `xx(x(x(x)?)?)?`.
      for _ in repetition.minimum..<max(maximum, repetition.minimum) {
        let start = try compile(body, next: entry)
        entry = try choice(of: start, or: next, repetition)
      }
    } else {
      // `x{3,}` is `xxx+`; `x*` is `(x+)?` when `x` may be empty.
      let loop = try add(.jump(next))
      let start = try compile(body, next: loop)
      instructions[Int(loop)] = split(start, or: next, repetition)
      switch required {
      case 0: entry = body.isNullable ? try choice(of: start, or: next, repetition) : loop
      default: entry = start
      }
      required = max(required - 1, 0)
    }
    for _ in 0..<required { entry = try compile(body, next: entry) }
    return entry
  }

  private mutating func choice(
    of body: UInt32,
    or next: UInt32,
    _ repetition: Repetition
  ) throws(TooLarge) -> UInt32 {
    try add(split(body, or: next, repetition))
  }

  private func split(_ body: UInt32, or next: UInt32, _ repetition: Repetition) -> Instruction {
    repetition.isGreedy
      ? .split(preferred: body, other: next) : .split(preferred: next, other: body)
  }

  // MARK: - What a search can know in advance

  private func firstCharacters(from start: UInt32, classes: [CharacterClass]) -> FirstCharacters? {
    var first = FirstCharacters()
    var seenInstructions = [Bool](repeating: false, count: instructions.count)
    var seenClasses = [Bool](repeating: false, count: classes.count)
    var pending = [start]
    while let index = pending.popLast() {
      guard !seenInstructions[Int(index)] else { continue }
      seenInstructions[Int(index)] = true
      switch instructions[Int(index)] {
      case .match:
        return nil
      case .character(let set, _):
        guard !seenClasses[Int(set)] else { continue }
        seenClasses[Int(set)] = true
        first.formUnion(classes[Int(set)])
      case .split(let preferred, let other):
        pending += [preferred, other]
      case .jump(let next), .assertion(_, let next), .save(_, let next):
        pending.append(next)
      }
    }
    return first
  }

  private func leadingLowHalf(from start: UInt32, classes: [CharacterClass]) -> UInt32? {
    var index = start
    while true {
      switch instructions[Int(index)] {
      case .jump(let next), .save(_, let next):
        index = next
      case .character(let set, _):
        guard let only = classes[Int(set)].only, (0xDC00...0xDFFF).contains(only) else {
          return nil
        }
        return only
      case .match, .split, .assertion:
        return nil
      }
    }
  }
}
