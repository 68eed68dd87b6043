package import RulesJSON
package import RulesSource

/// The commands of `rules-conformance`.
package enum ConformanceTool {
  /// How to call it.
  package static let usage = """
    usage: rules-conformance answer < cases.jsonl > answers.jsonl
           rules-conformance check ROWS.jsonl|FOLDER…

    answer  answers each case, one JSON object a line
    check   compares our answers with recorded ones, and prints each row that differs

    """

  /// Our answers to the cases of a file of JSON lines, one a line.
  ///
  /// - Throws: the first line that is no JSON.
  package static func answers(to file: SourceFile) throws(JSONSyntaxError) -> ContiguousArray<UInt8>
  {
    var output: ContiguousArray<UInt8> = []
    for line in JSONLines(file.bytes) {
      ConformanceRun.answer(try line.result.get()).write(to: &output)
      output.append(UInt8(ascii: "\n"))
    }
    return output
  }

  /// What is printed of the rows of a file that differ, and how many do that nothing explains.
  ///
  /// - Throws: the first line that is no JSON.
  package static func report(
    on file: SourceFile
  ) throws(JSONSyntaxError) -> (text: String, differenceCount: Int) {
    let (count, differences) = try ConformanceRun.differences(in: file)
    let unexplained = differences.filter { !$0.isBeyondTheEmulator }
    var text = ""
    for difference in unexplained {
      text += "\(difference.id)\n"
      text += "  row  \(difference.row.jsonText())\n  ours \(difference.answer.jsonText())\n"
    }
    text += "\(file.name): \(count - differences.count) of \(count) rows agree"
    let explained = differences.count - unexplained.count
    if explained > 0 { text += ", \(explained) show a fault of the emulator" }
    if let agreement = agreement(of: differences) {
      text += "; the first issue in \(count - agreement.first), "
      text += "accepted or refused alike in \(count - agreement.verdict)"
    }
    return (text + "\n", unexplained.count)
  }

  /// In how many rows of whole sources the first issue, and the verdict, differ; nil where there is none.
  private static func agreement(
    of differences: [ConformanceRun.Difference]
  ) -> (first: Int, verdict: Int)? {
    var counts = (first: 0, verdict: 0)
    var isCompiled = false
    for difference in differences {
      guard let ours = difference.answer.object, let theirs = difference.row.object,
        theirs["source"] != nil, let agreement = Comparison.issues(ours, with: theirs)
      else { continue }
      isCompiled = true
      if !agreement.hasSameFirst { counts.first += 1 }
      if !agreement.hasSameVerdict { counts.verdict += 1 }
    }
    return isCompiled ? counts : nil
  }
}
