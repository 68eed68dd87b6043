/// A string of the rules language: a sequence of UTF-16 units, held as WTF-8 bytes.
///
/// WTF-8 is UTF-8 in which half a surrogate pair may stand alone as three bytes. A pair is never
/// written as two halves, so equal strings have equal bytes. Comparison never normalises.
public struct Text: Sendable, Hashable {
  /// The bytes.
  ///
  /// INVARIANT: well-formed WTF-8.
  public let utf8: ContiguousArray<UInt8>

  /// Text from bytes that are well-formed WTF-8 already.
  @inlinable
  public init(wtf8 bytes: ContiguousArray<UInt8>) {
    self.utf8 = bytes
  }

  /// Text from a Swift string, code points as they are.
  public init(_ string: String) {
    self.utf8 = ContiguousArray(string.utf8)
  }

  /// Whether there is no character.
  @inlinable
  public var isEmpty: Bool { utf8.isEmpty }

  /// The text for people: each lone half of a surrogate pair becomes `?`, as the official engine prints it.
  public var description: String {
    String(decoding: replacingLoneSurrogates(by: [UInt8(ascii: "?")]), as: UTF8.self)
  }

  /// The bytes with each lone half of a surrogate pair replaced, so that they are well-formed UTF-8.
  public func replacingLoneSurrogates(by replacement: [UInt8]) -> ContiguousArray<UInt8> {
    guard containsLoneSurrogate else { return utf8 }
    var result = ContiguousArray<UInt8>()
    result.reserveCapacity(utf8.count)
    var index = 0
    while index < utf8.count {
      if isLoneSurrogate(at: index) {
        result.append(contentsOf: replacement)
        index += 3
      } else {
        result.append(utf8[index])
        index += 1
      }
    }
    return result
  }

  /// Whether half a surrogate pair stands alone somewhere.
  public var containsLoneSurrogate: Bool {
    var index = 0
    while index < utf8.count {
      if isLoneSurrogate(at: index) { return true }
      index += 1
    }
    return false
  }

  private func isLoneSurrogate(at index: Int) -> Bool {
    utf8[index] == 0xED && index + 2 < utf8.count && utf8[index + 1] >= 0xA0
  }
}

extension Text {
  /// Text of bytes that are well-formed WTF-8 already.
  public init(copying bytes: Span<UInt8>) {
    // SAFETY: the buffer is read within the closure only.
    self = unsafe bytes.withUnsafeBytes { unsafe Text(copying: $0) }
  }

  /// Text of the bytes in memory, which are well-formed WTF-8 already.
  init(copying bytes: UnsafeRawBufferPointer) {
    unsafe self.init(wtf8: ContiguousArray(bytes))
  }

  /// Whether its bytes are some bytes.
  @inline(__always)
  public func hasBytes(_ bytes: Span<UInt8>) -> Bool {
    // SAFETY: the buffers are read within the closures only.
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe utf8.withUnsafeBytes { unsafe ByteWords.areEqual($0, bytes) }
    }
  }

  /// Whether both have the same bytes.
  public static func == (left: Text, right: Text) -> Bool {
    ByteWords.areEqual(left.utf8, right.utf8)
  }

  /// Feeds the bytes at once, not one by one.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(utf8.count)
    // SAFETY: the buffer is read within the closure only.
    unsafe utf8.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }
}

extension Text: CustomStringConvertible {}

extension Text: ExpressibleByStringLiteral {
  /// Text as written.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

/// A string that is looked up often.
public struct Name: Sendable, Hashable {
  /// The string.
  public let text: Text
  /// Which member of `request` it names.
  let requestMember: RequestMember

  /// A name from its text.
  public init(_ text: Text) {
    self.text = text
    self.requestMember = RequestMember(text)
  }

  /// A hash of bytes.
  ///
  /// Large maps are sorted by (hash, bytes), so many keys with one hash cost no more than others.
  public static func hash(_ bytes: ContiguousArray<UInt8>) -> UInt32 {
    ByteWords.hash(bytes)
  }
}
