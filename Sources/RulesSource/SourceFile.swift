import Synchronization

/// The bytes of one file, and the name it is reported under.
///
/// The bytes are whatever the file holds: they need not be well-formed UTF-8.
public struct SourceFile: Sendable {
  /// The name shown in diagnostics, usually the path as the user gave it.
  package let name: String

  /// The whole content.
  public let bytes: ContiguousArray<UInt8>

  /// Where the lines begin; found out when it is first asked for.
  package var lines: LineTable { knownLines.value(bytes) }

  private let knownLines = KnownLines()

  /// The largest content, in bytes, that offsets can address.
  package static let maximumByteCount = Int(UInt32.max) - 1

  /// Wraps content; bytes past `maximumByteCount` are dropped.
  package init(name: String, bytes: ContiguousArray<UInt8>) {
    self.name = name
    self.bytes =
      bytes.count <= Self.maximumByteCount
      ? bytes : ContiguousArray(bytes.prefix(Self.maximumByteCount))
  }

  /// Wraps text.
  package init(name: String, text: String) {
    self.init(name: name, bytes: ContiguousArray(text.utf8))
  }

  /// The text of a range, ill-formed bytes repaired with U+FFFD.
  package func text(of range: SourceRange) -> String {
    let lower = min(Int(range.lowerBound), bytes.count)
    let upper = min(Int(range.upperBound), bytes.count)
    return String(decoding: bytes[lower..<max(lower, upper)], as: UTF8.self)
  }

  /// The position of a byte offset.
  package func position(of offset: UInt32) -> SourcePosition {
    lines.position(of: offset, in: bytes)
  }

  /// Count of code points before a byte offset.
  package func codePointOffset(of offset: UInt32) -> Int {
    lines.codePointOffset(of: offset, in: bytes)
  }
}

/// The lines of a file, looked for once: most files are read and checked without them.
private final class KnownLines: Sendable {
  private let table = AtomicLazyReference<Table>()

  private final class Table: Sendable {
    let lines: LineTable

    init(_ lines: LineTable) {
      self.lines = lines
    }
  }

  func value(_ bytes: ContiguousArray<UInt8>) -> LineTable {
    if let known = table.load() { return known.lines }
    return table.storeIfNil(Table(LineTable(bytes))).lines
  }
}
