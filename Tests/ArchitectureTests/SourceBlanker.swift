/// Replaces what stands in comments and string literals by spaces, line breaks kept.
///
/// Interpolations count as strings. Regex literals are not known; the package has none.
struct SourceBlanker {
  private let scalars: [UInt8]
  private var output: [UInt8] = []
  private var index = 0

  init(_ text: String) {
    scalars = Array(text.utf8)
  }

  func blanked() -> String {
    var copy = self
    copy.run()
    return String(decoding: copy.output, as: UTF8.self)
  }

  private mutating func run() {
    while index < scalars.count {
      if starts(with: "//") {
        while index < scalars.count, scalars[index] != UInt8(ascii: "\n") { blank() }
      } else if starts(with: "/*") {
        blankComment()
      } else if let hashes = hashesBeforeQuote() {
        blankString(hashes: hashes)
      } else {
        output.append(scalars[index])
        index += 1
      }
    }
  }

  private mutating func blankComment() {
    var depth = 0
    repeat {
      if starts(with: "/*") {
        depth += 1
        blank(2)
      } else if starts(with: "*/") {
        depth -= 1
        blank(2)
      } else {
        blank()
      }
    } while depth > 0 && index < scalars.count
  }

  /// The count of `#` before the quote of a string that begins here; `nil` if none begins here.
  private func hashesBeforeQuote() -> Int? {
    let hashes = scalars[index...].prefix { $0 == UInt8(ascii: "#") }.count
    let quote = index + hashes
    return quote < scalars.count && scalars[quote] == UInt8(ascii: "\"") ? hashes : nil
  }

  private mutating func blankString(hashes: Int) {
    blank(hashes)
    let quote = starts(with: "\"\"\"") ? "\"\"\"" : "\""
    let suffix = String(repeating: "#", count: hashes)
    blank(quote.utf8.count)
    while index < scalars.count {
      if starts(with: quote + suffix) {
        blank(quote.utf8.count + hashes)
        return
      }
      if starts(with: "\\\(suffix)(") {
        blank(1 + hashes)
        blankInterpolation()
      } else {
        blank(starts(with: "\\\(suffix)") ? 2 + hashes : 1)
      }
    }
  }

  /// Blanks an interpolation, its opening parenthesis being the current byte.
  private mutating func blankInterpolation() {
    var depth = 0
    repeat {
      if let hashes = hashesBeforeQuote() {
        blankString(hashes: hashes)
        continue
      }
      if starts(with: "(") { depth += 1 }
      if starts(with: ")") { depth -= 1 }
      blank()
    } while depth > 0 && index < scalars.count
  }

  private func starts(with text: String) -> Bool {
    scalars[index...].starts(with: text.utf8)
  }

  private mutating func blank(_ count: Int = 1) {
    for _ in 0..<count where index < scalars.count {
      let byte = scalars[index]
      output.append(byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " "))
      index += 1
    }
  }
}
