import RulesRuntime
import RulesSource

extension LintRule {
  static let recursiveOpen = LintRule(
    "recursive-open",
    .error,
    "a `{name=**}` block that is open to everyone, or to every user",
    reason: """
      Statements of all blocks that match a path are tried, and one that allows is enough. A recursive wildcard \
      with a condition that everybody meets therefore opens all that it covers: no other block can take it back, \
      and collections that do not exist yet are open from their first day.
      """,
    bad: .firestore(
      """
      match /{document=**} {
        allow read, write: if request.auth != null;
      }
      """
    ),
    good: .firestore(
      """
      match /users/{uid}/{document=**} {
        allow read: if request.auth != null && request.auth.uid == uid;
      }
      """
    ),
    silence: "Silence it for a project that holds nothing but public data.",
    check: .rules { context, report in
      // In a file of very many blocks the note on the others is left out.
      var budget = 100_000
      for statement in context.statements where context.pattern(of: statement).hasGlob {
        let pattern = context.pattern(of: statement)
        let everyone = context.methods(of: statement, openTo: .everyone)
        let signedIn = context.methods(of: statement, openTo: .anySignedIn)
        let methods = everyone.isEmpty ? signedIn : everyone
        let isWhole = pattern.ownSegments.first?.isGlob ?? false
        // What all users may read below one path is as often meant as not.
        guard !methods.isEmpty, methods.contains(where: \.isWrite) || !everyone.isEmpty || isWhole
        else { continue }
        let who =
          everyone.isEmpty ? "any signed-in user, anonymous ones too," : "anyone on the internet"
        budget -= context.patterns.count
        let covered = (budget > 0 ? context.patterns.indices : 0..<0).filter { index in
          let block = context.program.blocks[index]
          return index != Int(statement.block.index) && !block.statements.isEmpty
            && pattern.overlaps(context.patterns[index])
        }
        var notes = context.reasons(of: statement) + context.dataNotes(of: statement, methods)
        if let first = covered.first {
          let others = covered.count > 1 ? " and \(covered.count - 1) more blocks" : ""
          notes.append(
            DiagnosticNote(
              "`\(context.patterns[first].text)`\(others) can't take that back",
              at: context.headerRange(of: first)
            )
          )
        }
        report.add(
          severity: methods.contains(where: \.isWrite)
            ? .error : isWhole && !everyone.isEmpty ? .warning : .info,
          at: statement.range,
          "\(who) can \(context.verbs(methods)) \(context.thing(pattern))",
          notes: notes
        )
      }
    }
  )
}

extension LintContext {
  /// The word `match` of a block.
  func headerRange(of block: Int) -> SourceRange {
    let offset = program.blocks[block].offset
    return SourceRange(offset, offset + UInt32("match".utf8.count))
  }
}
