/// Reading floats: what `float('1.5')` takes.
///
/// Source: observation: measured values, §3 (the grammar is that of Java's `parseDouble`).
public enum FloatParsing {
  /// The float that a text spells; nil where it spells none.
  public static func parse(_ text: Text) -> Double? {
    var rest = text.utf8[...]
    rest = rest.drop { $0 <= 0x20 }
    while let last = rest.last, last <= 0x20 { rest.removeLast() }
    var isNegative = false
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      rest.removeFirst()
    }
    guard let magnitude = magnitude(rest) else { return nil }
    return isNegative ? -magnitude : magnitude
  }

  private static func magnitude(_ text: ArraySlice<UInt8>) -> Double? {
    if text.elementsEqual("NaN".utf8) { return .nan }
    if text.elementsEqual("Infinity".utf8) { return .infinity }
    var text = text
    if let last = text.last, "fFdD".utf8.contains(last), !isHexadecimal(text) || hasPower(text) {
      text.removeLast()
    }
    return isHexadecimal(text) ? HexadecimalFloat.parse(text.dropFirst(2)) : decimal(text)
  }

  private static func isHexadecimal(_ text: ArraySlice<UInt8>) -> Bool {
    text.prefix(2).elementsEqual("0x".utf8) || text.prefix(2).elementsEqual("0X".utf8)
  }

  // Before its mandatory exponent, an `f` is a digit.
  private static func hasPower(_ text: ArraySlice<UInt8>) -> Bool {
    text.contains { $0 | 0x20 == UInt8(ascii: "p") }
  }

  private static func decimal(_ text: ArraySlice<UInt8>) -> Double? {
    var rest = text
    let whole = rest.prefix(while: isDigit)
    rest.removeFirst(whole.count)
    var fraction: ArraySlice<UInt8> = []
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      fraction = rest.prefix(while: isDigit)
      rest.removeFirst(fraction.count)
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    var power = 0
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      guard let read = exponent(rest.dropFirst()) else { return nil }
      power = read
      rest = []
    }
    guard rest.isEmpty else { return nil }
    return value(whole: whole, fraction: fraction, power: power)
  }

  /// The value of digits around a point, times a power of ten.
  private static func value(
    whole: ArraySlice<UInt8>,
    fraction: ArraySlice<UInt8>,
    power: Int
  ) -> Double? {
    var digits = ContiguousArray(whole + fraction)
    let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
    guard zeros < digits.count else { return 0 }
    digits.removeFirst(zeros)
    // The value is 0.DIGITS times ten to this power.
    let magnitude = power + whole.count - zeros
    if magnitude > 400 { return .infinity }
    if magnitude < -400 { return 0 }
    // No double lies between 800 digits and the same with more but in the last bit of a tie: a one
    // stands for all that is cut.
    if digits.count > 800 {
      let isExact = digits[800...].allSatisfy { $0 == UInt8(ascii: "0") }
      digits.removeSubrange(800...)
      if !isExact { digits.append(UInt8(ascii: "1")) }
    }
    return Double("0." + String(decoding: digits, as: UTF8.self) + "e\(magnitude)")
  }

  /// A signed decimal number of at least one digit, held to ±1,000,000,000,000.
  static func exponent(_ text: ArraySlice<UInt8>) -> Int? {
    var rest = text
    var isNegative = false
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      rest.removeFirst()
    }
    guard !rest.isEmpty else { return nil }
    var value = 0
    for byte in rest {
      guard isDigit(byte) else { return nil }
      value = min(value * 10 + Int(byte - UInt8(ascii: "0")), 1_000_000_000_000)
    }
    return isNegative ? -value : value
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

/// Floats written to the base of 16: `1.8p3` after the `0x`.
private enum HexadecimalFloat {
  static func parse(_ text: ArraySlice<UInt8>) -> Double? {
    guard let mark = text.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "p") }),
      let exponent = FloatParsing.exponent(text[(mark + 1)...])
    else { return nil }
    var significand: UInt64 = 0
    var power = exponent
    var isInexact = false
    var isFraction = false
    var count = 0
    for byte in text[..<mark] {
      if byte == UInt8(ascii: "."), !isFraction {
        isFraction = true
        continue
      }
      guard let digit = digit(byte) else { return nil }
      count += 1
      if significand >> 60 == 0 {
        significand = significand << 4 | UInt64(digit)
        if isFraction { power -= 4 }
      } else {
        isInexact = isInexact || digit != 0
        if !isFraction { power += 4 }
      }
    }
    guard count > 0 else { return nil }
    return scale(significand, power, isInexact)
  }

  /// The double nearest to `significand` times two to `power`, ties to even.
  private static func scale(_ significand: UInt64, _ power: Int, _ isInexact: Bool) -> Double {
    guard significand != 0 else { return 0 }
    // INVARIANT: the first bit of `bits` is set; the value is `bits` times two to `exponent`.
    let shift = significand.leadingZeroBitCount
    let bits = significand << UInt64(shift)
    let exponent = power - shift
    if exponent > 1023 { return .infinity }
    // 53 bits are kept, fewer where the value is subnormal.
    let dropped = max(11, -1074 - exponent)
    if dropped > 64 { return 0 }
    var kept = dropped == 64 ? 0 : bits >> UInt64(dropped)
    let half: UInt64 = 1 << UInt64(dropped - 1)
    let rest = dropped == 64 ? bits : bits & (half << 1 &- 1)
    let isTie = rest == half && !isInexact
    if rest > half || rest == half && isInexact || isTie && kept & 1 == 1 { kept += 1 }
    return Double(sign: .plus, exponent: exponent + dropped, significand: Double(kept))
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
