/// Translates the expressions of a program into instructions.
///
/// Every expression becomes the instruction at its own index, so that operands need no translation.
struct DecisionCodeBuilder {
  private let program: Program
  var instructions: ContiguousArray<Instruction>
  var operands: ContiguousArray<UInt32> = []
  var functions: ContiguousArray<DecisionCode.Function> = []
  /// The literals of the program, then the values of calls that were made once.
  var constants: ContiguousArray<Value>
  /// The operators that are part of a longer chain of their kind.
  private var isWithinChain: ContiguousArray<Bool>

  init(_ program: Program) {
    self.program = program
    constants = program.constants
    instructions = ContiguousArray(repeating: .unsupported, count: program.expressions.count)
    isWithinChain = ContiguousArray(repeating: false, count: program.expressions.count)
  }

  /// Translates everything.
  mutating func build() {
    operands.reserveCapacity(program.operands.count + program.expressions.count / 2)
    // What an expression is an operand of stands behind it, and says of a chain how long it is.
    for index in program.expressions.indices.reversed() {
      instructions[index] = instruction(program.expressions[index], index)
    }
    for function in program.functions {
      functions.append(
        DecisionCode.Function(
          lets: appended(function.lets.map(\.index)),
          result: function.result.index
        )
      )
    }
  }

  private mutating func instruction(_ expression: Expression, _ index: Int) -> Instruction {
    switch expression {
    case .constant(let constant): .constant(constant)
    case .local(let slot): .local(slot)
    case .wildcard(let capture): .wildcard(capture)
    case .resource: chain(of: .stored, 0, 0)
    case .members(let root, let firstName, let count): members(of: root, firstName, count)
    case .index(let base, let key): .index(base.index, key.index)
    case .unary(.not, let operand): .not(operand.index)
    case .unary(.minus, let operand): minus(operand)
    case .binary(.equal, let left, let right): equality(left, right, isNegated: false)
    case .binary(.notEqual, let left, let right): equality(left, right, isNegated: true)
    case .binary(let operation, let left, let right):
      operation.isComparison
        ? .order(operation, left.index, right.index)
        : .arithmetic(operation, left.index, right.index)
    case .and: isWithinChain[index] ? .unsupported : .all(chain(from: index))
    case .or: isWithinChain[index] ? .unsupported : .any(chain(from: index))
    case .contained(let element, let collection):
      .contained(element.index, in: collection.index)
    case .isType(let operand, let word): .isType(operand.index, kinds: word.kinds)
    case .conditional(let condition, let then, let otherwise):
      .conditional(appended([condition.index, then.index, otherwise.index]).start)
    case .list(let elements): literals(elements)
    case .method(let method, let slice): self.method(method, slice)
    case .patternMethod(let method, let slice):
      method.kind == .matches
        ? .matches(operand(slice, 0).index, pattern: method.pattern) : .unsupported
    case .call(let function, let arguments):
      call(function, arguments)
    case .lookup(let function, _, let arguments):
      arguments.count == 1 ? .lookUp(function, operand(arguments, 0).index) : .unsupported
    case .path(let parts): .path(parts)
    case .builtin(let builtin, let arguments): folded(builtin, arguments)
    case .request, .unresolvedName, .slice, .map, .callWithWrongCount,
      .unresolvedFunction:
      .unsupported
    }
  }

  private mutating func call(_ id: FunctionID, _ arguments: TableSlice) -> Instruction {
    let function = program.functions[Int(id.index)]
    if arguments.count == 0, function.lets.isEmpty { return .invoke(function.result.index) }
    return .call(id.index, appended(program.operands[arguments.indices].map(\.index)))
  }

  // MARK: Members

  private mutating func members(
    of root: ExpressionID,
    _ firstName: UInt32,
    _ count: UInt32
  ) -> Instruction {
    switch program.expressions[Int(root.index)] {
    case .request:
      guard let member = Instruction.Root(program.names[Int(firstName)].requestMember) else {
        return .unsupported
      }
      return chain(of: member, firstName + 1, count - 1)
    case .resource:
      return chain(of: .stored, firstName, count)
    default:
      return .members(of: root.index, firstName: firstName, count: count)
    }
  }

  private func chain(
    of root: Instruction.Root,
    _ firstName: UInt32,
    _ count: UInt32
  ) -> Instruction {
    if count > 0, let fields = root.fields,
      program.names[Int(firstName)].text == DecisionCode.fieldsText
    {
      return chain(of: fields, firstName + 1, count - 1)
    }
    guard count <= 1_000 else { return .unsupported }
    let cost = UInt16(root.cost + Int(count))
    return switch count {
    case 0: .root(root, cost: cost)
    case 1: .field(of: root, name: firstName, cost: cost)
    default: .chain(of: root, firstName: firstName, count: UInt16(count), cost: cost)
    }
  }

  private func equality(
    _ left: ExpressionID,
    _ right: ExpressionID,
    isNegated: Bool
  ) -> Instruction {
    if isNull(right) { return .isNull(left.index, isNegated: isNegated) }
    if isNull(left) { return .isNull(right.index, isNegated: isNegated) }
    return .equality(left.index, right.index, isNegated: isNegated)
  }

  private func isNull(_ id: ExpressionID) -> Bool {
    guard case .constant(let index) = program.expressions[Int(id.index)],
      case .null = program.constants[Int(index)]
    else { return false }
    return true
  }

  private func minus(_ operand: ExpressionID) -> Instruction {
    guard case .constant(let index) = program.expressions[Int(operand.index)],
      case .int(.min) = program.constants[Int(index)]
    else { return .minus(operand.index) }
    return .unsupported
  }

  // MARK: Chains of operators

  /// The operands of a chain of `&&` or of `||`, from the first one on.
  private mutating func chain(from index: Int) -> TableSlice {
    var found: [UInt32] = []
    var current = index
    while true {
      guard let (left, right) = sides(of: current, like: index) else { break }
      found.append(right.index)
      guard sides(of: Int(left.index), like: index) != nil else {
        found.append(left.index)
        break
      }
      current = Int(left.index)
      isWithinChain[current] = true
    }
    return appended(found.reversed())
  }

  private func sides(
    of index: Int,
    like other: Int
  ) -> (left: ExpressionID, right: ExpressionID)? {
    switch (program.expressions[index], program.expressions[other]) {
    case (.and(let left, let right), .and): (left, right)
    case (.or(let left, let right), .or): (left, right)
    default: nil
    }
  }

  // MARK: Lists and methods

  /// A call of a built-in whose arguments are literals: it has one value, whatever the request is.
  private mutating func folded(_ builtin: UInt16, _ arguments: TableSlice) -> Instruction {
    guard let literals = literalIndices(arguments),
      let value = try? Library.call(
        builtin,
        ContiguousArray(literals.map { program.constants[Int($0)] })
      )
    else { return .unsupported }
    constants.append(value)
    return .folded(
      UInt32(truncatingIfNeeded: constants.count - 1),
      cost: UInt32(truncatingIfNeeded: literals.count + 1)
    )
  }

  private mutating func literals(_ elements: TableSlice) -> Instruction {
    guard let literals = literalIndices(elements) else { return .unsupported }
    return .literals(appended(literals))
  }

  /// The indices of constants that a list is made of; nil where an element is no literal.
  private func literalIndices(_ elements: TableSlice) -> [UInt32]? {
    var indices: [UInt32] = []
    for place in elements.indices {
      let element = program.operands[place]
      guard case .constant(let index) = program.expressions[Int(element.index)] else { return nil }
      indices.append(index)
    }
    return indices
  }

  private mutating func method(_ method: UInt32, _ slice: TableSlice) -> Instruction {
    switch (program.methods[Int(method)].frequent, slice.count) {
    case (.size, 1): return .size(operand(slice, 0).index)
    case (.keys, 1): return .keys(operand(slice, 0).index)
    case (.get, 3):
      return .valueOfKey(appended(program.operands[slice.indices].map(\.index)).start)
    case (.hasAll, 2): return .hasAll(operand(slice, 0).index, argument(operand(slice, 1)))
    case (.hasAny, 2): return .hasAny(operand(slice, 0).index, argument(operand(slice, 1)))
    case (.hasOnly, 2):
      if let (new, old) = difference(operand(slice, 0)) {
        return .affectsOnly(appended([new.index, old.index, operand(slice, 1).index]).start)
      }
      return .hasOnly(operand(slice, 0).index, argument(operand(slice, 1)))
    default: return .unsupported
    }
  }

  /// A list, or the two that it is joined of.
  private mutating func argument(_ id: ExpressionID) -> TableSlice {
    guard case .method(let method, let slice) = program.expressions[Int(id.index)],
      slice.count == 2, program.methods[Int(method)].frequent == .concat
    else { return appended([id.index]) }
    return appended([operand(slice, 0).index, operand(slice, 1).index])
  }

  /// Both maps of `new.diff(old).affectedKeys()`.
  private func difference(_ id: ExpressionID) -> (new: ExpressionID, old: ExpressionID)? {
    guard case .method(let affected, let receiver) = program.expressions[Int(id.index)],
      receiver.count == 1, program.methods[Int(affected)].frequent == .affectedKeys,
      case .method(let diff, let sides) = program.expressions[Int(operand(receiver, 0).index)],
      sides.count == 2, program.methods[Int(diff)].frequent == .diff
    else { return nil }
    return (operand(sides, 0), operand(sides, 1))
  }

  // MARK: Tables

  private func operand(_ slice: TableSlice, _ place: Int) -> ExpressionID {
    program.operands[slice.indices.lowerBound + place]
  }

  private mutating func appended(_ entries: some Collection<UInt32>) -> TableSlice {
    let start = operands.count
    operands.append(contentsOf: entries)
    return TableSlice(start: start, count: entries.count)
  }
}

extension Instruction.Root {
  /// The member of `request` that a chain begins with; nil for those that are made anew.
  fileprivate init?(_ member: RequestMember) {
    switch member {
    case .auth: self = .auth
    case .method: self = .method
    case .resource: self = .incoming
    case .time: self = .time
    case .path, .params, .headers, .inTransaction, .readFields, .transforms, .writeFields, .fields,
      .query, .other:
      return nil
    }
  }
}

extension TypeWord {
  /// The kinds of values that satisfy the word.
  fileprivate var kinds: UInt32 {
    let types = ValueType.allCases.filter { holds(for: $0) }
    return types.reduce(0) { $0 | FlatValue.Kind.kinds(of: $1) }
  }
}

extension FlatValue.Kind {
  /// The kinds that values of a type may have.
  fileprivate static func kinds(of type: ValueType) -> UInt32 {
    let kinds: [FlatValue.Kind] =
      switch type {
      case .null: [.null]
      case .bool: [.bool]
      case .int: [.int]
      case .float: [.float]
      case .string: [.text]
      case .bytes: [.bytes]
      case .list: [.list, .keys, .literals]
      case .set: [.set]
      case .map: [.map, .document]
      case .mapDiff: [.mapDiff]
      case .timestamp: [.timestamp]
      case .duration: [.duration]
      case .latlng: [.latlng]
      case .path: [.path, .segments]
      case .vector: [.vector]
      case .constraint: [.constraint]
      }
    return kinds.reduce(0) { $0 | $1.bit }
  }
}
