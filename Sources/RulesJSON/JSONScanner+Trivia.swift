extension JSONScanner {
  /// Consumes a byte order mark, which only the relaxed dialect allows.
  mutating func skipByteOrderMark() {
    guard dialect == .relaxed, bytes[offset..<end].starts(with: [0xEF, 0xBB, 0xBF]) else { return }
    offset += 3
  }

  /// Consumes spaces, and comments where the dialect has them.
  mutating func skipTrivia() throws(JSONSyntaxError) {
    while offset < end {
      switch bytes[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
        offset += 1
      case UInt8(ascii: "/") where dialect == .relaxed:
        guard try skipComment() else { return }
      default:
        return
      }
    }
  }

  /// Consumes a comment, the slash being the current byte.
  private mutating func skipComment() throws(JSONSyntaxError) -> Bool {
    guard offset + 1 < end else { return false }
    switch bytes[offset + 1] {
    case UInt8(ascii: "/"):
      while offset < end, bytes[offset] != UInt8(ascii: "\n") { try skipCommentByte() }
      return true
    case UInt8(ascii: "*"):
      let start = offset
      offset += 2
      while offset + 1 < end {
        if bytes[offset] == UInt8(ascii: "*"), bytes[offset + 1] == UInt8(ascii: "/") {
          offset += 2
          return true
        }
        try skipCommentByte()
      }
      offset = end
      throw unclosedComment(from: start)
    default:
      return false
    }
  }

  private mutating func skipCommentByte() throws(JSONSyntaxError) {
    if bytes[offset] < 0x80 {
      offset += 1
    } else {
      offset += try scalarLength(at: offset)
    }
  }
}
