package import RulesJSON
package import RulesSource

/// Runs cases, and compares them with recorded answers.
package enum ConformanceRun {
  /// A row whose answer is another one than ours.
  package struct Difference: Sendable {
    /// The row's id.
    package let id: String
    /// The row.
    package let row: JSONValue
    /// Our answer.
    package let answer: JSONValue
    /// Whether the emulator's answer shows its own fault, see `BrokenLiteralObserver`.
    package let isBeyondTheEmulator: Bool
  }

  /// Our answer to a case: an object with its `id` and one of the answer's members.
  package static func answer(_ row: JSONValue) -> JSONValue {
    let object = row.object ?? JSONObject()
    let id = object["id"] ?? .null
    let answer: [(String, JSONValue)]
    if let expression = object["expr"]?.string {
      answer =
        ValueCase(expression: expression, functions: object["functions"]?.string ?? [])
        .answer().json
    } else if object["request"] != nil, let requestCase = RequestCase(object) {
      answer = requestCase.answer().json
    } else if object["requests"] != nil, let coverageCase = CoverageCase(object) {
      answer = [("report", .array(coverageCase.report))]
    } else if let source = object["source"]?.string, object["request"] == nil {
      answer = CompileCase(source: source).json
    } else {
      answer = [("unsupported", .string("no case of this kind is known"))]
    }
    return .object([("id", id)] + answer)
  }

  private static func isBeyondTheEmulator(_ row: JSONObject) -> Bool {
    guard let expression = row["expr"]?.string else { return false }
    if row["crash"] != nil { return true }
    return ValueCase(expression: expression, functions: row["functions"]?.string ?? [])
      .evaluation().isBeyondTheEmulator
  }

  /// The rows of a file of JSON lines that we answer otherwise.
  ///
  /// - Throws: the first line that is no JSON.
  package static func differences(
    in file: SourceFile
  ) throws(JSONSyntaxError) -> (count: Int, differences: [Difference]) {
    var count = 0
    var differences: [Difference] = []
    for line in JSONLines(file.bytes) {
      let row = try line.result.get()
      count += 1
      let answer = answer(row)
      guard let ours = answer.object, let theirs = row.object,
        !Comparison.agrees(ours, with: theirs)
      else { continue }
      differences.append(
        Difference(
          id: theirs["id"]?.text ?? "line \(line.number)",
          row: row,
          answer: answer,
          isBeyondTheEmulator: isBeyondTheEmulator(theirs)
        )
      )
    }
    return (count, differences)
  }
}
