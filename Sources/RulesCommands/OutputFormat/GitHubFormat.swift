import RulesSource

/// Workflow commands of GitHub Actions, which it shows beside the lines of a pull request.
enum GitHubFormat {
  static func text(of record: RunRecord) -> String {
    let findings = record.allFindings.map(command)
    return findings.map { "\($0)\n" }.joined() + "\(record.summary)\n"
  }

  private static func command(_ finding: Finding) -> String {
    let name =
      switch finding.severity {
      case .error: "error"
      case .warning: "warning"
      case .info, .hint: "notice"
      }
    var properties = [("file", finding.place.path)]
    if let start = finding.place.start {
      properties += [("line", "\(start.line)"), ("col", "\(start.column)")]
      if let end = finding.place.end {
        properties.append(("endLine", "\(end.line)"))
        // Columns are only shown of what lies on one line.
        if end.line == start.line { properties.append(("endColumn", "\(end.column)")) }
      }
    }
    properties.append(("title", finding.code.id))
    let list = properties.map { "\($0.0)=\(escapedProperty($0.1))" }.joined(separator: ",")
    let text =
      [finding.message]
      + finding.notes.map { note in
        note.place.map { "\($0.text): \(note.message)" } ?? note.message
      }
    return "::\(name) \(list)::\(escapedData(text.map(visible).joined(separator: "\n")))"
  }

  private static func escapedData(_ text: String) -> String {
    replacing(text, ["%": "%25", "\r": "%0D", "\n": "%0A"])
  }

  private static func escapedProperty(_ text: String) -> String {
    replacing(text, ["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
  }

  private static func replacing(_ text: String, _ table: [Unicode.Scalar: String]) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if let replacement = table[scalar] {
        result += replacement
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension RunRecord {
  /// One line for people: `3 findings; 12 tests, 1 failed`.
  var summary: String {
    var parts = [counted(findings.count, "finding")]
    if !brokenFiles.isEmpty {
      parts.append("\(counted(brokenFiles.count, "test file")) could not be run")
    }
    let tests = tests
    if !tests.isEmpty {
      let failed = tests.count { $0.outcome == .failed }
      parts.append("\(counted(tests.count, "test")), \(failed) failed")
    }
    for mutation in mutation {
      parts.append(
        "\(counted(mutation.count(.survived), "mutant")) of \(mutation.rulesPath) survived"
      )
    }
    return parts.joined(separator: "; ")
  }
}
