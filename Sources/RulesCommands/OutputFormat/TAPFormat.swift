import RulesJSON
import RulesSource

/// The Test Anything Protocol, version 13: a line for each test, and YAML for those that fail.
enum TAPFormat {
  static func text(of record: RunRecord) -> String {
    var lines: [String] = []
    var number = 0
    for suite in record.suites {
      lines.append("# \(visible(suite.path))")
      for test in suite.tests {
        number += 1
        lines += self.lines(of: test, number)
      }
    }
    for file in record.brokenFiles {
      number += 1
      lines.append("not ok \(number) - \(escaped(file.path)) can be run")
      lines += yaml([("message", .string(file.reason)), ("severity", "error")])
    }
    for mutation in record.mutation {
      lines.append("# mutants of \(visible(mutation.rulesPath))")
      for mutant in mutation.mutants {
        number += 1
        lines += self.lines(of: mutant, number, isTooLow: mutation.isTooLow)
      }
    }
    for finding in record.findings {
      lines.append(
        "# \(visible(finding.place.text)): \(finding.severity.name): \(visible(finding.message)) "
          + "[\(finding.code.id)]"
      )
    }
    let plan = number == 0 ? "1..0 # SKIP no test could be run" : "1..\(number)"
    return (["TAP version 13", plan] + lines + [""]).joined(separator: "\n")
  }

  private static func lines(of test: TestRecord, _ number: Int) -> [String] {
    let title = escaped(test.title)
    let notes = test.errorDenials.map { denial in
      "# \(counted(denial.stepCount, "step")) denied by an error, not by a condition: "
        + "\(visible(denial.place.text)): \(visible(denial.message))"
    }
    switch test.outcome {
    case .passed: return ["ok \(number) - \(title)"] + notes
    case .skipped: return ["ok \(number) - \(title) # SKIP"]
    case .failed:
      let steps = test.failedSteps.map { step in
        JSONValue.object(
          [
            ("at", .string(step.place.text)), ("request", .string(step.request)),
            ("message", .string(step.outcome)), ("deniedByError", .bool(step.isDeniedByError)),
          ] + (step.advice.map { [("advice", .string($0))] } ?? [])
        )
      }
      return ["not ok \(number) - \(title)"] + notes
        + yaml([("severity", "fail"), ("steps", .array(steps))])
    }
  }

  /// A mutant as a test; one that survives is still to be done, unless the score is too low for that.
  private static func lines(
    of mutant: MutationRecord.Mutant,
    _ number: Int,
    isTooLow: Bool
  ) -> [String] {
    let title = escaped(mutant.title)
    switch mutant.fate {
    case .killed: return ["ok \(number) - \(title)"]
    case .setAside: return ["ok \(number) - \(title) # SKIP no generated request tells it apart"]
    case .survived:
      return ["not ok \(number) - \(title)\(isTooLow ? "" : " # Todo no test notices it")"]
        + yaml([
          ("message", "no test fails; this step would"), ("step", .string(mutant.step ?? "")),
          ("where", .string(mutant.whereabouts ?? "")),
        ])
    }
  }

  /// A block of YAML; its values are JSON, which YAML is a superset of.
  private static func yaml(_ members: [(name: String, value: JSONValue)]) -> [String] {
    var lines = ["  ---"]
    for member in members {
      if let elements = member.value.array {
        lines.append("  \(member.name):")
        lines += elements.map { "    - \($0.jsonText())" }
      } else {
        lines.append("  \(member.name): \(member.value.jsonText())")
      }
    }
    return lines + ["  ..."]
  }

  /// A title in which nothing begins a directive.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in visible(text).unicodeScalars {
      if scalar == "#" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
