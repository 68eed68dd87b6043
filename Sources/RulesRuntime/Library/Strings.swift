public import RulesRegex

/// The methods of strings.
public enum Strings {
  static let builtins: ContiguousArray<Builtin> = [
    Builtin(
      .method(of: .string),
      "size",
      [Builtin.Overload([], .int)],
      summary: "Count of UTF-16 units: most characters are one, emoji two.",
      source: "rules.String; observation: measured values, §4",
      examples: [
        Builtin.Example("'abc'.size()", "3"), Builtin.Example("'\\ud83d\\ude00'.size()", "2"),
      ],
      .of { (text: Text) in .int(Int64(text.unitCount)) }
    ),
    Builtin(
      .method(of: .string),
      "lower",
      [Builtin.Overload([], .string)],
      summary: "The string with the letters A to Z in lower case; other letters stay.",
      source: "rules.String; observation: measured values, §4",
      examples: [Builtin.Example("'ABC123'.lower()", "'abc123'")],
      .of { (text: Text) in .string(lower(text)) }
    ),
    Builtin(
      .method(of: .string),
      "upper",
      [Builtin.Overload([], .string)],
      summary: "The string with the letters a to z in upper case; other letters stay.",
      source: "rules.String; observation: measured values, §4",
      examples: [Builtin.Example("'abc123'.upper()", "'ABC123'")],
      .of { (text: Text) in .string(upper(text)) }
    ),
    Builtin(
      .method(of: .string),
      "trim",
      [Builtin.Overload([], .string)],
      summary: "The string without blanks and control characters at its ends.",
      source: "rules.String; observation: measured values, §4",
      examples: [Builtin.Example("'  x y  '.trim()", "'x y'")],
      .of { (text: Text) in .string(text.trimmed) }
    ),
    Builtin(
      .method(of: .string),
      "toUtf8",
      [Builtin.Overload([], .bytes)],
      summary: "The bytes of the string in UTF-8; half a surrogate pair becomes `?`.",
      source: "rules.String; observation: measured values, §1.1",
      examples: [Builtin.Example("'€'.toUtf8()", "b'\\xE2\\x82\\xAC'")],
      .of { (text: Text) in .bytes(utf8(text)) }
    ),
    Builtin(
      .method(of: .string),
      "matches",
      [Builtin.Overload([.type(.string)], .bool)],
      summary: "Whether an RE2 pattern matches the whole string.",
      source: "rules.String; observation: measured values, §5",
      examples: [
        Builtin.Example("'user@domain.com'.matches('.*@domain[.]com')", "true"),
        Builtin.Example("'hello world'.matches('world')", "false"),
      ],
      .of(matches)
    ),
    Builtin(
      .method(of: .string),
      "split",
      [Builtin.Overload([.type(.string)], .list)],
      summary: "The pieces between the matches of an RE2 pattern, without empty ones at the end.",
      source: "rules.String; observation: measured values, §5.4",
      examples: [
        Builtin.Example("'a/b/c'.split('/')", "['a', 'b', 'c']"),
        Builtin.Example("'a,,b,,'.split(',')", "['a', '', 'b']"),
      ],
      .of(split)
    ),
    Builtin(
      .method(of: .string),
      "replace",
      [Builtin.Overload([.type(.string), .type(.string)], .string)],
      summary: "The string with each match of an RE2 pattern replaced; `$1` inserts a group.",
      source: "rules.String; observation: measured values, §5.3",
      examples: [
        Builtin.Example("'banana'.replace('a', 'o')", "'bonono'"),
        Builtin.Example("'ab'.replace('(a)', '$1$1')", "'aab'"),
      ],
      .of(replace)
    ),
  ]

  /// Whether a compiled pattern matches the whole text.
  public static func matches(_ text: Text, _ pattern: Pattern) -> Bool {
    pattern.matches(text.utf8)
  }

  /// The pieces of a text between the matches of a compiled pattern.
  public static func split(_ text: Text, _ pattern: Pattern) throws(FaultReason) -> Value {
    // Each piece is an allocation of its own, so the count must be bounded before they are made.
    if text.utf8.count > ValueLimit.splitBytes { throw ValueLimit.splitFault }
    let pieces = pattern.split(text.utf8)
    try ValueLimit.check(elements: pieces.count)
    return .list(ListValue(ContiguousArray(pieces.map { .string(Text(wtf8: $0)) })))
  }

  /// A text with each match of a compiled pattern replaced.
  public static func replace(
    _ text: Text,
    _ pattern: Pattern,
    _ template: Text
  ) throws(FaultReason) -> Value {
    do throws(ReplacementError) {
      let bytes = try pattern.replacing(
        in: text.utf8,
        with: template.utf8,
        limit: ValueLimit.textBytes
      )
      return .string(Text(wtf8: bytes))
    } catch {
      switch error {
      case .invalidReplacement:
        throw .other(template.wrapped("Invalid replacement. Replacement: ", "."))
      case .tooLong: throw ValueLimit.textFault
      }
    }
  }

  /// A compiled pattern.
  ///
  /// - Throws: `Invalid regular expression pattern. Pattern: P.`
  public static func pattern(_ text: Text) throws(FaultReason) -> Pattern {
    do throws(PatternError) {
      return try Pattern(text.utf8)
    } catch {
      throw .invalidPattern(text)
    }
  }

  private static func matches(_ text: Text, _ source: Text) throws(FaultReason) -> Value {
    .bool(matches(text, try pattern(source)))
  }

  private static func split(_ text: Text, _ source: Text) throws(FaultReason) -> Value {
    try split(text, try pattern(source))
  }

  private static func replace(
    _ text: Text,
    _ source: Text,
    _ template: Text
  ) throws(FaultReason) -> Value {
    try replace(text, try pattern(source), template)
  }

  private static func lower(_ text: Text) -> Text {
    var bytes = text.utf8
    for index in bytes.indices where (0x41...0x5A).contains(bytes[index]) { bytes[index] |= 0x20 }
    return Text(wtf8: bytes)
  }

  private static func upper(_ text: Text) -> Text {
    var bytes = text.utf8
    for index in bytes.indices where (0x61...0x7A).contains(bytes[index]) { bytes[index] &= 0xDF }
    return Text(wtf8: bytes)
  }

  /// The bytes of a text in UTF-8; half a surrogate pair becomes `?`.
  static func utf8(_ text: Text) -> Octets {
    Octets(text.replacingLoneSurrogates(by: [UInt8(ascii: "?")]))
  }
}
