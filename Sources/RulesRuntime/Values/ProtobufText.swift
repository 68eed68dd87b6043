/// Values in protobuf's text form, in which some error texts quote their arguments.
///
/// Source: observation: `vector([…])` and `get(…)` of every type.
struct ProtobufText {
  private var builder = TextBuilder()
  private var indentation = 0

  /// Bytes after which the rest is left out; values that share parts can look endless.
  private static let limit = 1 << 20

  /// What `get()` and its kin print of their argument.
  static func text(argument path: PathValue) -> Text {
    var writer = ProtobufText()
    writer.add(.path(path))
    return writer.builder.text
  }

  /// What `vector()` prints of its argument.
  static func text(elements list: ListValue) -> Text {
    var writer = ProtobufText()
    writer.add(elements: list.elements)
    return writer.builder.text
  }

  private mutating func line(_ text: String) {
    for _ in 0..<indentation { builder.append("  ") }
    builder.append(text)
    builder.append("\n")
  }

  private mutating func block(_ name: String, _ body: (inout ProtobufText) -> Void) {
    guard builder.count < Self.limit, indentation < 2 * ValueLimit.depth else { return }
    line(name + " {")
    indentation += 1
    body(&self)
    indentation -= 1
    line("}")
  }

  private mutating func add(elements: some Sequence<Value>) {
    for element in elements where builder.count < Self.limit {
      block("values") { $0.add(element) }
    }
  }

  private mutating func add(_ value: Value) {
    switch value {
    case .null: line("null_value: NULL_VALUE")
    case .bool(let bool): line("bool_value: \(bool)")
    case .int(let int): line("int_value: \(int)")
    case .float(let float): line("float_value: \(FloatText.text(float))")
    case .string(let text): line("string_value: \(Self.quoted(text.utf8))")
    case .bytes(let octets): line("bytes_value: \(Self.quoted(octets.bytes, isText: false))")
    case .list(let list): block("list_value") { $0.add(elements: list.elements) }
    case .set(let set): block("set_value") { $0.add(elements: set.elements) }
    case .vector(let vector):
      block("vector_value") { $0.add(elements: vector.elements.lazy.map { .float($0) }) }
    case .constraint: block("constraint_value") { _ in }
    case .map(let map):
      block("map_value") { writer in
        for (key, value) in zip(map.keys, map.values) {
          writer.block("fields") { writer in
            writer.line("key: \(Self.quoted(key.utf8))")
            writer.block("value") { $0.add(value) }
          }
        }
      }
    case .mapDiff(let difference):
      block("map_diff_value") { writer in
        for entry in difference.entries {
          writer.block("key_statuses") { writer in
            writer.line("key: \(Self.quoted(entry.key.utf8))")
            writer.line("value: \(Self.name(entry.status))")
          }
        }
      }
    case .timestamp(let timestamp):
      block("timestamp_value") { $0.add(seconds: timestamp.seconds, nanos: timestamp.nanos) }
    case .duration(let duration):
      block("duration_value") { $0.add(seconds: duration.seconds, nanos: duration.nanos) }
    case .latlng(let point):
      block("latlng_value") { writer in
        writer.add("latitude", point.latitude)
        writer.add("longitude", point.longitude)
      }
    case .path(let path): block("path_value") { $0.add(path) }
    }
  }

  private mutating func add(seconds: Int64, nanos: Int32) {
    if seconds != 0 { line("seconds: \(seconds)") }
    if nanos != 0 { line("nanos: \(nanos)") }
  }

  private mutating func add(_ name: String, _ degrees: Double) {
    if degrees.bitPattern != 0 { line("\(name): \(FloatText.text(degrees))") }
  }

  private mutating func add(_ path: PathValue) {
    for segment in path.segments {
      block("segments") { writer in
        switch segment {
        case .simple(let text): writer.line("simple: \(Self.quoted(text.utf8))")
        case .capture(let name, let bound):
          writer.block("capture") { writer in
            writer.line("variable_name: \(Self.quoted(name.utf8))")
            if let bound { writer.line("bound_value: \(Self.quoted(bound.utf8))") }
          }
        case .glob(let name, let bound):
          writer.block("glob_capture") { writer in
            writer.line("variable_name: \(Self.quoted(name.utf8))")
            if let bound { writer.block("bound_value") { $0.add(bound) } }
          }
        }
      }
    }
  }

  private static func name(_ status: KeyStatus) -> String {
    switch status {
    case .added: "ADDED"
    case .removed: "REMOVED"
    case .changed: "CHANGED"
    case .unchanged: "UNCHANGED"
    }
  }

  /// Bytes between quotes, all that is not printable ASCII escaped.
  private static func quoted(_ bytes: ContiguousArray<UInt8>, isText: Bool = true) -> String {
    let bytes = isText ? Text(wtf8: bytes).replacingLoneSurrogates(by: [0x3F]) : bytes
    var result: [UInt8] = [UInt8(ascii: "\"")]
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"):
        result += [UInt8(ascii: "\\"), byte]
      case 7: result += "\\a".utf8
      case 8: result += "\\b".utf8
      case 9: result += "\\t".utf8
      case 10: result += "\\n".utf8
      case 11: result += "\\v".utf8
      case 12: result += "\\f".utf8
      case 13: result += "\\r".utf8
      case 0x20..<0x7F: result.append(byte)
      default:
        result.append(UInt8(ascii: "\\"))
        for shift in [6, 3, 0] as [UInt8] { result.append(UInt8(ascii: "0") + byte >> shift & 7) }
      }
    }
    result.append(UInt8(ascii: "\""))
    return String(decoding: result, as: UTF8.self)
  }
}
