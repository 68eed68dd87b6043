import RulesRuntime
import RulesSource

/// A report in a few lines: percentages, and what was not seen.
package enum TerminalSummary {
  /// A line, and how far what it tells of was seen.
  package struct Line: Sendable, Hashable {
    /// The text.
    package let text: String
    /// The share that was seen; nil for a line about a gap.
    package let share: CoverageReport.Share?
  }

  /// The most gaps of one file that are told of.
  private static let gapLimit = 20

  /// The summary of a report.
  package static func lines(_ report: CoverageReport) -> [Line] {
    var lines: [Line] = []
    for file in report.files {
      let tally = file.tally
      lines.append(
        Line(
          text: "coverage of \(file.source.name): \(tally.all.percentText) (\(tally.text))",
          share: tally.all
        )
      )
      let gaps = file.gaps
      for gap in gaps.prefix(gapLimit) {
        lines.append(Line(text: "  \(text(of: gap, in: file.source))", share: nil))
      }
      if gaps.count > gapLimit {
        let rest = gaps.count - gapLimit
        lines.append(
          Line(text: "  and \(rest) more; `--coverage-format annotated` shows all", share: nil)
        )
      }
    }
    if report.files.count > 1 {
      let share = report.tally.all
      lines.append(Line(text: "coverage of all files: \(share.percentText)", share: share))
    }
    return lines
  }

  private static func text(of gap: CoverageGap, in file: SourceFile) -> String {
    let place = file.position(of: gap.range.lowerBound)
    return "\(place.line):\(place.column): `\(excerpt(gap.range, file))` was \(gap.text)"
  }

  private static func excerpt(_ range: SourceRange, _ file: SourceFile) -> String {
    let limit = 60
    let text = file.text(of: range).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return text.count <= limit ? text : text.prefix(limit - 1) + "…"
  }
}

extension CoverageReport.Tally {
  /// `4 of 5 statements, 9 of 12 outcomes of conditions, …`, without what there is none of.
  package var text: String {
    let parts = [
      (statements, "statements"), (functions, "functions"), (outcomes, "outcomes of conditions"),
      (values, "other expressions"),
    ]
    return parts.filter { $0.0.total > 0 }
      .map { "\($0.0.seen) of \($0.0.total) \($0.1)" }
      .joined(separator: ", ")
  }
}
