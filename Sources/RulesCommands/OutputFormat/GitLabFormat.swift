import RulesJSON
import RulesSource

/// A Code Quality report of GitLab: an array of what was found.
enum GitLabFormat {
  static func text(of record: RunRecord) -> String {
    var seen: [ContiguousArray<UInt8>: Int] = [:]
    let issues = record.allFindings.map { finding in
      // What is the same but for its place is told apart by its number, so that a fingerprint stays when
      // lines are added above.
      let key = ContiguousArray(
        "\(finding.place.path)\u{0}\(finding.code.id)\u{0}\(finding.message)".utf8
      )
      let number = seen[key, default: 0]
      seen[key] = number + 1
      return issue(finding, fingerprint: fingerprint(of: key + "\u{0}\(number)".utf8))
    }
    return JSONValue.array(issues).jsonText(.indented) + "\n"
  }

  private static func issue(_ finding: Finding, fingerprint: String) -> JSONValue {
    let severity =
      switch finding.severity {
      case .error: "major"
      case .warning: "minor"
      case .info, .hint: "info"
      }
    return [
      "description": .string(visible(finding.message)),
      "check_name": .string(finding.code.id),
      "fingerprint": .string(fingerprint),
      "severity": .string(severity),
      "location": [
        "path": .string(finding.place.path),
        "lines": ["begin": .integer(finding.place.start?.line ?? 1)],
      ],
    ]
  }
}

/// A number of bytes that stays the same from run to run: FNV-1a of 64 bits, as 16 hexadecimal digits.
func fingerprint(of bytes: some Sequence<UInt8>) -> String {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  let digits = String(hash, radix: 16)
  return String(repeating: "0", count: 16 - digits.utf8.count) + digits
}
