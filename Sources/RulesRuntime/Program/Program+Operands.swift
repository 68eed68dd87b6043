extension Program {
  /// What an expression is directly made of, in the order of evaluation.
  ///
  /// A link of a chain is made of the link before it. Of a call these are the arguments, not the function's body.
  public func operands(of id: ExpressionID) -> [ExpressionID] {
    switch expressions[Int(id.index)] {
    case .constant, .local, .wildcard, .request, .resource, .unresolvedName, .callWithWrongCount,
      .unresolvedFunction:
      []
    case .members(let root, _, let count): [count > 1 ? ExpressionID(index: id.index - 1) : root]
    case .index(let base, let index): [base, index]
    case .slice(let base, let lower, let upper): [base] + [lower, upper].compactMap { $0 }
    case .unary(_, let operand), .isType(let operand, _): [operand]
    case .binary(_, let left, let right), .and(let left, let right), .or(let left, let right):
      [left, right]
    case .contained(let element, let collection): [collection, element]
    case .conditional(let condition, let then, let otherwise): [condition, then, otherwise]
    case .list(let slice), .builtin(_, let slice), .lookup(_, _, let slice), .method(_, let slice),
      .patternMethod(_, let slice), .call(_, let slice):
      Array(operands[slice.indices])
    case .map(let slice): mapOperands(slice)
    case .path(let slice):
      pathParts[slice.indices].compactMap { part in
        if case .interpolation(let expression) = part { expression } else { nil }
      }
    }
  }

  /// All keys, then all values.
  private func mapOperands(_ slice: TableSlice) -> [ExpressionID] {
    let keys = stride(from: slice.indices.lowerBound, to: slice.indices.upperBound, by: 2)
    return keys.map { operands[$0] } + keys.map { operands[$0 + 1] }
  }
}
