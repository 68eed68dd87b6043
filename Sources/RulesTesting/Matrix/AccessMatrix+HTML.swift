extension AccessMatrix {
  /// Matrices as one page that needs nothing else.
  package static func page(of matrices: [AccessMatrix]) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Access matrix</title>
    <style>
    \(style)
    </style>
    </head>
    <body>
    <main>
    <h1>Access matrix</h1>
    <p>What the rules say to each user of the test files, for each document and collection.</p>
    \(matrices.map(\.html).joined(separator: "\n"))
    </main>
    </body>
    </html>

    """
  }

  private var html: String {
    let tables = sections.map { section in
      let rows = section.columns.isEmpty ? [] : rows(of: section)
      let header = (rows.first ?? []).dropFirst()
        .map { "<th scope=\"col\">\(Self.escaped($0))</th>" }.joined()
      let body = rows.dropFirst().map { row in
        let cells = row.dropFirst().map { cell in
          "<td class=\"\(Self.cssClass(cell))\">\(Self.escaped(cell))</td>"
        }.joined()
        return "<tr><th scope=\"row\">\(Self.escaped(row.first ?? ""))</th>\(cells)</tr>"
      }.joined(separator: "\n")
      let questions = section.columns.map { column in
        "<dt>\(column.method.rawValue)</dt><dd><code>\(Self.escaped(column.question))</code>"
          + "\(column.source.map { "<br>\(Self.escaped($0))" } ?? "")</dd>"
      }.joined(separator: "\n")
      return """
        <section>
        <h3>\(Self.escaped(section.path))</h3>
        <div class="scroll">
        <table>
        <thead><tr><td></td>\(header)</tr></thead>
        <tbody>
        \(body)
        </tbody>
        </table>
        </div>
        <details><summary>How it was asked</summary>
        <dl>
        \(questions)
        </dl>
        </details>
        </section>
        """
    }
    return """
      <h2>\(Self.escaped(tests))</h2>
      <p class="rules">\(Self.escaped(rules))</p>
      <div class="grid">
      \(tables.joined(separator: "\n"))
      </div>
      """
  }

  private static func cssClass(_ cell: String) -> String {
    Cell(rawValue: cell).map { $0 == .impossible ? "none" : $0.rawValue } ?? "none"
  }

  /// Text of which nothing is taken for markup.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default:
        let isHidden =
          scalar.properties.generalCategory == .control
          || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
        result.unicodeScalars.append(isHidden ? "\u{FFFD}" : scalar)
      }
    }
    return result
  }

  private static let style = """
    :root { color-scheme: light dark; --text: #1b1f24; --soft: #57606a; --page: #fff; --card: #f6f8fa;
      --line: #d0d7de; --allow: #dafbe1; --allow-text: #0b5c25; --deny: #ffebe9; --deny-text: #a40e26;
      --error: #fff8c5; --error-text: #6b4500; }
    @media (prefers-color-scheme: dark) {
      :root { --text: #e6edf3; --soft: #9da7b3; --page: #0d1117; --card: #161b22; --line: #30363d;
        --allow: #12361f; --allow-text: #7ee2a0; --deny: #43161a; --deny-text: #ffaba8;
        --error: #3b2e07; --error-text: #f2cc60; } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--page); color: var(--text);
      font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
    main { max-width: 1320px; margin: 0 auto; padding: 1rem; }
    h1 { font-size: 1.6rem; margin: .5rem 0; }
    h2 { font-size: 1.2rem; margin: 2rem 0 0; overflow-wrap: anywhere; }
    h3 { font: 600 .95rem ui-monospace, SFMono-Regular, Menlo, monospace; margin: 0 0 .5rem;
      overflow-wrap: anywhere; }
    p { margin: .25rem 0 1rem; color: var(--soft); }
    .rules { overflow-wrap: anywhere; }
    .grid { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr));
      align-items: start; }
    section { min-width: 0; background: var(--card); border: 1px solid var(--line); border-radius: 8px;
      padding: .9rem; }
    .scroll { overflow-x: auto; }
    table { border-collapse: separate; border-spacing: 3px; width: 100%; font-size: .9rem; }
    th { text-align: left; font-weight: 600; padding: .2rem .4rem; white-space: nowrap; }
    thead th { text-align: center; color: var(--soft); }
    td { text-align: center; padding: .2rem .4rem; border-radius: 4px; }
    .allow { background: var(--allow); color: var(--allow-text); font-weight: 600; }
    .deny { background: var(--deny); color: var(--deny-text); }
    .error { background: var(--error); color: var(--error-text); }
    .none { color: var(--soft); }
    details { margin-top: .6rem; font-size: .85rem; color: var(--soft); }
    summary { cursor: pointer; }
    code { font: .85rem ui-monospace, SFMono-Regular, Menlo, monospace; color: var(--text); }
    dl { margin: .5rem 0 0; }
    dt { font-weight: 600; }
    dd { margin: 0 0 .4rem; overflow-wrap: anywhere; }
    """
}
