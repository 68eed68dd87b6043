import RulesRuntime
import RulesSource

/// What a report says of one line of a rules file.
struct CoverageLine {
  /// How often what begins on it was evaluated at most; nil where nothing begins on it.
  var count: Int?
  /// The conditions that begin on it.
  var conditions: [CoverageReport.Expression] = []
}

extension CoverageReport.File {
  /// The lines of the file, without one for the empty text after the last line break.
  var lineCount: Int {
    source.lines.starts.count - (source.bytes.last == UInt8(ascii: "\n") ? 1 : 0)
  }

  /// What is said of each line, by index.
  var coverageLines: [CoverageLine] {
    var lines = [CoverageLine](repeating: CoverageLine(), count: source.lines.starts.count)
    func count(_ count: Int, at offset: UInt32) -> Int {
      let line = source.lines.lineIndex(of: offset)
      lines[line].count = max(lines[line].count ?? 0, count)
      return line
    }
    for item in items {
      _ = count(item.count, at: item.range.lowerBound)
      for expression in item.allExpressions {
        let line = count(expression.counts.total, at: expression.range.lowerBound)
        if case .condition = expression.kind { lines[line].conditions.append(expression) }
      }
    }
    return lines
  }

  /// The text of a line, without its end.
  func text(ofLine index: Int) -> String {
    source.text(of: source.lines.lineRange(index, in: source.bytes))
  }
}
