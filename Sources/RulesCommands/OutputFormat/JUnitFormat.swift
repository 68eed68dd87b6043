import RulesSource

/// JUnit XML as Jenkins, GitLab, Azure and the others read it: the part that all of their schemas allow.
enum JUnitFormat {
  static func text(of record: RunRecord, at time: String) -> String {
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites>"]
    var id = 0
    for suite in record.suites {
      lines += element(of: suite, id: id, at: time)
      id += 1
    }
    for file in record.brokenFiles {
      lines += element(of: file, record.findings, id: id, at: time)
      id += 1
    }
    // What belongs to no test file: a rules file or a configuration that is broken.
    let known = Set(record.brokenFiles.map { ContiguousArray($0.path.utf8) })
    for finding in record.findings
    where finding.severity == .error && !known.contains(ContiguousArray(finding.place.path.utf8)) {
      let file = RunRecord.BrokenFile(path: finding.place.path, reason: finding.message)
      lines += element(of: file, [finding], id: id, at: time)
      id += 1
    }
    for mutation in record.mutation {
      lines += element(of: mutation, id: id, at: time)
      id += 1
    }
    return (lines + ["</testsuites>", ""]).joined(separator: "\n")
  }

  private static func element(of suite: SuiteRecord, id: Int, at time: String) -> [String] {
    let failed = suite.tests.count { $0.outcome == .failed }
    let skipped = suite.tests.count { $0.outcome == .skipped }
    let remarks = suite.tests.flatMap { test in
      test.errorDenials.map { denial in
        "\(test.title): \(counted(denial.stepCount, "step")) denied by an error, not by a condition: "
          + "\(denial.place.text): \(denial.message)"
      }
    }
    return opening(
      suite.path,
      id: id,
      at: time,
      counts: (suite.tests.count, failed, 0, skipped),
      seconds: suite.duration.decimalSeconds
    ) + suite.tests.flatMap { element(of: $0, in: suite.path) } + closing(remarks)
  }

  private static func element(of test: TestRecord, in path: String) -> [String] {
    let attributes =
      "name=\(quoted(test.title)) classname=\(quoted(path)) time=\"\(test.duration.decimalSeconds)\""
    switch test.outcome {
    case .passed: return ["    <testcase \(attributes)/>"]
    case .skipped: return ["    <testcase \(attributes)>", "      <skipped/>", "    </testcase>"]
    case .failed:
      let first = test.failedSteps.first
      let message = first?.outcome ?? "failed"
      let type = first?.isDeniedByError ?? false ? "denied-by-error" : "failed-step"
      let text = test.failedSteps.flatMap { step in
        ["\(step.place.text): \(step.request)", step.outcome]
          + (step.advice.map { ["the rules would allow it with `\($0)`"] } ?? [])
          + step.explanation.map { "  \($0)" }
      }
      return [
        "    <testcase \(attributes)>",
        "      <failure message=\(quoted(message)) type=\"\(type)\">\(content(text))</failure>",
        "    </testcase>",
      ]
    }
  }

  private static func element(
    of file: RunRecord.BrokenFile,
    _ findings: [Finding],
    id: Int,
    at time: String
  ) -> [String] {
    let own = findings.filter { $0.place.path.utf8.elementsEqual(file.path.utf8) }
    let text = own.map { "\($0.place.text): \($0.severity.name): \($0.message) [\($0.code.id)]" }
    return opening(file.path, id: id, at: time, counts: (1, 0, 1, 0), seconds: "0.000") + [
      "    <testcase name=\"the file can be used\" classname=\(quoted(file.path)) time=\"0.000\">",
      "      <error message=\(quoted(file.reason)) type=\"broken-file\">"
        + "\(content(text.isEmpty ? [file.reason] : text))</error>",
      "    </testcase>",
    ] + closing([])
  }

  /// A mutant as a test: it passes when it is killed, and fails when it survives and the score is too low for that.
  private static func element(
    of mutation: MutationRecord,
    id: Int,
    at time: String
  ) -> [String] {
    let survived = mutation.count(.survived)
    let skipped = mutation.count(.setAside) + (mutation.isTooLow ? 0 : survived)
    let name = "mutants of \(mutation.rulesPath)"
    return opening(
      name,
      id: id,
      at: time,
      counts: (mutation.mutants.count, mutation.isTooLow ? survived : 0, 0, skipped),
      seconds: "0.000"
    )
      + mutation.mutants.flatMap { mutant in
        let attributes = "name=\(quoted(mutant.title)) classname=\(quoted(name)) time=\"0.000\""
        let advice =
          "no test fails; this step would, \(mutant.whereabouts ?? ""): \(mutant.step ?? "")"
        let inner: String
        switch (mutant.fate, mutation.isTooLow) {
        case (.killed, _): return ["    <testcase \(attributes)/>"]
        case (.survived, true):
          inner = "<failure message=\(quoted(advice)) type=\"surviving-mutant\"/>"
        case (.survived, false), (.setAside, _): inner = "<skipped/>"
        }
        return ["    <testcase \(attributes)>", "      \(inner)", "    </testcase>"]
      }
      + closing(
        mutation.findings.flatMap { finding in
          ["\(finding.place.text): \(finding.message)"] + finding.notes.map { "  \($0.message)" }
        }
      )
  }

  private static func opening(
    _ path: String,
    id: Int,
    at time: String,
    counts: (tests: Int, failures: Int, errors: Int, skipped: Int),
    seconds: String
  ) -> [String] {
    [
      "  <testsuite name=\(quoted(path)) package=\"rulescheck\" id=\"\(id)\" timestamp=\"\(time)\" "
        + "hostname=\"localhost\" tests=\"\(counts.tests)\" failures=\"\(counts.failures)\" "
        + "errors=\"\(counts.errors)\" skipped=\"\(counts.skipped)\" time=\"\(seconds)\">",
      "    <properties/>",
    ]
  }

  private static func closing(_ remarks: [String]) -> [String] {
    let text = remarks.isEmpty ? "<system-out/>" : "<system-out>\(content(remarks))</system-out>"
    return ["    \(text)", "    <system-err/>", "  </testsuite>"]
  }

  private static func content(_ lines: [String]) -> String {
    lines.map(escaped).joined(separator: "\n")
  }

  private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// The text without what XML can't hold or takes for markup.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in visible(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
