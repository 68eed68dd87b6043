import RulesIDE
import RulesSource
import RulesSyntax

extension FuzzTarget {
  /// Every feature of an editor, at places all over a file that is read as rules and as tests: the rules, a
  /// zero, the tests.
  static let editor = FuzzTarget(name: "editor", dictionary: words + testWords) { input in
    let parts = parts(input, 2)
    var project = ProjectIndex()
    let rules = Analysis(SourceFile(name: "firestore.rules", bytes: parts[0]), .rules)
    let tests = Analysis(SourceFile(name: "a.rulestest", bytes: parts[1]), .tests)
    project.rules = rules
    project.tests = [tests]
    var random = SeededRandom(seed: seed(of: input))
    for analysis in [rules, tests] {
      if let problem = checkWhole(analysis, in: project) { return problem }
      let count = analysis.source.bytes.count
      for _ in 0..<6 {
        let offset = UInt32(truncatingIfNeeded: random.below(count + 2))
        if let problem = check(analysis, at: offset, in: project) { return problem }
      }
    }
    return nil
  }

  /// Asks what is about the whole document.
  private static func checkWhole(_ analysis: Analysis, in project: ProjectIndex) -> String? {
    render(analysis.diagnostics(in: project), analysis.source)
    _ = analysis.documentLinks()
    _ = analysis.codeLenses(in: project)
    _ = analysis.symbols(matching: "a")
    let end = UInt32(truncatingIfNeeded: analysis.source.bytes.count)
    var last: UInt32 = 0
    for token in analysis.semanticTokens() {
      guard token.range.lowerBound >= last, token.range.upperBound <= end else {
        return "the tokens overlap or leave the file at \(token.range)"
      }
      last = token.range.upperBound
    }
    for fold in analysis.foldingRanges() where fold.range.upperBound > end {
      return "a fold leaves the file"
    }
    var pending = analysis.symbols()
    while let symbol = pending.popLast() {
      guard symbol.range.lowerBound <= symbol.nameRange.lowerBound,
        symbol.nameRange.upperBound <= symbol.range.upperBound, !symbol.name.isEmpty
      else { return "the symbol `\(symbol.name)` has its name outside of it" }
      pending += symbol.children
    }
    return nil
  }

  /// Asks what is about a place.
  private static func check(
    _ analysis: Analysis,
    at offset: UInt32,
    in project: ProjectIndex
  ) -> String? {
    _ = analysis.hover(at: offset, in: project)
    _ = analysis.signatureHelp(at: offset, in: project)
    let range = SourceRange(offset / 2, offset)
    _ = analysis.inlayHints(in: range, in: project)
    let selections = analysis.selectionRanges(at: offset)
    for (inner, outer) in zip(selections, selections.dropFirst())
    where outer.lowerBound > inner.lowerBound || outer.upperBound < inner.upperBound {
      return "the selection \(outer) does not hold \(inner)"
    }
    for item in analysis.completions(at: offset, in: project)
    where !isInside([item.edit], analysis) {
      return "the completion `\(item.label)` leaves the file"
    }
    for action in analysis.codeActions(in: range, in: project) {
      for edit in action.edits where edit.document == analysis.source.name {
        guard isInside(edit.edits, analysis) else {
          return "the edits of `\(action.title)` overlap or leave the file"
        }
      }
    }
    let places = analysis.references(at: offset, includingDeclaration: true, in: project)
    let definitions = analysis.definitions(at: offset, in: project)
    if let own = definitions.first, own.document == analysis.source.name, !places.contains(own) {
      return "the declaration is not among the references"
    }
    guard let edits = try? analysis.rename(at: offset, to: "renamed", in: project) else {
      return nil
    }
    let own = edits.filter { $0.document == analysis.source.name }.flatMap(\.edits)
    return isInside(own, analysis) ? nil : "the edits of a rename overlap or leave the file"
  }

  /// Whether edits, in source order, lie in the file and apart from each other.
  private static func isInside(_ edits: [TextEdit], _ analysis: Analysis) -> Bool {
    var end: UInt32 = 0
    for edit in edits {
      guard edit.range.lowerBound >= end else { return false }
      end = edit.range.upperBound
    }
    return Int(end) <= analysis.source.bytes.count
  }
}
