import RulesRuntime

/// How often an expression came to what, as the reference counts it.
package struct ReferenceOutcomes: Sendable, Hashable {
  var isTrue = 0
  var isFalse = 0
  var hasOtherValue = 0
  var isError = 0

  init() {}

  /// The counts of an observer.
  init(_ counts: OutcomeCounts) {
    isTrue = counts.isTrue
    isFalse = counts.isFalse
    hasOtherValue = counts.hasOtherValue
    isError = counts.isError
  }

  /// Counts a value.
  mutating func count(_ value: Value) {
    switch value {
    case .bool(true): isTrue += 1
    case .bool(false): isFalse += 1
    default: hasOtherValue += 1
    }
  }
}
