/// The methods of durations, and the functions that make them.
enum Durations {
  private static let source = "rules.Duration; observation: measured values, §7"

  static let builtins: ContiguousArray<Builtin> = [
    Builtin(
      .method(of: .duration),
      "seconds",
      [Builtin.Overload([], .int)],
      summary: "The whole seconds, toward zero.",
      source: source,
      examples: [Builtin.Example("duration.value(90, 'm').seconds()", "5400")],
      .of { (duration: Duration) in .int(duration.seconds) }
    ),
    Builtin(
      .method(of: .duration),
      "nanos",
      [Builtin.Overload([], .int)],
      summary: "The nanoseconds beyond the whole seconds, of the same sign.",
      source: source,
      examples: [Builtin.Example("duration.value(1500, 'ms').nanos()", "500000000")],
      .of { (duration: Duration) in .int(Int64(duration.nanos)) }
    ),
    Builtin(
      .namespaced("duration"),
      "value",
      [Builtin.Overload([.type(.int), .type(.string)], .duration)],
      summary: "A count of units: `w`, `d`, `h`, `m`, `s`, `ms` or `ns`.",
      source: source,
      examples: [
        Builtin.Example("duration.value(1, 'w')", "duration.value(7, 'd')"),
        Builtin.Example("duration.value(1, 'y')", "error"),
      ],
      .of(value)
    ),
    Builtin(
      .namespaced("duration"),
      "time",
      [
        Builtin.Overload(
          [.type(.int), .type(.int), .type(.int), .type(.int)],
          .duration
        )
      ],
      summary: "The sum of hours, minutes, seconds and nanoseconds.",
      source: source,
      examples: [
        Builtin.Example("duration.time(1, 30, 0, 5).nanos()", "5"),
        Builtin.Example("duration.time(1, 30, 0, 0)", "duration.value(90, 'm')"),
      ],
      .of(time)
    ),
    Builtin(
      .namespaced("duration"),
      "abs",
      [Builtin.Overload([.type(.duration)], .duration)],
      summary: "The duration without its sign.",
      source: source,
      examples: [
        Builtin.Example("duration.abs(duration.value(-10, 's'))", "duration.value(10, 's')")
      ],
      .of { (duration: Duration) in .duration(duration.magnitude) }
    ),
  ]

  private static let secondsOfUnits: ContiguousArray<(name: Text, seconds: Int64)> = [
    ("s", 1), ("m", 60), ("h", 3600), ("d", 86_400), ("w", 604_800),
  ]
  private static let millisecond: Text = "ms"
  private static let nanosecond: Text = "ns"

  private static func value(_ count: Int64, _ unit: Text) throws(FaultReason) -> Value {
    for (name, seconds) in secondsOfUnits where name == unit {
      return .duration(try Duration(count, secondsEach: seconds))
    }
    if unit == millisecond { return .duration(try milliseconds(count)) }
    if unit == nanosecond { return .duration(try Duration(normalizing: 0, nanos: count)) }
    // The official engine's own words, although there is no pattern.
    throw .invalidPattern(unit)
  }

  // The official engine counts milliseconds in 64-bit nanoseconds.
  private static func milliseconds(_ count: Int64) throws(FaultReason) -> Duration {
    let (nanos, overflow) = count.multipliedReportingOverflow(by: 1_000_000)
    if overflow { throw .durationRange }
    return try Duration(normalizing: 0, nanos: nanos)
  }

  /// Each part and each of the sums must be in range; the text speaks of timestamps all the same.
  private static func time(
    _ hours: Int64,
    _ minutes: Int64,
    _ seconds: Int64,
    _ nanos: Int64
  ) throws(FaultReason) -> Value {
    do throws(FaultReason) {
      let large = try Duration(hours, secondsEach: 3600)
        .adding(try Duration(minutes, secondsEach: 60))
      let small = try Duration(seconds, secondsEach: 1)
        .adding(try Duration(normalizing: 0, nanos: nanos))
      return .duration(try large.adding(small))
    } catch {
      throw .timestampRange
    }
  }
}
