import RulesRegex
import RulesRuntime
import RulesSource
import RulesSyntax

extension Lowering {
  /// Lowers an expression with the brackets around it.
  mutating func expression(_ node: NodeID) -> ExpressionID {
    let (inner, start) = tree.unwrapped(node)
    return lower(inner, start: start)
  }

  /// Lowers what stands before `.name`, `[…]`, `.f(…)` or behind a minus: of the brackets around it the
  /// outermost pair does not count for where errors point.
  mutating func receiver(_ node: NodeID) -> ExpressionID {
    guard tree.kind(of: node) == .parenthesizedExpression, let inside = tree.child(0, of: node)
    else {
      return expression(node)
    }
    return expression(inside)
  }

  private mutating func lower(_ node: NodeID, start: UInt32?) -> ExpressionID {
    switch tree.kind(of: node) {
    case .nullLiteral: return appendConstant(.null, tree.origin(of: node, start: start))
    case .booleanLiteral:
      let isTrue = tree[tree[node].mainToken].kind == .trueKeyword
      return appendConstant(.bool(isTrue), tree.origin(of: node, start: start))
    case .intLiteral:
      // A magnitude of 2^63 stands behind a minus only, which is folded into it.
      let value = tree.intMagnitude(of: node).map { Int64(truncatingIfNeeded: $0) } ?? 0
      return appendConstant(.int(value), tree.origin(of: node, start: start))
    case .floatLiteral:
      return appendConstant(.float(tree.floatValue(of: node)), tree.origin(of: node, start: start))
    case .stringLiteral:
      return appendConstant(
        .string(Text(wtf8: tree.stringValue(of: node))),
        tree.origin(of: node, start: start)
      )
    case .bytesLiteral:
      return appendConstant(
        .bytes(Octets(tree.bytesValue(of: node) ?? [])),
        tree.origin(of: node, start: start)
      )
    case .nameExpression: return name(node, start: start)
    case .memberExpression: return member(node, start: start)
    case .indexExpression, .sliceExpression: return index(node, start: start)
    case .unaryExpression: return unary(node, start: start)
    case .binaryExpression: return binary(node, start: start)
    case .isExpression: return isExpression(node, start: start)
    case .conditionalExpression: return conditional(node, start: start)
    case .listExpression:
      let elements = tree.children(of: node).map { expression($0) }
      return append(.list(appendOperands(elements)), tree.origin(of: node, start: start))
    case .mapExpression: return map(node, start: start)
    case .path: return path(node, start: start)
    case .callExpression: return call(node, start: start)
    case .methodCallExpression: return methodCall(node, start: start)
    case .parenthesizedExpression: return expression(node)
    default: return nullExpression(at: node)
    }
  }

  private mutating func name(_ node: NodeID, start: UInt32?) -> ExpressionID {
    let origin = tree.origin(of: node, start: start)
    switch references[node] {
    case .local(let slot): return append(.local(slot), origin)
    case .wildcard(let capture): return append(.wildcard(capture), origin)
    case .request: return append(.request, origin)
    case .resource: return append(.resource, origin)
    case .none, .function, .builtin, .lookup, .namespace, .unresolved:
      return append(.unresolvedName(nameIndex(tree.mainBytes(of: node))), origin)
    }
  }

  /// `a.b.c`: one expression a link, side by side, so that the evaluator walks the chain in one step.
  private mutating func member(_ node: NodeID, start: UInt32?) -> ExpressionID {
    let mark = links.count
    var base = node
    // Only brackets end a chain: what is in them is an expression of its own.
    while tree.kind(of: base) == .memberExpression, let next = tree.child(0, of: base) {
      links.append(base)
      base = next
    }
    let root = receiver(base)
    let rootStart = program.origins[Int(root.index)].start
    let firstName = UInt32(truncatingIfNeeded: program.names.count)
    var last = root
    while links.count > mark, let link = links.popLast() {
      // The names of a chain follow one another, so they are added even where they are known.
      let name = name(of: link)
      program.names.append(name)
      last = append(
        .members(
          root: root,
          firstName: firstName,
          count: UInt32(truncatingIfNeeded: program.names.count) - firstName
        ),
        tree.origin(of: link, start: link == node ? start : nil, main: rootStart)
      )
    }
    return last
  }

  private mutating func index(_ node: NodeID, start: UInt32?) -> ExpressionID {
    let children = tree.childIDs[tree.childPlaces(of: node)]
    let base = receiver(children[children.startIndex])
    let main = tree.range(of: children[children.startIndex]).lowerBound
    if tree.kind(of: node) == .indexExpression {
      let index = expression(children[children.startIndex + 1])
      return append(.index(base, index), tree.origin(of: node, start: start, main: main))
    }
    let lower = bound(children[children.startIndex + 1])
    let upper = bound(children[children.startIndex + 2])
    return append(
      .slice(base, lower: lower, upper: upper),
      tree.origin(of: node, start: start, main: main)
    )
  }

  private mutating func bound(_ node: NodeID) -> ExpressionID? {
    tree.kind(of: node) == .omitted ? nil : expression(node)
  }

  private mutating func unary(_ node: NodeID, start: UInt32?) -> ExpressionID {
    guard let operand = tree.child(0, of: node) else { return nullExpression(at: node) }
    let operation: UnaryOperator = tree[tree[node].mainToken].kind == .not ? .not : .minus
    let lowered = operation == .minus ? receiver(operand) : expression(operand)
    return append(.unary(operation, lowered), tree.origin(of: node, start: start))
  }

  private mutating func binary(_ node: NodeID, start: UInt32?) -> ExpressionID {
    guard let first = tree.child(0, of: node), let second = tree.child(1, of: node) else {
      return nullExpression(at: node)
    }
    let left = expression(first)
    let right = expression(second)
    let origin = tree.origin(of: node, start: start)
    switch tree[tree[node].mainToken].kind {
    case .andAnd: return append(.and(left, right), origin)
    case .orOr: return append(.or(left, right), origin)
    case .inKeyword: return append(.contained(element: left, collection: right), origin)
    case let kind:
      guard let operation = BinaryOperator(kind) else { return nullExpression(at: node) }
      return append(.binary(operation, left, right), origin)
    }
  }

  private mutating func isExpression(_ node: NodeID, start: UInt32?) -> ExpressionID {
    let children = tree.childIDs[tree.childPlaces(of: node)]
    let operand = expression(children[children.startIndex])
    guard let word = TypeWord(rawValue: tree.mainText(of: children[children.startIndex + 1])) else {
      return nullExpression(at: node)
    }
    return append(.isType(operand, word), tree.origin(of: node, start: start))
  }

  private mutating func conditional(_ node: NodeID, start: UInt32?) -> ExpressionID {
    let children = tree.childIDs[tree.childPlaces(of: node)]
    let condition = expression(children[children.startIndex])
    let then = expression(children[children.startIndex + 1])
    let otherwise = expression(children[children.startIndex + 2])
    return append(
      .conditional(condition, then: then, otherwise: otherwise),
      tree.origin(of: node, start: start)
    )
  }

  private mutating func map(_ node: NodeID, start: UInt32?) -> ExpressionID {
    var operands: [ExpressionID] = []
    for entry in tree.children(of: node) {
      guard let key = tree.child(0, of: entry), let value = tree.child(1, of: entry) else {
        continue
      }
      operands.append(mapKey(key))
      operands.append(expression(value))
    }
    return append(.map(appendOperands(operands)), tree.origin(of: node, start: start))
  }

  private mutating func mapKey(_ node: NodeID) -> ExpressionID {
    guard bareKeysAreStrings, tree.kind(of: node) == .nameExpression else {
      return expression(node)
    }
    return appendConstant(
      .string(Text(wtf8: tree.mainBytes(of: node))),
      tree.origin(of: node, start: nil)
    )
  }

  private mutating func path(_ node: NodeID, start: UInt32?) -> ExpressionID {
    var parts: [PathPart] = []
    for segment in tree.children(of: node) {
      switch tree.kind(of: segment) {
      case .captureSegment: parts.append(.capture(Text(wtf8: tree.mainBytes(of: segment))))
      case .globSegment: parts.append(.glob(Text(wtf8: tree.mainBytes(of: segment))))
      case .interpolatedSegment:
        guard let inner = tree.child(0, of: segment) else { continue }
        parts.append(.interpolation(expression(inner)))
      default: parts.append(.literal(Text(wtf8: tree.segmentText(of: segment))))
      }
    }
    let slice = TableSlice(start: program.pathParts.count, count: parts.count)
    program.pathParts.append(contentsOf: parts)
    return append(.path(slice), tree.origin(of: node, start: start))
  }
}

extension SyntaxTree {
  // Of the tree and not of the lowering, which would be copied as a whole for each call: a measured sixth of its time.

  /// The expression within brackets, and the offset of the outermost of them.
  fileprivate func unwrapped(_ node: NodeID) -> (inner: NodeID, start: UInt32?) {
    var inner = node
    var start: UInt32?
    while kind(of: inner) == .parenthesizedExpression, let inside = child(0, of: inner) {
      if start == nil { start = range(of: inner).lowerBound }
      inner = inside
    }
    return (inner, start)
  }

  /// An origin whose errors point at a token; `start` is that of brackets around it, if there are any.
  func origin(of node: NodeID, start: UInt32?, main: UInt32? = nil) -> ExpressionOrigin {
    let range = range(of: node)
    return ExpressionOrigin(
      start: start ?? range.lowerBound,
      main: main ?? mainRange(of: node).lowerBound,
      lowerBound: range.lowerBound,
      upperBound: range.upperBound
    )
  }
}

extension BinaryOperator {
  /// The operator of a token, where both operands are always evaluated.
  fileprivate init?(_ kind: TokenKind) {
    switch kind {
    case .plus: self = .add
    case .minus: self = .subtract
    case .star: self = .multiply
    case .slash: self = .divide
    case .percent: self = .remainder
    case .less: self = .less
    case .lessOrEqual: self = .lessOrEqual
    case .greater: self = .greater
    case .greaterOrEqual: self = .greaterOrEqual
    case .equal: self = .equal
    case .notEqual: self = .notEqual
    default: return nil
    }
  }
}
