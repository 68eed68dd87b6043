/// A replacement template, read once for all matches.
struct Replacement {
  /// A part of a template.
  enum Part: Hashable {
    case units(Range<Int>)
    case group(Int, isNamed: Bool)
  }

  let units: ContiguousArray<UInt16>
  private(set) var parts: [Part] = []
  /// How many slots a match must report for this template.
  let slotCount: Int

  /// Reads `\x`, `$n`, `${name}`; anything else stands for itself.
  init(
    _ template: ContiguousArray<UInt8>,
    for program: PatternProgram
  ) throws(ReplacementError) {
    units = WTF8.units(of: template)
    var literalStart = 0
    var index = 0
    var lastGroup = 0
    func literal(to end: Int) -> [Part] { literalStart < end ? [.units(literalStart..<end)] : [] }
    while index < units.count - 1 {
      switch (units[index], units[index + 1]) {
      case (Replacement.backslash, _):
        parts += literal(to: index)
        literalStart = index + 1
        index += 2
      case (Replacement.dollar, Replacement.digits), (Replacement.dollar, Replacement.brace):
        parts += literal(to: index)
        index += 1
        let isNamed = units[index] == Replacement.brace
        let group =
          isNamed
          ? try Replacement.name(in: units, at: &index, names: program.groupNames)
          : Replacement.number(in: units, at: &index, upTo: program.groupCount)
        guard group <= program.groupCount else { throw .invalidReplacement }
        parts.append(.group(group, isNamed: isNamed))
        lastGroup = max(lastGroup, group)
        literalStart = index
      default:
        index += 1
      }
    }
    parts += literal(to: units.count)
    slotCount = 2 * (lastGroup + 1)
  }

  /// Appends what takes the place of a match.
  func append(
    for slots: ContiguousArray<Int>,
    in text: ContiguousArray<UInt16>,
    to result: inout ContiguousArray<UInt16>
  ) {
    for part in parts {
      switch part {
      case .units(let range):
        result += units[range]
      case .group(let group, let isNamed):
        let (start, end) = (slots[2 * group], slots[2 * group + 1])
        if start >= 0, end >= start {
          result += text[start..<end]
        } else if isNamed {
          // The emulator says so: `'b'.replace('(?P<n>a)?b', '${n}')` is `null`, with `$1` empty.
          result += "null".utf16
        }
      }
    }
  }

  private static let backslash: UInt16 = 0x5C
  private static let dollar: UInt16 = 0x24
  private static let brace: UInt16 = 0x7B
  private static let digits: ClosedRange<UInt16> = 0x30...0x39

  /// The first digit counts always, a further one only while the number is a group.
  private static func number(
    in units: ContiguousArray<UInt16>,
    at index: inout Int,
    upTo groupCount: Int
  ) -> Int {
    var number = Int(units[index]) - 0x30
    index += 1
    while index < units.count, digits.contains(units[index]) {
      let longer = number * 10 + Int(units[index]) - 0x30
      guard longer <= groupCount else { break }
      number = longer
      index += 1
    }
    return number
  }

  /// The group of `{name}`.
  private static func name(
    in units: ContiguousArray<UInt16>,
    at index: inout Int,
    names: [String: Int]
  ) throws(ReplacementError) -> Int {
    guard let end = units[index...].firstIndex(of: 0x7D) else { throw .invalidReplacement }
    let name = String(decoding: units[index + 1..<end], as: UTF16.self)
    guard let group = names[name] else { throw .invalidReplacement }
    index = end + 1
    return group
  }
}
