/// The path and the query of a target, decoded.
package struct HTTPTarget: Sendable {
  /// The decoded path, from its slash on; an encoded slash is one like any other, as in the official emulator.
  package let path: ContiguousArray<UInt8>
  /// The parameters of the query, decoded, in the order of the text.
  package let parameters: [(name: String, value: ContiguousArray<UInt8>)]

  /// Decodes a target.
  package init(_ target: ContiguousArray<UInt8>) {
    let mark = target.firstIndex(of: UInt8(ascii: "?"))
    path = Self.decoded(target[..<(mark ?? target.endIndex)], plusIsBlank: false)
    guard let mark else {
      parameters = []
      return
    }
    parameters = target[(mark + 1)...].split(separator: UInt8(ascii: "&")).map { part in
      let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      let name = Self.decoded(part[..<equals], plusIsBlank: true)
      let value = Self.decoded(part[equals...].dropFirst(), plusIsBlank: true)
      return (String(decoding: name, as: UTF8.self), value)
    }
  }

  /// The last value of a parameter.
  package subscript(_ name: String) -> ContiguousArray<UInt8>? {
    parameters.last { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  /// The last value of a parameter, as text.
  package func text(_ name: String) -> String? {
    self[name].map { String(decoding: $0, as: UTF8.self) }
  }

  /// The last value of a parameter that is base64: a plus sign that was not encoded has come as a blank.
  func base64(_ name: String) -> ContiguousArray<UInt8>? {
    self[name].map { text in
      ContiguousArray(text.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 })
    }
  }

  /// Each value of a parameter.
  package func all(_ name: String) -> [ContiguousArray<UInt8>] {
    parameters.filter { $0.name.utf8.elementsEqual(name.utf8) }.map(\.value)
  }

  /// Bytes with `%41` decoded; a percent sign without two digits stands for itself.
  private static func decoded(
    _ bytes: ArraySlice<UInt8>,
    plusIsBlank: Bool
  ) -> ContiguousArray<UInt8> {
    var result: ContiguousArray<UInt8> = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
        let high = hexDigit(bytes[index + 1]), let low = hexDigit(bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(plusIsBlank && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        index += 1
      }
    }
    return result
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
