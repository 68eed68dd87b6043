import RulesJSON
import RulesSource
import RulesWorkspace

/// What the client is configured to, in the section `rulescheck`.
struct ServerSettings: Sendable {
  /// The severities by the ids of diagnostics; nil for what is not to be shown.
  private(set) var severities: [String: Severity?] = [:]
  /// Whether remarks are shown inside lines.
  private(set) var showsInlayHints = true
  /// Whether lenses are shown above tests and matches.
  private(set) var showsLenses = true
  /// What is wrong with the settings: sentences, lower-case start, no final stop.
  private(set) var problems: [String] = []

  /// The name of the section.
  static let section = "rulescheck"

  /// The usual settings.
  init() {}

  /// Reads settings; with the section's name around them or without.
  init(_ value: JSONValue, codes: [String: Severity]) {
    let value = value[Self.section] ?? value
    guard !value.isNull else { return }
    guard let object = value.object else {
      problems.append("`\(Self.section)` is \(value.kindName), expected an object")
      return
    }
    for member in object.members {
      switch member.name {
      case "severities": readSeverities(member.value, codes)
      case "inlayHints": showsInlayHints = truth(member) ?? showsInlayHints
      case "codeLenses": showsLenses = truth(member) ?? showsLenses
      // Clients keep settings of their own there: where the program is, how it is started.
      default: continue
      }
    }
  }

  /// The value of a setting that is on or off; nil where it is neither.
  private mutating func truth(_ member: JSONMember) -> Bool? {
    if let value = member.value.bool { return value }
    report(member.name, "is \(member.value.kindName), expected `true` or `false`")
    return nil
  }

  private mutating func readSeverities(_ value: JSONValue, _ codes: [String: Severity]) {
    guard let object = value.object else {
      report("severities", "is \(value.kindName), expected an object")
      return
    }
    for member in object.members {
      let name = "severities.\(member.name)"
      guard let usual = codes[member.name] else {
        let near = EditDistance.nearest(to: member.name, among: codes.keys.sorted())
        report(name, "names no diagnostic\(near.map { ", did you mean `\($0)`?" } ?? "")")
        continue
      }
      let word = member.value.text
      let severity = Severity.allCases.first { $0.name == word }
      if severity == nil, word != "off" {
        report(name, "is none of `error`, `warning`, `info`, `hint` and `off`")
      } else if usual == .error, severity != .error {
        report(name, "can't be changed: it is always an error")
      } else {
        severities[member.name] = .some(severity)
      }
    }
  }

  private mutating func report(_ name: String, _ message: String) {
    problems.append("`\(Self.section).\(name)` \(message)")
  }

  /// The ids of diagnostics that are not to be shown.
  func disabledIDs(_ project: Project?) -> Set<String> {
    let all = (project?.settings.severities ?? [:]).merging(severities) { $1 }
    return Set(all.lazy.filter { $0.value == nil }.map(\.key))
  }

  /// The diagnostics with the severities of the project and of these settings, which win.
  func adjusted(_ diagnostics: [Diagnostic], _ project: Project?) -> [Diagnostic] {
    let configured = project?.settings.severities ?? [:]
    guard !severities.isEmpty || !configured.isEmpty else { return diagnostics }
    return diagnostics.compactMap { diagnostic in
      let id = diagnostic.code.id
      guard let setting = severities[id] ?? configured[id] else { return diagnostic }
      guard let severity = setting else { return nil }
      var diagnostic = diagnostic
      diagnostic.severity = severity
      return diagnostic
    }
  }
}
