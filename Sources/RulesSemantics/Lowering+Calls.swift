import RulesRegex
import RulesRuntime
import RulesSource
import RulesSyntax

extension Lowering {
  /// `f(a)`: a user's function, a built-in, or nothing known.
  mutating func call(_ node: NodeID, start: UInt32?) -> ExpressionID {
    call(node, tree.children(of: node), origin: tree.origin(of: node, start: start), namespace: nil)
  }

  private mutating func call(
    _ node: NodeID,
    _ arguments: SyntaxTree.Slice,
    origin: ExpressionOrigin,
    namespace: NodeID?
  ) -> ExpressionID {
    switch references[node] {
    case .function(let index):
      let id = FunctionID(index: index)
      guard declarations.functions[Int(index)].parameters.count == arguments.count else {
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
      var name = tree.mainBytes(of: node)
      if let namespace { name = tree.mainBytes(of: namespace) + [UInt8(ascii: ".")] + name }
      return append(.unresolvedFunction(nameIndex(name), appendOperands(operands)), origin)
    }
  }

  /// `x.f(a)`, or `math.f(a)`.
  mutating func methodCall(_ node: NodeID, start: UInt32?) -> ExpressionID {
    let children = tree.children(of: node)
    guard let base = children.first else { return nullExpression(at: node) }
    let origin = tree.origin(of: node, start: start)
    if references[base] == .namespace {
      return call(node, children.dropFirst(), origin: origin, namespace: base)
    }
    var operands = ContiguousArray<ExpressionID>()
    operands.reserveCapacity(children.count)
    operands.append(receiver(base))
    for argument in children.dropFirst() { operands.append(expression(argument)) }
    let method = methodIndex(node)
    if let pattern = constantPattern(node, method) {
      return append(.patternMethod(pattern, appendOperands(operands)), origin)
    }
    return append(.method(method, appendOperands(operands)), origin)
  }

  /// Compiles the pattern of `matches`, `replace` or `split` where it is a literal.
  ///
  /// An invalid one is refused by the official compiler, but for `replace`, where it is an error of evaluation.
  private mutating func constantPattern(_ node: NodeID, _ index: UInt32) -> PatternMethod? {
    let kind: PatternMethod.Kind
    switch tree.mainIndex(of: node, in: Self.patternMethods) {
    case 0: kind = .matches
    case 1: kind = .split
    case 2: kind = .replace
    default: return nil
    }
    guard tree[node].childCount == (kind == .replace ? 3 : 2), let index = UInt16(exactly: index),
      let pattern = tree.child(1, of: node)
    else { return nil }
    var literal = pattern
    while tree.kind(of: literal) == .parenthesizedExpression, let inner = tree.child(0, of: literal)
    {
      literal = inner
    }
    guard tree.kind(of: literal) == .stringLiteral else { return nil }
    let text = tree.stringValue(of: literal)
    // A pattern that is written twice is compiled once.
    let symbol = patternTexts.intern(text)
    if Int(symbol.index) < patternIndices.count, let known = patternIndices[Int(symbol.index)] {
      return PatternMethod(kind, method: index, pattern: known)
    }
    while patternIndices.count <= Int(symbol.index) { patternIndices.append(nil) }
    do throws(PatternError) {
      program.patterns.append(try Pattern(text))
      let number = UInt32(truncatingIfNeeded: program.patterns.count - 1)
      patternIndices[Int(symbol.index)] = number
      return PatternMethod(kind, method: index, pattern: number)
    } catch {
      report(error, in: text, at: pattern, method: tree.mainText(of: node))
      return nil
    }
  }

  private static let patternMethods = WordTable(["matches", "split", "replace"])

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
