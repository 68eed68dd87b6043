import RulesRuntime
import RulesSource

/// A report as `lcov` tracefiles have it.
///
/// A condition is a pair of branches, true and false; lines are those on which an expression, a function or a
/// statement begins.
package enum LCOV {
  /// The tracefile of a report.
  package static func text(_ report: CoverageReport) -> String {
    report.files.map { record($0) }.joined()
  }

  private static func record(_ file: CoverageReport.File) -> String {
    "TN:\nSF:\(field(file.source.name))\n" + functions(file) + branches(file) + lines(file)
      + "end_of_record\n"
  }

  private static func functions(_ file: CoverageReport.File) -> String {
    var declarations = ""
    var counts = ""
    var share = CoverageReport.Share()
    var names: Set<String> = []
    for item in file.items {
      guard case .function(let name) = item.kind else { continue }
      let line = file.source.position(of: item.range.lowerBound).line
      // Scopes may have functions of the same name.
      var unique = field(name)
      if !names.insert(unique).inserted { unique += "@\(line)" }
      declarations += "FN:\(line),\(unique)\n"
      counts += "FNDA:\(item.count),\(unique)\n"
      share.count(item.count > 0)
    }
    guard share.total > 0 else { return "" }
    return "\(declarations)\(counts)FNF:\(share.total)\nFNH:\(share.seen)\n"
  }

  private static func branches(_ file: CoverageReport.File) -> String {
    var text = ""
    var share = CoverageReport.Share()
    for (index, line) in file.coverageLines.enumerated() {
      for (block, condition) in line.conditions.enumerated() {
        let counts = [condition.counts.isTrue, condition.counts.isFalse]
        for (branch, count) in counts.enumerated() {
          let taken = condition.counts.total > 0 ? "\(count)" : "-"
          text += "BRDA:\(index + 1),\(block),\(branch),\(taken)\n"
          share.count(count > 0)
        }
      }
    }
    guard share.total > 0 else { return "" }
    return "\(text)BRF:\(share.total)\nBRH:\(share.seen)\n"
  }

  private static func lines(_ file: CoverageReport.File) -> String {
    var text = ""
    var share = CoverageReport.Share()
    for (index, line) in file.coverageLines.enumerated() {
      guard let count = line.count else { continue }
      text += "DA:\(index + 1),\(count)\n"
      share.count(count > 0)
    }
    return "\(text)LF:\(share.total)\nLH:\(share.seen)\n"
  }

  /// A text that ends no line and no field.
  private static func field(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.value < 0x20 || $0 == "," ? "_" : $0 }
      )
    )
  }
}
