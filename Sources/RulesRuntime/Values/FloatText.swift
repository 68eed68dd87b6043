/// The text of floats: what `string(1.5)` gives.
///
/// Source: observation: measured values, §3 (the digits are those of Java 19 and later).
public enum FloatText {
  /// The text of a float: plain from 0.001 up to 10,000,000, otherwise with an exponent.
  public static func text(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
    let sign = value.sign == .minus ? "-" : ""
    if value == 0 { return sign + "0.0" }
    let decimal = Decimal(value.magnitude)
    return sign + (decimal.isPlain ? decimal.plainText : decimal.exponentText)
  }

  /// Significant digits and the power of ten of the first one.
  private struct Decimal {
    var digits: [UInt8]
    var exponent: Int

    /// The shortest digits that read back as the value, never ending in a zero.
    init(_ magnitude: Double) {
      digits = []
      exponent = 0
      var pointOffset: Int?
      var written = 0
      var isExponent = false
      var isNegative = false
      // Swift prints the shortest digits that round-trip, too: `5e-324`, `1.5`, `1e+16`.
      for byte in magnitude.description.utf8 {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
          if isExponent {
            written = written * 10 + Int(byte - UInt8(ascii: "0"))
          } else {
            digits.append(byte)
          }
        case UInt8(ascii: "."): pointOffset = digits.count
        case UInt8(ascii: "e"): isExponent = true
        case UInt8(ascii: "-"): isNegative = true
        default: continue
        }
      }
      exponent = (pointOffset ?? digits.count) - 1 + (isNegative ? -written : written)
      let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
      digits.removeFirst(zeros)
      exponent -= zeros
      while digits.count > 1, digits.last == UInt8(ascii: "0") { digits.removeLast() }
      if digits.count == 1 { preferTwoDigits(magnitude) }
    }

    /// Where one digit would do, the two digits nearest to the value are taken; they differ from that
    /// digit and a zero only among the smallest numbers.
    private mutating func preferTwoDigits(_ magnitude: Double) {
      guard magnitude.bitPattern < 1 << 12 else { return }
      var scaled = Double(magnitude.bitPattern) * 4.940656458412465
      var power = -324
      while scaled >= 100 {
        scaled /= 10
        power += 1
      }
      if scaled < 10 {
        scaled *= 10
        power -= 1
      }
      let nearest = UInt8(scaled.rounded())
      guard nearest < 100 else { return }
      digits = [UInt8(ascii: "0") + nearest / 10, UInt8(ascii: "0") + nearest % 10]
      exponent = power + 1
      if nearest % 10 == 0 { digits.removeLast() }
    }

    var isPlain: Bool { (-3...6).contains(exponent) }

    var plainText: String {
      var text: [UInt8] = []
      if exponent < 0 {
        text += Array("0.".utf8)
        text += Array(repeating: UInt8(ascii: "0"), count: -exponent - 1)
        text += digits
        return String(decoding: text, as: UTF8.self)
      }
      for place in 0...exponent {
        text.append(place < digits.count ? digits[place] : UInt8(ascii: "0"))
      }
      text.append(UInt8(ascii: "."))
      let fraction = digits.dropFirst(exponent + 1)
      text += fraction.isEmpty ? [UInt8(ascii: "0")] : Array(fraction)
      return String(decoding: text, as: UTF8.self)
    }

    var exponentText: String {
      let fraction = digits.count > 1 ? Array(digits.dropFirst()) : [UInt8(ascii: "0")]
      return String(decoding: digits.prefix(1) + [UInt8(ascii: ".")] + fraction, as: UTF8.self)
        + "E\(exponent)"
    }
  }
}
