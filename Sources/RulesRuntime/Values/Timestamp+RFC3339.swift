extension Timestamp {
  /// The time as `2020-01-01T00:00:00Z`, with a fraction of 3, 6 or 9 digits where there is one.
  public var rfc3339: String {
    let (days, second) = Calendar.dividing(seconds, by: 86_400)
    let date = Calendar.date(days: days)
    let day = "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
    let clock =
      "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
    return "\(day)T\(clock)\(fraction(Int64(nanos)))Z"
  }

  /// The instant that a text of RFC 3339 names; nil for any other text, and for one out of range.
  public init?(rfc3339 text: Text) {
    var reader = DigitReader(bytes: text.utf8[...])
    guard let year = reader.number(digits: 4), reader.skip("-"),
      let month = reader.number(digits: 2),
      reader.skip("-"), let day = reader.number(digits: 2),
      reader.skip("T") || reader.skip("t"),
      let hour = reader.number(digits: 2), reader.skip(":"), let minute = reader.number(digits: 2),
      reader.skip(":"), let second = reader.number(digits: 2),
      Calendar.isValid(year: year, month: month, day: day), hour < 24, minute < 60, second < 60,
      let nanos = reader.fraction(), let offset = reader.zone(), reader.bytes.isEmpty
    else { return nil }
    let days = Calendar.days(year: year, month: month, day: day)
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
    do throws(FaultReason) {
      try self.init(normalizing: seconds, nanos: nanos)
    } catch {
      return nil
    }
  }
}

extension Duration {
  /// The length as `-1.500s`, with a fraction of 3, 6 or 9 digits where there is one.
  public var protobufText: String {
    let sign = seconds < 0 || nanos < 0 ? "-" : ""
    return "\(sign)\(seconds.magnitude)\(fraction(Int64(nanos.magnitude)))s"
  }
}

private func padded(_ number: Int64, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

private func fraction(_ nanos: Int64) -> String {
  guard nanos != 0 else { return "" }
  if nanos % 1_000_000 == 0 { return "." + padded(nanos / 1_000_000, 3) }
  if nanos % 1000 == 0 { return "." + padded(nanos / 1000, 6) }
  return "." + padded(nanos, 9)
}

/// Reads the fields of a time.
private struct DigitReader {
  var bytes: ContiguousArray<UInt8>.SubSequence

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard bytes.first == UInt8(ascii: character) else { return false }
    bytes.removeFirst()
    return true
  }

  mutating func number(digits count: Int) -> Int64? {
    let digits = bytes.prefix(count)
    guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    bytes.removeFirst(count)
    return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }

  /// The nanoseconds of a fraction, digits past the ninth left out; 0 where there is none.
  mutating func fraction() -> Int64? {
    guard skip(".") else { return 0 }
    let digits = bytes.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { return nil }
    bytes.removeFirst(digits.count)
    let kept = digits.prefix(9)
    let value = kept.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
    return (kept.count..<9).reduce(value) { value, _ in value * 10 }
  }

  /// Seconds east of UTC.
  mutating func zone() -> Int64? {
    if skip("Z") || skip("z") { return 0 }
    let sign: Int64
    if skip("+") {
      sign = 1
    } else if skip("-") {
      sign = -1
    } else {
      return nil
    }
    guard let hour = number(digits: 2), skip(":"), let minute = number(digits: 2), hour < 24,
      minute < 60
    else { return nil }
    return sign * (hour * 3600 + minute * 60)
  }
}
