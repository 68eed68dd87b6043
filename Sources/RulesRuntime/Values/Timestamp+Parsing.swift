extension Timestamp {
  /// The instant that a text spells: `2024-01-31T12:30:00.5Z`, read leniently.
  ///
  /// Source: observation: measured values, §7 (`timestamp.value(TEXT)`).
  init(parsing text: Text) throws(FaultReason) {
    let units = ContiguousArray(text.units)
    guard let time = units.firstIndex(of: Mark.time),
      let zone = Self.zoneMark(units[time...])
    else { throw .timestampRange }
    let point = units[..<zone].firstIndex(of: Mark.point) ?? zone
    guard let clock = Self.seconds(units[..<point]),
      let nanos = Self.nanos(units[..<zone].dropFirst(point + 1)),
      let offset = Self.offset(units[zone...])
    else { throw .timestampRange }
    try self.init(normalizing: clock &- offset, nanos: nanos)
  }

  private enum Mark {
    static let time = UInt16(UInt8(ascii: "T"))
    static let utc = UInt16(UInt8(ascii: "Z"))
    static let plus = UInt16(UInt8(ascii: "+"))
    static let minus = UInt16(UInt8(ascii: "-"))
    static let point = UInt16(UInt8(ascii: "."))
    static let colon = UInt16(UInt8(ascii: ":"))
    static let space = UInt16(UInt8(ascii: " "))
    static let tab: UInt16 = 9
  }

  private static func zoneMark(_ units: ArraySlice<UInt16>) -> Int? {
    units.firstIndex(of: Mark.utc) ?? units.firstIndex(of: Mark.plus)
      ?? units.firstIndex(of: Mark.minus)
  }

  /// The seconds of `YEAR-MONTH-DAYTHOUR:MINUTE:SECOND`; values roll over, and what follows is ignored.
  private static func seconds(_ units: ArraySlice<UInt16>) -> Int64? {
    var rest = units
    guard let year = field(&rest, before: Mark.minus),
      let month = field(&rest, before: Mark.minus),
      let day = field(&rest, before: Mark.time),
      let hour = field(&rest, before: Mark.colon),
      let minute = field(&rest, before: Mark.colon),
      let second = field(&rest, before: nil)
    else { return nil }
    // Each field has 32 bits, so nothing here comes near the limits of 64.
    let days = Calendar.days(year: year, month: month, day: day)
    return ((days * 24 + hour) * 60 + minute) * 60 + second
  }

  /// A number of one field and the separator after it, blanks before the number skipped.
  private static func field(_ units: inout ArraySlice<UInt16>, before separator: UInt16?) -> Int64?
  {
    units = units.drop { $0 == Mark.space || $0 == Mark.tab }
    let isNegative = units.first == Mark.minus
    if isNegative { units.removeFirst() }
    let digits = units.prefix { IntegerParsing.digit($0) != nil }
    guard !digits.isEmpty else { return nil }
    units.removeFirst(digits.count)
    if let separator {
      guard units.first == separator else { return nil }
      units.removeFirst()
    }
    // Beyond 64 bits a number stays at the limit of 32; within, its low 32 bits count.
    guard let value = IntegerParsing.parse(digits) else {
      return Int64(isNegative ? Int32.min : Int32.max)
    }
    return Int64(Int32(truncatingIfNeeded: isNegative ? 0 &- value : value))
  }

  /// The nanoseconds of a fraction: nine digits count, the rest is ignored.
  private static func nanos(_ units: ArraySlice<UInt16>) -> Int64? {
    var nanos: Int64 = 0
    var count = 0
    for unit in units.prefix(9) {
      guard (0x30...0x39).contains(unit) else { return nil }
      nanos = nanos * 10 + Int64(unit - 0x30)
      count += 1
    }
    while count < 9 {
      nanos *= 10
      count += 1
    }
    return nanos
  }

  /// Seconds that the zone is ahead of UTC; wraps, as no range is checked.
  private static func offset(_ units: ArraySlice<UInt16>) -> Int64? {
    let mark = units.first
    let rest = units.dropFirst()
    if mark == Mark.utc { return rest.isEmpty ? 0 : nil }
    guard let colon = rest.firstIndex(of: Mark.colon),
      let hours = IntegerParsing.parse(rest[..<colon]),
      let minutes = IntegerParsing.parse(rest[(colon + 1)...])
    else { return nil }
    let offset = (hours &* 60 &+ minutes) &* 60
    return mark == Mark.minus ? 0 &- offset : offset
  }
}
