/// Reads a pattern: RE2's syntax as the Java implementation in the emulator has it.
///
/// The parser holds the open groups on a stack of its own. A repetition applies to the node before it
/// in the open group, whatever text lies between: `a(?i)*` and `a\Q\E*` repeat the `a`.
struct PatternParser {
  /// The tree of a pattern.
  static func parse(_ pattern: ContiguousArray<UInt8>) throws(PatternError) -> Syntax {
    var parser = PatternParser(pattern)
    try parser.checkLength()
    let stray = try parser.strayParenthesis()
    let syntax = try parser.parse()
    if let stray { throw parser.fault(.unescapedParenthesis, from: stray, to: stray + 1) }
    return syntax
  }

  /// The flags of `(?…)`.
  struct Flags {
    var ignoresCase = false
    var isMultiline = false
    var dotMatchesNewline = false
    var isLazy = false
  }

  /// An open group, or the whole pattern.
  struct Group {
    let start: Int
    /// The number of a capturing group.
    let capture: Int?
    let outerFlags: Flags
    var alternatives: [SyntaxNode] = []
    var sequence: [SyntaxNode] = []
  }

  private static let maximumUnits = 4096
  private static let maximumNesting = 20

  /// The code points of the pattern.
  let text: [UInt32]
  /// The byte at which each code point starts, and the length of the pattern.
  private let byteOffsets: [Int]
  /// The next code point.
  var position = 0
  var flags = Flags()
  private var groups: [Group] = []
  var current = Group(start: 0, capture: nil, outerFlags: Flags())
  private var classes: [CharacterClass] = []
  private var classNumbers: [CharacterClass: Int] = [:]
  private var groupCount = 0
  private var groupNames: [String: Int] = [:]

  private init(_ pattern: ContiguousArray<UInt8>) {
    var text: [UInt32] = []
    var byteOffsets: [Int] = []
    var offset = 0
    // One more than the limit is enough to see that there are too many.
    while offset < pattern.count, text.count <= PatternParser.maximumUnits {
      let (codePoint, width) = WTF8.decode(pattern, at: offset)
      text.append(codePoint)
      byteOffsets.append(offset)
      offset += width
    }
    self.text = text
    self.byteOffsets = byteOffsets + [offset]
  }

  // MARK: - What the language asks before it looks at the syntax

  private func checkLength() throws(PatternError) {
    let units = text.reduce(0) { $0 + ($1 < 0x10000 ? 1 : 2) }
    guard units <= PatternParser.maximumUnits else {
      throw fault(.tooLong, from: 0, to: text.count)
    }
  }

  /// A parenthesis without counterpart.
  ///
  /// Only a backslash hides a parenthesis from this count, not a
  /// class and not `\Q`: `[(]` is no pattern, `[()]` is one.
  private func strayParenthesis() throws(PatternError) -> Int? {
    var open: [Int] = []
    var index = 0
    while index < text.count {
      switch character(at: index) {
      case "\\":
        index += 1
      case "(":
        open.append(index)
        if open.count > PatternParser.maximumNesting {
          throw fault(.nestedTooDeeply, from: index, to: index + 1)
        }
      case ")":
        guard open.popLast() != nil else { return index }
      default:
        break
      }
      index += 1
    }
    return open.last
  }

  // MARK: - The pattern as a whole

  private mutating func parse() throws(PatternError) -> Syntax {
    var isAfterRepetition = false
    while let character = peek() {
      let start = position
      var isRepetition = false
      switch character {
      case "(":
        try openGroup()
      case ")":
        try closeGroup()
      case "|":
        position += 1
        finishAlternative()
      case "*", "+", "?", "{":
        if let bounds = try repetitionBounds() {
          try repeatLast(bounds, from: start, isAfterRepetition: isAfterRepetition)
        } else {
          addLiteral(advance())
        }
        // A `{` that is a character counts as well: `{*` is refused, `\{*` is not.
        isRepetition = true
      case "[":
        add(try parseClass())
      case "^":
        position += 1
        add(.assertion(flags.isMultiline ? .lineStart : .textStart))
      case "$":
        position += 1
        add(.assertion(flags.isMultiline ? .lineEnd : .textEnd))
      case ".":
        position += 1
        add(flags.dotMatchesNewline ? .all : .allButNewline)
      case "\\":
        try parseBackslash()
      default:
        addLiteral(advance())
      }
      isAfterRepetition = isRepetition
    }
    guard groups.isEmpty else {
      throw fault(.missingClosingParenthesis, from: current.start, to: current.start + 1)
    }
    return Syntax(
      root: finishGroup(),
      classes: classes,
      groupCount: groupCount,
      groupNames: groupNames
    )
  }

  private mutating func parseBackslash() throws(PatternError) {
    let start = position
    switch character(at: position + 1) {
    case "A": addAssertion(.textStart)
    case "b": addAssertion(.wordBoundary)
    case "B": addAssertion(.noWordBoundary)
    case "z": addAssertion(.textEnd)
    case "Q":
      position += 2
      while position < text.count {
        if peek() == "\\", character(at: position + 1) == "E" {
          position += 2
          return
        }
        addLiteral(advance())
      }
    default:
      if let set = try classEscape() {
        add(set)
      } else {
        position = start
        addLiteral(try characterEscape())
      }
    }
  }

  private mutating func addAssertion(_ assertion: Assertion) {
    position += 2
    add(.assertion(assertion))
  }

  // MARK: - Groups

  private mutating func openGroup() throws(PatternError) {
    let start = position
    position += 1
    guard peek() == "?" else {
      groupCount += 1
      push(from: start, capture: groupCount)
      return
    }
    position += 1
    try refuseUnsupportedGroup(from: start)
    let isNamed = peek() == "<" || (peek() == "P" && character(at: position + 1) == "<")
    guard isNamed else { return try parseFlags(from: start) }
    position += peek() == "<" ? 1 : 2
    let name = try groupName(from: start)
    groupCount += 1
    guard groupNames.updateValue(groupCount, forKey: name) == nil else {
      throw fault(.duplicateGroupName, from: start, to: position)
    }
    push(from: start, capture: groupCount)
  }

  private func refuseUnsupportedGroup(from start: Int) throws(PatternError) {
    switch (peek(), character(at: position + 1)) {
    case ("=", _), ("!", _): throw fault(.lookaroundUnsupported, from: start, to: position + 1)
    case ("<", "="), ("<", "!"): throw fault(.lookaroundUnsupported, from: start, to: position + 2)
    case ("P", "="): throw fault(.backreferenceUnsupported, from: start, to: position + 2)
    case (">", _): throw fault(.atomicGroupUnsupported, from: start, to: position + 1)
    case ("#", _): throw fault(.commentUnsupported, from: start, to: position + 1)
    default: return
    }
  }

  private mutating func groupName(from start: Int) throws(PatternError) -> String {
    let first = position
    while let character = peek(), character != ">" {
      position += 1
      guard CharacterClass.word.contains(character.value) else {
        throw fault(.invalidGroupName, from: first, to: position)
      }
    }
    guard position > first, peek() == ">" else {
      throw fault(.invalidGroupName, from: start, to: position)
    }
    position += 1
    return string(from: first, to: position - 1)
  }

  /// `(?i)`, `(?i:`, `(?i-m:` and so on, from the first flag.
  private mutating func parseFlags(from start: Int) throws(PatternError) {
    var changed = flags
    var isOn = true
    var needsFlag = false
    while let character = peek() {
      position += 1
      switch character {
      case "i": changed.ignoresCase = isOn
      case "m": changed.isMultiline = isOn
      case "s": changed.dotMatchesNewline = isOn
      case "U": changed.isLazy = isOn
      case "-" where isOn:
        isOn = false
        needsFlag = true
        continue
      case ":" where !needsFlag:
        push(from: start, capture: nil)
        flags = changed
        return
      case ")" where !needsFlag:
        flags = changed
        return
      default:
        throw fault(.invalidFlag, from: start, to: position)
      }
      needsFlag = false
    }
    throw fault(.invalidFlag, from: start, to: position)
  }

  private mutating func push(from start: Int, capture: Int?) {
    groups.append(current)
    current = Group(start: start, capture: capture, outerFlags: flags)
  }

  private mutating func closeGroup() throws(PatternError) {
    guard let outer = groups.popLast() else {
      throw fault(.unexpectedClosingParenthesis, from: position, to: position + 1)
    }
    position += 1
    let node = finishGroup()
    flags = current.outerFlags
    let capture = current.capture
    current = outer
    if let capture {
      add(.capture(group: capture, node))
    } else {
      add(node)
    }
  }

  private mutating func finishGroup() -> SyntaxNode {
    finishAlternative()
    return current.alternatives.count == 1
      ? current.alternatives[0] : .alternation(current.alternatives)
  }

  private mutating func finishAlternative() {
    let nodes = current.sequence
    current.sequence = []
    switch nodes.count {
    case 0: current.alternatives.append(.empty)
    case 1: current.alternatives.append(nodes[0])
    default: current.alternatives.append(.sequence(nodes))
    }
  }

  // MARK: - Parts

  private mutating func add(_ node: SyntaxNode) {
    current.sequence.append(node)
  }

  private mutating func add(_ set: CharacterClass) {
    if let number = classNumbers[set] {
      add(.character(number))
      return
    }
    classNumbers[set] = classes.count
    add(.character(classes.count))
    classes.append(set)
  }

  private mutating func addLiteral(_ codePoint: UInt32) {
    let members = flags.ignoresCase ? CaseFolding.orbit(of: codePoint) : [codePoint]
    add(CharacterClass(members.map { CodePointRange(lower: $0, upper: $0) }))
  }
}

// MARK: - The text

extension PatternParser {
  /// The next code point as a scalar; U+FFFD for half a pair, which means nothing in the syntax.
  func peek() -> Unicode.Scalar? { character(at: position) }

  func character(at index: Int) -> Unicode.Scalar? {
    guard index < text.count else { return nil }
    return Unicode.Scalar(text[index]) ?? "\u{FFFD}"
  }

  /// The next code point, which must exist.
  mutating func advance() -> UInt32 {
    position += 1
    return text[position - 1]
  }

  mutating func advanceCharacter() -> Unicode.Scalar? {
    guard let character = peek() else { return nil }
    position += 1
    return character
  }

  func string(from start: Int, to end: Int) -> String {
    var string = String.UnicodeScalarView()
    for codePoint in text[start..<end] { string.append(Unicode.Scalar(codePoint) ?? "\u{FFFD}") }
    return String(string)
  }

  func fault(_ kind: PatternError.Kind, from start: Int, to end: Int) -> PatternError {
    PatternError(
      kind: kind,
      bytes: byteOffsets[min(start, text.count)]..<byteOffsets[min(end, text.count)]
    )
  }
}
