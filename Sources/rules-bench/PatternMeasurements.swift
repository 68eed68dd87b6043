import RulesRegex
import RulesWorkspace

extension Measurement {
  /// Whole matches of five typical patterns, half of the subjects matching.
  ///
  /// The subjects are those that RE2 gets; `peers/re2.cc` measures the same files.
  static let patterns: [Measurement] =
    patternNames.map { pattern($0, length: "15", bar: 40, stretch: 20) }
    + patternNames.map { pattern($0, length: "usual", bar: nil, stretch: nil) }

  private static let patternNames = ["email", "slug", "phone", "uuid", "url"]

  private static func pattern(
    _ name: String,
    length: String,
    bar: Double?,
    stretch: Double?
  ) -> Measurement {
    Measurement(
      name: "matches/\(name)/\(length)",
      summary: "one `matches()`, subjects of \(length == "15" ? "15 bytes" : "the usual length")",
      unit: .nanoseconds,
      bar: bar,
      stretch: stretch
    ) { context in
      let file = try POSIXFileSystem().read("\(context.folder)/data/patterns/\(name).\(length)")
      let lines = file.split(separator: UInt8(ascii: "\n")).map { ContiguousArray($0) }
      guard let first = lines.first else { throw BenchError(message: "no pattern \(name)") }
      let pattern = try Pattern(first)
      let subjects = ContiguousArray(lines.dropFirst())
      return {
        timed(operations: subjects.count) {
          var count = 0
          for subject in subjects where pattern.matches(subject) { count += 1 }
          return count
        }
      }
    }
  }
}
