import RulesRuntime
import RulesSource

/// Makes terms, folding what is constant and writing what means the same in one form.
extension TermBuilder {
  mutating func member(_ base: TermID, _ name: Symbol) -> TermID {
    switch self[base] {
    case .null, .bool, .int, .float, .string, .failure: return failure
    case .unknown: return unknown
    case .map(let list):
      let entries = self[list]
      for place in stride(from: 0, to: entries.count - 1, by: 2) {
        guard case .string(let key) = self[entries[place]] else { return add(.member(base, name)) }
        if key == name { return entries[place + 1] }
      }
      return failure
    case .constant, .wildcard, .request, .resource, .member, .index, .slice, .not, .minus, .binary,
      .and, .or, .contained, .isType, .conditional, .list, .path, .builtin, .lookup, .method:
      return add(.member(base, name))
    }
  }

  mutating func index(_ base: TermID, _ index: TermID) -> TermID {
    if case .string(let name) = self[index] { return member(base, name) }
    if case .list(let list) = self[base], case .int(let place) = self[index],
      let offset = Int(exactly: place), self[list].indices.contains(offset)
    {
      return self[list][offset]
    }
    return add(.index(base, index))
  }

  mutating func negation(_ operand: TermID) -> TermID {
    switch self[operand] {
    case .bool(let bool): bool ? no : yes
    case .not(let inner) where isTest(inner): inner
    case .failure: failure
    case .unknown: unknown
    default: add(.not(operand))
    }
  }

  mutating func minus(_ operand: TermID) -> TermID {
    guard self[operand].isConstant, let value = value(of: operand) else {
      return add(.minus(operand))
    }
    do throws(FaultReason) {
      return add(value: try Operators.apply(.minus, value))
    } catch {
      return failure
    }
  }

  mutating func and(_ left: TermID, _ right: TermID) -> TermID {
    if left == no || right == no { return no }
    if left == yes, isTest(right) { return right }
    if right == yes, isTest(left) || left == right { return left }
    return add(.and(left, right))
  }

  mutating func or(_ left: TermID, _ right: TermID) -> TermID {
    if left == yes || right == yes { return yes }
    if left == no, isTest(right) { return right }
    if right == no, isTest(left) || left == right { return left }
    return add(.or(left, right))
  }

  mutating func binary(_ operation: BinaryOperator, _ left: TermID, _ right: TermID) -> TermID {
    if left == failure || right == failure { return failure }
    if left == unknown || right == unknown { return unknown }
    if self[left].isConstant, self[right].isConstant {
      return folded(.binary(operation, left, right)) { values throws(FaultReason) in
        try Operators.apply(operation, values[0], values[1])
      }
    }
    switch operation {
    case .notEqual: return negation(equality(left, right))
    case .equal: return equality(left, right)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      let isTurned =
        self[left].isConstant
        || (!self[right].isConstant && (operation == .greater || operation == .greaterOrEqual))
      return isTurned
        ? add(.binary(operation.mirrored, right, left)) : add(.binary(operation, left, right))
    case .add, .subtract, .multiply, .divide, .remainder:
      return add(.binary(operation, left, right))
    }
  }

  private mutating func equality(_ left: TermID, _ right: TermID) -> TermID {
    for (test, word) in [(left, right), (right, left)] where isTest(test) {
      if word == yes { return test }
      if word == no { return negation(test) }
    }
    let isTurned = self[left].isConstant || (!self[right].isConstant && right < left)
    return add(isTurned ? .binary(.equal, right, left) : .binary(.equal, left, right))
  }

  mutating func contained(_ element: TermID, in collection: TermID) -> TermID {
    if element == failure || collection == failure { return failure }
    if self[element].isConstant, case .list(let list) = self[collection],
      constants(self[list]) != nil
    {
      return folded(.contained(element: element, collection: collection)) {
        values throws(FaultReason) in .bool(try Operators.isContained(values[0], in: values[1]))
      }
    }
    return add(.contained(element: element, collection: collection))
  }

  mutating func isType(_ operand: TermID, _ word: TypeWord) -> TermID {
    if operand == failure { return failure }
    if self[operand].isConstant, let value = value(of: operand) {
      return Operators.is(value, word) ? yes : no
    }
    return add(.isType(operand, word))
  }

  mutating func conditional(_ test: TermID, _ then: TermID, _ otherwise: TermID) -> TermID {
    if test == yes { return then }
    if test == no { return otherwise }
    if test == failure { return failure }
    return add(.conditional(add(ContiguousArray([test, then, otherwise]))))
  }

  mutating func builtin(_ id: UInt16, _ list: TermListID) -> TermID {
    let operands = self[list]
    if id == Self.debugFunction, operands.count == 1 { return operands[0] }
    guard operands.allSatisfy({ self[$0].isConstant }) else { return add(.builtin(id, list)) }
    return folded(.builtin(id, list)) { values throws(FaultReason) in
      try Library.call(id, values)
    }
  }

  private static let debugFunction = Library.function(named: "debug")

  mutating func method(
    _ name: Symbol,
    _ group: Library.MethodGroup?,
    _ list: TermListID
  ) -> TermID {
    let operands = self[list]
    guard let group else { return failure }
    guard name != names.toSet, let receiver = operands.first,
      operands.allSatisfy({ isKnown($0) }), let value = value(of: receiver),
      let id = group[value.type]
    else { return add(.method(name, list)) }
    return folded(.method(name, list)) { values throws(FaultReason) in
      try Library.call(id, values)
    }
  }

  /// Whether a term is a constant, or a list of constants.
  private func isKnown(_ id: TermID) -> Bool {
    if case .list(let list) = self[id] { return self[list].allSatisfy { self[$0].isConstant } }
    return self[id].isConstant
  }

  /// What an operation with constants gives; computed once.
  private mutating func folded(
    _ term: Term,
    _ body: (ContiguousArray<Value>) throws(FaultReason) -> Value
  ) -> TermID {
    if let id = known(term) { return id }
    let operands: ContiguousArray<TermID> =
      switch term {
      case .binary(_, let left, let right), .contained(let left, let right): [left, right]
      case .builtin(_, let list), .method(_, let list): self[list]
      default: []
      }
    var values: ContiguousArray<Value> = []
    for operand in operands {
      guard let value = value(of: operand) else { return add(term) }
      values.append(value)
    }
    do throws(FaultReason) {
      let value = try body(values)
      // Text grows by each fold, so only what is short is kept.
      if case .string(let text) = value, text.utf8.count > 10_000 { return add(term) }
      if case .list(let list) = value, list.elements.count > 1_000 { return add(term) }
      return remember(term, as: add(value: value))
    } catch {
      return remember(term, as: failure)
    }
  }

  /// Whether a term is a boolean whenever it has a value.
  func isTest(_ id: TermID) -> Bool {
    switch self[id] {
    case .bool, .and, .or, .not, .contained, .isType: true
    case .binary(let operation, _, _):
      switch operation {
      case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual: true
      case .add, .subtract, .multiply, .divide, .remainder: false
      }
    case .lookup(let function, _): function == .exists || function == .existsAfter
    case .method(let name, _):
      name == names.hasOnly || name == names.hasAll || name == names.hasAny
        || name == names.matches
    case .null, .int, .float, .string, .constant, .wildcard, .request, .resource, .member, .index,
      .slice, .minus, .conditional, .list, .map, .path, .builtin, .failure, .unknown:
      false
    }
  }
}
