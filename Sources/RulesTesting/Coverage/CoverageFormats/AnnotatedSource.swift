import RulesRuntime
import RulesSource

/// The source with how often each line was evaluated, and below it what was not seen.
package enum AnnotatedSource {
  /// The text of a report.
  package static func text(_ report: CoverageReport) -> String {
    report.files.map { text($0) }.joined(separator: "\n")
  }

  private static func text(_ file: CoverageReport.File) -> String {
    let lines = file.coverageLines
    let width = max(5, lines.map { "\($0.count ?? 0)".utf8.count }.max() ?? 0)
    let numberWidth = "\(lines.count)".utf8.count
    var gaps = file.gaps[...]
    let tally = file.tally
    var text = "\(file.source.name): \(tally.all.percentText) (\(tally.text))\n"
    for index in 0..<file.lineCount {
      let count = lines[index].count.map { "\($0)" } ?? ""
      let source = file.text(ofLine: index)
      text += "\(padded(count, width)) | \(padded("\(index + 1)", numberWidth)) | \(source)\n"
      let margin =
        "\(String(repeating: " ", count: width)) | \(String(repeating: " ", count: numberWidth)) | "
      while let gap = gaps.first, file.source.lines.lineIndex(of: gap.range.lowerBound) == index {
        gaps = gaps.dropFirst()
        text += "\(margin)\(mark(gap, under: source, index, file))\n"
      }
    }
    return text
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.utf8.count)) + text
  }

  /// `     ^^^^ never false`, below the line that the gap begins on.
  private static func mark(
    _ gap: CoverageGap,
    under line: String,
    _ index: Int,
    _ file: CoverageReport.File
  ) -> String {
    let lineRange = file.source.lines.lineRange(index, in: file.source.bytes)
    let start = min(gap.range.lowerBound, lineRange.upperBound)
    let end = max(start, min(gap.range.upperBound, lineRange.upperBound))
    let before = file.source.text(of: .init(lineRange.lowerBound, start))
    let space = String(before.unicodeScalars.map { $0 == "\t" ? "\t" : " " })
    let length = file.source.text(of: .init(start, end)).unicodeScalars.count
    return "\(space)\(String(repeating: "^", count: max(1, length))) \(gap.text)"
  }
}
