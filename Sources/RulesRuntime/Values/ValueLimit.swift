/// How large the result of one operation may become.
///
/// The official service bounds the size of a document and the count of expressions, not of a value that
/// is computed: `x + x` forty times over would be a terabyte. Such a result is a fault here.
public enum ValueLimit {
  /// Bytes of one string: 16 MiB.
  public static let textBytes = 16 << 20
  /// Bytes of a string that `split()` takes: 2 MiB, twice what a document can hold.
  static let splitBytes = 2 << 20
  /// Elements of one list, set or path.
  public static let elements = 1_000_000
  /// Pairs of values looked at by one comparison; values that share parts can look endless.
  static let comparisons = 10_000_000
  /// Levels of nesting that hashes and texts for people descend into.
  static let depth = 64

  /// The fault of a string that would be longer than `textBytes`.
  static let textFault = FaultReason.other("The resulting string is larger than 16 MiB.")
  /// The fault of a string that is longer than `splitBytes`.
  static let splitFault = FaultReason.other("The string to split is larger than 2 MiB.")
  /// The fault of a list, set or path that would have more than `elements`.
  static let elementFault = FaultReason.other("The result has more than 1000000 elements.")
  /// The fault of a comparison that would look at more than `comparisons` pairs.
  static let comparisonFault = FaultReason.other("The values are too large to be compared.")

  /// Checks the count of elements of a result.
  static func check(elements count: Int) throws(FaultReason) {
    if count > elements { throw elementFault }
  }
}
