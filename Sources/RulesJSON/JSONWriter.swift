/// How a value is laid out as text.
package enum JSONLayout: Sendable, Hashable {
  /// On one line, without spaces.
  case compact

  /// One element a line, each level indented by two spaces more; no line break at the end.
  case indented
}

extension JSONValue {
  /// The value as JSON.
  ///
  /// The output is pure JSON for each value: bytes of strings that are neither UTF-8 nor a lone
  /// surrogate are replaced by U+FFFD.
  package func bytes(_ layout: JSONLayout = .compact) -> ContiguousArray<UInt8> {
    var output: ContiguousArray<UInt8> = []
    // Small values, of which a service writes many, then need no more room.
    output.reserveCapacity(512)
    write(to: &output, layout)
    return output
  }

  /// The value as JSON text.
  package func jsonText(_ layout: JSONLayout = .compact) -> String {
    String(decoding: bytes(layout), as: UTF8.self)
  }

  /// Appends the value as JSON.
  package func write(to output: inout ContiguousArray<UInt8>, _ layout: JSONLayout = .compact) {
    var writer = JSONWriter(output: output, layout: layout)
    output = []
    writer.write(self)
    output = writer.output
  }
}

private struct JSONWriter {
  var output: ContiguousArray<UInt8>
  let layout: JSONLayout
  var depth = 0

  init(output: consuming ContiguousArray<UInt8>, layout: JSONLayout) {
    self.output = output
    self.layout = layout
  }

  mutating func write(_ value: JSONValue) {
    switch value.content {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .number(let number): append(number.text)
    case .string(let bytes): writeString(bytes)
    case .array(let elements):
      writeList(elements, open: UInt8(ascii: "["), close: UInt8(ascii: "]")) { writer, element in
        writer.write(element)
      }
    case .object(let object):
      writeList(
        object.members,
        open: UInt8(ascii: "{"),
        close: UInt8(ascii: "}")
      ) { writer, member in
        writer.writeString(member.key)
        writer.append(writer.layout == .compact ? ":" : ": ")
        writer.write(member.value)
      }
    }
  }

  private mutating func writeList<Element>(
    _ elements: ContiguousArray<Element>,
    open: UInt8,
    close: UInt8,
    writeElement: (inout JSONWriter, Element) -> Void
  ) {
    output.append(open)
    depth += 1
    for (index, element) in elements.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      breakLine()
      writeElement(&self, element)
    }
    depth -= 1
    if !elements.isEmpty { breakLine() }
    output.append(close)
  }

  private mutating func breakLine() {
    guard layout == .indented else { return }
    output.append(UInt8(ascii: "\n"))
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }

  private mutating func writeString(_ bytes: ContiguousArray<UInt8>) {
    output.append(UInt8(ascii: "\""))
    var index = 0
    var plainStart = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
        index += 1
        continue
      }
      let next = bytes[index..<min(index + 4, bytes.count)]
      if byte >= 0x80, let length = wellFormedLength(of: next) {
        index += length
        continue
      }
      output.append(contentsOf: bytes[plainStart..<index])
      index += byte < 0x80 ? writeEscape(byte) : writeIllFormed(next)
      plainStart = index
    }
    output.append(contentsOf: bytes[plainStart...])
    output.append(UInt8(ascii: "\""))
  }

  /// Writes a byte of ASCII that can't stand for itself; gives the count of bytes it consumed.
  private mutating func writeEscape(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case 0x08: append("\\b")
    case 0x0C: append("\\f")
    case UInt8(ascii: "\n"): append("\\n")
    case UInt8(ascii: "\r"): append("\\r")
    case UInt8(ascii: "\t"): append("\\t")
    default: writeUnit(UInt16(byte))
    }
    return 1
  }

  /// Writes a lone surrogate as its escape, other bytes as U+FFFD; gives the count of bytes it
  /// consumed.
  private mutating func writeIllFormed(_ bytes: ArraySlice<UInt8>) -> Int {
    let start = bytes.startIndex
    guard bytes.count >= 3, bytes[start] == 0xED, 0xA0...0xBF ~= bytes[start + 1],
      0x80...0xBF ~= bytes[start + 2]
    else {
      append("\u{FFFD}")
      return 1
    }
    writeUnit(0xD000 | UInt16(bytes[start + 1] & 0x3F) << 6 | UInt16(bytes[start + 2] & 0x3F))
    return 3
  }

  private mutating func writeUnit(_ unit: UInt16) {
    let digits = String(unit, radix: 16)
    append("\\u")
    output.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
    append(digits)
  }

  private mutating func append(_ text: String) {
    output.append(contentsOf: text.utf8)
  }
}
