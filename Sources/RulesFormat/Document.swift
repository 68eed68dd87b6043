import RulesSource

/// A text whose line breaks are still open: what stands in it, and where lines may end.
///
/// The algebra is that of Oppen's and Wadler's pretty printers, written as a flat sequence instead of
/// a tree: a group is what stands between `open` and `close`. It is printed on one line if it fits;
/// otherwise its breaks are taken, each by its rule.
struct Document {
  /// One piece of a document.
  enum Element {
    /// Bytes of the source without a line break, and their width.
    case text(SourceRange, width: Int)
    /// A block comment, which may hold line breaks.
    case blockComment(SourceRange, width: Int)
    /// A line comment after other text; it overhangs, but a line break follows.
    case trailingComment(SourceRange)
    /// A comment in a line of its own.
    case ownLineComment(SourceRange)
    /// A semicolon that the source lacks.
    case addedSemicolon
    /// Spaces that are dropped at the start and the end of a line.
    case space
    /// Spaces that align columns.
    case padding(Int)
    /// A place where the line may end.
    case lineBreak(Break)
    /// A place where the line ends, the next one moved to the right by steps.
    case newline(offset: Int)
    /// An empty line, before the next text.
    case blankLine
    case open
    case close
    /// Moves the lines from here to the right.
    case indent(Indent)
    /// Ends the last indent.
    case dedent
  }

  /// A place where a line may end.
  struct Break {
    /// Whether a space stands here where the line does not end.
    var isSpace: Bool
    /// When the line ends here, given that its group does not fit on a line.
    var rule: Rule
    /// Steps by which the next line is moved to the right.
    var offset = 0

    /// When a break of a group that does not fit is taken.
    enum Rule {
      /// In any case.
      case always
      /// If what follows, up to the next break of the group, does not fit.
      case fill
      /// As `fill`, and also if lines have ended since the last break of the group.
      case fresh
      /// As `fill`, but not where what follows would not fit on a line of its own either and can
      /// begin here: then the break is left to the brackets inside it.
      case hug
    }

    /// A space, or else a line break.
    static let line = Break(isSpace: true, rule: .always)
    /// Nothing, or else a line break.
    static let soft = Break(isSpace: false, rule: .always)
  }

  /// How far lines are moved to the right.
  enum Indent {
    /// One step more.
    case step
    /// At least as far as the current line: a bracket's content belongs to the line that opens it.
    case line
    /// To the current column.
    case align
  }

  /// The pieces in order.
  private(set) var elements: ContiguousArray<Element> = []

  /// Adds a piece.
  mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Replaces a piece.
  mutating func replace(_ index: Int, with element: Element) {
    elements[index] = element
  }
}
