extension FastEvaluator {
  // MARK: Names

  /// Puts down the values of those roots that are read; the fields of a document that is null have failed.
  @inline(__always)
  mutating func enterRoots(_ roots: UInt8, of request: borrowing Request) {
    if roots & Instruction.Root.auth.bit != 0 { enter(.auth, FlatValue(request.auth)) }
    let stored = Instruction.Root.stored.bit | Instruction.Root.storedFields.bit
    if roots & stored != 0 {
      let document = FlatValue(request.resource)
      enter(.stored, document)
      enter(.storedFields, fields(of: document))
    }
    let incoming = Instruction.Root.incoming.bit | Instruction.Root.incomingFields.bit
    if roots & incoming != 0 {
      let hasIncoming = unsafe request.method.isWrite || code.pointee.countsDocuments
      let document =
        hasIncoming ? FlatValue(request.requestResource, otherwise: .null) : .unsettled
      enter(.incoming, document)
      enter(.incomingFields, fields(of: document))
    }
    if roots & Instruction.Root.time.bit != 0 { enter(.time, .timestamp(request.time)) }
    if roots & Instruction.Root.method.bit != 0 {
      enter(.method, FlatValue(SharedValues.shared.name(of: request.method).value))
    }
  }

  @inline(__always)
  private mutating func enter(_ root: Instruction.Root, _ value: FlatValue) {
    unsafe slots[Int(root.rawValue)] = value
  }

  /// The fields of a document.
  @inline(__always)
  private mutating func fields(of document: FlatValue) -> FlatValue {
    if unsafe document.hasShape(at: code.pointee.documentShape) { return document.value(0) }
    if document.kind == .null { return .failed }
    return unsafe document.field(code.pointee.fieldsName) ?? .unsettled
  }

  /// A member of the request.
  @inline(__always)
  mutating func value(of root: Instruction.Root, _ index: UInt32) -> FlatValue {
    let value = unsafe slots[Int(root.rawValue)]
    return value.kind == .failed ? fail(.nullValue, at: index) : value
  }

  /// What is read of a member of the request by one name.
  @inline(__always)
  mutating func field(of root: Instruction.Root, _ name: UInt32, _ index: UInt32) -> FlatValue {
    if let member = unsafe slots[Int(root.rawValue)].field(code.pointee.names[Int(name)]) {
      return member
    }
    return chain(of: root, name, 1, index)
  }

  /// A member of the request and what is read of it.
  @inline(never)
  mutating func chain(
    of root: Instruction.Root,
    _ firstName: UInt32,
    _ count: UInt32,
    _ index: UInt32
  ) -> FlatValue {
    members(of: value(of: root, index &- count), firstName, count, index)
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

  /// Begins a user's function: arguments and lets are evaluated at once, their faults wait until a name is read.
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
      guard push(argument.isSettled ? argument : waiting(argument)) else { return nil }
    }
    frameStart = frame.slotCount
    for place in lets.indices {
      cost &+= 1
      let value = operand(unsafe code.pointee.operands[place])
      guard push(value.isSettled ? value : waiting(value)) else { return nil }
    }
    return frame
  }

  @inline(__always)
  private mutating func push(_ value: FlatValue) -> Bool {
    guard value.kind != .unsettled, unsafe slotCount < slots.count else { return false }
    unsafe slots[slotCount] = value
    slotCount &+= 1
    return true
  }

  /// What stands for a value that is not there: its fault, or that it is not known.
  @inline(never)
  private mutating func waiting(_ value: FlatValue) -> FlatValue {
    guard value.kind == .failed, let fault else { return .unsettled }
    return .failed(fault)
  }

  /// A name whose value has failed: now the fault counts.
  @inline(never)
  mutating func failed(_ value: FlatValue) -> FlatValue {
    guard let waiting = value.fault else { return .unsettled }
    fault = waiting
    return .failed
  }

  @inline(__always)
  mutating func leave(_ frame: Frame) {
    slotCount = frame.slotCount
    frameStart = frame.callerStart
  }
}
