import RulesSemantics
import RulesSource
import RulesSyntax

extension LintRule {
  static let noteComment = LintRule(
    noteID,
    .hint,
    "a comment that says that something is still to be done",
    reason: """
      Rules with such a note protect real data as they are. Do what the note says before they are deployed, or move \
      it to where work is planned. It has to be turned on.
      """,
    bad: .firestore(
      """
      match /cards/{card} {
        // \(words[0]): ask for the owner
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
    silence: "Leave it off where notes are looked for in another way.",
    isOptional: true,
    check: .text { model, report in
      let tree = model.tree
      for index in tree.tokens.indices {
        let token = TokenID(index: UInt32(truncatingIfNeeded: index))
        guard tree.triviaRange(before: token).count > 4 else { continue }
        for piece in tree.trivia(before: token)
        where piece.kind == .lineComment || piece.kind == .blockComment {
          let text = tree.source.bytes[Int(piece.range.lowerBound)..<Int(piece.range.upperBound)]
          guard let word = words.first(where: { text.holdsWord($0) }) else { continue }
          report.add(at: piece.range, "this comment holds a `\(word)`")
        }
      }
    }
  )

  // The words are put together, as they stand for unfinished work in this file as well.
  private static let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HACK"]
  private static let noteID = "to" + "do-comment"
}

extension ContiguousArray<UInt8>.SubSequence {
  /// Whether a word stands in text, with no letter around it.
  fileprivate func holdsWord(_ word: String) -> Bool {
    let word = ContiguousArray(word.utf8)
    guard count >= word.count else { return false }
    for start in startIndex...(endIndex - word.count) where self[start] == word[0] {
      let end = start + word.count
      guard self[start..<end].elementsEqual(word) else { continue }
      let isFree =
        (start == startIndex || !self[start - 1].isNameByte)
        && (end == endIndex || !self[end].isNameByte)
      if isFree { return true }
    }
    return false
  }
}
