import Testing

@testable import RulesRuntime

/// The text of floats and the reading of it.
struct FloatTests {
  /// A small multiple of the least float.
  static func least(_ count: UInt64) -> Double { Double(bitPattern: count) }

  @Test(
    arguments: [
      (0.0, "0.0"), (-0.0, "-0.0"), (1, "1.0"), (-1.5, "-1.5"), (0.001, "0.001"),
      (0.0009, "9.0E-4"), (1e-4, "1.0E-4"), (9_999_999, "9999999.0"), (1e7, "1.0E7"),
      (12_345_678.9, "1.23456789E7"), (123_456.789, "123456.789"), (1e23, "1.0E23"),
      (2e23, "2.0E23"), (least(1), "4.9E-324"), (least(2), "9.9E-324"), (least(4), "2.0E-323"),
      (least(3), "1.5E-323"), (least(10), "4.9E-323"), (least(20), "9.9E-323"),
      (.greatestFiniteMagnitude, "1.7976931348623157E308"),
      (.leastNormalMagnitude, "2.2250738585072014E-308"), (.nan, "NaN"),
      (.infinity, "Infinity"), (-.infinity, "-Infinity"), (100, "100.0"),
      (0.1 + 0.2, "0.30000000000000004"),
      (9_007_199_254_740_992, "9.007199254740992E15"), (0.0123, "0.0123"),
    ] as [(Double, String)]
  )
  func writes(value: Double, text: String) {
    #expect(FloatText.text(value) == text)
  }

  @Test(
    arguments: [
      ("1", 1), ("  1.5\n", 1.5), ("+.5", 0.5), ("5.", 5), ("-1e3", -1000), ("1E+3", 1000),
      ("1e-3f", 0.001), ("1d", 1), ("0x1p3", 8), ("0X1.8P1", 3), ("0x.8p1f", 1),
      ("0x1.p1", 2), ("Infinity", .infinity), ("-Infinity", -.infinity), ("1e999", .infinity),
      ("-1e-999", -0.0), ("0e99999999999999999999", 0), ("1e99999999999999999999", .infinity),
      ("0x1p99999999999", .infinity), ("0x1p-1074", least(1)), ("0x1p-1075", 0),
      ("0x1.8p-1074", least(2)), ("0x1.00000000000008p0", 1),
      ("0x1.000000000000080000001p0", 1.0000000000000002),
      ("0x1.fffffffffffff8p1023", .infinity), ("4.9E-324", least(1)),
      ("2.4703282292062327e-324", 0),
      ("2.4703282292062328e-324", least(1)), ("1.7976931348623159e308", .infinity),
      ("9007199254740993", 9_007_199_254_740_992), ("0x20000000000001p0", 9_007_199_254_740_992),
      ("0x20000000000003p0", 9_007_199_254_740_996),
    ] as [(String, Double)]
  )
  func reads(text: String, value: Double) {
    #expect(FloatParsing.parse(Text(text))?.bitPattern == value.bitPattern)
  }

  @Test(arguments: [
    "", " ", ".", "e1", ".e1", "1e", "1e+", "f", ".f", "NaNf", "nan", "inf", "infinity", "0x10",
    "0x", "0x.p1", "0x1p", "1_000", "1.2.3", "--1", "+-1", "1 2", "١", "1ff", "\u{A0}1",
  ])
  func refuses(text: String) {
    #expect(FloatParsing.parse(Text(text)) == nil)
  }

  @Test func readsNaN() {
    #expect(FloatParsing.parse("+NaN")?.isNaN == true)
  }

  @Test func roundsManyDigitsOnce() {
    // Half of the least float and a little, far behind the point.
    let half = "1" + String(repeating: "0", count: 900)
    #expect(FloatParsing.parse(Text("9007199254740993." + half)) == 9_007_199_254_740_994)
    let tie = String(repeating: "0", count: 900)
    #expect(FloatParsing.parse(Text("9007199254740993." + tie)) == 9_007_199_254_740_992)
    #expect(FloatParsing.parse(Text("9007199254740993." + tie + "1")) == 9_007_199_254_740_994)
  }

  @Test func readsBackWhatItWrites() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<5000 {
      let value = Double(bitPattern: generator.next())
      if value.isNaN { continue }
      #expect(FloatParsing.parse(Text(FloatText.text(value)))?.bitPattern == value.bitPattern)
    }
  }

  @Test(
    arguments: [
      ("0", 0), ("+3", 3), ("-0", 0), ("007", 7), ("٣", 3), ("１２", 12),
      ("9223372036854775807", .max), ("-9223372036854775808", .min),
    ] as [(String, Int64)]
  )
  func readsIntegers(text: String, value: Int64) {
    #expect(IntegerParsing.parse(Text(text).units) == value)
  }

  @Test(arguments: [
    "", "+", "-", "--1", " 1", "1 ", "1.5", "1e3", "0x1", "9223372036854775808", "𝟏",
  ])
  func refusesIntegers(text: String) {
    #expect(IntegerParsing.parse(Text(text).units) == nil)
  }

  @Test(
    arguments: [
      (2.9, 2), (-2.9, -2), (1e20, .max), (-1e20, .min), (.nan, 0), (.infinity, .max),
      (9_223_372_036_854_775_808, .max), (-9_223_372_036_854_775_808, .min),
    ] as [(Double, Int64)]
  )
  func cutsTowardZero(float: Double, int: Int64) {
    #expect(Conversions.saturated(float) == int)
  }

  @Test(
    arguments: [
      (2.5, 3), (-2.5, -2), (-0.5, 0), (0.49999999999999994, 0), (.nan, 0), (.infinity, .max),
      (-.infinity, .min), (4_503_599_627_370_497.5, 4_503_599_627_370_498),
      (9_007_199_254_740_992, 9_007_199_254_740_992),
    ] as [(Double, Int64)]
  )
  func roundsTiesUpward(float: Double, int: Int64) {
    #expect(Mathematics.rounded(float) == int)
  }
}
