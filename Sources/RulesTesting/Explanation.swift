import RulesRuntime
package import RulesSource

/// Why a request is allowed or denied: each allow statement that was tried, with what its condition came to.
package struct Explanation: Sendable {
  /// Which request of a batch it is about, as method and path; nil for a request of its own.
  package private(set) var operation: String?
  /// The statements that were tried, in order.
  package private(set) var attempts: [Attempt] = []
  /// What else there is to say, a sentence each: lookups, or why nothing was tried.
  package private(set) var remarks: [String] = []

  /// An allow statement that was tried.
  package struct Attempt: Sendable {
    /// Where the statement stands.
    package let range: SourceRange
    /// The statement without its condition, and how it ended: "`allow read` is false".
    package let title: String
    /// What decided.
    package let deciding: [SourceRange]
    /// The condition and what it is made of, an expression before its operands.
    package let values: [ExplainedValue]
  }

  /// The most operands within operands that are shown.
  private static let depthLimit = 40
  /// The most lines that one condition takes.
  private static let valueLimit = 200
  /// The longest value that is shown, in bytes of text.
  private static let textLimit = 80

  /// The explanation of a decision.
  init(
    of decision: Decision,
    for request: Request,
    trace: TraceObserver,
    program: Program,
    rules: RulesText,
    isPartOfBatch: Bool
  ) {
    let path = "/" + request.path.segments.map(\.description).joined(separator: "/")
    if isPartOfBatch { operation = "\(request.method.name) \(path)" }
    if let refusal = decision.refusal {
      remarks.append(refusal.text)
      return
    }
    guard !decision.attempts.isEmpty else {
      remarks.append(Self.nothingTried(request, path, program, rules))
      return
    }
    var roots = trace.roots[...]
    for attempt in decision.attempts {
      let statement = program.statements[Int(attempt.statement.index)]
      let root = statement.condition == nil ? nil : roots.popFirst()
      var values = ValueLines(program: program, rules: rules)
      if let root { values.add(root, depth: 0, isDeciding: true) }
      attempts.append(
        Attempt(
          range: SourceRange(statement.offset, statement.endOffset),
          title: "\(Self.header(statement, rules)) \(attempt.outcome.text)",
          deciding: root.map { Self.deciding($0, program) } ?? [],
          values: values.lines
        )
      )
    }
    for lookup in trace.lookups {
      let path = lookup.path.map(\.description).joined(separator: "/")
      remarks.append("looked up /\(path): \(lookup.exists ? "found" : "not there")")
    }
  }

  private static func nothingTried(
    _ request: Request,
    _ path: String,
    _ program: Program,
    _ rules: RulesText
  ) -> String {
    let block = program.routes.blocks(covering: request.path)
      .first { !program.blocks[Int($0.index)].statements.isEmpty }
    guard let block else { return "no match block covers \(path)" }
    let position = rules.file.position(of: program.blocks[Int(block.index)].offset)
    return "no allow statement for `\(request.method.name)` in the blocks that cover \(path), "
      + "the first at \(rules.file.name):\(position.line)"
  }

  /// `allow read, write` without its condition.
  private static func header(_ statement: Program.Statement, _ rules: RulesText) -> String {
    let text = rules.file.text(of: SourceRange(statement.offset, statement.endOffset))
    let head = text.prefix { $0 != ":" && $0 != ";" }
    return "`\(head.split(whereSeparator: \.isWhitespace).joined(separator: " "))`"
  }

  private static func deciding(_ root: TraceNode, _ program: Program) -> [SourceRange] {
    var seen: Set<SourceRange> = []
    return root.decidingNodes(in: program).leaves.compactMap { leaf in
      let expression = leaf.fault?.expression ?? leaf.expression
      let range = program.origins[Int(expression.index)].range
      return seen.insert(range).inserted ? range : nil
    }
  }

  /// Writes down the values of a condition.
  private struct ValueLines {
    let program: Program
    let rules: RulesText
    var lines: [ExplainedValue] = []

    mutating func add(_ node: TraceNode, depth: Int, isDeciding: Bool) {
      // Literals say nothing that the source does not.
      guard !isLiteral(node) else { return }
      guard depth < depthLimit, lines.count < valueLimit else { return }
      let source = rules.excerpt(program.origins[Int(node.expression.index)])
      let value = text(of: node)
      let deciding = isDeciding ? node.decidingChildren(in: program) : []
      let isLeaf = isDeciding && deciding.isEmpty
      // Nor do constructors of constants.
      guard isLeaf || !value.utf8.elementsEqual(source.utf8) else { return }
      lines.append(
        ExplainedValue(depth: depth, source: source, value: value, isDeciding: isLeaf)
      )
      for operand in operands(of: node, deciding) {
        add(operand.node, depth: depth + 1, isDeciding: operand.isDeciding)
      }
    }

    /// Whether a value is written down in the source: a literal, a list of literals.
    private func isLiteral(_ node: TraceNode) -> Bool {
      switch program.expressions[Int(node.expression.index)] {
      case .constant: true
      case .list, .map: node.children.allSatisfy { isLiteral($0) }
      default: false
      }
    }

    private func text(of node: TraceNode) -> String {
      if let value = node.value { return value.sourceText(limit: textLimit) }
      guard let fault = node.fault, node.isOwn(fault, in: program) else { return "error" }
      return "error: \(fault.reason.message.description)"
    }

    /// What is shown under a node, and whether it decided.
    private func operands(
      of node: TraceNode,
      _ deciding: [Int]
    ) -> [(node: TraceNode, isDeciding: Bool)] {
      switch program.expressions[Int(node.expression.index)] {
      case .members: return valueBelow(node).map { [($0, false)] } ?? []
      case .and, .or: return conditions(of: node, deciding)
      default:
        return node.children.enumerated().map { ($0.element, deciding.contains($0.offset)) }
      }
    }

    /// Of a chain of members that has a value nothing, else the innermost part that has one.
    private func valueBelow(_ node: TraceNode) -> TraceNode? {
      guard node.value == nil else { return nil }
      var node = node
      while let child = node.children.first {
        if child.value != nil { return child }
        guard case .members = program.expressions[Int(child.expression.index)] else { return child }
        node = child
      }
      return nil
    }

    /// The operands of `a && b && c` as one row, though they nest to the left.
    private func conditions(
      of root: TraceNode,
      _ deciding: [Int]
    ) -> [(node: TraceNode, isDeciding: Bool)] {
      var conditions: [(node: TraceNode, isDeciding: Bool)] = []
      var left = root
      var deciding = deciding
      while true {
        for (index, child) in left.children.enumerated().reversed() where index > 0 {
          conditions.append((child, deciding.contains(index)))
        }
        guard let first = left.children.first else { break }
        guard isSameOperator(first, as: root) else {
          conditions.append((first, deciding.contains(0)))
          break
        }
        deciding = deciding.contains(0) ? first.decidingChildren(in: program) : []
        left = first
      }
      return conditions.reversed()
    }

    private func isSameOperator(_ node: TraceNode, as other: TraceNode) -> Bool {
      switch (
        program.expressions[Int(node.expression.index)],
        program.expressions[Int(other.expression.index)]
      ) {
      case (.and, .and), (.or, .or): true
      default: false
      }
    }
  }
}

/// An expression of a condition, and what it came to.
package struct ExplainedValue: Sendable, Hashable {
  /// How many expressions it is an operand within.
  package let depth: Int
  /// Its source in one line.
  package let source: String
  /// Its value as an expression, or its error.
  package let value: String
  /// Whether it decided the outcome.
  package let isDeciding: Bool
}

extension Decision.Outcome {
  /// How an allow statement ended.
  fileprivate var text: String {
    switch self {
    case .granted: "grants it"
    case .refused: "is false"
    case .failed(let fault): "fails: \(fault.reason.message.description)"
    case .undecided(let fault): "is not proved by the query: \(fault.reason.message.description)"
    case .notBoolean(let type): "fails: its condition is no bool but \(type.name)"
    }
  }
}

extension Decision.Refusal {
  /// Why no statement was tried.
  fileprivate var text: String {
    switch self {
    case .listNeedsVersion2:
      "lists of Cloud Storage need `rules_version = '2';`, these rules are of version 1"
    }
  }
}
