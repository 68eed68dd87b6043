import RulesRuntime

/// Notices lists and paths that fail before their last part.
///
/// The official emulator evaluates the parts of a literal last one first onto a stack. Where a part of a list or
/// path fails, it leaves those behind it on the stack, and the next operation that takes several operands takes
/// them for its own: `[[1 / 0, 5] == 1 || true, 7]` is `[true, 1]`. Recorded answers in whose making this
/// happened say nothing about the language.
struct BrokenLiteralObserver: EvaluationObserver {
  private let program: Program
  /// Whether such a literal has been met.
  private(set) var hasMetOne = false
  /// The evaluations under way, each with the first of its operands that failed.
  private var open: [(expression: ExpressionID, failedOperand: ExpressionID?)] = []

  init(_ program: Program) {
    self.program = program
  }

  mutating func willEvaluate(_ expression: ExpressionID) {
    open.append((expression, nil))
  }

  mutating func didEvaluate(_ expression: ExpressionID, _ value: Value) {
    open.removeLast()
  }

  mutating func didFail(_ expression: ExpressionID, _ fault: Fault) {
    let failedOperand = open.removeLast().failedOperand
    if !open.isEmpty, open[open.count - 1].failedOperand == nil {
      open[open.count - 1].failedOperand = expression
    }
    guard let failedOperand else { return }
    switch program.expressions[Int(expression.index)] {
    case .list(let elements):
      guard let last = elements.indices.last else { return }
      if failedOperand != program.operands[last] { hasMetOne = true }
    case .path(let parts):
      guard let last = parts.indices.last else { return }
      if case .interpolation(failedOperand) = program.pathParts[last] { return }
      hasMetOne = true
    default: return
    }
  }

  mutating func didLookUp(_ lookup: LookupRecord) {}
}
