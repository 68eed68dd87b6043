import Testing

@testable import RulesRuntime

/// The calendar, and arithmetic with time.
struct TimeTests {
  @Test(
    arguments: [
      (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (1, 1, 1, -719_162),
      (9999, 12, 31, 2_932_896), (1970, 13, 1, 365), (1970, 1, 0, -1), (0, 13, 1, -719_162),
    ] as [(Int64, Int64, Int64, Int64)]
  )
  func countsDays(year: Int64, month: Int64, day: Int64, days: Int64) {
    #expect(Calendar.days(year: year, month: month, day: day) == days)
  }

  @Test func goesThroughEachDayOnce() {
    var days = Calendar.days(year: 1, month: 1, day: 1)
    let lengths: [Int64] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    for year in (1 as Int64)...2500 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      for month in (1 as Int64)...12 {
        for day in 1...(lengths[Int(month) - 1] + (isLeap && month == 2 ? 1 : 0)) {
          let date = Calendar.date(days: days)
          guard date == Calendar.Date(year: year, month: month, day: day) else {
            Issue.record("\(year)-\(month)-\(day) is \(date)")
            return
          }
          days += 1
        }
      }
    }
  }

  @Test(
    arguments: [
      (2024, 2, 29, true), (2023, 2, 29, false), (1500, 2, 29, false), (2000, 2, 29, true),
      (2020, 13, 1, false), (2020, 0, 1, false), (2020, 1, 32, false), (2020, 4, 31, false),
      (0, 1, 1, false), (10_000, 1, 1, false), (.max, .max, .min, false),
    ] as [(Int64, Int64, Int64, Bool)]
  )
  func knowsDates(year: Int64, month: Int64, day: Int64, isValid: Bool) {
    #expect(Calendar.isValid(year: year, month: month, day: day) == isValid)
  }

  @Test(
    arguments: [
      ("2020-01-01T00:00:00Z", "2020-01-01T00:00:00Z"),
      ("1970-01-01T00:00:99999999999999999999Z", "2038-01-19T03:14:07Z"),
      ("1970-01-01T00:00:-99999999999999999999Z", "1901-12-13T20:45:52Z"),
      ("1970-01-01T00:00:9223372036854775807Z", "1969-12-31T23:59:59Z"),
      ("1970-01-01T00:00:9999999999Z", "2014-09-07T04:50:07Z"),
      ("1970-01-01T00:00:00+9223372036854775807:0", "1970-01-01T01:00:00Z"),
      ("0000-13-01T00:00:00Z", "0001-01-01T00:00:00Z"),
      ("1970-01-01T٠:00:00Z", "1970-01-01T00:00:00Z"),
      (" 1970-01-01T 1:\t2: 3Z", "1970-01-01T01:02:03Z"),
      ("1970--1-01T1:2:3Z", "1969-11-01T01:02:03Z"),
      ("1970-01-01T1:2:3.123456789xZ", "1970-01-01T01:02:03.123456789Z"),
      ("2020-01-01T00:00:00.Z", "2020-01-01T00:00:00Z"),
      ("1970-01-01T1:2:3-1:-1", "1970-01-01T02:01:03Z"),
      ("1970-01-01T1:2:3+٣:1", "1969-12-31T22:01:03Z"),
      ("2020-01-01T00:00:00.5xyzZ", nil), ("2020-01-01T00:00:00", nil), ("T-Z", nil),
      ("1970-01-01T00:00:00.٣Z", nil), ("1970-01-01T1 :2:3Z", nil), ("1970-01-01T1:2Z", nil),
      ("1970-01-01T1:2:- 3Z", nil), ("1970-01-01T1:2:--3Z", nil), ("1970-01-01.5T1:2:3Z", nil),
      ("1970-01-01T1:2:3-1:", nil), ("1970-01-01T00:00:00+01", nil), ("", nil), ("T", nil),
    ] as [(String, String?)]
  )
  func readsInstants(text: String, instant: String?) {
    let timestamp = try? Timestamp(parsing: Text(text))
    #expect(timestamp?.text == instant)
  }

  @Test func normalizesParts() throws {
    #expect(try Timestamp(milliseconds: -1500) == Timestamp(seconds: -2, nanos: 500_000_000))
    #expect(Timestamp(seconds: -1, nanos: 999_999_999).milliseconds == -1)
    #expect(throws: FaultReason.self) { try Timestamp(milliseconds: .max) }
    #expect(throws: FaultReason.self) { try Timestamp(normalizing: .max, nanos: 1_000_000_000) }
    #expect(throws: FaultReason.self) { try Duration(normalizing: .min, nanos: -1_000_000_000) }
    #expect(throws: FaultReason.self) { try Duration(.max, secondsEach: 604_800) }
    let mixed = try Duration(normalizing: 1, nanos: -500_000_000)
    #expect(mixed == Duration(seconds: 0, nanos: 500_000_000))
    #expect(try Duration(normalizing: -1, nanos: 500_000_000).nanos == -500_000_000)
    let most = try Duration(normalizing: 315_576_000_000, nanos: 1)
    #expect(most.nanos == 1)
    #expect(throws: FaultReason.self) { try most.adding(Duration(seconds: 1, nanos: 0)) }
  }
}
