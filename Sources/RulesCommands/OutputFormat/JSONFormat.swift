import RulesJSON
import RulesSource

/// The run as one JSON object; its members stay what they are as long as `version` does.
enum JSONFormat {
  private static let version = 1

  static func text(of record: RunRecord) -> String {
    value(of: record).jsonText(.indented) + "\n"
  }

  private static func value(of record: RunRecord) -> JSONValue {
    let mutation: [(String, JSONValue)] =
      record.mutation.isEmpty
      ? [] : [("mutation", .array(record.mutation.map(value(of:))))]
    return .object(members(of: record) + mutation)
  }

  private static func members(of record: RunRecord) -> [(String, JSONValue)] {
    [
      ("version", .integer(version)),
      ("tool", ["name": "rulescheck", "version": .string(toolVersion)]),
      ("command", .string(record.command)),
      ("exitCode", .integer(record.exitCode.rawValue)),
      ("summary", summary(of: record)),
      ("findings", .array(record.findings.map(value(of:)))),
      ("suites", .array(record.suites.map(value(of:)))),
      (
        "brokenFiles",
        .array(record.brokenFiles.map { ["path": .string($0.path), "reason": .string($0.reason)] })
      ),
    ]
  }

  private static func value(of mutation: MutationRecord) -> JSONValue {
    [
      "rules": .string(mutation.rulesPath),
      "score": .float(Double(mutation.score) / 10),
      "killed": .integer(mutation.count(.killed)),
      "survived": .integer(mutation.count(.survived)),
      "setAside": .integer(mutation.count(.setAside)),
      "mutants": .array(
        mutation.mutants.map { mutant in
          let survivor: [(String, JSONValue)] =
            mutant.step.map { [("step", .string($0))] } ?? []
          return .object(
            [("kind", .string(mutant.kind)), ("summary", .string(mutant.summary))]
              + members(of: mutant.place) + [("fate", .string(mutant.fate.rawValue))] + survivor
          )
        }
      ),
    ]
  }

  private static func summary(of record: RunRecord) -> JSONValue {
    let tests = record.tests
    func count(_ outcome: TestRecord.Outcome) -> JSONValue {
      .integer(tests.count { $0.outcome == outcome })
    }
    return [
      "files": .integer(record.fileCount),
      "errors": .integer(record.findings.count { $0.severity == .error }),
      "warnings": .integer(record.findings.count { $0.severity == .warning }),
      "tests": .integer(tests.count),
      "passed": count(.passed),
      "failed": count(.failed),
      "skipped": count(.skipped),
      "steps": .integer(tests.reduce(0) { $0 + $1.stepCount }),
      "failedSteps": .integer(tests.reduce(0) { $0 + $1.failedSteps.count }),
      "stepsDeniedByError": .integer(
        tests.reduce(0) { $0 + $1.errorDenials.reduce(0) { $0 + $1.stepCount } }
      ),
    ]
  }

  private static func value(of finding: Finding) -> JSONValue {
    .object(
      [
        ("id", .string(finding.code.id)), ("severity", .string(finding.severity.name)),
        ("message", .string(finding.message)),
      ] + members(of: finding.place) + [
        (
          "notes",
          .array(
            finding.notes.map { note in
              .object([("message", .string(note.message))] + (note.place.map(members) ?? []))
            }
          )
        ),
        (
          "fixes",
          .array(
            finding.fixes.map { fix in
              [
                "title": .string(fix.title),
                "edits": .array(
                  fix.edits.map { .object(members(of: $0.place) + [("text", .string($0.text))]) }
                ),
              ]
            }
          )
        ),
      ]
    )
  }

  private static func members(of place: Place) -> [(String, JSONValue)] {
    var members: [(String, JSONValue)] = [("path", .string(place.path))]
    if let start = place.start {
      members += [("line", .integer(start.line)), ("column", .integer(start.column))]
    }
    if let end = place.end {
      members += [("endLine", .integer(end.line)), ("endColumn", .integer(end.column))]
    }
    return members
  }

  private static func value(of suite: SuiteRecord) -> JSONValue {
    [
      "path": .string(suite.path),
      "rules": .string(suite.rulesPath),
      "tests": .array(suite.tests.map(value(of:))),
    ]
  }

  private static func value(of test: TestRecord) -> JSONValue {
    .object(
      [
        ("title", .string(test.title)), ("titles", .array(test.titles.map { .string($0) })),
        ("outcome", .string(test.outcome.rawValue)),
      ] + members(of: test.place) + [
        ("seconds", .float(test.duration.seconds)), ("steps", .integer(test.stepCount)),
        ("failedSteps", .array(test.failedSteps.map(value(of:)))),
        (
          "deniedByError",
          .array(
            test.errorDenials.map { denial in
              .object(
                members(of: denial.place) + [
                  ("message", .string(denial.message)), ("steps", .integer(denial.stepCount)),
                ]
              )
            }
          )
        ),
      ]
    )
  }

  private static func value(of step: StepRecord) -> JSONValue {
    .object(
      members(of: step.place) + [
        ("request", .string(step.request)), ("outcome", .string(step.outcome)),
        ("deniedByError", .bool(step.isDeniedByError)),
        ("advice", step.advice.map { .string($0) } ?? .null),
        ("explanation", .array(step.explanation.map { .string($0) })),
      ]
    )
  }
}

extension Swift.Duration {
  /// The whole of it, in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }

  /// In seconds with three decimals, as JUnit has it.
  var decimalSeconds: String {
    let milliseconds =
      max(0, components.seconds) * 1000 + components.attoseconds / 1_000_000_000_000_000
    let fraction = String(milliseconds % 1000)
    let zeros = String(repeating: "0", count: max(0, 3 - fraction.utf8.count))
    return "\(milliseconds / 1000).\(zeros)\(fraction)"
  }
}
