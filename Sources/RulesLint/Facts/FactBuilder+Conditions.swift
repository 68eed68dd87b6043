import RulesRuntime

extension FactBuilder {
  /// When an expression is true, or when it is false.
  mutating func condition(_ id: ExpressionID, frame: Int, isPositive: Bool) -> ConditionID {
    guard enter() else { return conditions.add(.unknown, id) }
    defer { leave() }
    switch program.expressions[Int(id.index)] {
    case .and: return chain(id, frame: frame, isPositive: isPositive, isConjunction: true)
    case .or: return chain(id, frame: frame, isPositive: isPositive, isConjunction: false)
    case .unary(.not, let operand):
      return condition(operand, frame: frame, isPositive: !isPositive)
    case .conditional(let test, let then, let otherwise):
      return conditional(id, test, then, otherwise, frame: frame, isPositive: isPositive)
    case .call(let function, let slice):
      return call(function, slice, frame: frame, isPositive: isPositive)
    case .local(let slot):
      guard let source = source(ofLocal: Int(slot), in: frame) else {
        return conditions.add(.unknown, id)
      }
      return condition(source.expression, frame: source.frame, isPositive: isPositive)
    case .builtin(let builtin, let slice) where builtin == Self.debugFunction && slice.count == 1:
      let operand = program.operands[slice.indices.lowerBound]
      return condition(operand, frame: frame, isPositive: isPositive)
    case .binary(let operation, let left, let right)
    where operation == .equal || operation == .notEqual:
      return equality(
        id,
        left,
        right,
        frame: frame,
        isPositive: isPositive == (operation == .equal)
      )
    case .constant, .wildcard, .request, .resource, .unresolvedName, .members, .index, .slice,
      .unary, .binary, .contained, .isType, .list, .map, .path, .builtin, .lookup, .method,
      .patternMethod, .callWithWrongCount, .unresolvedFunction:
      return literal(term(id, frame: frame), id, isPositive: isPositive)
    }
  }

  private static let debugFunction = Library.function(named: "debug")

  /// `a && b && c`, without recursion along the chain.
  private mutating func chain(
    _ id: ExpressionID,
    frame: Int,
    isPositive: Bool,
    isConjunction: Bool
  ) -> ConditionID {
    let firstOperand = chainOperands.count
    var next = id
    while true {
      switch (program.expressions[Int(next.index)], isConjunction) {
      case (.and(let left, let right), true), (.or(let left, let right), false):
        chainOperands.append(right)
        next = left
        continue
      default: chainOperands.append(next)
      }
      break
    }
    let firstPart = parts.count
    while chainOperands.count > firstOperand {
      let operand = chainOperands.removeLast()
      let part = condition(operand, frame: frame, isPositive: isPositive)
      parts.append(part)
    }
    defer { parts.removeLast(parts.count - firstPart) }
    return conditions.join(parts[firstPart...], isConjunction: isConjunction == isPositive, id)
  }

  /// `test ? then : otherwise` is true when both `test` and `then` are, or `otherwise` and not `test`.
  private mutating func conditional(
    _ id: ExpressionID,
    _ test: ExpressionID,
    _ then: ExpressionID,
    _ otherwise: ExpressionID,
    frame: Int,
    isPositive: Bool
  ) -> ConditionID {
    let first = conditions.join(
      [
        condition(test, frame: frame, isPositive: true),
        condition(then, frame: frame, isPositive: isPositive),
      ],
      isConjunction: true,
      then
    )
    let second = conditions.join(
      [
        condition(test, frame: frame, isPositive: false),
        condition(otherwise, frame: frame, isPositive: isPositive),
      ],
      isConjunction: true,
      otherwise
    )
    return conditions.join([first, second], isConjunction: false, id)
  }

  private mutating func call(
    _ function: FunctionID,
    _ slice: TableSlice,
    frame: Int,
    isPositive: Bool
  ) -> ConditionID {
    let key = Int(function.index) * 2 + (isPositive ? 1 : 0)
    if slice.count == 0, let known = callConditions[key] { return known }
    let inner = push(function, slice, from: frame)
    let result = condition(
      program.functions[Int(function.index)].result,
      frame: inner,
      isPositive: isPositive
    )
    if slice.count == 0, hasSteps { callConditions[key] = result }
    return result
  }

  /// `a == b`; one of both may be the word `true` or `false`, and then the other one is the test.
  private mutating func equality(
    _ id: ExpressionID,
    _ left: ExpressionID,
    _ right: ExpressionID,
    frame: Int,
    isPositive: Bool
  ) -> ConditionID {
    let first = term(left, frame: frame)
    let second = term(right, frame: frame)
    for (test, word, expression) in [(first, second, left), (second, first, right)] {
      guard case .bool(let isTrue) = terms[word], terms.isTest(test) else { continue }
      return condition(expression, frame: frame, isPositive: isPositive == isTrue)
    }
    return literal(terms.binary(.equal, first, second), id, isPositive: isPositive)
  }

  private mutating func literal(
    _ term: TermID,
    _ origin: ExpressionID,
    isPositive: Bool
  ) -> ConditionID {
    switch terms[term] {
    case .bool(let value): return conditions.add(value == isPositive ? .always : .never, origin)
    case .null, .int, .float, .string, .constant, .list, .map, .path, .failure:
      return conditions.add(.failure, origin)
    case .unknown: return conditions.add(.unknown, origin)
    case .not(let inner): return literal(inner, origin, isPositive: !isPositive)
    case .wildcard, .request, .resource, .member, .index, .slice, .minus, .binary, .and, .or,
      .contained, .isType, .conditional, .builtin, .lookup, .method:
      let test = terms.isTest(term) ? term : terms.add(.binary(.equal, term, terms.yes))
      return conditions.add(
        .literal(Condition.Literal(term: test, isNegated: !isPositive, origin: origin)),
        origin
      )
    }
  }
}
