/// What the characters of a line are counted in.
package enum PositionEncoding: String, Sendable, Hashable {
  /// Bytes of UTF-8.
  case utf8 = "utf-8"
  /// Units of UTF-16, which every client can count in.
  case utf16 = "utf-16"

  /// The first one of those that the client offers, the best first, that is known here.
  package init(offered names: [String]) {
    self = names.lazy.compactMap(PositionEncoding.init).first ?? .utf16
  }
}

/// A place in a document, as the protocol counts it.
package struct Position: Sendable, Hashable, Comparable {
  /// 0-based line.
  package var line: Int
  /// 0-based count of units before it in the line.
  package var character: Int

  /// A place from its line and character.
  package init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  /// Orders by line, then by character.
  package static func < (left: Position, right: Position) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}
