/// What a command says, kept until it is written in one go.
package struct Console: Sendable {
  /// When to colour.
  package enum ColorMode: String, Sendable, CaseIterable {
    /// When the output is a terminal and the user has not set `NO_COLOR`.
    case auto
    /// In any case.
    case always
    /// In no case.
    case never
  }

  /// Whether the standard output is a terminal that shows colours.
  package let supportsColor: Bool

  /// Count of columns that text is wrapped to.
  package let width: Int

  /// Count of columns that lines of details are cut to; nil where nobody sees their ends, as in a file.
  package var lineLimit: Int?

  /// Whether to colour; `auto` unless the user says otherwise.
  package var colorMode = ColorMode.auto

  /// What goes to the standard output.
  package var output: ContiguousArray<UInt8> = []

  /// What goes to the standard error.
  package var errors: ContiguousArray<UInt8> = []

  /// The files to write when the command has ended, in this order.
  package var files: [File] = []

  /// A file that a command writes.
  package struct File: Sendable, Hashable {
    /// Where it is written.
    package let path: String
    /// The whole content.
    package let bytes: ContiguousArray<UInt8>

    /// A file that holds bytes.
    package init(path: String, bytes: ContiguousArray<UInt8>) {
      self.path = path
      self.bytes = bytes
    }

    /// A file that holds text.
    package init(path: String, text: String) {
      self.path = path
      bytes = ContiguousArray(text.utf8)
    }
  }

  /// A console that is empty.
  package init(supportsColor: Bool = false, width: Int = 80) {
    self.supportsColor = supportsColor
    self.width = width
  }

  /// Whether text is to be coloured.
  package var isColored: Bool {
    switch colorMode {
    case .auto: supportsColor
    case .always: true
    case .never: false
    }
  }

  /// Adds text to the standard output.
  package mutating func write(_ text: String) {
    output.append(contentsOf: text.utf8)
  }

  /// Adds a line to the standard output.
  package mutating func writeLine(_ text: String = "") {
    write(text)
    output.append(UInt8(ascii: "\n"))
  }

  /// Adds text to the standard error.
  package mutating func writeError(_ text: String) {
    errors.append(contentsOf: text.utf8)
  }

  /// A line of details, cut where it would be broken; a mark at its end is kept.
  package func fitted(_ line: String) -> String {
    guard let lineLimit, line.unicodeScalars.count > lineLimit else { return line }
    let mark = line.hasSuffix("  ◀") ? "  ◀" : ""
    let room = max(0, lineLimit - 1 - mark.unicodeScalars.count)
    return String(String.UnicodeScalarView(line.unicodeScalars.prefix(room))) + "…" + mark
  }

  /// The text in a colour where text is coloured.
  package func painted(_ text: String, _ color: Color) -> String {
    isColored ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// The colours that are used, by their ANSI codes.
  package enum Color: Int, Sendable {
    case red = 31
    case green = 32
    case yellow = 33
  }

  /// The text in bold where text is coloured.
  package func bold(_ text: String) -> String {
    isColored ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }
}
