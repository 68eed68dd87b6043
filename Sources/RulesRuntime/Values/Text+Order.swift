extension Text {
  /// Whether it sorts before another text by UTF-16 units: the order of `<`.
  ///
  /// Differs from the order of code points where a pair meets U+E000 to U+FFFF.
  func isOrderedByUnits(before other: Text) -> Bool {
    let common = min(utf8.count, other.utf8.count)
    var index = 0
    while index < common, utf8[index] == other.utf8[index] { index += 1 }
    if index == common { return utf8.count < other.utf8.count }
    if utf8[index] < 0x80, other.utf8[index] < 0x80 { return utf8[index] < other.utf8[index] }
    // All bytes before are the same, so both characters start at the same byte.
    while index > 0, utf8[index] & 0xC0 == 0x80 || other.utf8[index] & 0xC0 == 0x80 { index -= 1 }
    return UnitSequence(text: self, byte: index)
      .lexicographicallyPrecedes(UnitSequence(text: other, byte: index))
  }

  /// Whether it sorts before another text by code points: the order of `keys()`.
  func isOrderedByCodePoints(before other: Text) -> Bool {
    // WTF-8 bytes sort as their code points do.
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
