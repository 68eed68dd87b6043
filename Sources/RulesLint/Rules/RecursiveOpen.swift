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
      for statement in context.statements where context.pattern(of: statement).hasGlob {
        let pattern = context.pattern(of: statement)
        let everyone = context.methods(of: statement, openTo: .everyone)
        let signedIn = context.methods(of: statement, openTo: .anySignedIn)
        let methods = everyone.isEmpty ? signedIn : everyone
        guard !methods.isEmpty else { continue }
        let who =
          everyone.isEmpty ? "any signed-in user, anonymous ones too," : "anyone on the internet"
        let covered = context.patterns.indices.filter { index in
          let block = context.program.blocks[index]
          return index != Int(statement.block.index) && !block.statements.isEmpty
            && pattern.overlaps(context.patterns[index])
        }
        var notes = context.reasons(of: statement)
        if let first = covered.first {
          let others = covered.count > 1 ? " and of \(covered.count - 1) more" : ""
          let verb = covered.count > 1 ? "have" : "has"
          notes.append(
            DiagnosticNote(
              "what `\(context.patterns[first].text)`\(others) restricts \(verb) no effect for these requests",
              at: context.headerRange(of: first)
            )
          )
        }
        report.add(
          severity: context.severity(ofOpen: methods, toEveryone: !everyone.isEmpty),
          at: statement.range,
          "\(who) can \(context.verbs(methods)) \(context.thing(pattern))",
          notes: notes
        )
      }
    }
  )
}

extension LintContext {
  /// How much it matters that methods are open.
  fileprivate func severity(ofOpen methods: [Method], toEveryone: Bool) -> Severity {
    if methods.contains(where: \.isWrite) { return .error }
    return toEveryone ? .warning : .info
  }

  /// The word `match` of a block.
  func headerRange(of block: Int) -> SourceRange {
    let offset = program.blocks[block].offset
    return SourceRange(offset, offset + UInt32("match".utf8.count))
  }
}
