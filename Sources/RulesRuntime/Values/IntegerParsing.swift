/// Reading integers: what `int('12')` takes.
///
/// Source: observation: measured values, §3.
enum IntegerParsing {
  /// The integer that a text spells: an optional sign, then decimal digits of any script.
  static func parse(_ text: some Sequence<UInt16>) -> Int64? {
    var value: Int64 = 0
    var isNegative = false
    var isFirst = true
    var hasDigits = false
    for unit in text {
      if isFirst, unit == 0x2B || unit == 0x2D {
        isNegative = unit == 0x2D
        isFirst = false
        continue
      }
      isFirst = false
      guard let digit = digit(unit) else { return nil }
      hasDigits = true
      // Counted down, since the least integer has no positive counterpart.
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      let (next, underflow) = tens.subtractingReportingOverflow(digit)
      if overflow || underflow { return nil }
      value = next
    }
    guard hasDigits else { return nil }
    if isNegative { return value }
    return value == .min ? nil : -value
  }

  /// The value of a decimal digit of the Basic Multilingual Plane.
  static func digit(_ unit: UInt16) -> Int64? {
    if (0x30...0x39).contains(unit) { return Int64(unit - 0x30) }
    guard unit >= 0x660, let scalar = Unicode.Scalar(unit),
      scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue
    else { return nil }
    return Int64(value)
  }
}
