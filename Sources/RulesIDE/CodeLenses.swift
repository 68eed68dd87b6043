package import RulesSource
import RulesSyntax
import RulesTesting

/// A line above a declaration that says something of it, or does something with it.
package struct CodeLens: Sendable, Hashable {
  /// What a click does.
  package enum Action: Sendable, Hashable {
    /// Runs the tests whose titles begin with these; all of the file for none.
    case runTests(document: String, titles: [String])
    /// Runs the tests of a rules file, to see what they cover.
    case runTestsOfRules(document: String)
    /// Nothing.
    case none
  }

  /// What it belongs to.
  package let range: SourceRange
  /// What it says.
  package let title: String
  /// What a click does.
  package let action: Action
}

extension Analysis {
  /// The lines above tests, groups and matches, in source order.
  package func codeLenses(in project: ProjectIndex) -> [CodeLens] {
    switch language {
    case .rules: rulesLenses(in: project)
    case .tests: testLenses(in: project)
    }
  }

  // MARK: Tests

  private static let depthLimit = 64

  private func testLenses(in project: ProjectIndex) -> [CodeLens] {
    let outcomes = project.lastRun?.outcomes[source.name] ?? [:]
    var lenses: [CodeLens] = []
    if let first = tree.children(of: tree.root).first, hasTests(tree.root) {
      let run = CodeLens.Action.runTests(document: source.name, titles: [])
      lenses.append(CodeLens(range: tree.mainRange(of: first), title: "Run all tests", action: run))
      let all = Array(outcomes.values)
      if let summary = Self.summary(of: all) {
        lenses.append(CodeLens(range: tree.mainRange(of: first), title: summary, action: .none))
      }
    }
    var pending: [(node: NodeID, titles: [String])] = [(tree.root, [])]
    while let (container, titles) = pending.popLast() {
      for node in tree.children(of: container) {
        guard let isGroup = runnable(node) else { continue }
        let own = titles + [title(of: node)]
        let range = tree.mainRange(of: node)
        lenses.append(
          CodeLens(
            range: range,
            title: isGroup ? "Run tests" : "Run test",
            action: .runTests(document: source.name, titles: own)
          )
        )
        let ended =
          isGroup
          ? outcomes.filter { Self.isIn($0.key, group: own) }.map(\.value)
          : outcomes[own].map { [$0] } ?? []
        let text = isGroup ? Self.summary(of: ended) : ended.first.map(Self.text)
        if let text { lenses.append(CodeLens(range: range, title: text, action: .none)) }
        if isGroup, own.count < Self.depthLimit { pending.append((node, own)) }
      }
    }
    return lenses.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }.map(\.element)
  }

  /// Whether a node is a group; nil for one that holds no tests.
  ///
  /// A table outside of tests is a test.
  private func runnable(_ node: NodeID) -> Bool? {
    switch tree.kind(of: node) {
    case .testDeclaration: false
    case .groupDeclaration: true
    case .tableDeclaration: false
    default: nil
    }
  }

  private func hasTests(_ container: NodeID) -> Bool {
    tree.children(of: container).contains { runnable($0) != nil }
  }

  private static func isIn(_ titles: [String], group: [String]) -> Bool {
    titles.count > group.count && titles.prefix(group.count).elementsEqual(group)
  }

  private static func text(_ outcome: TestOutcome) -> String {
    let steps = outcome.stepCount == 1 ? "1 step" : "\(outcome.stepCount) steps"
    return switch outcome.status {
    case .passed: "passed, \(steps)"
    case .failed: "failed, \(outcome.failureCount) of \(steps)"
    case .skipped: "skipped"
    }
  }

  private static func summary(of outcomes: [TestOutcome]) -> String? {
    guard !outcomes.isEmpty else { return nil }
    let parts = [(TestOutcome.Status.passed, "passed"), (.failed, "failed"), (.skipped, "skipped")]
    return parts.compactMap { status, word in
      let count = outcomes.count { $0.status == status }
      return count > 0 ? "\(count) \(word)" : nil
    }.joined(separator: ", ")
  }

  // MARK: Rules

  private func rulesLenses(in project: ProjectIndex) -> [CodeLens] {
    let run = CodeLens.Action.runTestsOfRules(document: source.name)
    let items = coverageItems(in: project)
    var lenses: [CodeLens] = []
    for index in tree.nodes.indices {
      let node = NodeID(index: UInt32(truncatingIfNeeded: index))
      switch tree.kind(of: node) {
      case .serviceDeclaration where !project.tests.isEmpty:
        lenses.append(CodeLens(range: tree.mainRange(of: node), title: "Run tests", action: run))
      case .matchDeclaration:
        guard let title = coverage(of: node, items) else { continue }
        lenses.append(CodeLens(range: tree.mainRange(of: node), title: title, action: run))
      default: continue
      }
    }
    return lenses.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// What the last run saw of the file's functions and statements, with where they stand now; those that
  /// were edited since are left out.
  private func coverageItems(
    in project: ProjectIndex
  ) -> [(start: UInt32, share: CoverageReport.Share)] {
    guard let file = project.lastRun?.coverage[source.name] else { return [] }
    let map = EditMap(from: source, to: file.source)
    return file.items.compactMap { item in
      map.old(item.range).map { ($0.lowerBound, item.tally.all) }
    }.sorted { $0.start < $1.start }
  }

  /// What the tests cover of a match and what is in it; nil where nothing is known.
  private func coverage(
    of match: NodeID,
    _ items: [(start: UInt32, share: CoverageReport.Share)]
  ) -> String? {
    let range = tree.range(of: match)
    var low = 0
    var high = items.count
    while low < high {
      let middle = (low + high) / 2
      if items[middle].start < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    let inside = items[low...].prefix { $0.start < range.upperBound }.map(\.share)
    guard var share = inside.first else { return nil }
    for other in inside.dropFirst() {
      share.seen += other.seen
      share.total += other.total
    }
    return share.total == 0 ? nil : "\(share.percentText) covered by tests"
  }
}
