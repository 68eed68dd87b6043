import RulesSource

extension Explanation {
  /// The explanation for people, one line each.
  ///
  ///     firestore.rules:4:7: `allow read` is false
  ///        4 |       allow read: if isOwner();
  ///          |                      ^^^^^^^^^
  ///       isOwner() → false  ◀
  ///
  /// `◀` marks the values that decided; the excerpts show where they stand.
  package func lines(in rules: RulesText) -> [String] {
    var lines: [String] = []
    if let operation { lines.append("\(operation):") }
    for attempt in attempts {
      let position = rules.file.position(of: attempt.range.lowerBound)
      lines.append("\(rules.file.name):\(position.line):\(position.column): \(attempt.title)")
      for range in merged(attempt.deciding, in: rules).prefix(Self.excerptLimit) {
        let excerpt = DiagnosticRenderer().excerpt(of: range, in: rules.file)
        lines += excerpt.split(separator: "\n").map(String.init)
      }
      lines += attempt.values.map { value in
        let margin = String(repeating: "  ", count: value.depth + 1)
        return "\(margin)\(value.source) → \(value.value)\(value.isDeciding ? "  ◀" : "")"
      }
    }
    return lines + remarks
  }

  /// The places, those that begin on one line as one, so that no line is shown twice.
  private func merged(_ ranges: [SourceRange], in rules: RulesText) -> [SourceRange] {
    var merged: [(line: Int, range: SourceRange)] = []
    for range in ranges {
      let line = rules.file.lines.lineIndex(of: range.lowerBound)
      if let index = merged.firstIndex(where: { $0.line == line }) {
        merged[index].range = merged[index].range.union(range)
      } else {
        merged.append((line, range))
      }
    }
    return merged.map(\.range)
  }

  /// The most places of one statement that are shown with their line.
  private static let excerptLimit = 3
}
