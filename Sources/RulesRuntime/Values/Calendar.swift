/// The proleptic Gregorian calendar, in days since 1970-01-01.
enum Calendar {
  /// A day of the calendar.
  struct Date: Hashable {
    /// 1 BC is 0.
    var year: Int64
    /// 1 to 12.
    var month: Int64
    /// 1 to 31.
    var day: Int64
  }

  /// The day number of the first of a month plus a count of days; month and day may lie outside their
  /// ranges and roll over.
  static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let (carry, monthIndex) = dividing(month - 1, by: 12)
    // Years are counted from March, so that the leap day comes last.
    let marchYear = year + carry - (monthIndex < 2 ? 1 : 0)
    let marchMonth = (monthIndex + 10) % 12
    let (era, yearOfEra) = dividing(marchYear, by: 400)
    let dayOfYear = (153 * marchMonth + 2) / 5
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468 + day - 1
  }

  /// The date of a day number.
  static func date(days: Int64) -> Date {
    let (era, dayOfEra) = dividing(days + 719_468, by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return Date(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
      month: month,
      day: dayOfYear - (153 * marchMonth + 2) / 5 + 1
    )
  }

  /// Whether a date exists.
  static func isValid(year: Int64, month: Int64, day: Int64) -> Bool {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return false
    }
    let number = days(year: year, month: month, day: day)
    return date(days: number) == Date(year: year, month: month, day: day)
  }

  /// Quotient toward minus infinity, and what is left, 0 ≤ rest < divisor.
  static func dividing(_ value: Int64, by divisor: Int64) -> (quotient: Int64, rest: Int64) {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }
}
