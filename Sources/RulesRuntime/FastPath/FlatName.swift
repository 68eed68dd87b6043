/// The text of a name, made to be compared: most names are told apart by their length and first bytes, which are at
/// hand.
///
/// INVARIANT: the text is kept for as long as this is used.
@safe
struct FlatName {
  private let start: UnsafeRawPointer?
  /// Count of bytes.
  let count: Int
  /// The first eight bytes, or all of fewer.
  private let head: UInt64

  /// A name of bytes that somebody keeps.
  @inline(__always)
  init(_ bytes: UnsafeRawBufferPointer) {
    unsafe start = bytes.baseAddress
    count = bytes.count
    head = unsafe ByteWords.head(bytes)
  }

  /// A name that somebody keeps.
  @inline(__always)
  init(_ text: borrowing Text) {
    // SAFETY: a text's bytes stay where they are for as long as somebody keeps it.
    self = unsafe text.utf8.withUnsafeBytes { unsafe FlatName($0) }
  }

  /// The name that a text is.
  @inline(__always)
  init(_ text: FlatValue) {
    unsafe self.init(text.bytes)
  }

  /// The bytes.
  @inline(__always)
  var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: start, count: count)
  }

  /// Whether both are one name.
  @inline(__always)
  func isSame(as other: FlatName) -> Bool {
    guard head == other.head, count == other.count else { return false }
    return count <= 8 ? true : unsafe ByteWords.areEqual(start, other.start, from: 8, to: count)
  }

  /// Whether it is a text, which mostly is the very one that was named.
  @inline(__always)
  func isText(_ text: borrowing Text) -> Bool {
    // SAFETY: the place is compared only.
    let place = unsafe text.utf8.withUnsafeBytes { $0.baseAddress }
    return unsafe place == start && count == text.utf8.count || hasText(text)
  }

  /// Whether it is a text.
  @inline(__always)
  func hasText(_ text: borrowing Text) -> Bool {
    guard count == text.utf8.count else { return false }
    // SAFETY: the buffer is read within the closure only, and is as long as the name.
    return unsafe text.utf8.withUnsafeBytes { bytes in
      guard count >= 8 else { return unsafe ByteWords.head(bytes) == head }
      return unsafe ByteWords.areEqual(start, bytes.baseAddress, from: 0, to: count)
    }
  }
}
