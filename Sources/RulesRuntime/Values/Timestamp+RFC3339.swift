extension Timestamp {
  /// The time as `2020-01-01T00:00:00Z`, with a fraction of 3, 6 or 9 digits where there is one.
  public var rfc3339: String { String(decoding: rfc3339Bytes, as: UTF8.self) }

  /// The bytes of `rfc3339`.
  public var rfc3339Bytes: ContiguousArray<UInt8> {
    let (days, second) = Calendar.dividing(seconds, by: 86_400)
    let date = Calendar.date(days: days)
    var bytes: ContiguousArray<UInt8> = []
    bytes.reserveCapacity(30)
    bytes.append(digits: date.year, count: 4)
    let parts =
      [
        ("-", date.month), ("-", date.day), ("T", second / 3600), (":", second / 60 % 60),
        (":", second % 60),
      ] as [(Unicode.Scalar, Int64)]
    for (separator, number) in parts {
      bytes.append(UInt8(ascii: separator))
      bytes.append(digits: number, count: 2)
    }
    bytes.append(fraction: Int64(nanos))
    bytes.append(UInt8(ascii: "Z"))
    return bytes
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
    var fraction: ContiguousArray<UInt8> = []
    fraction.append(fraction: Int64(nanos.magnitude))
    return "\(sign)\(seconds.magnitude)\(String(decoding: fraction, as: UTF8.self))s"
  }
}

extension ContiguousArray<UInt8> {
  /// Appends a number with as many digits as are asked for at least.
  fileprivate mutating func append(digits number: Int64, count: Int) {
    // Nothing that a time is made of is negative or so large, but nothing may trap either.
    guard number >= 0, number < 1_000_000_000 else {
      append(contentsOf: String(number).utf8)
      return
    }
    var divisor: Int64 = 1
    var width = 1
    while width < count || number / divisor >= 10 {
      divisor *= 10
      width += 1
    }
    while divisor > 0 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
      divisor /= 10
    }
  }

  /// Appends a fraction of 3, 6 or 9 digits; nothing for zero.
  fileprivate mutating func append(fraction nanos: Int64) {
    guard nanos != 0 else { return }
    append(UInt8(ascii: "."))
    if nanos % 1_000_000 == 0 {
      append(digits: nanos / 1_000_000, count: 3)
    } else if nanos % 1000 == 0 {
      append(digits: nanos / 1000, count: 6)
    } else {
      append(digits: nanos, count: 9)
    }
  }
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
