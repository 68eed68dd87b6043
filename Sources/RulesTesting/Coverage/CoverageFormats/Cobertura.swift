package import RulesRuntime
import RulesSource

/// A report as Cobertura has it, by `coverage-04.dtd`.
package enum Cobertura {
  /// The document of a report.
  ///
  /// - Parameters:
  ///   - report: what was seen.
  ///   - time: when.
  /// - Returns: the text of the document.
  package static func text(_ report: CoverageReport, at time: Timestamp) -> String {
    let files = report.files.map { FileLines($0) }
    let all = files.reduce(into: Rates()) { $0.add($1.rates) }
    let milliseconds = max(0, time.seconds * 1000)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">
      <coverage \(all.attributes) lines-covered="\(all.lines.seen)" lines-valid="\(all.lines.total)" \
      branches-covered="\(all.branches.seen)" branches-valid="\(all.branches.total)" complexity="0" \
      version="1" timestamp="\(milliseconds)">
        <sources><source>.</source></sources>
        <packages>
          <package name="rules" \(all.attributes) complexity="0">
            <classes>

      """ + files.map(\.text).joined() + """
              </classes>
            </package>
          </packages>
        </coverage>

        """
  }

  /// Shares of lines and branches.
  private struct Rates {
    var lines = CoverageReport.Share()
    var branches = CoverageReport.Share()

    mutating func add(_ other: Rates) {
      lines.add(other.lines)
      branches.add(other.branches)
    }

    mutating func count(_ line: CoverageLine) {
      guard let count = line.count else { return }
      lines.count(count > 0)
      branches.add(line.branches)
    }

    var attributes: String {
      "line-rate=\"\(Self.rate(lines))\" branch-rate=\"\(Self.rate(branches))\""
    }

    /// The share with four places.
    private static func rate(_ share: CoverageReport.Share) -> String {
      let scaled = share.total == 0 ? 10_000 : share.seen * 10_000 / share.total
      let digits = "\(scaled % 10_000)"
      return "\(scaled / 10_000).\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)"
    }
  }

  /// The lines of one file.
  private struct FileLines {
    let file: CoverageReport.File
    let lines: [CoverageLine]
    var rates = Rates()

    init(_ file: CoverageReport.File) {
      self.file = file
      lines = file.coverageLines
      for line in lines { rates.count(line) }
    }

    var text: String {
      let name = escapedXML(file.source.name)
      return """
                <class name="\(name)" filename="\(name)" \(rates.attributes) complexity="0">
                  <methods>
        \(methods)          </methods>
                  <lines>
        \(linesText(0..<lines.count, indent: 12))          </lines>
                </class>

        """
    }

    private var methods: String {
      file.items.map { item in
        guard case .function(let name) = item.kind else { return "" }
        let first = file.source.lines.lineIndex(of: item.range.lowerBound)
        let last = file.source.lines.lineIndex(
          of: max(item.range.lowerBound, item.range.upperBound &- 1)
        )
        var rates = Rates()
        for line in lines[first...last] { rates.count(line) }
        return """
                      <method name="\(escapedXML(name))" signature="" \(rates.attributes)>
                        <lines>
          \(linesText(first..<last + 1, indent: 16))              </lines>
                      </method>

          """
      }.joined()
    }

    private func linesText(_ range: Range<Int>, indent: Int) -> String {
      let space = String(repeating: " ", count: indent)
      return range.map { index in
        let line = lines[index]
        guard let count = line.count else { return "" }
        let head = "\(space)<line number=\"\(index + 1)\" hits=\"\(count)\""
        let branches = line.branches
        guard branches.total > 0 else { return "\(head) branch=\"false\"/>\n" }
        let percent = branches.seen * 100 / branches.total
        let coverage = "\(percent)% (\(branches.seen)/\(branches.total))"
        return "\(head) branch=\"true\" condition-coverage=\"\(coverage)\"/>\n"
      }.joined()
    }
  }
}

extension CoverageLine {
  /// The outcomes of its conditions.
  fileprivate var branches: CoverageReport.Share {
    conditions.reduce(into: CoverageReport.Share()) { share, condition in
      share.count(condition.counts.isTrue > 0)
      share.count(condition.counts.isFalse > 0)
    }
  }
}

/// A text for elements and attributes of XML and HTML; characters that neither may hold become U+FFFD.
func escapedXML(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    case "\t", "\n": result.unicodeScalars.append(scalar)
    case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value): result += "\u{FFFD}"
    case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
