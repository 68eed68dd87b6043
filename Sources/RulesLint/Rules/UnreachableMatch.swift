import RulesRuntime
import RulesSource
import RulesSyntax

extension LintRule {
  static let unreachableMatch = LintRule(
    "unreachable-match",
    .warning,
    "a match block whose pattern no document has",
    reason: """
      A document's path is `/databases/{database}/documents`, then pairs of a collection and a document. A pattern \
      that ends in a collection, or begins in another way, matches no request, so what the block grants is never \
      granted: the official compiler says nothing, and every request is denied. In Storage the paths begin with \
      `/b/{bucket}/o`. A segment `**` or `*` is that text; only `{name=**}` matches any number of segments.
      """,
    bad: .firestore(
      """
      match /cards {
        allow get: if request.auth != null && resource.data.owner == request.auth.uid;
      }
      """
    ),
    good: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && resource.data.owner == request.auth.uid;
      }
      """
    ),
    silence: "Silence it for a block that is kept for later; better, delete it.",
    check: .rules { context, report in
      guard context.program.service != .other else { return }
      let isStorage = context.program.service == .storage
      let root: ContiguousArray<PatternSegment> =
        isStorage
        ? [.literal("b"), .capture("bucket"), .literal("o"), .glob("x", minimum: 0)]
        : [
          .literal("databases"), .capture("database"), .literal("documents"),
          .glob("x", minimum: 0),
        ]
      let everything = PathPattern(root, context.program.service)
      let nodes = context.matchNodes
      for (index, block) in context.program.blocks.enumerated() where !block.statements.isEmpty {
        let pattern = context.patterns[index]
        guard let node = nodes[block.offset],
          let path = context.tree.matchDeclaration(node)?.path
        else { continue }
        if let star = path.literalStar {
          report.add(
            at: star.range,
            "`\(star.text)` is a segment of this text, no wildcard",
            notes: [DiagnosticNote("`{name=**}` matches any number of segments, `{name}` one")],
            fixes: [.replacing(star.range, with: star.meant, "write `\(star.meant)`")]
          )
          continue
        }
        if !pattern.overlaps(everything) {
          let prefix = isStorage ? "/b/{bucket}/o" : "/databases/{database}/documents"
          report.add(
            at: path.range,
            "no request has a path that matches `\(pattern.fullText)`",
            notes: [DiagnosticNote("the paths of the service begin with `\(prefix)`")]
          )
        } else if !isStorage, !pattern.hasGlob,
          pattern.segments.count == 3 || pattern.segments.count % 2 == 0
        {
          report.add(
            at: path.range,
            pattern.segments.count == 3
              ? "this is the root of the database, where no document is"
              : "`\(pattern.text)` is a collection, so no document matches it",
            notes: [
              DiagnosticNote(
                "queries are judged by the patterns of the documents in the collection, too"
              )
            ],
            fixes: pattern.segments.count == 3
              ? []
              : [
                .replacing(
                  SourceRange(at: path.range.upperBound),
                  with: "/{id}",
                  "add a segment for the document"
                )
              ]
          )
        }
      }
    }
  )
}

extension PathPattern {
  /// As people write it, with what all rules of the service begin with.
  fileprivate var fullText: String { segments.map { "/" + $0.text }.joined() }
}

extension PathSyntax {
  /// The first segment that is made of stars.
  fileprivate var literalStar: (text: String, range: SourceRange, meant: String)? {
    for segment in segments {
      guard case .literal(let text, let node) = segment, !text.isEmpty,
        text.allSatisfy({ $0 == UInt8(ascii: "*") })
      else { continue }
      return (
        String(decoding: text, as: UTF8.self), tree.range(of: node),
        text.count == 1 ? "/{id}" : "/{path=**}"
      )
    }
    return nil
  }
}
