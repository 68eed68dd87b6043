import RulesRegex
import RulesRuntime
import RulesSource
import RulesSyntax

extension Lowering {
  /// `f(a)`: a user's function, a built-in, or nothing known.
  mutating func call(_ node: NodeID, start: UInt32?) -> ExpressionID {
    let arguments = Array(tree.children(of: node))
    return call(
      node,
      arguments,
      origin: callOrigin(node, start: start),
      name: tree.mainBytes(of: node)
    )
  }

  private func callOrigin(_ node: NodeID, start: UInt32?) -> ExpressionOrigin {
    let range = tree.range(of: node)
    return ExpressionOrigin(
      start: start ?? range.lowerBound,
      main: tree.mainRange(of: node).lowerBound,
      lowerBound: range.lowerBound,
      upperBound: range.upperBound
    )
  }

  private mutating func call(
    _ node: NodeID,
    _ arguments: [NodeID],
    origin: ExpressionOrigin,
    name: ContiguousArray<UInt8>
  ) -> ExpressionID {
    switch references[node] {
    case .function(let index):
      let id = FunctionID(index: UInt32(truncatingIfNeeded: index))
      guard declarations.functions[index].parameters.count == arguments.count else {
        let operands = arguments.map { expression($0) }
        return append(.callWithWrongCount(id, appendOperands(operands)), origin)
      }
      let operands = arguments.map { expression($0) }
      return append(.call(id, appendOperands(operands)), origin)
    case .builtin(let builtin):
      let operands = arguments.map { expression($0) }
      return append(.builtin(builtin, appendOperands(operands)), origin)
    case .lookup(let function, let builtin):
      let operands = arguments.map { expression($0) }
      return append(.lookup(function, builtin: builtin, appendOperands(operands)), origin)
    case .none, .local, .wildcard, .request, .resource, .namespace, .unresolved:
      let operands = arguments.map { expression($0) }
      return append(.unresolvedFunction(nameIndex(name), appendOperands(operands)), origin)
    }
  }

  /// `x.f(a)`, or `math.f(a)`.
  mutating func methodCall(_ node: NodeID, start: UInt32?) -> ExpressionID {
    let children = Array(tree.children(of: node))
    let origin = callOrigin(node, start: start)
    if references[children[0]] == .namespace {
      let name = tree.mainBytes(of: children[0]) + [UInt8(ascii: ".")] + tree.mainBytes(of: node)
      return call(node, Array(children.dropFirst()), origin: origin, name: name)
    }
    let operands = [receiver(children[0])] + children.dropFirst().map { expression($0) }
    let method = methodIndex(tree.mainBytes(of: node))
    if let pattern = constantPattern(node, children, method) {
      return append(.patternMethod(pattern, appendOperands(operands)), origin)
    }
    return append(.method(method, appendOperands(operands)), origin)
  }

  /// Compiles the pattern of `matches`, `replace` or `split` where it is a literal.
  ///
  /// An invalid one is refused by the official compiler, but for `replace`, where it is an error of evaluation.
  private mutating func constantPattern(
    _ node: NodeID,
    _ children: [NodeID],
    _ index: UInt32
  ) -> PatternMethod? {
    let method = String(decoding: tree.mainBytes(of: node), as: UTF8.self)
    let kind: PatternMethod.Kind
    switch method {
    case "matches": kind = .matches
    case "split": kind = .split
    case "replace": kind = .replace
    default: return nil
    }
    guard children.count == (kind == .replace ? 3 : 2), let index = UInt16(exactly: index) else {
      return nil
    }
    var literal = children[1]
    while tree.kind(of: literal) == .parenthesizedExpression, let inner = tree.child(0, of: literal)
    {
      literal = inner
    }
    guard tree.kind(of: literal) == .stringLiteral else { return nil }
    let text = tree.stringValue(of: literal)
    do throws(PatternError) {
      program.patterns.append(try Pattern(text))
      return PatternMethod(
        kind,
        method: index,
        pattern: UInt32(truncatingIfNeeded: program.patterns.count - 1)
      )
    } catch {
      report(error, in: text, at: children[1], method: method)
      return nil
    }
  }

  private mutating func report(
    _ error: PatternError,
    in pattern: ContiguousArray<UInt8>,
    at node: NodeID,
    method: String
  ) {
    let shown = Text(wtf8: pattern).description
    if method != "replace" {
      invalidPatterns.append(
        (offset: tree.range(of: node).lowerBound, text: "\(error.officialText) Pattern: \(shown).")
      )
    }
    diagnostics.append(
      Diagnostic(
        method == "replace" ? .invalidReplacePattern : .invalidPattern,
        at: tree.range(of: node),
        "`\(shown)` is no regular expression of RE2",
        notes: [DiagnosticNote(error.reason)]
      )
    )
  }
}
