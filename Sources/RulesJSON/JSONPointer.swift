/// A place in a JSON value, as RFC 6901 spells it: `/documents/0/name`.
package struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
  /// The names and indices from the root down, unescaped.
  package var tokens: [ContiguousArray<UInt8>]

  /// A pointer from its unescaped tokens; none is the whole value.
  package init(tokens: [ContiguousArray<UInt8>] = []) {
    self.tokens = tokens
  }

  /// A pointer from its spelling; `nil` where that does not begin with `/`, or where `~` is followed
  /// by neither `0` nor `1`.
  package init?(_ text: String) {
    guard !text.utf8.isEmpty else {
      self.init()
      return
    }
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    var tokens: [ContiguousArray<UInt8>] = []
    for part in text.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"),
      omittingEmptySubsequences: false
    ) {
      guard let token = Self.unescaped(part) else { return nil }
      tokens.append(token)
    }
    self.init(tokens: tokens)
  }

  /// The value at the place, if there is one.
  package func value(in root: JSONValue) -> JSONValue? {
    var value = root
    for token in tokens {
      switch value.content {
      case .object(let object):
        guard let member = object[token] else { return nil }
        value = member
      case .array(let elements):
        guard let index = Self.index(token), index < elements.count else { return nil }
        value = elements[index]
      case .null, .bool, .number, .string:
        return nil
      }
    }
    return value
  }

  /// The pointer to a member of the object at this place.
  package func appending(_ name: String) -> JSONPointer {
    JSONPointer(tokens: tokens + [ContiguousArray(name.utf8)])
  }

  /// The pointer to an element of the array at this place.
  package func appending(_ index: Int) -> JSONPointer {
    appending(String(index))
  }

  /// The spelling.
  package var description: String {
    var bytes: ContiguousArray<UInt8> = []
    for token in tokens {
      bytes.append(UInt8(ascii: "/"))
      for byte in token {
        switch byte {
        case UInt8(ascii: "~"): bytes.append(contentsOf: "~0".utf8)
        case UInt8(ascii: "/"): bytes.append(contentsOf: "~1".utf8)
        default: bytes.append(byte)
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func unescaped(_ part: Substring.UTF8View) -> ContiguousArray<UInt8>? {
    var token: ContiguousArray<UInt8> = []
    var bytes = part.makeIterator()
    while let byte = bytes.next() {
      guard byte == UInt8(ascii: "~") else {
        token.append(byte)
        continue
      }
      switch bytes.next() {
      case UInt8(ascii: "0"): token.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): token.append(UInt8(ascii: "/"))
      default: return nil
      }
    }
    return token
  }

  /// The index that a token spells: digits without a leading zero.
  private static func index(_ token: ContiguousArray<UInt8>) -> Int? {
    guard let first = token.first, token.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    if first == 0x30, token.count > 1 { return nil }
    return Int(String(decoding: token, as: UTF8.self))
  }
}
