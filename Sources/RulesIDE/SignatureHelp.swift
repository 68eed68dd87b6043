import RulesRuntime
import RulesSemantics
package import RulesSource
import RulesSyntax

/// The ways in which the function around a place can be called.
package struct SignatureHelp: Sendable, Hashable {
  /// One way.
  package struct Signature: Sendable, Hashable {
    /// The whole: `string.matches(string): bool`.
    package let label: String
    /// The parameters, as ranges of the label's UTF-8 bytes.
    package let parameters: [SourceRange]
    /// More about it, in Markdown; empty for nothing.
    package let documentation: String
  }

  /// The ways.
  package let signatures: [Signature]
  /// Which of them fits best.
  package let activeSignature: Int
  /// Which parameter the place is in; may be past the last one.
  package let activeParameter: Int
}

extension Analysis {
  /// The characters that open signature help when they are typed.
  package static let signatureTriggers = ["(", ","]

  /// The ways to call the function whose parentheses are around an offset.
  package func signatureHelp(at offset: UInt32, in project: ProjectIndex) -> SignatureHelp? {
    guard !tree.isInComment(offset), let call = tree.openCall(before: offset) else { return nil }
    let range = tree[call.name].range
    let path = tree.path(to: range)
    guard let node = path.last(where: { tree[$0].mainToken == call.name }) else { return nil }
    let signatures = signatures(of: node, path: Array(path.prefix { $0 != node }) + [node])
    guard !signatures.isEmpty else { return nil }
    let best = signatures.firstIndex { $0.parameters.count > call.argument } ?? 0
    return SignatureHelp(
      signatures: signatures,
      activeSignature: best,
      activeParameter: call.argument
    )
  }

  private func signatures(of node: NodeID, path: [NodeID]) -> [SignatureHelp.Signature] {
    switch meaning(of: node, path: path) {
    case .declared(let name) where name.kind == .function: return [signature(ofFunction: name.node)]
    case .builtin(let index): return signatures(of: [index])
    default: break
    }
    if tree.kind(of: node) == .methodCallExpression {
      return signatures(of: methods(of: node))
    }
    guard language == .tests, let page = WordPages.page(of: tree.mainText(of: node), in: .tests)
    else {
      return []
    }
    let label = "\(page.word)(…)"
    return [SignatureHelp.Signature(label: label, parameters: [], documentation: page.text)]
  }

  /// The built-ins that a call of a method may mean: those of the types that the receiver may have.
  func methods(of call: NodeID) -> [UInt16] {
    guard let group = Library.method(named: Text(wtf8: tree.mainBytes(of: call))) else { return [] }
    let known = tree.child(0, of: call).flatMap { model?.types()[$0] } ?? .any
    let fitting = known.types.compactMap { group[$0] }
    return fitting.isEmpty ? ValueType.allCases.compactMap { group[$0] } : fitting
  }

  private func signature(ofFunction node: NodeID) -> SignatureHelp.Signature {
    var label = tree.mainText(of: node) + "("
    var parameters: [SourceRange] = []
    for (place, parameter) in tree.children(of: node, .parameter).enumerated() {
      if place > 0 { label += ", " }
      let start = UInt32(truncatingIfNeeded: label.utf8.count)
      label += tree.mainText(of: parameter)
      parameters.append(SourceRange(start, UInt32(truncatingIfNeeded: label.utf8.count)))
    }
    return SignatureHelp.Signature(
      label: label + ")",
      parameters: parameters,
      documentation: tree.documentation(of: node)
    )
  }

  private func signatures(of builtins: [UInt16]) -> [SignatureHelp.Signature] {
    builtins.filter { Int($0) < Library.all.count }.flatMap { index in
      let builtin = Library.all[Int(index)]
      return BuiltinPages.signatures(of: builtin).map { signature in
        SignatureHelp.Signature(
          label: signature.text,
          parameters: signature.parameters.map {
            SourceRange(
              UInt32(truncatingIfNeeded: $0.lowerBound),
              UInt32(truncatingIfNeeded: $0.upperBound)
            )
          },
          documentation: BuiltinPages.page(of: builtin)
        )
      }
    }
  }
}

extension SyntaxTree {
  /// How far back the beginning of a call is looked for.
  private static let scanLimit = 2000

  /// The call whose arguments an offset is in: its name, and the index of the argument.
  ///
  /// Tokens are counted, so that a call that is not closed yet is found too.
  fileprivate func openCall(before offset: UInt32) -> (name: TokenID, argument: Int)? {
    var index = tokenIndex(endingAfter: offset)
    // A token that the offset is inside of is not before it.
    if tokens[index].range.lowerBound >= offset || index == tokens.count - 1 { index -= 1 }
    var depth = 0
    var commas = 0
    var steps = 0
    while index >= 0, steps < Self.scanLimit {
      defer {
        index -= 1
        steps += 1
      }
      guard tokens[index].range.upperBound <= offset else { continue }
      switch tokens[index].kind {
      case .rightParenthesis, .rightBracket, .rightBrace: depth += 1
      case .leftParenthesis, .leftBracket, .leftBrace:
        guard depth == 0 else {
          depth -= 1
          continue
        }
        if tokens[index].kind == .leftParenthesis, index > 0, tokens[index - 1].kind.isName {
          return (TokenID(index: UInt32(truncatingIfNeeded: index - 1)), commas)
        }
        commas = 0
      case .comma: if depth == 0 { commas += 1 }
      case .semicolon: return nil
      default: continue
      }
    }
    return nil
  }
}
