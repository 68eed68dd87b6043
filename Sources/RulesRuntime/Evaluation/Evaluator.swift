/// Evaluates expressions of one program for one request.
///
/// One evaluator judges one operation: its budget of expressions and its looked-up documents are shared by
/// all statements that are tried. Source for order, absorption and positions: the recorded answers of the
/// official engine.
///
/// A value is given as the place where it already is: in the program, in the request, or, where it was made, among
/// the temporaries. So reading costs no reference counting, and what is not made costs nothing. An evaluation leaves
/// one temporary at most.
struct Evaluator<Observer: EvaluationObserver> {
  let program: Borrowed<Program>
  let request: Borrowed<Request>
  let parts: RequestParts
  let documents: BorrowedDocuments
  let shared: SharedValues
  let observer: Watch<Observer>
  var lookups: LookupBudget

  /// The block whose wildcards are in force.
  var block: BlockID?
  /// How many more expressions may be evaluated.
  var remainingExpressions: Int
  /// How many evaluations are nested now.
  var depth = 0
  /// Why the evaluation that just failed has no value.
  var fault: Fault?
  /// The type of the condition that was just found to be no bool.
  var conditionType = ValueType.null
  /// What was made.
  var temporaries: Temporaries
  /// The parameters and lets of all functions under way; each frame lies above its caller's.
  var slots: SlotStack
  /// The errors that wait in slots.
  var waitingFaults: ContiguousArray<Fault> = []

  /// What a condition came to.
  enum Truth: UInt8 {
    case isFalse, isTrue
    /// A value that is no bool; its type is `conditionType`.
    case notBoolean
    /// None; the reason is `fault`.
    case failed

    @inline(__always)
    init(_ isTrue: Bool) { self = isTrue ? .isTrue : .isFalse }
  }

  /// Frees what was made.
  mutating func end() {
    temporaries.drop(to: 0)
    slots.free()
  }

  /// The value of an expression, told to the observer; nil where it fails.
  mutating func evaluate(_ id: ExpressionID) -> Borrowed<Value>? {
    let mark = temporaries.count
    observer.willEvaluate(id)
    let result = begin(id) ? compute(id) : nil
    depth &-= 1
    guard let result else {
      temporaries.drop(to: mark)
      if Observer.watches, let fault { observer.didFail(id, fault) }
      return nil
    }
    if Observer.watches { observer.didEvaluate(id, result.value) }
    return temporaries.count == mark ? result : settled(result, mark)
  }

  /// The truth of an expression, told to the observer.
  mutating func truth(_ id: ExpressionID) -> Truth {
    // Those who watch want to see the value.
    if Observer.watches { return evaluate(id).map { truth(of: $0.value) } ?? .failed }
    let mark = temporaries.count
    let result = begin(id) ? condition(id) : .failed
    depth &-= 1
    temporaries.drop(to: mark)
    return result
  }

  /// Counts an expression as evaluated, and its nesting; false where that fails.
  @inline(__always)
  private mutating func begin(_ id: ExpressionID) -> Bool {
    depth &+= 1
    guard depth < Limits.depth else {
      fail(.other("The rules nest too deeply to be evaluated."), at: id)
      return false
    }
    return charge(1, for: id)
  }

  /// A result that outlives the temporaries that it was made of.
  private mutating func settled(_ result: Borrowed<Value>, _ mark: Int) -> Borrowed<Value> {
    if temporaries.count == mark &+ 1, temporaries.isLast(result) { return result }
    let value = result.value
    temporaries.drop(to: mark)
    return temporaries.push(value)
  }

  /// Takes from the budget of expressions; false where it is spent.
  @inline(__always)
  mutating func charge(_ cost: Int, for id: ExpressionID) -> Bool {
    remainingExpressions &-= cost
    guard remainingExpressions < 0 else { return true }
    fail(.expressionBudget, at: id)
    return false
  }

  /// Notes why an evaluation has no value.
  @inline(never)
  mutating func fail(
    _ reason: FaultReason,
    at id: ExpressionID,
    _ place: Fault.Place = .main
  ) {
    fault = Fault(reason, at: id, place)
  }

  /// Whether the evaluation that just failed ends everything, as the budget is spent.
  var isFinal: Bool { fault?.isFinal ?? true }

  /// What a value is as a condition.
  @inline(__always)
  mutating func truth(of value: Value) -> Truth {
    if case .bool(let isTrue) = value { return Truth(isTrue) }
    conditionType = value.type
    return .notBoolean
  }

  /// The value of a truth; nil where it has none.
  private func value(of truth: Truth) -> Borrowed<Value>? {
    switch truth {
    case .isFalse: shared.isFalse
    case .isTrue: shared.isTrue
    case .notBoolean, .failed: nil
    }
  }

  /// The value of an expression that has begun.
  private mutating func compute(_ id: ExpressionID) -> Borrowed<Value>? {
    switch program.value.expressions[Int(id.index)] {
    case .constant(let index):
      return program.value.constants.borrowed(Int(index))
    case .local(let slot):
      return local(slot)
    case .wildcard(let index):
      return wildcard(index, id)
    case .request:
      return temporaries.push(request.value.value(for: program.value.service))
    case .resource:
      return resource(for: id)
    case .unresolvedName:
      fail(.nullValue, at: id)
      return nil
    case .members(let root, let firstName, let count):
      return members(id, root: root, firstName: firstName, count: count)
    case .index(let base, let index):
      return element(id, base, index)
    case .slice(let base, let lower, let upper):
      return slice(id, base, lower, upper)
    case .unary(.minus, let operand):
      return minus(id, operand)
    case .binary(let operation, let left, let right) where !operation.isComparison:
      return calculate(id, operation, left, right)
    case .conditional(let condition, let then, let otherwise):
      return branch(id, condition, then, otherwise).flatMap { evaluate($0) }
    case .list(let elements):
      return list(elements)
    case .map(let entries):
      return map(entries)
    case .path(let parts):
      return path(id, parts)
    case .builtin(let builtin, let arguments):
      return callBuiltin(id, builtin, arguments)
    case .lookup(let function, let builtin, let arguments):
      return lookUp(id, function, builtin, arguments)
    case .method(let method, let operands):
      return callMethod(id, method, operands)
    case .patternMethod(let method, let operands):
      return callPatternMethod(id, method, operands)
    case .call(let function, let arguments):
      guard let frame = enter(function, arguments) else { return nil }
      let result = evaluate(program.value.functions[Int(function.index)].result)
      leave(frame)
      return result
    case .callWithWrongCount(let function, let arguments):
      if spend(arguments.indices) { fail(wrongCount(function, arguments.count), at: id) }
      return nil
    case .unresolvedFunction(let name, let arguments):
      if spend(arguments.indices) {
        fail(.functionNotFound(program.value.names[Int(name)].text), at: id, .start)
      }
      return nil
    case .unary(.not, _), .binary, .and, .or, .isType, .contained:
      return value(of: logic(id))
    }
  }

  /// The truth of an expression that has begun; nobody watches.
  private mutating func condition(_ id: ExpressionID) -> Truth {
    switch program.value.expressions[Int(id.index)] {
    case .conditional(let condition, let then, let otherwise):
      return branch(id, condition, then, otherwise).map { truth($0) } ?? .failed
    case .call(let function, let arguments):
      guard let frame = enter(function, arguments) else { return .failed }
      let result = truth(program.value.functions[Int(function.index)].result)
      leave(frame)
      return result
    case .method(let method, let operands):
      if let known = program.value.methods[Int(method)].frequent, operands.count == 2,
        let truth = membership(id, known, method, operands)
      {
        return truth
      }
    case .and(let left, let right):
      return decide(id, left, right, by: .isFalse)
    case .or(let left, let right):
      return decide(id, left, right, by: .isTrue)
    case .binary(let operation, let left, let right) where operation.isComparison:
      return compare(id, operation, left, right)
    case .unary(.not, _), .isType, .contained:
      return logic(id)
    case .constant, .local, .wildcard, .request, .resource, .unresolvedName, .members, .index,
      .slice, .unary, .binary, .list, .map, .path, .builtin, .lookup, .patternMethod,
      .callWithWrongCount,
      .unresolvedFunction:
      break
    }
    return compute(id).map { truth(of: $0.value) } ?? .failed
  }

  /// The truth of an operator that gives nothing but bools.
  private mutating func logic(_ id: ExpressionID) -> Truth {
    switch program.value.expressions[Int(id.index)] {
    case .and(let left, let right):
      return decide(id, left, right, by: .isFalse)
    case .or(let left, let right):
      return decide(id, left, right, by: .isTrue)
    case .unary(_, let operand):
      return not(id, operand)
    case .binary(let operation, let left, let right):
      return compare(id, operation, left, right)
    case .contained(let element, let collection):
      return contained(id, element, collection)
    case .isType(let operand, let word):
      guard charge(1, for: id), let value = evaluate(operand) else { return .failed }
      return Truth(Operators.is(value.value, word))
    default:
      return .failed
    }
  }
}
