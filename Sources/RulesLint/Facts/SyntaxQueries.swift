import RulesRuntime
import RulesSource
import RulesSyntax

extension SyntaxTree {
  /// The nodes of a kind, those within others first.
  func nodes(_ kind: SyntaxKind) -> [NodeID] {
    var found: [NodeID] = []
    for index in nodes.indices where nodes[index].kind == kind {
      found.append(NodeID(index: UInt32(truncatingIfNeeded: index)))
    }
    return found
  }

  /// Whether a comment stands in a range.
  func hasComment(in range: SourceRange) -> Bool {
    let bytes = source.bytes[Int(range.lowerBound)..<Int(range.upperBound)]
    guard bytes.contains(UInt8(ascii: "/")) else { return false }
    // The first token that ends behind the beginning of the range: the space before it is the first to look at.
    var lower = 0
    var upper = tokens.count
    while lower < upper {
      let middle = (lower + upper) / 2
      if tokens[middle].range.upperBound <= range.lowerBound {
        lower = middle + 1
      } else {
        upper = middle
      }
    }
    for index in lower..<tokens.count {
      let token = TokenID(index: UInt32(truncatingIfNeeded: index))
      let space = triviaRange(before: token)
      if space.lowerBound >= range.upperBound { return false }
      guard !space.isEmpty else { continue }
      let hasComment = trivia(before: token).contains { piece in
        (piece.kind == .lineComment || piece.kind == .blockComment)
          && piece.range.lowerBound < range.upperBound && piece.range.upperBound > range.lowerBound
      }
      if hasComment { return true }
    }
    return false
  }

  /// An expression without the parentheses around it.
  func unwrapped(_ node: NodeID) -> NodeID {
    var node = node
    while kind(of: node) == .parenthesizedExpression, let inner = child(0, of: node) {
      node = inner
    }
    return node
  }
}

extension Program {
  /// The function that an expression belongs to; nil for one of a condition.
  ///
  /// INVARIANT: the expressions of a function stand together, its result last.
  func function(of id: ExpressionID) -> FunctionID? {
    var lower = 0
    var upper = functions.count
    while lower < upper {
      let middle = (lower + upper) / 2
      if functions[middle].result < id { lower = middle + 1 } else { upper = middle }
    }
    return lower < functions.count ? FunctionID(index: UInt32(truncatingIfNeeded: lower)) : nil
  }

  /// The value of a variable of a function; nil for a parameter, which has many.
  func value(ofLocal slot: UInt32, at id: ExpressionID) -> ExpressionID? {
    guard let owner = function(of: id) else { return nil }
    let function = functions[Int(owner.index)]
    let place = Int(slot) - function.parameters.count
    return function.lets.indices.contains(place) ? function.lets[place] : nil
  }

  /// What an expression stands for, once the names of lets and functions are looked up.
  func resolved(_ id: ExpressionID) -> ExpressionID {
    var id = id
    // Calls can't be circular; the bound is for long chains of lets.
    for _ in 0..<100 {
      switch expressions[Int(id.index)] {
      case .call(let function, _): id = functions[Int(function.index)].result
      case .local(let slot):
        guard let value = value(ofLocal: slot, at: id) else { return id }
        id = value
      default: return id
      }
    }
    return id
  }
}

extension Program {
  /// Whether an expression comes to the same in each call of its function.
  func isClosed(_ id: ExpressionID) -> Bool {
    var pending = [id]
    while let next = pending.popLast() {
      if case .local(let slot) = expressions[Int(next.index)] {
        guard let value = value(ofLocal: slot, at: next) else { return false }
        pending.append(value)
      }
      pending.append(contentsOf: operands(of: next))
    }
    return true
  }
}

extension LintContext {
  /// The source of an expression, without parentheses around it.
  func text(of id: ExpressionID) -> String { tree.source.text(of: range(of: id)) }
}

extension SourceRange {
  /// Whether one of some offsets, which are sorted, lies in the range.
  func holdsOne(of offsets: [UInt32]) -> Bool {
    var lower = 0
    var upper = offsets.count
    while lower < upper {
      let middle = (lower + upper) / 2
      if offsets[middle] < lowerBound { lower = middle + 1 } else { upper = middle }
    }
    return lower < offsets.count && contains(offsets[lower])
  }
}

extension FixIt {
  /// The replacement of one range.
  static func replacing(
    _ range: SourceRange,
    with text: String,
    _ title: String,
    isSafe: Bool = false
  ) -> FixIt {
    FixIt(title, edits: [TextEdit(replacing: range, with: text)], isSafe: isSafe)
  }
}
