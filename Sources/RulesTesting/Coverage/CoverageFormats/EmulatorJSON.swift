package import RulesJSON
package import RulesRuntime
import RulesSource
package import RulesSyntax

/// The coverage report of the official emulator: its `ruleCoverage` JSON.
package struct EmulatorJSON {
  private let tree: SyntaxTree
  private let program: Program
  private let observer: CoverageObserver
  private let codePointOffsets: ContiguousArray<Int>

  /// A report of what was recorded with the detail `emulator`.
  package init(_ tree: SyntaxTree, _ program: Program, _ recorder: CoverageRecorder) {
    self.tree = tree
    self.program = program
    observer = recorder.observer
    var offsets: ContiguousArray<Int> = []
    offsets.reserveCapacity(tree.source.bytes.count + 1)
    var count = 0
    for byte in tree.source.bytes {
      offsets.append(count)
      if byte & 0xC0 != 0x80 { count += 1 }
    }
    offsets.append(count)
    codePointOffsets = offsets
  }

  /// The whole report; `report` is absent where no expression is more than a literal.
  package var json: JSONValue {
    let source = tree.source
    let file: JSONValue = ["content": .string(source.bytes), "name": .string(source.name)]
    var members: [(String, JSONValue)] = [("rules", ["files": [file]])]
    let roots = self.roots
    if !roots.isEmpty { members.append(("report", .array(roots))) }
    return .object(members)
  }

  /// A tree for each function body and condition that is more than a literal.
  package var roots: [JSONValue] {
    CoverageOutline(tree).emulatorOrder.flatMap { item -> [JSONValue] in
      switch item {
      case .function(let id, let node): return body(program.functions[Int(id.index)], node)
      case .statement(let id, _):
        return nodes([program.statements[Int(id.index)].condition].compactMap { $0 })
      }
    }
  }

  /// From each `let` on a node to the end of the body, in the one before it.
  private func body(_ function: Program.Function, _ node: NodeID) -> [JSONValue] {
    var rest = nodes([function.result])
    let lets = tree.children(of: node).filter { tree.kind(of: $0) == .letStatement }
    for (statement, value) in zip(lets, function.lets).reversed() {
      rest = [
        self.node(
          from: tree.range(of: statement).lowerBound,
          to: end(of: function.result),
          values: function.result,
          children: nodes([value]) + rest
        )
      ]
    }
    return rest
  }

  private func nodes(_ expressions: [ExpressionID]) -> [JSONValue] {
    expressions.compactMap { expression in
      if case .constant = program.expressions[Int(expression.index)] { return nil }
      return node(
        from: program.origins[Int(expression.index)].start,
        to: end(of: expression),
        values: expression,
        children: nodes(program.operands(of: expression))
      )
    }
  }

  private func node(
    from start: UInt32,
    to end: UInt32,
    values expression: ExpressionID,
    children: [JSONValue]
  ) -> JSONValue {
    var members = [("sourcePosition", position(from: start, to: end))]
    let values = observer.occurrences[Int(expression.index)].map { occurrence -> JSONValue in
      ["value": json(occurrence.outcome), "count": .integer(occurrence.count)]
    }
    if !values.isEmpty { members.append(("values", .array(values))) }
    if !children.isEmpty { members.append(("children", .array(children))) }
    return .object(members)
  }

  private func json(_ outcome: CoverageObserver.Outcome) -> JSONValue {
    switch outcome {
    case .skipped: return .object([])
    case .value(let value): return TypedValue.json(value)
    case .fault(let fault):
      if case .undetermined = fault.reason { return ["undefined": .object([])] }
      let offset = program.offset(of: fault)
      return [
        "undefined": [
          "sourcePosition": position(from: offset, to: endOfToken(at: offset)),
          "causeMessage": TypedValue.string(fault.reason.message),
        ]
      ]
    }
  }

  // MARK: Positions

  private func position(from start: UInt32, to end: UInt32) -> JSONValue {
    let position = tree.source.position(of: start)
    let last = codePointOffsets.count - 1
    return [
      "line": .integer(position.line), "column": .integer(position.column),
      "currentOffset": .integer(codePointOffsets[min(Int(start), last)]),
      "endOffset": .integer(codePointOffsets[min(Int(end), last)] - 1),
    ]
  }

  /// The end of an expression as the emulator has it: that of its last token which is no closing bracket.
  ///
  /// Source: recorded coverage reports.
  private func end(of id: ExpressionID) -> UInt32 {
    let origin = program.origins[Int(id.index)]
    switch program.expressions[Int(id.index)] {
    case .constant:
      // One in brackets ends where the brackets begin.
      return origin.start == origin.lowerBound ? origin.upperBound : origin.start + 1
    case .local, .wildcard, .request, .resource, .unresolvedName, .members, .isType:
      return origin.upperBound
    case .unary(_, let last), .binary(_, _, let last), .and(_, let last), .or(_, let last),
      .contained(_, let last), .conditional(_, _, let last), .index(_, let last):
      return end(of: last)
    case .slice(let base, let lower, let upper): return end(of: upper ?? lower ?? base)
    case .list(let slice): return end(ofLast: slice) ?? origin.lowerBound + 1
    case .map(let slice): return end(ofLast: slice) ?? origin.lowerBound + 1
    case .path(let slice): return end(ofPath: slice, origin)
    case .method(_, let slice), .patternMethod(_, let slice):
      let name = endOfToken(at: origin.main)
      return slice.count > 1 ? end(ofLast: slice) ?? name : name
    case .builtin(_, let slice), .lookup(_, _, let slice), .call(_, let slice):
      return end(ofLast: slice) ?? endOfToken(at: origin.main)
    case .callWithWrongCount, .unresolvedFunction: return endOfToken(at: origin.main)
    }
  }

  private func end(ofLast slice: TableSlice) -> UInt32? {
    slice.indices.last.map { end(of: program.operands[$0]) }
  }

  private func end(ofPath slice: TableSlice, _ origin: ExpressionOrigin) -> UInt32 {
    guard let last = slice.indices.last, case .interpolation(let inner) = program.pathParts[last]
    else { return origin.upperBound }
    return end(of: inner)
  }

  /// The end of the token that begins at an offset.
  private func endOfToken(at offset: UInt32) -> UInt32 {
    var low = 0
    var high = tree.tokens.count
    while low < high {
      let middle = (low + high) / 2
      if tree.tokens[middle].range.lowerBound < offset { low = middle + 1 } else { high = middle }
    }
    // A token without text may begin where the next one does.
    while low < tree.tokens.count, tree.tokens[low].range.lowerBound == offset {
      if !tree.tokens[low].range.isEmpty { return tree.tokens[low].range.upperBound }
      low += 1
    }
    return offset + 1
  }
}
