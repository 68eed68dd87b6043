import RulesRuntime
package import RulesSource

/// Something that tests have not seen.
package struct CoverageGap: Sendable, Hashable {
  /// What it is about.
  package let range: SourceRange
  /// What was never seen: "never false".
  package let text: String
}

extension CoverageReport.File {
  /// What was not seen, in source order.
  ///
  /// What is within something that was never tried, called or evaluated is not told of on its own.
  package var gaps: [CoverageGap] {
    items.flatMap(\.gaps).sorted {
      ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
    }
  }
}

extension CoverageReport.Item {
  fileprivate var gaps: [CoverageGap] {
    guard count > 0 else {
      let text =
        switch kind {
        case .function: "never called"
        case .statement: "never tried"
        }
      return [CoverageGap(range: range, text: text)]
    }
    var gaps: [CoverageGap] = []
    var pending = expressions
    while let expression = pending.popLast() {
      let gap = expression.gap
      if let gap { gaps.append(CoverageGap(range: expression.range, text: gap)) }
      if expression.counts.total > 0 { pending.append(contentsOf: expression.operands) }
    }
    return gaps
  }
}

extension CoverageReport.Expression {
  /// What was not seen of it; nil where all was.
  package var gap: String? {
    switch kind {
    case .literal: return nil
    case .value:
      if counts.total == 0 { return "never evaluated" }
      return counts.total == counts.isError ? "only ever an error" : nil
    case .condition:
      if counts.total == 0 { return "never evaluated" }
      if counts.total == counts.isError { return "only ever an error" }
      switch (counts.isTrue > 0, counts.isFalse > 0) {
      case (true, true): return nil
      case (true, false): return "never false"
      case (false, true): return "never true"
      case (false, false): return "neither true nor false"
      }
    }
  }
}
