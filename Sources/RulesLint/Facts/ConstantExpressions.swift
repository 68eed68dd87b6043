import RulesRuntime
import RulesSource

/// A pattern of `matches` that is known.
struct ConstantPattern {
  /// The pattern.
  let bytes: ContiguousArray<UInt8>
  /// Where it stands.
  let range: SourceRange
  /// What it is compared with.
  let receiver: ExpressionID
  /// Whether the text between the quotes is the pattern, byte for byte.
  let isVerbatim: Bool
}

extension LintContext {
  /// The patterns of `matches` that are literals, or are put together of some.
  var constantPatterns: [ConstantPattern] {
    let isMatches = program.methods.map { $0.name == "matches" }
    guard isMatches.contains(true) else { return [] }
    return program.expressions.compactMap { expression in
      let slice: TableSlice
      switch expression {
      case .method(let method, let operands) where isMatches[Int(method)]: slice = operands
      case .patternMethod(let pattern, let operands) where isMatches[Int(pattern.method)]:
        slice = operands
      default: return nil
      }
      guard slice.count == 2 else { return nil }
      let receiver = program.operands[slice.indices.lowerBound]
      let operand = program.operands[slice.indices.lowerBound + 1]
      guard let bytes = constantText(operand) else { return nil }
      let range = range(of: operand)
      var isVerbatim = false
      if case .constant = program.expressions[Int(operand.index)] {
        isVerbatim = range.count == bytes.count + 2
      }
      return ConstantPattern(
        bytes: bytes,
        range: range,
        receiver: receiver,
        isVerbatim: isVerbatim
      )
    }
  }

  /// The value of an expression of constants that is a string.
  func constantText(_ id: ExpressionID) -> ContiguousArray<UInt8>? {
    if case .string(let text) = constantValue(of: id, depth: 0) { text.utf8 } else { nil }
  }

  /// The value of an expression of constants that is a boolean.
  func constant(_ id: ExpressionID) -> Bool? {
    if case .bool(let value) = constantValue(of: id, depth: 0) { value } else { nil }
  }

  /// The value of an expression of constants and operators.
  private func constantValue(of id: ExpressionID, depth: Int) -> Value? {
    guard depth < 20 else { return nil }
    do throws(FaultReason) {
      switch program.expressions[Int(id.index)] {
      case .constant(let index): return program.constants[Int(index)]
      case .unary(let operation, let operand):
        guard let value = constantValue(of: operand, depth: depth + 1) else { return nil }
        return try Operators.apply(operation, value)
      case .binary(let operation, let left, let right):
        guard let first = constantValue(of: left, depth: depth + 1),
          let second = constantValue(of: right, depth: depth + 1)
        else { return nil }
        return try Operators.apply(operation, first, second)
      default: return nil
      }
    } catch {
      return nil
    }
  }
}
