extension FastEvaluator {
  // MARK: Names

  @inline(__always)
  mutating func value(of root: Instruction.Root, _ index: UInt32) -> FlatValue {
    switch root {
    case .auth: auth
    case .stored: stored
    case .incoming: incoming
    case .storedFields: fields(of: stored, index)
    case .incomingFields: fields(of: incoming, index)
    case .time: .timestamp(time)
    case .method: FlatValue(SharedValues.shared.name(of: method).value)
    }
  }

  /// The fields of a document.
  @inline(__always)
  private mutating func fields(of document: FlatValue, _ index: UInt32) -> FlatValue {
    if unsafe document.hasShape(at: code.pointee.documentShape) { return document.value(0) }
    if document.kind == .null { return fail(.nullValue, at: index) }
    return unsafe document.field(code.pointee.fieldsName) ?? .unsettled
  }

  /// A member of the request and what is read of it.
  @inline(__always)
  mutating func chain(
    of root: Instruction.Root,
    _ firstName: UInt32,
    _ count: UInt32,
    _ index: UInt32
  ) -> FlatValue {
    let base = value(of: root, index &- count)
    guard count > 0 else { return base }
    // One name of a map is what is read most.
    if count == 1, base.kind == .map,
      let member = unsafe base.field(code.pointee.names[Int(firstName)])
    {
      return member
    }
    return members(of: base, firstName, count, index)
  }

  /// Reads one name after another; each link is an expression, of which the last one has the index.
  @inline(never)
  mutating func members(
    of base: FlatValue,
    _ firstName: UInt32,
    _ count: UInt32,
    _ index: UInt32
  ) -> FlatValue {
    var current = base
    for link in 0..<count {
      let name = unsafe code.pointee.names[Int(firstName &+ link)]
      switch current.kind {
      case .map:
        guard let member = current.field(name) else {
          let reason = FastFault.Reason.undefinedProperty(firstName &+ link)
          return fail(reason, at: index &- (count &- 1 &- link))
        }
        current = member
      case .document:
        current = unsafe name.isSame(as: code.pointee.fieldsName) ? current.fields : .unsettled
      case .null: return fail(.nullValue, at: index &- (count &- 1 &- link))
      case .failed: return current
      default: return .unsettled
      }
    }
    return current
  }

  @inline(never)
  mutating func wildcard(_ capture: UInt32) -> FlatValue {
    switch unsafe code.pointee.captures[firstCapture &+ Int(capture)] {
    case .fromStart(let place): unsafe .text(path[Int(place)])
    case .fromEnd(let distance):
      unsafe .text(path[path.count - Int(distance)])
    case .run: .unsettled
    }
  }

  // MARK: Functions

  /// What is restored when a function ends.
  struct Frame {
    let callerStart: Int
    let slotCount: Int
  }

  /// Begins a user's function: arguments and lets are evaluated at once.
  @inline(never)
  mutating func enter(_ function: UInt32, _ arguments: TableSlice) -> Frame? {
    let frame = Frame(callerStart: frameStart, slotCount: slotCount)
    let lets = unsafe code.pointee.functions[Int(function)].lets
    guard unsafe slotCount &+ Int(arguments.count) &+ Int(lets.count) <= slots.count,
      cost <= expressionLimit
    else {
      return nil
    }
    cost &+= 1
    for place in arguments.indices {
      let argument = operand(unsafe code.pointee.operands[place])
      guard argument.isSettled, push(argument) else { return nil }
    }
    frameStart = frame.slotCount
    for place in lets.indices {
      cost &+= 1
      let value = operand(unsafe code.pointee.operands[place])
      guard value.isSettled, push(value) else { return nil }
    }
    return frame
  }

  @inline(__always)
  private mutating func push(_ value: FlatValue) -> Bool {
    guard unsafe slotCount < slots.count else { return false }
    unsafe slots[slotCount] = value
    slotCount &+= 1
    return true
  }

  @inline(__always)
  mutating func leave(_ frame: Frame) {
    slotCount = frame.slotCount
    frameStart = frame.callerStart
  }
}
