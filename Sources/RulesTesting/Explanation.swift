package import RulesRuntime
import RulesSource

extension TraceNode {
  /// The evaluations that decide the outcome, from this one inwards: the operand that is false, the function
  /// that is called, the branch that is taken, down to where a fault comes from.
  package var decidingChain: [TraceNode] {
    var chain = [self]
    while let next = chain[chain.count - 1].decidingChild { chain.append(next) }
    return chain
  }

  /// The evaluation below that decides this one; nil where this one itself does.
  private var decidingChild: TraceNode? {
    if let fault {
      // The fault of an absorbed operand is not the one that is reported, so the expression must agree.
      return children.last { child in
        child.fault.map { $0.expression == fault.expression } ?? false
      }
    }
    guard case .bool(let outcome) = value else { return nil }
    // Only the operands of a condition say why it is true or false: the last one that is so too.
    let last = children.last { child in
      if case .bool(outcome) = child.value { true } else { false }
    }
    guard let last, children.allSatisfy({ $0.isConditionOrFault }) else { return nil }
    return last
  }

  private var isConditionOrFault: Bool {
    if fault != nil { return true }
    if case .bool = value { return true }
    return false
  }
}

/// Writes down why a request is allowed or denied.
package struct Explanation {
  private let program: Program
  private let rules: RulesText
  private let indent: String
  private var lines: [String] = []

  /// The longest value that is shown, in bytes of text.
  private static let valueLimit = 80

  /// The explanation of one judgement, one line each, every one indented.
  ///
  /// Each allow statement that was tried is shown with the value of every sub-expression under it; `◀` marks
  /// the place that decided.
  package static func lines(
    _ judgement: Judgement, program: Program, rules: RulesText, indent: String
  ) -> [String] {
    var explanation = Explanation(program: program, rules: rules, indent: indent)
    explanation.explain(judgement)
    return explanation.lines
  }

  private init(program: Program, rules: RulesText, indent: String) {
    self.program = program
    self.rules = rules
    self.indent = indent
  }

  private mutating func explain(_ judgement: Judgement) {
    let (decision, trace) = judgement.trace(program)
    guard !decision.attempts.isEmpty else {
      explainNoMatch(judgement.request)
      return
    }
    var roots = trace.roots[...]
    for attempt in decision.attempts {
      let statement = program.statements[Int(attempt.statement.index)]
      let root = statement.condition == nil ? nil : roots.popFirst()
      explain(attempt, statement, root)
    }
    for lookup in trace.lookups {
      let path = lookup.path.map(\.description).joined(separator: "/")
      lines.append("\(indent)looked up /\(path): \(lookup.exists ? "found" : "not there")")
    }
  }

  private mutating func explainNoMatch(_ request: Request) {
    let path = "/" + request.path.segments.map(\.description).joined(separator: "/")
    let blocks = program.routes.blocks(covering: request.path)
      .filter { !program.blocks[Int($0.index)].statements.isEmpty }
    guard let block = blocks.first else {
      lines.append("\(indent)no match block covers \(path)")
      return
    }
    let position = rules.file.position(of: program.blocks[Int(block.index)].offset)
    lines.append(
      "\(indent)no allow statement for `\(request.method.name)` in the blocks that cover \(path), the first at \(rules.file.name):\(position.line)"
    )
  }

  private mutating func explain(
    _ attempt: Decision.Attempt, _ statement: Program.Statement, _ root: TraceNode?
  ) {
    let position = rules.file.position(of: statement.offset)
    let outcome =
      switch attempt.outcome {
      case .granted: "grants"
      case .refused: "is false"
      case .failed(let fault): "fails: \(fault.reason.message.description)"
      case .notBoolean(let type): "is no bool but \(type.name)"
      }
    lines.append(
      "\(indent)\(rules.file.name):\(position.line):\(position.column): \(header(statement)) \(outcome)")
    guard let root else { return }
    let deciding = root.decidingChain[root.decidingChain.count - 1]
    explain(root, depth: 1, deciding: deciding.expression, fault: deciding.fault)
  }

  /// `allow read, write` without its condition.
  private func header(_ statement: Program.Statement) -> String {
    let end = statement.condition.map { program.origins[Int($0.index)].start } ?? statement.endOffset
    let text = rules.file.text(of: .init(statement.offset, end))
    let head = text.split(separator: ":", maxSplits: 1).first.map(String.init) ?? text
    return "`\(head.split(whereSeparator: \.isWhitespace).joined(separator: " ").filter { $0 != ";" })`"
  }

  private mutating func explain(
    _ node: TraceNode, depth: Int, deciding: ExpressionID, fault: Fault?
  ) {
    guard isWorthShowing(node) else { return }
    let origin = program.origins[Int(node.expression.index)]
    let shown: String
    if let value = node.value {
      shown = value.sourceText(limit: Self.valueLimit)
    } else if let own = node.fault, own.expression == node.expression {
      shown = "fails: \(own.reason.message.description)"
    } else {
      shown = "fails"
    }
    let mark = node.expression == deciding ? "  ◀" : ""
    let margin = indent + String(repeating: "  ", count: min(depth, 24))
    lines.append("\(margin)\(rules.excerpt(origin)) → \(shown)\(mark)")
    for child in shownChildren(of: node) {
      explain(child, depth: depth + 1, deciding: deciding, fault: fault)
    }
  }

  /// Literals say nothing that the source does not.
  private func isWorthShowing(_ node: TraceNode) -> Bool {
    if case .constant = program.expressions[Int(node.expression.index)] { false } else { true }
  }

  /// What is shown under a node: of a chain of members that has a value only the whole.
  private func shownChildren(of node: TraceNode) -> ContiguousArray<TraceNode> {
    switch program.expressions[Int(node.expression.index)] {
    case .members where node.value != nil: []
    case .members: node.children.filter { $0.value != nil }
    default: node.children
    }
  }
}
