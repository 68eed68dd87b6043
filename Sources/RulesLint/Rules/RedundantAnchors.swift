import RulesSource
import RulesSyntax

extension LintRule {
  static let redundantAnchors = LintRule(
    "redundant-anchors",
    .hint,
    "`^` and `$` around a pattern of `matches()`",
    reason: """
      `matches()` asks whether the whole text fits, so `^` at the beginning and `$` at the end change nothing. \
      Without them nobody takes a pattern that has none for one that looks for a part.
      """,
    bad: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && resource.data.owner == request.auth.uid
                   && card.matches('^[a-z]+$');
      }
      """
    ),
    good: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && resource.data.owner == request.auth.uid
                   && card.matches('[a-z]+');
      }
      """
    ),
    silence: "Leave it off where patterns are shared with code that looks for parts.",
    isOptional: true,
    check: .rules { context, report in
      for constant in context.constantPatterns {
        let pattern = constant.bytes
        let range = constant.range
        // An alternative takes an anchor for itself alone.
        guard pattern.count > 2, pattern.first == UInt8(ascii: "^"),
          pattern.last == UInt8(ascii: "$"),
          !pattern.contains(UInt8(ascii: "|")),
          pattern[pattern.count - 2] != UInt8(ascii: "\\")
        else { continue }
        let start = range.lowerBound + 1
        let end = range.upperBound - 1
        report.add(
          at: range,
          "`matches()` takes the whole text anyway",
          fixes: !constant.isVerbatim
            ? []
            : [
              FixIt(
                "delete `^` and `$`",
                edits: [
                  TextEdit(replacing: SourceRange(start, start + 1), with: ""),
                  TextEdit(replacing: SourceRange(end - 1, end), with: ""),
                ],
                isSafe: true
              )
            ]
        )
      }
    }
  )
}
