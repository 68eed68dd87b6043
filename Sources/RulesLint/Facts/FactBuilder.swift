import RulesRuntime
import RulesSource

/// Follows the expressions of a program, and makes terms and conditions of them.
struct FactBuilder {
  let program: Program
  var terms = TermBuilder()
  var conditions = ConditionBuilder()

  /// Calls that are being followed, and what is known of their variables; the first one stands for a statement.
  var frames: ContiguousArray<Frame> = [
    Frame(function: nil, arguments: TableSlice(start: 0, count: 0), parent: 0, firstSlot: 0)
  ]
  /// The terms of the variables of all frames that are known by now.
  private var slots: ContiguousArray<TermID?> = []
  /// The elements of lists that are being made, and the parts of conditions.
  private var elements: ContiguousArray<TermID> = []
  var parts: ContiguousArray<ConditionID> = []
  var chainOperands: ContiguousArray<ExpressionID> = []
  /// Terms of expressions that read no variable.
  private var closedTerms: ContiguousArray<TermID?>
  private let isClosed: ContiguousArray<Bool>
  private var methodSymbols: ContiguousArray<Symbol> = []
  private var nameSymbols: ContiguousArray<Symbol> = []
  /// Conditions of calls without arguments: for each function the one for true, and the one for false.
  var callConditions: ContiguousArray<ConditionID?>

  /// A call that is being followed.
  struct Frame {
    let function: FunctionID?
    /// The arguments, as expressions of the frame of the caller.
    let arguments: TableSlice
    let parent: Int
    /// Where the terms of its parameters and lets stand.
    let firstSlot: Int
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
    callConditions = ContiguousArray(repeating: nil, count: program.functions.count * 2)
    isClosed = Self.closedExpressions(program)
    for method in program.methods { methodSymbols.append(terms.intern(method.name.utf8)) }
    for name in program.names { nameSymbols.append(terms.intern(name.text.utf8)) }
  }

  /// The condition of a statement.
  mutating func condition(of statement: Program.Statement) -> ConditionID {
    statementSteps = min(Self.stepsOfStatement, fileSteps)
    let steps = statementSteps
    depth = 0
    frames.removeLast(frames.count - 1)
    slots.removeAll(keepingCapacity: true)
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
  mutating func push(_ function: FunctionID, _ arguments: TableSlice, from parent: Int) -> Int {
    let callee = Int(function.index)
    let count = program.functions[callee].parameters.count + program.functions[callee].lets.count
    frames.append(
      Frame(function: function, arguments: arguments, parent: parent, firstSlot: slots.count)
    )
    for _ in 0..<count { slots.append(nil) }
    return frames.count - 1
  }

  /// The expression that a variable of a frame stands for, with the frame that it is read in.
  mutating func source(ofLocal slot: Int, in frame: Int) -> (expression: ExpressionID, frame: Int)?
  {
    guard let function = frames[frame].function else { return nil }
    let arguments = frames[frame].arguments.indices
    if slot < arguments.count {
      return (program.operands[arguments.lowerBound + slot], frames[frame].parent)
    }
    let place = slot - arguments.count
    let callee = Int(function.index)
    guard place < program.functions[callee].lets.count else { return nil }
    return (program.functions[callee].lets[place], frame)
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
      let inner = push(function, slice, from: frame)
      return term(program.functions[Int(function.index)].result, frame: inner)
    }
  }

  private mutating func local(_ slot: Int, frame: Int) -> TermID {
    guard let source = source(ofLocal: slot, in: frame) else { return terms.unknown }
    let place = frames[frame].firstSlot + slot
    if let known = slots[place] { return known }
    let term = term(source.expression, frame: source.frame)
    slots[place] = term
    return term
  }

  private mutating func list(_ slice: TableSlice, frame: Int) -> TermListID {
    let start = elements.count
    for place in slice.indices {
      let element = term(program.operands[place], frame: frame)
      elements.append(element)
    }
    defer { elements.removeLast(elements.count - start) }
    return terms.add(elements[start...])
  }

  private mutating func path(_ slice: TableSlice, frame: Int) -> TermID {
    let start = elements.count
    for place in slice.indices {
      let segment: TermID
      switch program.pathParts[place] {
      case .literal(let text): segment = terms.add(.string(terms.intern(text.utf8)))
      case .capture, .glob: segment = terms.unknown
      case .interpolation(let expression): segment = term(expression, frame: frame)
      }
      elements.append(segment)
    }
    defer { elements.removeLast(elements.count - start) }
    return terms.add(.path(terms.add(elements[start...])))
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
