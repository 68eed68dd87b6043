package import RulesRuntime
import RulesSource
package import RulesSyntax

extension CoverageReport.File {
  /// What a recorder counted of a rules file.
  package init(_ tree: SyntaxTree, _ program: Program, _ recorder: CoverageRecorder) {
    let builder = CoverageBuilder(tree, program, recorder.observer)
    let items = CoverageOutline(tree).emulatorOrder.map { builder.item($0) }
    self.init(
      source: tree.source,
      items: items.sorted { $0.range.lowerBound < $1.range.lowerBound }
    )
  }
}

/// Puts together what was counted and where it stands.
private struct CoverageBuilder {
  private let tree: SyntaxTree
  private let program: Program
  private let observer: CoverageObserver
  /// The functions whose results decide something.
  private var deciding: Set<FunctionID> = []

  /// The longest text of a value, in bytes.
  private static let textLimit = 160

  init(_ tree: SyntaxTree, _ program: Program, _ observer: CoverageObserver) {
    self.tree = tree
    self.program = program
    self.observer = observer
    var pending = program.statements.compactMap(\.condition).map { ($0, true) }
    for function in program.functions {
      pending += function.lets.map { ($0, false) }
      pending.append((function.result, false))
    }
    while let (expression, isCondition) = pending.popLast() {
      if isCondition, case .call(let id, _) = program.expressions[Int(expression.index)],
        deciding.insert(id).inserted
      {
        pending.append((program.functions[Int(id.index)].result, true))
      }
      pending.append(contentsOf: operands(of: expression, isCondition: isCondition))
    }
  }

  func item(_ item: CoverageOutline.Item) -> CoverageReport.Item {
    let range = tree.range(of: item.node)
    switch item {
    case .function(let id, let node):
      let function = program.functions[Int(id.index)]
      let result = expression(function.result, isCondition: deciding.contains(id))
      return CoverageReport.Item(
        kind: .function(tree.mainText(of: node)),
        range: range,
        count: result.counts.total,
        outcomes: nil,
        expressions: function.lets.map { expression($0, isCondition: false) } + [result]
      )
    case .statement(let id, _):
      let counts = observer.statements[Int(id.index)]
      let condition = program.statements[Int(id.index)].condition
      let head = tree.source.text(of: range).prefix { $0 != ":" && $0 != ";" }
      return CoverageReport.Item(
        kind: .statement(head.split(whereSeparator: \.isWhitespace).joined(separator: " ")),
        range: range,
        count: counts.tried,
        outcomes: counts,
        expressions: condition.map { [expression($0, isCondition: true)] } ?? []
      )
    }
  }

  private func expression(_ id: ExpressionID, isCondition: Bool) -> CoverageReport.Expression {
    let origin = program.origins[Int(id.index)]
    return CoverageReport.Expression(
      kind: kind(of: id, isCondition: isCondition),
      range: SourceRange(origin.lowerBound, origin.upperBound),
      counts: observer.counts[Int(id.index)],
      samples: observer.occurrences.isEmpty ? [] : samples(of: id),
      operands: operands(of: id, isCondition: isCondition).map { expression($0, isCondition: $1) }
    )
  }

  private func kind(
    of id: ExpressionID,
    isCondition: Bool
  ) -> CoverageReport.Expression.Kind {
    switch program.expressions[Int(id.index)] {
    case .constant: .literal
    case .and, .or, .contained, .isType, .unary(.not, _): .condition
    case .binary(let operation, _, _) where operation.comparesOperands: .condition
    default: isCondition ? .condition : .value
    }
  }

  /// What an expression is made of, and whether it decides something there; a chain of members is one expression.
  private func operands(
    of id: ExpressionID,
    isCondition: Bool
  ) -> [(ExpressionID, Bool)] {
    switch program.expressions[Int(id.index)] {
    case .and, .or: return chain(id).map { ($0, true) }
    case .unary(.not, _): return program.operands(of: id).map { ($0, true) }
    case .conditional(let condition, let then, let otherwise):
      return [(condition, true), (then, isCondition), (otherwise, isCondition)]
    case .members(let root, _, _):
      switch program.expressions[Int(root.index)] {
      case .local, .wildcard, .request, .resource, .unresolvedName: return []
      default: return [(root, false)]
      }
    default: return program.operands(of: id).map { ($0, false) }
    }
  }

  /// The operands of `a && b && c` as one row, though they nest: what `a && b` alone came to says nothing more.
  private func chain(_ id: ExpressionID) -> [ExpressionID] {
    var row: [ExpressionID] = []
    var pending = Array(program.operands(of: id).reversed())
    while let next = pending.popLast() {
      switch (program.expressions[Int(id.index)], program.expressions[Int(next.index)]) {
      case (.and, .and), (.or, .or):
        pending.append(contentsOf: program.operands(of: next).reversed())
      default: row.append(next)
      }
    }
    return row
  }

  private func samples(of id: ExpressionID) -> [CoverageReport.Sample] {
    observer.occurrences[Int(id.index)].compactMap { occurrence in
      switch occurrence.outcome {
      case .skipped: nil
      case .value(let value):
        CoverageReport.Sample(
          text: value.sourceText(limit: Self.textLimit),
          count: occurrence.count
        )
      case .fault(let fault):
        CoverageReport.Sample(
          text: "error: \(fault.reason.message.description)",
          count: occurrence.count
        )
      }
    }
  }
}

extension BinaryOperator {
  /// Whether its result is true or false.
  fileprivate var comparesOperands: Bool {
    switch self {
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual: true
    case .add, .subtract, .multiply, .divide, .remainder: false
    }
  }
}
