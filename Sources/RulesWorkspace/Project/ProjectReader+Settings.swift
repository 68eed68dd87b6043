import RulesJSON
import RulesSource

extension ProjectReader {
  /// Reads what `rulescheck.json` says.
  mutating func readSettings(_ root: JSONObject) {
    for member in root.members {
      switch member.name {
      case "severities": readSeverities(member.value)
      case "tests":
        project.settings.testFolders = texts(member.value, "`tests`").map { folder in
          FilePath.joined(project.folder, folder)
        }
      case "denyErrors": readDenyErrors(member.value)
      case "thresholds": readThresholds(member.value)
      case "baseline":
        project.settings.baseline = text(member.value, "`baseline`").map { path in
          FilePath.joined(project.folder, path)
        }
      default:
        reportUnknown(member, among: Self.names)
      }
    }
  }

  private static let names = ["severities", "tests", "denyErrors", "thresholds", "baseline"]

  private mutating func readSeverities(_ value: JSONValue) {
    guard let severities = object(value, "`severities`") else { return }
    for member in severities.members {
      guard let usual = codes[member.name] else {
        reportUnknown(
          member,
          among: codes.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        )
        continue
      }
      guard let word = text(member.value, "`\(member.name)`") else { continue }
      let severity = Severity.allCases.first { $0.name == word }
      guard severity != nil || word == "off" else {
        let message = "found `\(word)`, expected `error`, `warning`, `info`, `hint` or `off`"
        report(.invalidConfiguration, member.value, message)
        continue
      }
      guard usual != .error || severity == .error else {
        let message = "`\(member.name)` is always an error: such a file can't be used"
        report(.invalidConfiguration, member.value, message)
        continue
      }
      project.settings.severities[member.name] = .some(severity)
    }
  }

  private mutating func readDenyErrors(_ value: JSONValue) {
    switch value.text {
    case "fail"?: project.settings.failsOnDeniedByError = true
    case "note"?: project.settings.failsOnDeniedByError = false
    case .some, nil: report(.invalidConfiguration, value, "`denyErrors` takes `note` or `fail`")
    }
  }

  private mutating func readThresholds(_ value: JSONValue) {
    guard let thresholds = object(value, "`thresholds`") else { return }
    for member in thresholds.members {
      switch member.name {
      case "warnings":
        guard let limit = member.value.number?.int64, limit >= 0 else {
          report(member.value, "`warnings`", expected: "a count")
          continue
        }
        project.settings.warningLimit = Int(limit)
      case "minCoverage":
        project.settings.minimumCoverage = percentage(member)
      case "minMutationScore":
        project.settings.minimumMutationScore = percentage(member)
      default:
        reportUnknown(member, among: ["warnings", "minCoverage", "minMutationScore"])
      }
    }
  }

  /// A percentage in tenths, rounded up, so that nothing less is enough.
  private mutating func percentage(_ member: JSONMember) -> Int? {
    guard let percent = member.value.number?.double else {
      report(member.value, "`\(member.name)`", expected: "a percentage")
      return nil
    }
    guard (0...100).contains(percent) else {
      report(
        .invalidConfiguration,
        member.value,
        "`\(member.name)` is out of range, expected a percentage from 0 to 100"
      )
      return nil
    }
    return Int((percent * 10).rounded(.up))
  }

  private mutating func reportUnknown(_ member: JSONMember, among names: [String]) {
    let near = EditDistance.nearest(to: member.name, among: names)
    let advice = near.map { ", did you mean `\($0)`?" } ?? ""
    report(
      Diagnostic(
        .unknownSetting,
        at: member.keyRange,
        "there is no setting `\(member.name)`\(advice)"
      )
    )
  }
}
