import RulesSource

/// A report as one page of HTML that needs nothing else.
package enum HTML {
  /// The page of a report.
  package static func text(_ report: CoverageReport) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="generator" content="rulescheck">
    <title>\(report.tally.all.percentText) · coverage of security rules</title>
    <style>
    \(HTMLAssets.style)
    </style>
    </head>
    <body>
    <header>
    <h1>Coverage of security rules</h1>
    \(summary(report))
    \(legend)
    </header>
    <main>
    \(report.files.enumerated().map { section($0.element, $0.offset) }.joined())</main>
    <div id="tip" role="status" hidden></div>
    <script>
    \(HTMLAssets.script)
    </script>
    </body>
    </html>

    """
  }

  // MARK: Summary

  private static func summary(_ report: CoverageReport) -> String {
    let rows = report.files.enumerated().map { index, file in
      row("<a href=\"#f\(index)\">\(escapedXML(file.source.name))</a>", file.tally)
    }
    let total = report.files.count > 1 ? row("all files", report.tally) : ""
    return """
      <table class="summary">
      <thead><tr><th scope="col">file</th><th scope="col">seen</th><th scope="col" class="wide">\
      statements</th><th scope="col" class="wide">functions</th><th scope="col" class="wide">\
      outcomes</th><th scope="col" class="wide">values</th></tr></thead>
      <tbody>
      \(rows.joined())\(total)</tbody>
      </table>
      """
  }

  private static func row(_ name: String, _ tally: CoverageReport.Tally) -> String {
    let all = tally.all
    let shares = [tally.statements, tally.functions, tally.outcomes, tally.values].map { share in
      "<td class=\"wide\">\(share.total == 0 ? "–" : "\(share.seen)/\(share.total)")</td>"
    }
    let tenths = "\(all.permille / 10).\(all.permille % 10)"
    return """
      <tr><th scope="row">\(name)</th><td><span class="bar"><i style="width:\(tenths)%"></i></span>\
      <b>\(all.percentText)</b></td>\(shares.joined())</tr>

      """
  }

  private static let legend = """
    <p class="legend"><span class="e full">seen both ways</span> <span class="e part">seen one \
    way</span> <span class="e fail">only errors</span> <span class="e none">never</span></p>
    <p class="hint">Point at an expression, or go to it with <kbd>Tab</kbd>, for its values; \
    <kbd>n</kbd> and <kbd>p</kbd> go to the next gap and the one before.</p>
    """

  // MARK: Files

  private static func section(_ file: CoverageReport.File, _ index: Int) -> String {
    """
    <section id="f\(index)">
    <h2>\(escapedXML(file.source.name)) <small>\(file.tally.all.percentText)</small></h2>
    \(gaps(file, index))
    <div class="code">
    \(HTMLSource(file, prefix: "f\(index)").text)</div>
    </section>

    """
  }

  private static func gaps(_ file: CoverageReport.File, _ index: Int) -> String {
    let gaps = file.gaps
    guard !gaps.isEmpty else { return "<p class=\"done\">Nothing is left to be seen.</p>" }
    let items = gaps.map { gap in
      let place = file.source.position(of: gap.range.lowerBound)
      let words = file.source.text(of: gap.range).split(whereSeparator: \.isWhitespace)
      let text = words.joined(separator: " ")
      let excerpt = text.count <= 70 ? text : text.prefix(69) + "…"
      return """
        <li><a href="#f\(index)L\(place.line)">\(place.line):\(place.column)</a> \
        <code>\(escapedXML(excerpt))</code> \(gap.text)</li>

        """
    }
    return """
      <details\(gaps.count <= 12 ? " open" : "")><summary>\(gaps.count) \
      \(gaps.count == 1 ? "gap" : "gaps")</summary>
      <ul class="gaps">
      \(items.joined())</ul></details>
      """
  }
}
