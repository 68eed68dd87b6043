package import RulesJSON
import RulesSemantics
import RulesSource
package import RulesSyntax

/// A case of the kind `compile`: a whole source, and what the official compiler says of it.
package struct CompileCase: Sendable {
  /// The source.
  package let source: ContiguousArray<UInt8>

  /// A case from its source.
  package init(source: ContiguousArray<UInt8>) {
    self.source = source
  }

  /// The official issues, in order.
  package func answer() -> [OfficialIssue] {
    SemanticModel.analyze(SourceFile(name: "firestore.rules", bytes: source)).officialIssues
  }

  /// The members of an answer line.
  package var json: [(String, JSONValue)] {
    [
      (
        "issues",
        .array(
          answer().map { issue in
            .object([
              ("line", .integer(issue.line)), ("column", .integer(issue.column)),
              ("severity", .string(issue.severity == .error ? "ERROR" : "WARNING")),
              ("description", .string(issue.description)),
            ])
          }
        )
      )
    ]
  }
}

extension Comparison {
  /// How far our issues and recorded ones agree.
  package struct IssueAgreement: Sendable, Hashable {
    /// All of them: texts, severities, positions and order.
    package let isExact: Bool
    /// The first one, or none on both sides.
    package let hasSameFirst: Bool
    /// Whether the file is refused.
    package let hasSameVerdict: Bool
  }

  /// Compares the issues of a whole source; nil where the row records none.
  ///
  /// Where the emulator crashed any answer will do.
  package static func issues(_ answer: JSONObject, with row: JSONObject) -> IssueAgreement? {
    guard let theirs = row["issues"]?.array, let ours = answer["issues"]?.array else { return nil }
    if theirs.contains(where: { $0.object?["crash"] != nil }) {
      return IssueAgreement(isExact: true, hasSameFirst: true, hasSameVerdict: true)
    }
    func isRefusal(_ issue: JSONValue) -> Bool { issue.object?["severity"] == "ERROR" }
    return IssueAgreement(
      isExact: withoutRepeats(ours) == withoutRepeats(theirs),
      hasSameFirst: ours.first == theirs.first,
      hasSameVerdict: ours.contains(where: isRefusal) == theirs.contains(where: isRefusal)
    )
  }

  /// The issues without those that follow an equal one: how often the official compiler repeats itself says nothing.
  private static func withoutRepeats(
    _ issues: ContiguousArray<JSONValue>
  ) -> ContiguousArray<JSONValue> {
    var result: ContiguousArray<JSONValue> = []
    for issue in issues where issue != result.last { result.append(issue) }
    return result
  }
}
