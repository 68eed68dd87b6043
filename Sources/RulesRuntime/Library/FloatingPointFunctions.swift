#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// The functions of the C library's mathematics: the one place that imports it.
enum FloatingPointFunctions {
  /// The sine of an angle in radians.
  static func sine(_ radians: Double) -> Double { sin(radians) }

  /// The cosine of an angle in radians.
  static func cosine(_ radians: Double) -> Double { cos(radians) }

  /// The angle in radians of a sine.
  static func arcSine(_ value: Double) -> Double { asin(value) }

  /// A power, as Java has it: C says 1 to `pow(1, NaN)` and `pow(±1, ±Infinity)`, Java NaN.
  static func power(_ base: Double, _ exponent: Double) -> Double {
    if exponent.isNaN || base.magnitude == 1 && exponent.isInfinite { return .nan }
    return pow(base, exponent)
  }
}
