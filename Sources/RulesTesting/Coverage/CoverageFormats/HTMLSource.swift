import RulesRuntime
import RulesSource

/// The lines of a rules file with a mark around each expression, which nests as expressions do.
///
/// A mark that goes over several lines is closed at the end of each and opened again on the next.
struct HTMLSource {
  private let file: CoverageReport.File
  private let prefix: String
  private let marks: [Mark]

  /// A run of bytes that is marked.
  private struct Mark {
    let range: SourceRange
    let tag: String
  }

  /// The most expressions around an expression that are marked.
  private static let depthLimit = 60

  /// The lines of a file; ids of elements begin with the prefix.
  init(_ file: CoverageReport.File, prefix: String) {
    self.file = file
    self.prefix = prefix
    var marks: [Mark] = []
    for item in file.items {
      marks.append(Self.mark(item, file))
      // Of literals only a whole condition or result is marked.
      let literals = item.expressions.filter { $0.kind == .literal }
      for expression in literals + item.allExpressions.filter({ $0.kind != .literal }) {
        marks.append(Mark(range: expression.range, tag: Self.tag(of: expression)))
      }
    }
    // A whole stands before its parts.
    self.marks = marks.sorted {
      ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
    }
  }

  /// A line for each line of the file.
  var text: String {
    let lines = file.coverageLines
    var text = ""
    var open: [Mark] = []
    var rest = marks[...]
    for index in 0..<file.lineCount {
      let range = file.source.lines.lineRange(index, in: file.source.bytes)
      let number = index + 1
      let count = lines[index].count.map { "\($0)" } ?? ""
      text += """
        <div class="l" id="\(prefix)L\(number)"><a class="n" href="#\(prefix)L\(number)">\(number)\
        </a><span class="k\(lines[index].count == 0 ? " zero" : "")">\(count)</span><code>
        """
      // Marks that go on from the line before leave out the indentation.
      let start = indentation(of: range)
      text += escapedXML(file.source.text(of: SourceRange(range.lowerBound, start)))
      text += open.map(\.tag).joined()
      text += content(of: SourceRange(start, range.upperBound), &open, &rest)
      text += String(repeating: "</span>", count: open.count)
      text += "</code></div>\n"
    }
    return text
  }

  /// Where the first character of a line that is no white space stands.
  private func indentation(of line: SourceRange) -> UInt32 {
    let bytes = file.source.bytes
    var offset = line.lowerBound
    while offset < line.upperBound, bytes[Int(offset)] == 0x20 || bytes[Int(offset)] == 0x09 {
      offset += 1
    }
    return offset
  }

  /// The text of a line with the marks that begin or end on it; those that go on stay open.
  private func content(
    of line: SourceRange,
    _ open: inout [Mark],
    _ rest: inout ArraySlice<Mark>
  ) -> String {
    var text = ""
    var offset = line.lowerBound
    func add(upTo end: UInt32) {
      guard end > offset else { return }
      text += escapedXML(file.source.text(of: SourceRange(offset, end)))
      offset = end
    }
    while true {
      let close = open.last.map(\.range.upperBound)
      let begin = rest.first?.range.lowerBound
      if let close, close <= line.upperBound, close <= begin ?? .max {
        add(upTo: close)
        text += "</span>"
        open.removeLast()
      } else if let begin, begin < line.upperBound, let mark = rest.popFirst() {
        // What does not nest, or nests too deeply, is left unmarked.
        guard begin >= offset, mark.range.upperBound <= close ?? .max,
          open.count < Self.depthLimit
        else { continue }
        add(upTo: begin)
        text += mark.tag
        open.append(mark)
      } else {
        break
      }
    }
    add(upTo: line.upperBound)
    return text
  }

  // MARK: Marks

  /// The words `allow …` of a statement, or `function` with the name, as far as the first bracket or colon.
  private static func mark(_ item: CoverageReport.Item, _ file: CoverageReport.File) -> Mark {
    let bytes = file.source.bytes
    var end = item.range.lowerBound
    while end < item.range.upperBound, !":;({\n".utf8.contains(bytes[Int(end)]) { end += 1 }
    while end > item.range.lowerBound, bytes[Int(end) - 1] == 0x20 { end -= 1 }
    let summary: String
    let status: String
    switch item.kind {
    case .function:
      summary = item.count > 0 ? "called \(times(item.count))" : "never called"
      status = item.count > 0 ? "full" : "none"
    case .statement:
      let outcomes = item.outcomes ?? StatementCounts()
      summary =
        item.count > 0
        ? "tried \(times(item.count)): granted \(outcomes.granted), refused \(outcomes.refused), "
          + "failed \(outcomes.failed)" : "never tried"
      status = item.count > 0 ? "full" : "none"
    }
    return Mark(
      range: SourceRange(item.range.lowerBound, end),
      tag: tag(status, isGap: item.count == 0, isReachable: true, summary, [])
    )
  }

  private static func tag(of expression: CoverageReport.Expression) -> String {
    let counts = expression.counts
    let status =
      switch (expression.gap, counts.total) {
      case (_, 0): "none"
      case (nil, _): "full"
      case (_, counts.isError): "fail"
      case (.some, _): "part"
      }
    var parts: [String] = []
    switch expression.kind {
    case .condition:
      parts = ["true \(counts.isTrue)", "false \(counts.isFalse)"]
      if counts.hasOtherValue > 0 { parts.append("other \(counts.hasOtherValue)") }
      if counts.isError > 0 { parts.append("error \(counts.isError)") }
    case .value, .literal:
      if counts.total > 0 {
        parts = ["evaluated \(times(counts.total))"]
      } else if expression.gap == nil {
        parts = ["never evaluated"]
      }
      if counts.isError > 0 { parts.append("error \(counts.isError)") }
    }
    if let gap = expression.gap { parts.append(gap) }
    let isCondition = expression.kind == .condition
    return tag(
      expression.kind == .value ? "value \(status)" : status,
      isGap: expression.gap != nil,
      isReachable: isCondition || expression.gap != nil,
      parts.joined(separator: " · "),
      isCondition && expression.samples.allSatisfy { $0.text == "true" || $0.text == "false" }
        ? [] : expression.samples
    )
  }

  private static func tag(
    _ status: String,
    isGap: Bool,
    isReachable: Bool,
    _ summary: String,
    _ samples: [CoverageReport.Sample]
  ) -> String {
    let values = samples.map { "\($0.count)× \(escapedXML(oneLine($0.text)))" }
      .joined(separator: "&#10;")
    return
      "<span class=\"e \(status)\(isGap ? " gap" : "")\"\(isReachable ? " tabindex=\"0\"" : "")"
      + " data-s=\"\(escapedXML(summary))\"\(values.isEmpty ? "" : " data-v=\"\(values)\"")>"
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  private static func times(_ count: Int) -> String {
    switch count {
    case 1: "once"
    default: "\(count) times"
    }
  }
}
