package import RulesJSON

/// Compares our answer to a recorded one.
package enum Comparison {
  /// Whether two answers agree: the value, the error with its place, or the first issue.
  ///
  /// Where the emulator crashed, any clean answer but a value will do.
  package static func agrees(_ answer: JSONObject, with row: JSONObject) -> Bool {
    if let report = row["report"] {
      return answer["report"].map { CoverageCase.isSame($0, report) } ?? false
    }
    if row["verdict"] != nil { return RequestCase(row)?.agrees(with: row) ?? false }
    if row["source"] != nil, let agreement = issues(answer, with: row) { return agreement.isExact }
    if row["crash"] != nil { return answer["value"] == nil && answer["unresolved"] == nil }
    if let value = row["value"] {
      return answer["value"].map { isSame($0, value) } ?? false
    }
    if let error = row["error"] {
      return answer["error"] == error && answer["offset"] == row["offset"]
        && answer["functionsOffset"] == row["functionsOffset"]
    }
    if let issues = row["issues"]?.array {
      guard let ours = answer["issues"]?.array else { return false }
      return isSameIssue(ours.first, issues.first)
    }
    return false
  }

  private static func isSameIssue(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
    ["line", "column", "description", "in"].allSatisfy { left?.object?[$0] == right?.object?[$0] }
  }

  /// Whether two typed values are the same; floats may differ in the last bit, as libraries of mathematics do.
  private static func isSame(_ left: JSONValue, _ right: JSONValue) -> Bool {
    switch (left.content, right.content) {
    case (.object(let left), .object(let right)):
      guard left.members.count == right.members.count else { return false }
      return zip(left.members, right.members).allSatisfy {
        $0.key == $1.key && isSame($0.value, $1.value)
      }
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1) }
    case (.number(let left), .number(let right)):
      guard let left = left.double, let right = right.double else { return false }
      if left == right { return left.sign == right.sign }
      return abs(left - right) <= 4e-16 * max(abs(left), abs(right))
    default:
      return left == right
    }
  }
}
