import RulesSyntax

/// What of a table is known while its document is made; its columns are aligned at its end.
struct TableLayout {
  /// A row: where its head and its cells stand in the document.
  struct Row {
    var headStart: Int
    /// The padding behind the head.
    var headEnd = 0
    /// The end of each cell but the last: the padding behind it.
    var cells: [(start: Int, end: Int)] = []
    var cellStart = 0
  }

  var rows: [Row] = []
}

/// Tables of verdicts.
extension DocumentBuilder {
  /// `table /a/b { … }`.
  func table(_ node: NodeID) -> [Step] {
    let children = tree.children(of: node)
    return [.token, .add(.space)] + nodes(children.prefix(1))
      + [.add(.space), .tableStart] + block(Array(children.dropFirst())) + [.tableEnd]
  }

  /// `| alice | bob ;`, or a method and verdicts.
  func row(_ node: NodeID) -> [Step] {
    let children = Array(tree.children(of: node))
    var steps: [Step] = [.rowStart]
    var cells = children
    if tree.kind(of: node) == .tableRow {
      steps.append(.token)
      if let first = children.first, tree.kind(of: first) == .mapExpression {
        steps += [.add(.space), .node(first)]
        cells.removeFirst()
      }
    }
    steps.append(.rowCells)
    for cell in cells {
      steps += [.token, .add(.space), .node(cell), .cell]
    }
    return steps + [.semicolon]
  }

  /// Notes where the parts of a table stand.
  mutating func performTable(_ step: Step) {
    switch step {
    case .tableStart:
      table.rows = []
    case .rowStart:
      putComments()
      table.rows.append(TableLayout.Row(headStart: count))
    case .rowCells:
      guard let last = table.rows.indices.last else { return }
      add(.padding(1))
      table.rows[last].headEnd = count - 1
      table.rows[last].cellStart = count
    case .cell:
      guard let last = table.rows.indices.last else { return }
      add(.padding(1))
      table.rows[last].cells.append((table.rows[last].cellStart, count - 1))
      table.rows[last].cellStart = count
    case .tableEnd:
      alignTable()
    default:
      return
    }
  }

  /// Sets the paddings so that the bars stand below each other; a row that is broken by comments, or
  /// whose head leaves no room for the cells, stands for itself.
  private mutating func alignTable() {
    let rows = table.rows.filter { isPlain($0) }
    let cells = rows.map { row in row.cells.map { width($0.start, $0.end) } }
    let heads = rows.map { width($0.headStart, $0.headEnd) }
    var columns: [Int] = []
    for (column, width) in cells.flatMap({ $0.enumerated() }) {
      if column == columns.count { columns.append(0) }
      columns[column] = max(columns[column], width)
    }
    let room = options.lineWidth - columns.reduce(0) { $0 + $1 + 3 } - 4 * options.indentWidth
    let head = heads.filter { $0 <= room }.max() ?? 0
    for (row, (headWidth, widths)) in zip(rows, zip(heads, cells)) {
      setPadding(row.headEnd, max(0, head - headWidth) + 1)
      for (column, (cell, width)) in zip(row.cells, widths).enumerated()
      where column + 1 < row.cells.count {
        setPadding(cell.end, columns[column] - width + 1)
      }
    }
  }

  /// Whether nothing in a row but a map ends a line.
  private func isPlain(_ row: TableLayout.Row) -> Bool {
    guard let end = row.cells.last?.end else { return false }
    return document.elements[row.headStart..<end].allSatisfy { element in
      switch element {
      case .text, .space, .padding, .lineBreak, .open, .close, .indent, .dedent: true
      case .blockComment, .trailingComment, .ownLineComment, .addedSemicolon, .newline, .blankLine:
        false
      }
    }
  }

  private func width(_ start: Int, _ end: Int) -> Int {
    document.elements[start..<end].reduce(0) { $0 + Measure.width($1) }
  }
}
