/// The methods of timestamps, and the functions that make them.
enum Timestamps {
  private static let source = "rules.Timestamp; observation: measured values, §7"

  static let builtins: ContiguousArray<Builtin> = [
    method("date", .timestamp, "The start of the same day, in UTC.", "timestamp.date(2025, 6, 15)")
    { .timestamp(startOfDay($0)) },
    method(
      "time",
      .duration,
      "The time since the start of the day.",
      "duration.time(13, 45, 30, 250000000)"
    ) { (timestamp: Timestamp) throws(FaultReason) -> Value in
      .duration(try timestamp.distance(from: startOfDay(timestamp)))
    },
    method("year", .int, "The year, 1 to 9999.", "2025") { .int($0.date.year) },
    method("month", .int, "The month, 1 to 12.", "6") { .int($0.date.month) },
    method("day", .int, "The day of the month, 1 to 31.", "15") { .int($0.date.day) },
    method("hours", .int, "The hour of the day, 0 to 23.", "13") {
      .int($0.dayAndSecond.second / 3600)
    },
    method("minutes", .int, "The minute of the hour, 0 to 59.", "45") {
      .int($0.dayAndSecond.second / 60 % 60)
    },
    method("seconds", .int, "The second of the minute, 0 to 59.", "30") {
      .int($0.dayAndSecond.second % 60)
    },
    method("nanos", .int, "The nanosecond of the second.", "250000000") { .int(Int64($0.nanos)) },
    method("dayOfWeek", .int, "The day of the week, 1 (Monday) to 7 (Sunday).", "7") {
      // 1970-01-01 was a Thursday.
      .int(Calendar.dividing($0.dayAndSecond.day + 3, by: 7).rest + 1)
    },
    method("dayOfYear", .int, "The day of the year, 1 to 366.", "166") { timestamp in
      let day = timestamp.dayAndSecond.day
      return .int(day - Calendar.days(year: timestamp.date.year, month: 1, day: 1) + 1)
    },
    method("toMillis", .int, "Milliseconds since 1970 began in UTC.", "1749995130250") {
      .int($0.milliseconds)
    },
    Builtin(
      .namespaced("timestamp"),
      "date",
      [Builtin.Overload([.type(.int), .type(.int), .type(.int)], .timestamp)],
      summary: "The start of a day, in UTC, from year, month and day.",
      source: source,
      examples: [
        Builtin.Example("timestamp.date(1984, 1, 2).dayOfYear()", "2"),
        Builtin.Example("timestamp.date(2023, 2, 29)", "error"),
      ],
      .of(date)
    ),
    Builtin(
      .namespaced("timestamp"),
      "value",
      [
        Builtin.Overload([.type(.int)], .timestamp),
        Builtin.Overload([.type(.string)], .timestamp),
      ],
      summary: "The instant so many milliseconds after 1970 began in UTC, or that a text spells.",
      source: source,
      examples: [
        Builtin.Example(
          "timestamp.value(60000) - timestamp.value(0)",
          "duration.value(60, 's')"
        ),
        Builtin.Example("timestamp.value('2020-01-01T00:00:00Z')", "timestamp.date(2020, 1, 1)"),
      ],
      .of(value)
    ),
  ]

  private static func method(
    _ name: String,
    _ result: ValueType,
    _ summary: String,
    _ example: String,
    _ body: @escaping @Sendable (Timestamp) throws(FaultReason) -> Value
  ) -> Builtin {
    Builtin(
      .method(of: .timestamp),
      name,
      [Builtin.Overload([], result)],
      summary: summary,
      source: source,
      examples: [Builtin.Example("timestamp.value(1749995130250).\(name)()", example)],
      .of(body)
    )
  }

  /// The start of the day of an instant.
  ///
  /// As measured, the first second of a day before 1970 counts as the day after, its whole instant
  /// excepted; `time()` is negative then.
  private static func startOfDay(_ timestamp: Timestamp) -> Timestamp {
    let (day, second) = timestamp.dayAndSecond
    let isLate = day < 0 && second == 0 && timestamp.nanos > 0
    return Timestamp(seconds: (day &+ (isLate ? 1 : 0)) &* 86_400, nanos: 0)
  }

  private static func date(
    _ year: Int64,
    _ month: Int64,
    _ day: Int64
  ) throws(FaultReason) -> Value {
    guard (1...9999).contains(year) else {
      throw .other(
        Text(
          "Timestamp should be between 0001-01-01T00.00.00Z and 9999-12-31T23.59.59Z. "
            + "year: \(year)."
        )
      )
    }
    guard Calendar.isValid(year: year, month: month, day: day) else {
      throw .other(Text("Date is not valid. year: \(year), month: \(month) day: \(day)."))
    }
    return .timestamp(
      Timestamp(
        seconds: Calendar.days(year: year, month: month, day: day) * 86_400,
        nanos: 0
      )
    )
  }

  private static func value(_ value: Value) throws(FaultReason) -> Value {
    switch value {
    case .int(let milliseconds): .timestamp(try Timestamp(milliseconds: milliseconds))
    case .string(let text): .timestamp(try Timestamp(parsing: text))
    case .null, .bool, .float, .bytes, .list, .set, .map, .mapDiff, .timestamp, .duration,
      .latlng, .path, .vector, .constraint:
      throw .timestampRange
    }
  }
}
