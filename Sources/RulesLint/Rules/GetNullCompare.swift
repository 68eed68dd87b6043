import RulesRuntime
import RulesSource

extension LintRule {
  static let getNullCompare = LintRule(
    "get-null-compare",
    .error,
    "a comparison of a lookup with null",
    reason: """
      Looking up a document that does not exist is an error, not null. So `get(path) == null` is never true: the \
      request is denied in the very case that it is written for. `get(path) != null` works, since an error denies as \
      well, and is only a hint. Ask `exists(path)`.
      """,
    bad: .firestore(
      """
      match /invitations/{email} {
        allow get: if request.auth != null
                   && get(/databases/$(database)/documents/blocked/$(request.auth.uid)) == null;
      }
      """
    ),
    good: .firestore(
      """
      match /invitations/{email} {
        allow get: if request.auth != null
                   && !exists(/databases/$(database)/documents/blocked/$(request.auth.uid));
      }
      """
    ),
    silence:
      "Silence it for the path of the requested document itself, the one lookup that may be null.",
    check: .rules { context, report in
      let terms = context.terms
      var found: [ExpressionID: Bool] = [:]
      var order: [ExpressionID] = []
      for statement in context.statements {
        context.facts.forEachLiteral(in: statement.condition) { literal in
          guard case .binary(.equal, let lookup, terms.null) = terms[literal.term],
            case .lookup(let function, let list) = terms[lookup],
            function == .get || function == .value,
            let path = terms.first(of: list),
            !context.isOwnPath(path, context.program.blocks[Int(statement.block.index)])
          else { return }
          if found[literal.origin] == nil { order.append(literal.origin) }
          found[literal.origin] = found[literal.origin] == true || !literal.isNegated
        }
      }
      for origin in order {
        let isForMissing = found[origin] == true
        report.add(
          severity: isForMissing ? .error : .hint,
          at: context.range(of: origin),
          isForMissing
            ? "a lookup is never null, so this is never true"
            : "a lookup is never null: this is true or an error",
          notes: [
            DiagnosticNote("looking up a document that does not exist is an error, which denies")
          ],
          fixes: context.existenceFix(origin)
        )
      }
    }
  )
}

extension LintContext {
  /// Whether a path is that of the requested document.
  fileprivate func isOwnPath(_ path: TermID, _ block: MatchBlock) -> Bool {
    guard case .path(let list) = terms[path] else { return false }
    let segments = terms[list]
    guard segments.count == block.pattern.count else { return false }
    var capture: UInt32 = 0
    for (segment, pattern) in zip(segments, block.pattern) {
      switch pattern {
      case .literal(let text):
        guard case .string(let symbol) = terms[segment], terms.bytes(of: symbol) == text.utf8 else {
          return false
        }
      case .capture:
        guard case .wildcard(capture) = terms[segment] else { return false }
        capture += 1
      case .glob: return false
      }
    }
    return true
  }

  /// `get(p) == null` as `!exists(p)`, where the call stands there.
  fileprivate func existenceFix(_ id: ExpressionID) -> [FixIt] {
    guard case .binary(let operation, let left, let right) = program.expressions[Int(id.index)]
    else {
      return []
    }
    for operand in [left, right] {
      guard case .lookup(_, _, let slice) = program.expressions[Int(operand.index)],
        slice.count == 1
      else { continue }
      let path = text(of: program.operands[slice.indices.lowerBound])
      let name = program.service == .storage ? "firestore.exists" : "exists"
      let text = "\(operation == .equal ? "!" : "")\(name)(\(path))"
      return [.replacing(range(of: id), with: text, "write `\(text)`")]
    }
    return []
  }
}
