import RulesSource

/// How wide the parts of a document are, found in one pass each way, whatever their nesting.
struct Measure {
  /// What does not fit on any line.
  static let endless = Int.max / 4

  /// Width on one line: of a group with what follows it up to the next break, at its `open`; of what
  /// follows a `fill` or `hug` break up to the next break of its group, at the break.
  private(set) var extent: ContiguousArray<Int>
  /// Width from each element up to the next place where the line may end.
  private(set) var reach: ContiguousArray<Int>

  /// Measures all parts of a document.
  init(_ document: Document, bytes: ContiguousArray<UInt8>) {
    let elements = document.elements
    extent = ContiguousArray(repeating: 0, count: elements.count)
    reach = ContiguousArray(repeating: 0, count: elements.count + 1)
    for index in elements.indices.reversed() {
      reach[index] =
        Self.endsLine(elements[index]) ? 0 : Self.width(elements[index]) &+ reach[index + 1]
    }
    measureGroups(elements, bytes)
  }

  /// A group whose end has not been met.
  private struct OpenGroup {
    var start: Int
    /// Widths and forced breaks before it.
    var width: Int
    var forced: Int
    /// The last `fill` or `hug` break directly in it, and the width and forced breaks behind that.
    var lastBreak: (index: Int, width: Int, forced: Int)?
  }

  private mutating func measureGroups(
    _ elements: ContiguousArray<Document.Element>,
    _ bytes: ContiguousArray<UInt8>
  ) {
    var width = 0
    // Breaks that nothing can avoid; those after overhanging comments count for groups only.
    var forced = 0
    var trailing = 0
    var groups: [OpenGroup] = []
    for (index, element) in elements.enumerated() {
      switch element {
      case .open:
        groups.append(OpenGroup(start: index, width: width, forced: forced &+ trailing))
      case .close:
        guard let group = groups.popLast() else { continue }
        finish(group.lastBreak, width: width, forced: forced, rest: reach[index])
        let isForced = forced &+ trailing > group.forced
        extent[group.start] = isForced ? Self.endless : width &- group.width &+ reach[index]
      case .lineBreak(let lineBreak):
        let last = groups.indices.last
        if let last {
          finish(groups[last].lastBreak, width: width, forced: forced, rest: 0)
          groups[last].lastBreak = nil
        }
        width &+= lineBreak.isSpace ? 1 : 0
        if let last, lineBreak.rule != .always { groups[last].lastBreak = (index, width, forced) }
      case .newline, .blankLine, .ownLineComment:
        forced &+= 1
      case .trailingComment:
        trailing &+= 1
      case .blockComment(let range, let own):
        width &+= own
        let text = bytes[Int(range.lowerBound)..<Int(range.upperBound)]
        if text.contains(0x0A) { forced &+= 1 }
      case .text, .addedSemicolon, .space, .padding, .indent, .dedent:
        width &+= Self.width(element)
      }
    }
  }

  private mutating func finish(
    _ place: (index: Int, width: Int, forced: Int)?,
    width: Int,
    forced: Int,
    rest: Int
  ) {
    guard let place else { return }
    extent[place.index] =
      forced > place.forced ? Self.endless : width &- place.width &+ rest
  }

  /// The width of an element where no line ends.
  static func width(_ element: Document.Element) -> Int {
    switch element {
    case .text(_, let width), .blockComment(_, let width): width
    case .addedSemicolon, .space: 1
    case .padding(let count): count
    case .lineBreak(let lineBreak): lineBreak.isSpace ? 1 : 0
    case .trailingComment, .ownLineComment, .newline, .blankLine, .open, .close, .indent, .dedent: 0
    }
  }

  /// Whether a line may end at an element.
  private static func endsLine(_ element: Document.Element) -> Bool {
    switch element {
    case .lineBreak, .newline, .blankLine, .trailingComment, .ownLineComment: true
    case .text, .blockComment, .addedSemicolon, .space, .padding, .open, .close, .indent, .dedent:
      false
    }
  }
}
