extension Timestamp {
  /// 0001-01-01 to 9999-12-31, in seconds since 1970.
  static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// The instant of parts that may be out of range; nanos within ±2,000,000,000.
  init(normalizing seconds: Int64, nanos: Int64) throws(FaultReason) {
    let (carry, rest) = Calendar.dividing(nanos, by: 1_000_000_000)
    let (sum, overflow) = seconds.addingReportingOverflow(carry)
    guard !overflow, Timestamp.range.contains(sum) else { throw .timestampRange }
    self.init(seconds: sum, nanos: Int32(truncatingIfNeeded: rest))
  }

  /// The instant a count of milliseconds after 1970-01-01T00:00:00Z.
  init(milliseconds: Int64) throws(FaultReason) {
    let (seconds, rest) = Calendar.dividing(milliseconds, by: 1000)
    try self.init(normalizing: seconds, nanos: rest * 1_000_000)
  }

  /// Milliseconds since 1970-01-01T00:00:00Z, rounded down.
  var milliseconds: Int64 { seconds &* 1000 &+ Int64(nanos) / 1_000_000 }

  /// The instant a length of time later.
  func advanced(by duration: Duration) throws(FaultReason) -> Timestamp {
    try Timestamp(
      normalizing: seconds &+ duration.seconds,
      nanos: Int64(nanos) + Int64(duration.nanos)
    )
  }

  /// The instant a length of time earlier.
  func advanced(back duration: Duration) throws(FaultReason) -> Timestamp {
    try Timestamp(
      normalizing: seconds &- duration.seconds,
      nanos: Int64(nanos) - Int64(duration.nanos)
    )
  }

  /// The time from another instant to this one.
  func distance(from other: Timestamp) throws(FaultReason) -> Duration {
    try Duration(
      normalizing: seconds &- other.seconds,
      nanos: Int64(nanos) - Int64(other.nanos)
    )
  }

  /// Days since 1970-01-01, and the second of the day.
  var dayAndSecond: (day: Int64, second: Int64) {
    let (day, second) = Calendar.dividing(seconds, by: 86_400)
    return (day, second)
  }

  /// The day of the calendar.
  var date: Calendar.Date { Calendar.date(days: dayAndSecond.day) }

  static func < (left: Timestamp, right: Timestamp) -> Bool {
    (left.seconds, left.nanos) < (right.seconds, right.nanos)
  }
}

extension Duration {
  /// About 10,000 years, in seconds; the nanos may go beyond.
  static let range: ClosedRange<Int64> = -315_576_000_000...315_576_000_000

  /// The length of parts of any sign, the nanos within an `Int64` less its last two seconds.
  init(normalizing seconds: Int64, nanos: Int64) throws(FaultReason) {
    let (carry, rest) = nanos.quotientAndRemainder(dividingBy: 1_000_000_000)
    var (sum, overflow) = seconds.addingReportingOverflow(carry)
    var nanos = rest
    guard !overflow, (-1_000_000_000_000...1_000_000_000_000).contains(sum) else {
      throw .durationRange
    }
    if sum > 0, nanos < 0 {
      sum -= 1
      nanos += 1_000_000_000
    } else if sum < 0, nanos > 0 {
      sum += 1
      nanos -= 1_000_000_000
    }
    guard Duration.range.contains(sum) else { throw .durationRange }
    self.init(seconds: sum, nanos: Int32(truncatingIfNeeded: nanos))
  }

  /// The length of a count of units of so many seconds.
  init(_ count: Int64, secondsEach: Int64) throws(FaultReason) {
    let (seconds, overflow) = count.multipliedReportingOverflow(by: secondsEach)
    guard !overflow else { throw .durationRange }
    try self.init(normalizing: seconds, nanos: 0)
  }

  /// The sum of two lengths.
  func adding(_ other: Duration) throws(FaultReason) -> Duration {
    try Duration(
      normalizing: seconds &+ other.seconds,
      nanos: Int64(nanos) + Int64(other.nanos)
    )
  }

  /// The difference of two lengths.
  func subtracting(_ other: Duration) throws(FaultReason) -> Duration {
    try Duration(
      normalizing: seconds &- other.seconds,
      nanos: Int64(nanos) - Int64(other.nanos)
    )
  }

  /// The length backwards.
  var negated: Duration { Duration(seconds: 0 &- seconds, nanos: 0 &- nanos) }

  /// The length without sign.
  var magnitude: Duration { seconds < 0 || nanos < 0 ? negated : self }

  static func < (left: Duration, right: Duration) -> Bool {
    (left.seconds, left.nanos) < (right.seconds, right.nanos)
  }
}
