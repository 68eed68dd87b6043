import RulesJSON
import RulesSource

/// SARIF 2.1.0, as code scanning services read it.
enum SARIFFormat {
  static func text(of record: RunRecord) -> String {
    let findings = record.allFindings
    let codes = Set(findings.map(\.code)).sorted { left, right in
      left.id.utf8.lexicographicallyPrecedes(right.id.utf8)
    }
    let indices = Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($1, $0) })
    let run: JSONValue = [
      "tool": [
        "driver": [
          "name": "rulescheck",
          "version": .string(toolVersion),
          "rules": .array(codes.map(rule)),
        ]
      ],
      "columnKind": "unicodeCodePoints",
      "invocations": [
        [
          "executionSuccessful": .bool(record.exitCode != .unusable),
          "exitCode": .integer(record.exitCode.rawValue),
        ]
      ],
      "results": .array(findings.map { result($0, ruleIndex: indices[$0.code] ?? -1) }),
    ]
    let log: JSONValue = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [run],
    ]
    return log.jsonText(.indented) + "\n"
  }

  private static func rule(_ code: DiagnosticCode) -> JSONValue {
    [
      "id": .string(code.id),
      "shortDescription": ["text": .string(code.summary)],
      "help": ["text": .string(code.explanation)],
      "defaultConfiguration": ["level": .string(level(code.severity))],
    ]
  }

  private static func result(_ finding: Finding, ruleIndex: Int) -> JSONValue {
    let remarks = finding.notes.filter { $0.place == nil }.map(\.message)
    let related =
      finding.notes.compactMap { note in
        note.place.map { place in
          .object(physicalLocation(of: place) + [("message", ["text": .string(note.message)])])
        }
      } as [JSONValue]
    var members: [(String, JSONValue)] = [
      ("ruleId", .string(finding.code.id)),
      ("ruleIndex", .integer(ruleIndex)),
      ("level", .string(level(finding.severity))),
      (
        "message", ["text": .string(([finding.message] + remarks).joined(separator: "\n"))]
      ),
      ("locations", [.object(physicalLocation(of: finding.place))]),
    ]
    if !related.isEmpty { members.append(("relatedLocations", .array(related))) }
    let fixes = finding.fixes.filter { !$0.edits.isEmpty }
    if !fixes.isEmpty { members.append(("fixes", .array(fixes.map(fix)))) }
    return .object(members)
  }

  private static func fix(_ fix: Finding.Fix) -> JSONValue {
    let changes = fix.edits.map { edit -> JSONValue in
      [
        "artifactLocation": artifact(edit.place.path),
        "replacements": [
          [
            "deletedRegion": region(of: edit.place) ?? ["startLine": 1],
            "insertedContent": ["text": .string(edit.text)],
          ]
        ],
      ]
    }
    return ["description": ["text": .string(fix.title)], "artifactChanges": .array(changes)]
  }

  private static func physicalLocation(of place: Place) -> [(String, JSONValue)] {
    var location: [(String, JSONValue)] = [("artifactLocation", artifact(place.path))]
    if let region = region(of: place) { location.append(("region", region)) }
    return [("physicalLocation", .object(location))]
  }

  private static func region(of place: Place) -> JSONValue? {
    guard let start = place.start else { return nil }
    let end = place.end ?? start
    return [
      "startLine": .integer(start.line), "startColumn": .integer(start.column),
      "endLine": .integer(end.line), "endColumn": .integer(end.column),
    ]
  }

  private static func artifact(_ path: String) -> JSONValue {
    let uri = JSONValue.string(uri(path))
    return path.utf8.first == UInt8(ascii: "/")
      ? ["uri": uri] : ["uri": uri, "uriBaseId": "%SRCROOT%"]
  }

  /// A path as a URI reference: what is not plain is written as its bytes.
  private static func uri(_ path: String) -> String {
    var result = path.utf8.first == UInt8(ascii: "/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += byte < 16 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }

  private static func level(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info, .hint: "note"
    }
  }
}
