/// Decides a request by the code of a program, as long as all conditions come to bools; tells when it can't.
///
/// What it gives up is decided again, and from the beginning, by the `Evaluator`: so it knows of no fault, and leaves
/// alone whatever is rare. It counts expressions and lookups as the evaluator does.
///
/// Its methods are all mutating, as those of a value that is only read get a copy of it.
@safe
struct FastEvaluator: ~Copyable {
  let code: UnsafeMutablePointer<DecisionCode.Tables>
  /// The segments of the path.
  let path: UnsafeBufferPointer<Text>
  /// The paths that were made and the documents that were found; nil where the program makes no path.
  let lookups: UnsafeMutablePointer<FastLookups>?
  let expressionLimit: Int

  /// Where the captures of the block in force begin.
  var firstCapture = 0
  /// How many expressions were evaluated.
  var cost = 0
  /// Why what just failed has no value.
  var fault: FastFault?
  /// The members of the request that rules read all the time, unsettled where reading one is an error; then the
  /// parameters and lets of all functions under way, each frame above its caller's.
  let slots: UnsafeMutableBufferPointer<FlatValue>
  var slotCount = Instruction.Root.allCases.count
  var frameStart = Instruction.Root.allCases.count

  /// How many slots there are: more than a kilobyte would not come from the stack.
  static let slotCapacity = 42

  /// What a condition came to.
  enum Truth: UInt8 {
    case isFalse, isTrue
    /// None: there is a fault, which is noted.
    case failed
    /// The fast path can't tell.
    case unsettled

    @inline(__always)
    init(_ isTrue: Bool) { self = isTrue ? .isTrue : .isFalse }

    @inline(__always)
    init(_ isTrue: Bool?) { self = isTrue.map { Truth($0) } ?? .unsettled }
  }

  /// The truth of a condition.
  mutating func truth(_ index: UInt32) -> Truth {
    var index = index
    // What has the truth of one of its operands goes on with that.
    while true {
      switch unsafe code.pointee.instructions[Int(index)] {
      case .all(let operands):
        if let truth = chain(operands, decidedBy: .isFalse, last: &index) { return truth }
      case .any(let operands):
        if let truth = chain(operands, decidedBy: .isTrue, last: &index) { return truth }
      case .invoke(let result):
        cost &+= 1
        // Calls are the only way in which work grows beyond the size of the rules.
        guard cost <= expressionLimit else { return .unsettled }
        index = result
      case .conditional(let start):
        guard let taken = branch(start) else { return .unsettled }
        index = taken
      case .equality(let left, let right, let isNegated): return equality(left, right, isNegated)
      case .isNull(let operand, let isNegated):
        cost &+= 2
        switch operandAtOnce(operand).kind {
        case .null: return Truth(!isNegated)
        case .failed: return .failed
        case .unsettled, .constraint: return .unsettled
        default: return Truth(isNegated)
        }
      case .order(let operation, let left, let right):
        cost &+= 1
        let left = operand(left)
        guard left.isSettled else { return fault(of: left, beside: right) }
        let right = operandAtOnce(right)
        guard right.isSettled else { return right.truthOfNone }
        return Truth(left.isOrdered(operation, right))
      case .not(let operand):
        cost &+= 1
        switch truth(operand) {
        case .isTrue: return .isFalse
        case .isFalse: return .isTrue
        case .failed: return .failed
        case .unsettled: return .unsettled
        }
      case .isType(let operand, let kinds):
        cost &+= 2
        let value = operandAtOnce(operand)
        guard value.isSettled else { return value.truthOfNone }
        return Truth(value.kind.bit & kinds != 0)
      case .contained(let element, let collection):
        cost &+= 1
        let collection = value(collection)
        guard collection.isSettled else { return fault(of: collection, beside: element) }
        let element = operand(element)
        guard element.isSettled else { return element.truthOfNone }
        return contains(collection, element)
      case .call(let function, let arguments):
        guard let frame = enter(function, arguments) else { return .unsettled }
        let result = truth(unsafe code.pointee.functions[Int(function)].result)
        leave(frame)
        return result
      case .hasAll(let receiver, let list): return membership(receiver, list, .hasAll)
      case .hasAny(let receiver, let list): return membership(receiver, list, .hasAny)
      case .hasOnly(let receiver, let list): return membership(receiver, list, .hasOnly)
      case .affectsOnly(let start): return affectsOnly(start)
      case .matches(let subject, let pattern): return matches(subject, pattern)
      case .constant, .folded, .local, .wildcard, .root, .field, .chain, .members, .index, .minus,
        .arithmetic, .literals, .size, .keys, .valueOfKey, .path, .lookUp, .unsupported:
        let value = value(index)
        return value.kind == .bool ? Truth(value.isTrue) : value.truthOfNone
      }
    }
  }

  /// `a == b`, or `a != b`.
  @inline(__always)
  private mutating func equality(_ left: UInt32, _ right: UInt32, _ isNegated: Bool) -> Truth {
    cost &+= 1
    let left = operandAtOnce(left)
    guard left.isSettled else { return fault(of: left, beside: right) }
    let right = operandAtOnce(right)
    guard right.isSettled else { return right.truthOfNone }
    if left.kind == .text, right.kind == .text {
      return Truth(left.hasSameText(as: right) != isNegated)
    }
    guard let isEqual = left.isEqual(to: right) ?? isSameList(left, right) else {
      return .unsettled
    }
    return Truth(isEqual != isNegated)
  }

  /// The fault of an operand that has no value; the other one is evaluated for nothing.
  ///
  /// Whose fault is told where both have one is left alone.
  @inline(never)
  private mutating func fault(of value: FlatValue, beside other: UInt32) -> Truth {
    guard value.kind == .failed else { return .unsettled }
    let waiting = fault
    guard operand(other).isSettled else { return .unsettled }
    fault = waiting
    return .failed
  }

  /// The value of an operand.
  @inline(never)
  mutating func operand(_ index: UInt32) -> FlatValue { operandAtOnce(index) }

  /// The value of an operand, which mostly is a literal, a parameter, or read from the request: without a call.
  @inline(__always)
  private mutating func operandAtOnce(_ index: UInt32) -> FlatValue {
    switch unsafe code.pointee.instructions[Int(index)] {
    case .constant(let constant):
      cost &+= 1
      return unsafe code.pointee.constants[Int(constant)]
    case .local(let slot):
      cost &+= 1
      let value = unsafe slots[frameStart &+ Int(slot)]
      return value.kind == .failed ? failed(value) : value
    case .root(let root, let cost):
      self.cost &+= Int(cost)
      return value(of: root, index)
    case .field(let root, let name, let cost):
      self.cost &+= Int(cost)
      return field(of: root, name, index)
    default: return value(index)
    }
  }

  /// The value of an expression.
  mutating func value(_ index: UInt32) -> FlatValue {
    switch unsafe code.pointee.instructions[Int(index)] {
    case .constant, .local, .root, .field: return operand(index)
    case .chain(let root, let firstName, let count, let cost):
      self.cost &+= Int(cost)
      return chain(of: root, firstName, UInt32(count), index)
    case .folded(let constant, let cost):
      self.cost &+= Int(cost)
      return unsafe code.pointee.constants[Int(constant)]
    case .members(let base, let firstName, let count):
      cost &+= Int(count)
      return members(of: operand(base), firstName, count, index)
    case .wildcard(let capture):
      cost &+= 1
      return wildcard(capture)
    case .index(let base, let key):
      cost &+= 1
      let (base, key) = (operand(base), operand(key))
      return key.kind == .text ? base.field(FlatName(key)) ?? .unsettled : .unsettled
    case .minus(let operand): return minus(operand)
    case .arithmetic(let operation, let left, let right):
      return arithmetic(operation, left, right)
    case .literals(let literals):
      cost &+= 1 &+ Int(literals.count)
      return .literals(literals)
    case .size(let receiver): return size(receiver)
    case .keys(let receiver):
      cost &+= 1
      let receiver = operand(receiver)
      return receiver.kind == .map ? .keys(of: receiver) : .unsettled
    case .valueOfKey(let start): return valueOfKey(start)
    case .conditional(let start):
      return branch(start).map { value($0) } ?? .unsettled
    case .invoke(let result):
      cost &+= 1
      return cost <= expressionLimit ? value(result) : .unsettled
    case .call(let function, let arguments):
      guard let frame = enter(function, arguments) else { return .unsettled }
      let result = value(unsafe code.pointee.functions[Int(function)].result)
      leave(frame)
      return result
    case .path(let parts): return path(parts)
    case .lookUp(let function, let argument): return lookUp(function, argument, index)
    case .all, .any, .equality, .isNull, .order, .not, .isType, .contained, .hasAll, .hasAny,
      .hasOnly, .affectsOnly, .matches:
      let truth = truth(index)
      switch truth {
      case .isTrue: return .bool(true)
      case .isFalse: return .bool(false)
      case .failed: return .failed
      case .unsettled: return .unsettled
      }
    case .unsupported: return .unsettled
    }
  }

  // MARK: Operators

  /// A chain of `&&`, which false decides, or of `||`, which true decides; nil where it comes to what its last operand
  /// does, which is not evaluated yet.
  @inline(__always)
  private mutating func chain(
    _ operands: TableSlice,
    decidedBy decisive: Truth,
    last: inout UInt32
  ) -> Truth? {
    // Each operator is begun before its left operand, and costs one more where the right one is tried.
    cost &+= Int(operands.count) &- 1
    var place = Int(operands.start)
    let lastPlace = place &+ Int(operands.count) &- 1
    while place < lastPlace {
      let result = truth(unsafe code.pointee.operands[place])
      if result == decisive || result == .unsettled { return result }
      if result == .failed { return chainAfterFault(operands, after: place, decisive) }
      cost &+= 1
      place &+= 1
    }
    last = unsafe code.pointee.operands[lastPlace]
    return nil
  }

  /// The rest of a chain one of whose operands has failed: that waits, and where a later one decides it is forgotten.
  @inline(never)
  private mutating func chainAfterFault(
    _ operands: TableSlice,
    after failed: Int,
    _ decisive: Truth
  ) -> Truth {
    let waiting = fault
    for place in failed &+ 1..<operands.indices.upperBound {
      cost &+= 1
      let result = truth(unsafe code.pointee.operands[place])
      if result == decisive || result == .unsettled { return result }
    }
    fault = waiting
    return .failed
  }

  /// The branch that is taken; nil where the condition is not settled.
  @inline(never)
  private mutating func branch(_ start: UInt32) -> UInt32? {
    cost &+= 2
    let place = Int(start)
    switch truth(unsafe code.pointee.operands[place]) {
    case .isTrue: return unsafe code.pointee.operands[place + 1]
    case .isFalse:
      cost &+= 2
      return unsafe code.pointee.operands[place + 2]
    case .failed, .unsettled: return nil
    }
  }

  @inline(never)
  private mutating func minus(_ operand: UInt32) -> FlatValue {
    cost &+= 1
    let value = value(operand)
    guard value.kind == .int else { return .unsettled }
    let (result, overflow) = Int64(0).subtractingReportingOverflow(value.int)
    return overflow ? .unsettled : .int(result)
  }

  @inline(never)
  private mutating func arithmetic(
    _ operation: BinaryOperator,
    _ left: UInt32,
    _ right: UInt32
  ) -> FlatValue {
    cost &+= 1
    let (left, right) = (value(left), value(right))
    do throws(FaultReason) {
      switch (left.kind, right.kind, operation) {
      case (.int, .int, _): return Self.integers(operation, left.int, right.int)
      case (.timestamp, .duration, .add):
        return .timestamp(try left.timestamp.advanced(by: right.duration))
      case (.timestamp, .duration, .subtract):
        return .timestamp(try left.timestamp.advanced(back: right.duration))
      case (.duration, .timestamp, .add):
        return .timestamp(try right.timestamp.advanced(by: left.duration))
      case (.timestamp, .timestamp, .subtract):
        return .duration(try left.timestamp.distance(from: right.timestamp))
      default: return .unsettled
      }
    } catch {
      return .unsettled
    }
  }

  private static func integers(
    _ operation: BinaryOperator,
    _ left: Int64,
    _ right: Int64
  ) -> FlatValue {
    let (result, overflow): (Int64, Bool) =
      switch operation {
      case .add: left.addingReportingOverflow(right)
      case .subtract: left.subtractingReportingOverflow(right)
      case .multiply: left.multipliedReportingOverflow(by: right)
      case .divide, .remainder, .less, .lessOrEqual, .greater, .greaterOrEqual, .equal,
        .notEqual:
        (0, true)
      }
    return overflow ? .unsettled : .int(result)
  }
}

extension FlatValue {
  /// What an operand that has no bool comes to as a condition.
  @inline(__always)
  fileprivate var truthOfNone: FastEvaluator.Truth { kind == .failed ? .failed : .unsettled }
}
