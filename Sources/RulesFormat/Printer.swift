import RulesSource

/// Turns a document into text; linear in its length.
struct Printer {
  private let source: ContiguousArray<UInt8>
  private let options: FormatOptions
  private let measure: Measure
  private let lineEnd: ContiguousArray<UInt8>

  private var output: ContiguousArray<UInt8> = []
  private var column = 0
  /// Columns by which the current line was moved to the right.
  private var lineIndent = 0
  private var indents: [Int] = [0]
  /// The groups around.
  private var groups: [Group] = []
  /// Count of lines that have ended.
  private var line = 0
  /// What stands before the next text: line ends, or spaces.
  private var pendingNewlines = 0
  private var pendingIndent = 0
  private var pendingSpaces = 0

  private struct Group {
    /// Whether it is printed on one line.
    var isFlat: Bool
    /// The line of the last break directly in it.
    var line: Int
  }

  /// Prints a document.
  static func print(
    _ document: Document,
    of source: ContiguousArray<UInt8>,
    _ options: FormatOptions
  ) -> ContiguousArray<UInt8> {
    var printer = Printer(document, source, options)
    for (index, element) in document.elements.enumerated() { printer.print(element, at: index) }
    if !printer.output.isEmpty { printer.output.append(contentsOf: printer.lineEnd) }
    return printer.output
  }

  private init(
    _ document: Document,
    _ source: ContiguousArray<UInt8>,
    _ options: FormatOptions
  ) {
    self.source = source
    self.options = options
    measure = Measure(document, bytes: source)
    // The file's first line says how its lines end.
    let first = source.firstIndex(of: 0x0A)
    let isWindows = first.map { $0 > 0 && source[$0 - 1] == 0x0D } ?? false
    lineEnd = isWindows ? [0x0D, 0x0A] : [0x0A]
    output.reserveCapacity(source.count + source.count / 4)
  }

  private mutating func print(_ element: Document.Element, at index: Int) {
    switch element {
    case .text(let range, let width):
      put(source[Int(range.lowerBound)..<Int(range.upperBound)], width: width)
    case .addedSemicolon:
      put([UInt8(ascii: ";")], width: 1)
    case .blockComment(let range, let width):
      putBlockComment(range, width: width)
    case .trailingComment(let range):
      if pendingNewlines == 0 { pendingSpaces = 1 }
      putComment(range)
      endLine()
    case .ownLineComment(let range):
      if pendingNewlines == 0, !output.isEmpty { endLine() }
      putComment(range)
      endLine()
    case .space:
      if pendingNewlines == 0 { pendingSpaces += 1 }
    case .padding(let count):
      pendingSpaces += count
    case .lineBreak(let lineBreak):
      if isTaken(lineBreak, at: index) {
        endLine(offset: lineBreak.offset)
      } else if lineBreak.isSpace, pendingNewlines == 0 {
        pendingSpaces += 1
      }
      if let last = groups.indices.last { groups[last].line = nextLine }
    case .newline(let offset):
      endLine(offset: offset)
    case .blankLine:
      endLine()
      pendingNewlines = 2
    case .open:
      let fits = nextColumn + measure.extent[index] <= options.lineWidth
      groups.append(Group(isFlat: isFlat || fits, line: nextLine))
    case .close:
      groups.removeLast()
    case .indent(let indent):
      push(indent)
    case .dedent:
      indents.removeLast()
    }
  }

  // MARK: Lines

  private var isFlat: Bool { groups.last?.isFlat ?? false }

  /// The line of the next text.
  private var nextLine: Int { line + (pendingNewlines > 0 ? 1 : 0) }

  private var indent: Int { indents.last ?? 0 }

  /// The column of the next text, were it printed now.
  private var nextColumn: Int {
    (pendingNewlines > 0 ? pendingIndent : column) + pendingSpaces
  }

  private func isTaken(_ lineBreak: Document.Break, at index: Int) -> Bool {
    if isFlat { return false }
    if pendingNewlines > 0 { return true }
    let start = nextColumn + (lineBreak.isSpace ? 1 : 0)
    let width = measure.extent[index]
    switch lineBreak.rule {
    case .always:
      return true
    case .fill:
      return start + width > options.lineWidth
    case .fresh:
      return start + width > options.lineWidth || groups.last.map { $0.line < nextLine } ?? false
    case .hug:
      if start + width <= options.lineWidth { return false }
      let fresh = limited(indent + lineBreak.offset * options.indentWidth)
      return fresh + width <= options.lineWidth
        || start + measure.reach[index + 1] > options.lineWidth
    }
  }

  private mutating func endLine(offset: Int = 0) {
    pendingNewlines = max(pendingNewlines, 1)
    pendingSpaces = 0
    pendingIndent = limited(indent + offset * options.indentWidth)
  }

  /// Nesting without end must not make lines without end.
  private func limited(_ indent: Int) -> Int { min(indent, options.lineWidth) }

  private mutating func push(_ kind: Document.Indent) {
    let line = pendingNewlines > 0 ? pendingIndent : lineIndent
    switch kind {
    case .step: indents.append(limited(indent + options.indentWidth))
    case .line: indents.append(max(indent, line))
    case .align: indents.append(limited(nextColumn))
    }
  }

  // MARK: Text

  private mutating func put(_ text: some Sequence<UInt8>, width: Int) {
    flush()
    output.append(contentsOf: text)
    column += width
  }

  /// Prints the line ends and spaces before a text.
  private mutating func flush() {
    if pendingNewlines > 0 {
      if !output.isEmpty {
        for _ in 0..<pendingNewlines { output.append(contentsOf: lineEnd) }
      }
      pendingNewlines = 0
      line += 1
      lineIndent = pendingIndent
      column = 0
      pendingSpaces += pendingIndent
    }
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: pendingSpaces))
    column += pendingSpaces
    pendingSpaces = 0
  }

  private mutating func putComment(_ range: SourceRange) {
    let isBlock = source[Int(range.lowerBound) + 1] == UInt8(ascii: "*")
    if isBlock {
      putBlockComment(range, width: range.count)
    } else {
      put(CommentText.trimmed(source[Int(range.lowerBound)..<Int(range.upperBound)]), width: 0)
    }
  }

  /// Prints a block comment; where each of its lines begins with a star, the stars stay in a column.
  private mutating func putBlockComment(_ range: SourceRange, width: Int) {
    let lines = CommentText.lines(source[Int(range.lowerBound)..<Int(range.upperBound)])
    flush()
    let start = column
    let hasStars = lines.dropFirst().allSatisfy {
      CommentText.unindented($0).first == UInt8(ascii: "*")
    }
    for (index, line) in lines.enumerated() {
      guard index > 0 else {
        output.append(contentsOf: line)
        continue
      }
      output.append(contentsOf: lineEnd)
      if hasStars {
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: start + 1))
        output.append(contentsOf: CommentText.unindented(line))
      } else {
        output.append(contentsOf: line)
      }
    }
    column += width
  }
}
