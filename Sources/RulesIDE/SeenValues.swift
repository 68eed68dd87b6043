import RulesRuntime
import RulesSource
import RulesSyntax
import RulesTesting

/// Where a range of a text that was edited since stood before.
struct EditMap {
  private let prefix: Int
  private let suffix: Int
  private let oldCount: Int
  private let newCount: Int

  /// Compares a text with an older one: what is the same at both ends is where it was.
  init(from old: SourceFile, to new: SourceFile) {
    oldCount = old.bytes.count
    newCount = new.bytes.count
    let shorter = min(oldCount, newCount)
    var prefix = 0
    while prefix < shorter, old.bytes[prefix] == new.bytes[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix,
      old.bytes[oldCount - suffix - 1] == new.bytes[newCount - suffix - 1]
    { suffix += 1 }
    self.prefix = prefix
    self.suffix = suffix
  }

  /// Where a range of the new text stood in the old one; nil where it was edited.
  func old(_ range: SourceRange) -> SourceRange? {
    if Int(range.upperBound) <= prefix { return range }
    guard Int(range.lowerBound) >= newCount - suffix else { return nil }
    let shift = oldCount - newCount
    return SourceRange(
      UInt32(truncatingIfNeeded: Int(range.lowerBound) + shift),
      UInt32(truncatingIfNeeded: Int(range.upperBound) + shift)
    )
  }
}

extension Analysis {
  private static let sampleLimit = 5
  private static let sampleLength = 200

  /// The values that an expression had in the last run of the tests, as a paragraph.
  func seenValues(of node: NodeID, in project: ProjectIndex) -> [String] {
    seenValues(of: tree.range(of: node), in: project)
  }

  /// The values that a declared name had in the last run of the tests, as a paragraph.
  ///
  /// A let had those of its expression, anything else those of its first use.
  func seenValues(of name: DeclaredName, in project: ProjectIndex) -> [String] {
    switch name.kind {
    case .variable:
      return tree.child(0, of: name.node).map { seenValues(of: $0, in: project) } ?? []
    case .function:
      let result = tree.child(of: name.node, .returnStatement).flatMap { tree.child(0, of: $0) }
      return result.map { seenValues(of: $0, in: project) } ?? []
    case .parameter, .wildcard:
      guard project.lastRun?.coverage[source.name] != nil else { return [] }
      return uses(of: name).first.map { seenValues(of: $0.range, in: project) } ?? []
    case .user: return []
    }
  }

  private func seenValues(of range: SourceRange, in project: ProjectIndex) -> [String] {
    guard let coverage = project.lastRun?.coverage[source.name],
      let before = EditMap(from: coverage.source, to: source).old(range),
      let item = coverage.items.first(where: { $0.range.holds(before) })
    else { return [] }
    guard let seen = item.allExpressions.first(where: { $0.range == before }) else { return [] }
    guard !seen.samples.isEmpty else {
      return seen.counts.total == 0 && seen.kind != .literal
        ? ["Not reached in the last test run."] : []
    }
    let samples = seen.samples.prefix(Self.sampleLimit).map { sample in
      let text =
        sample.text.utf8.count > Self.sampleLength
        ? sample.text.prefix(Self.sampleLength) + "…" : sample.text
      return "- `\(text)`" + (sample.count > 1 ? " ×\(sample.count)" : "")
    }
    return ["In the last test run:\n" + samples.joined(separator: "\n")]
  }
}
