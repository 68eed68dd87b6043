/// What has to be at hand before conditions are evaluated.
struct DecisionNeeds: Hashable {
  /// The roots that are read, a bit each.
  var roots: UInt8 = 0
  /// Whether paths are made, as those must that look up a document.
  var makesPaths = false

  /// Everything.
  static let all = DecisionNeeds(roots: .max, makesPaths: true)

  mutating func formUnion(_ other: DecisionNeeds) {
    roots |= other.roots
    makesPaths = makesPaths || other.makesPaths
  }

  /// What each expression of a program needs, the functions that it calls included.
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - instructions: its expressions as the fast path runs them.
  /// - Returns: as many as there are expressions; of functions that call one another many times over, more than they
  ///   need.
  static func all(
    of program: Program,
    _ instructions: ContiguousArray<Instruction>
  ) -> ContiguousArray<DecisionNeeds> {
    var functions = ContiguousArray(repeating: DecisionNeeds(), count: program.functions.count)
    for _ in 0..<roundLimit {
      let found = expressions(of: program, instructions, functions)
      let next = ContiguousArray(
        program.functions.map { function in
          (function.lets + [function.result]).reduce(into: DecisionNeeds()) {
            $0.formUnion(found[Int($1.index)])
          }
        }
      )
      if next == functions { return found }
      functions = next
    }
    return ContiguousArray(repeating: .all, count: program.expressions.count)
  }

  /// How many calls deep functions are followed.
  private static let roundLimit = 16

  /// What each expression needs, what functions need being known; operands come before what they are operands of.
  private static func expressions(
    of program: Program,
    _ instructions: ContiguousArray<Instruction>,
    _ functions: ContiguousArray<DecisionNeeds>
  ) -> ContiguousArray<DecisionNeeds> {
    var found = ContiguousArray<DecisionNeeds>()
    found.reserveCapacity(program.expressions.count)
    for (index, expression) in program.expressions.enumerated() {
      var needs = DecisionNeeds(instructions[index])
      let id = ExpressionID(index: UInt32(truncatingIfNeeded: index))
      for operand in program.operands(of: id) where Int(operand.index) < index {
        needs.formUnion(found[Int(operand.index)])
      }
      if case .call(let function, _) = expression {
        needs.formUnion(functions[Int(function.index)])
      }
      found.append(needs)
    }
    return found
  }

  /// What an instruction needs, its operands apart.
  private init(_ instruction: Instruction) {
    switch instruction {
    case .root(let root, _), .field(let root, _, _), .chain(let root, _, _, _): roots = root.bit
    case .path: makesPaths = true
    default: break
    }
  }

  init(roots: UInt8 = 0, makesPaths: Bool = false) {
    self.roots = roots
    self.makesPaths = makesPaths
  }
}
