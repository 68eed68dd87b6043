package import RulesJSON
package import RulesRuntime
package import RulesSemantics
package import RulesSource
import RulesSyntax
package import RulesTesting

/// Rules that are in force, and what they were seen to do.
package final class ActiveRules: Sendable {
  /// The files, as the control interface gives them back.
  package let files: [(name: String?, content: ContiguousArray<UInt8>)]
  /// The text that is in force.
  package let source: SourceFile
  private let model: SemanticModel
  private let program: Program
  /// What these rules have come to.
  let ledger: CoverageLedger
  /// What is kept of these rules when others are in force.
  let judged: JudgedRules

  /// Rules that let everybody do everything: what is in force where nobody has set any.
  package static var open: ActiveRules {
    // Rules without a program allow nothing; the text below has one.
    ActiveRules(openModel, openModel.program ?? Program(), isNamed: true)
  }

  private static let openModel = SemanticModel.analyze(openFile)

  private static let openFile = SourceFile(
    name: "OPEN_RULES",
    text: """
      rules_version = '2';
      service cloud.firestore {
        match /databases/{database}/documents {
          match /{document=**} {
            allow read, write: if true;
          }
        }
      }
      """
  )

  /// Makes rules ready; nil where the official compiler refuses them.
  package convenience init?(_ model: SemanticModel, isNamed: Bool = true) {
    guard let program = model.program else { return nil }
    self.init(model, program, isNamed: isNamed)
  }

  private init(_ model: SemanticModel, _ program: Program, isNamed: Bool) {
    source = model.tree.source
    files = [(isNamed ? source.name : nil, source.bytes)]
    self.model = model
    self.program = program.preparedForManyDecisions()
    ledger = CoverageLedger(program)
    judged = JudgedRules(program, model.tree.source)
  }

  /// What the rules are for.
  package var service: Program.Service { program.service }

  /// What rules have said to the requests of one commit or query.
  struct Answer {
    /// What they have said to each that was judged.
    var decisions: [Decision]
    /// The denial, in the words of the official emulator; nil where all are allowed.
    var denial: String?
  }

  /// Decides the requests of one commit, and counts what they came to.
  ///
  /// - Parameters:
  ///   - commit: what is judged; all must be allowed.
  ///   - unconditional: the documents that are written whether they are there or not.
  ///   - documents: what lookups find.
  /// - Returns: the answer.
  func answer(
    to commit: [Request],
    unconditional: Set<ContiguousArray<Text>>,
    _ documents: CommittedDocuments
  ) -> Answer {
    answer(
      to: commit,
      ledger.decide(commit: commit, unconditional: unconditional, documents: documents)
    )
  }

  /// Decides the requests of one read; what they came to is counted later.
  ///
  /// - Parameters:
  ///   - read: what is judged; all must be allowed.
  ///   - documents: what lookups find.
  /// - Returns: the answer, and whether no other read waits to be counted.
  func answer(to read: [Request], _ documents: DocumentTable) -> (Answer, isFirst: Bool) {
    let isFirst = ledger.append(CoverageLedger.Read(requests: read, documents: documents))
    let decisions = program.decide(commit: read, documents: documents)
    return (answer(to: read, decisions), isFirst)
  }

  private func answer(to requests: [Request], _ decisions: [Decision]) -> Answer {
    guard let last = decisions.last, last.verdict == .deny else {
      return Answer(decisions: decisions)
    }
    let method = requests[decisions.count - 1].method
    return Answer(decisions: decisions, denial: last.message(for: method, program, source))
  }

  /// The report of coverage, as the official emulator has it.
  package var emulatorCoverage: JSONValue {
    let report = ledger.withRecorder { EmulatorJSON(model.tree, program, $0).json }
    var members: [(String, JSONValue)] = [("rules", ["files": .array(fileList)])]
    if let nodes = report["report"] { members.append(("report", nodes)) }
    return .object(members)
  }

  /// What is to be said about the only request of a suite; nil for a suite without one.
  func explain(_ suite: TestSuite, at time: Timestamp) -> RequestExplanation? {
    RequestExplanation.explain(suite, program, rules: RulesText(source), now: time)
  }

  /// Whether a request was decided.
  package var isUsed: Bool {
    ledger.withRecorder { $0.observer.statements.contains { $0.tried > 0 } }
  }

  /// What was covered.
  package var coverage: CoverageReport {
    ledger.withRecorder { CoverageReport([CoverageReport.File(model.tree, program, $0)]) }
  }

  /// The files, as JSON.
  package var fileList: [JSONValue] {
    files.map { file in
      var members: [(String, JSONValue)] = [("content", .string(file.content))]
      if let name = file.name { members.append(("name", .string(name))) }
      return .object(members)
    }
  }
}
