/// The values of a file that holds one a line (JSON Lines); blank lines are skipped.
///
/// A line that is no JSON does not end the sequence. Ranges are offsets into the whole file.
package struct JSONLines: Sequence, Sendable {
  private let bytes: ContiguousArray<UInt8>

  /// Reads the lines of a file's content.
  package init(_ bytes: ContiguousArray<UInt8>) {
    self.bytes = bytes
  }

  /// One line that is not blank.
  package struct Line: Sendable {
    /// 1-based number of the line.
    package let number: Int

    /// Its value, or why it has none.
    package let result: Result<JSONValue, JSONSyntaxError>
  }

  /// Starts at the first line.
  package func makeIterator() -> Iterator {
    Iterator(bytes: bytes)
  }

  /// Reads a line at a time.
  package struct Iterator: IteratorProtocol {
    fileprivate let bytes: ContiguousArray<UInt8>
    private var offset = 0
    private var number = 0

    fileprivate init(bytes: ContiguousArray<UInt8>) {
      self.bytes = bytes
    }

    /// The next line that is not blank.
    package mutating func next() -> Line? {
      while offset < bytes.count {
        let start = offset
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        offset = end + 1
        number += 1
        if bytes[start..<end].allSatisfy(isBlank) { continue }
        return Line(number: number, result: parse(start..<end))
      }
      return nil
    }

    private func parse(_ line: Range<Int>) -> Result<JSONValue, JSONSyntaxError> {
      do throws(JSONSyntaxError) {
        return .success(try JSONValue(parsing: bytes, in: line, dialect: .strict))
      } catch {
        return .failure(error)
      }
    }

    private func isBlank(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }
  }
}
