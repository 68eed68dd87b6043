import RulesRuntime
import RulesSource

/// Follows the expressions of a program, and makes terms and conditions of them.
struct FactBuilder {
  let program: Program
  let terms = TermTable()
  let conditions = ConditionTable()

  /// Calls that are being followed, and what is known of their variables; the first one stands for a statement.
  var frames: [Frame] = [Frame(function: nil, arguments: [], parent: 0, slots: [])]
  /// Terms of expressions that read no variable.
  private var closedTerms: ContiguousArray<TermID?>
  private let isClosed: ContiguousArray<Bool>
  private var methodSymbols: ContiguousArray<Symbol> = []
  private var nameSymbols: ContiguousArray<Symbol> = []
  /// Conditions of calls without arguments, by function and polarity.
  var callConditions: [CallKey: ConditionID] = [:]

  /// A call without arguments.
  struct CallKey: Hashable {
    let function: FunctionID
    let isPositive: Bool
  }

  /// A call that is being followed.
  struct Frame {
    let function: FunctionID?
    /// The arguments, as expressions of the frame of the caller.
    let arguments: ContiguousArray<ExpressionID>
    let parent: Int
    /// The terms of parameters and lets that are known by now.
    var slots: [TermID?]
  }

  /// How many expressions may still be followed for this statement, and for the file.
  private var statementSteps = 0
  private var fileSteps = 600_000
  private var depth = 0

  private static let stepsOfStatement = 10_000
  private static let maximumDepth = 250

  init(_ program: Program) {
    self.program = program
    closedTerms = ContiguousArray(repeating: nil, count: program.expressions.count)
    isClosed = Self.closedExpressions(program)
    for method in program.methods { methodSymbols.append(terms.intern(method.name.utf8)) }
    for name in program.names { nameSymbols.append(terms.intern(name.text.utf8)) }
  }

  /// The condition of a statement.
  mutating func condition(of statement: Program.Statement) -> ConditionID {
    statementSteps = min(Self.stepsOfStatement, fileSteps)
    let steps = statementSteps
    depth = 0
    frames.removeSubrange(1...)
    defer { fileSteps -= steps - statementSteps }
    guard let expression = statement.condition else {
      return conditions.add(.always, ExpressionID(index: 0))
    }
    return condition(expression, frame: 0, isPositive: true)
  }

  /// Counts a step; false where no more may be followed.
  mutating func enter() -> Bool {
    guard statementSteps > 0, depth < Self.maximumDepth else { return false }
    statementSteps -= 1
    depth += 1
    return true
  }

  mutating func leave() { depth -= 1 }

  /// Whether all was followed so far, so that what was found may be kept.
  var hasSteps: Bool { statementSteps > 0 && depth < Self.maximumDepth }

  func symbol(ofMethod index: UInt32) -> Symbol { methodSymbols[Int(index)] }
  func symbol(ofName index: Int) -> Symbol { nameSymbols[index] }

  /// The frame of a call.
  mutating func push(
    _ function: FunctionID,
    _ arguments: ContiguousArray<ExpressionID>,
    from parent: Int
  ) -> Int {
    let callee = program.functions[Int(function.index)]
    let count = callee.parameters.count + callee.lets.count
    frames.append(
      Frame(
        function: function,
        arguments: arguments,
        parent: parent,
        slots: Array(repeating: nil, count: count)
      )
    )
    return frames.count - 1
  }

  /// The expression that a variable of a frame stands for, with the frame that it is read in.
  func source(ofLocal slot: Int, in frame: Int) -> (expression: ExpressionID, frame: Int)? {
    guard let function = frames[frame].function else { return nil }
    let arguments = frames[frame].arguments
    if slot < arguments.count { return (arguments[slot], frames[frame].parent) }
    let lets = program.functions[Int(function.index)].lets
    let place = slot - arguments.count
    return place < lets.count ? (lets[place], frame) : nil
  }

  // MARK: Terms

  /// The term of an expression.
  mutating func term(_ id: ExpressionID, frame: Int) -> TermID {
    if let known = closedTerms[Int(id.index)] { return known }
    guard enter() else { return terms.unknown }
    defer { leave() }
    let term = makeTerm(id, frame: frame)
    if isClosed[Int(id.index)], statementSteps > 0 { closedTerms[Int(id.index)] = term }
    return term
  }

  private mutating func makeTerm(_ id: ExpressionID, frame: Int) -> TermID {
    switch program.expressions[Int(id.index)] {
    case .constant(let index): return terms.add(value: program.constants[Int(index)])
    case .local(let slot): return local(Int(slot), frame: frame)
    case .wildcard(let capture): return terms.add(.wildcard(capture))
    case .request: return terms.request
    case .resource: return terms.resource
    case .unresolvedName, .callWithWrongCount, .unresolvedFunction: return terms.failure
    case .members(let root, let firstName, let count):
      var base = term(root, frame: frame)
      for place in 0..<Int(count) {
        base = terms.member(base, symbol(ofName: Int(firstName) + place))
      }
      return base
    case .index(let base, let index):
      return terms.index(term(base, frame: frame), term(index, frame: frame))
    case .slice(let base, let lower, let upper):
      let parts = [base, lower, upper].map { part in
        part.map { term($0, frame: frame) } ?? terms.unknown
      }
      return terms.add(.slice(terms.add(ContiguousArray(parts))))
    case .unary(.not, let operand): return terms.negation(term(operand, frame: frame))
    case .unary(.minus, let operand): return terms.minus(term(operand, frame: frame))
    case .binary(let operation, let left, let right):
      return terms.binary(operation, term(left, frame: frame), term(right, frame: frame))
    case .and(let left, let right):
      return terms.and(term(left, frame: frame), term(right, frame: frame))
    case .or(let left, let right):
      return terms.or(term(left, frame: frame), term(right, frame: frame))
    case .contained(let element, let collection):
      return terms.contained(term(element, frame: frame), in: term(collection, frame: frame))
    case .isType(let operand, let word): return terms.isType(term(operand, frame: frame), word)
    case .conditional(let condition, let then, let otherwise):
      return terms.conditional(
        term(condition, frame: frame),
        term(then, frame: frame),
        term(otherwise, frame: frame)
      )
    case .list(let slice): return terms.add(.list(list(slice, frame: frame)))
    case .map(let slice): return terms.add(.map(list(slice, frame: frame)))
    case .path(let slice): return path(slice, frame: frame)
    case .builtin(let builtin, let slice):
      return terms.builtin(builtin, list(slice, frame: frame))
    case .lookup(let function, _, let slice):
      return terms.add(.lookup(function, list(slice, frame: frame)))
    case .method(let method, let slice):
      return terms.method(
        symbol(ofMethod: method),
        program.methods[Int(method)].group,
        list(slice, frame: frame)
      )
    case .patternMethod(let pattern, let slice):
      let method = UInt32(pattern.method)
      return terms.method(
        symbol(ofMethod: method),
        program.methods[Int(method)].group,
        list(slice, frame: frame)
      )
    case .call(let function, let slice):
      let inner = push(function, ContiguousArray(program.operands[slice.indices]), from: frame)
      return term(program.functions[Int(function.index)].result, frame: inner)
    }
  }

  private mutating func local(_ slot: Int, frame: Int) -> TermID {
    if frames[frame].slots.indices.contains(slot), let known = frames[frame].slots[slot] {
      return known
    }
    guard let source = source(ofLocal: slot, in: frame) else { return terms.unknown }
    let term = term(source.expression, frame: source.frame)
    if frames[frame].slots.indices.contains(slot) { frames[frame].slots[slot] = term }
    return term
  }

  private mutating func list(_ slice: TableSlice, frame: Int) -> TermListID {
    var list: ContiguousArray<TermID> = []
    list.reserveCapacity(slice.indices.count)
    for place in slice.indices { list.append(term(program.operands[place], frame: frame)) }
    return terms.add(list)
  }

  private mutating func path(_ slice: TableSlice, frame: Int) -> TermID {
    var segments: ContiguousArray<TermID> = []
    for place in slice.indices {
      switch program.pathParts[place] {
      case .literal(let text): segments.append(terms.add(.string(terms.intern(text.utf8))))
      case .capture, .glob: segments.append(terms.unknown)
      case .interpolation(let expression): segments.append(term(expression, frame: frame))
      }
    }
    return terms.add(.path(terms.add(segments)))
  }

  // MARK: Closed expressions

  /// For each expression whether it reads no variable of a function.
  private static func closedExpressions(_ program: Program) -> ContiguousArray<Bool> {
    var closed: ContiguousArray<Bool> = []
    closed.reserveCapacity(program.expressions.count)
    for expression in program.expressions { closed.append(isClosed(expression, program, closed)) }
    return closed
  }

  private static func isClosed(
    _ expression: Expression,
    _ program: Program,
    _ closed: ContiguousArray<Bool>
  ) -> Bool {
    func all(_ slice: TableSlice) -> Bool {
      slice.indices.allSatisfy { closed[Int(program.operands[$0].index)] }
    }
    switch expression {
    case .local: return false
    case .constant, .wildcard, .request, .resource, .unresolvedName, .unresolvedFunction,
      .callWithWrongCount:
      return true
    case .members(let root, _, _): return closed[Int(root.index)]
    case .unary(_, let operand), .isType(let operand, _): return closed[Int(operand.index)]
    case .index(let left, let right), .binary(_, let left, let right), .and(let left, let right),
      .or(let left, let right), .contained(let left, let right):
      return closed[Int(left.index)] && closed[Int(right.index)]
    case .slice(let base, let lower, let upper):
      return [base, lower, upper].allSatisfy { $0.map { closed[Int($0.index)] } ?? true }
    case .conditional(let condition, let then, let otherwise):
      return [condition, then, otherwise].allSatisfy { closed[Int($0.index)] }
    case .list(let slice), .map(let slice), .builtin(_, let slice), .lookup(_, _, let slice),
      .method(_, let slice), .patternMethod(_, let slice), .call(_, let slice):
      return all(slice)
    case .path(let slice):
      return slice.indices.allSatisfy { place in
        if case .interpolation(let inner) = program.pathParts[place] {
          closed[Int(inner.index)]
        } else {
          true
        }
      }
    }
  }
}
