import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTesting

/// A test file and rules, written in place.
struct TestFile {
  let suite: TestSuite
  let results: [CaseResult]
  let rules: RulesText

  static let now = Timestamp(seconds: 1_750_000_000, nanos: 0)

  /// Reads a test file, and runs it where nothing is wrong with it.
  ///
  /// - Parameters:
  ///   - text: the test file.
  ///   - rules: the rules.
  ///   - files: what `data from` finds, by name.
  ///   - options: how the tests are run.
  init(
    _ text: String,
    rules: String = TestFile.openRules,
    files: [String: String] = [:],
    options: TestRunner.Options = TestRunner.Options()
  ) {
    let model = SemanticModel.analyze(SourceFile(name: "firestore.rules", text: rules))
    let program = model.program ?? Program()
    let tree = parseTests(SourceFile(name: "a.rulestest", text: text))
    self.rules = RulesText(model.tree.source)
    suite = TestFileReader.read(tree, service: program.service) { name in
      files[name].map { .file(SourceFile(name: name, text: $0)) }
        ?? .failure("`\(name)` does not exist")
    }
    let runner = TestRunner(
      program,
      rules: self.rules,
      database: suite.database,
      now: Self.now,
      options: options
    )
    results = suite.diagnostics.isEmpty ? runner.run(suite) : []
  }

  /// What is wrong with the file: `line:column id message`.
  var problems: [String] {
    suite.diagnostics.map { diagnostic in
      let position = suite.source.position(of: diagnostic.range.lowerBound)
      return "\(position.line):\(position.column) \(diagnostic.code.id) \(diagnostic.message)"
    }
  }

  /// The steps that fail, as they are written; all of them where the file is wrong.
  var failures: [String] {
    guard suite.diagnostics.isEmpty else { return problems }
    return results.flatMap(\.steps).filter { !$0.passed }.map {
      "\($0.step.expectation.rawValue) \($0.step.title)"
    }
  }

  /// The explanation of the first step that has one.
  var explanation: String {
    let step = results.flatMap(\.steps).first { !$0.explanation.isEmpty }
    return (step?.explanation ?? []).flatMap { $0.lines(in: rules) }.joined(separator: "\n")
  }

  /// Rules that allow everything.
  static let openRules = rules("true")

  /// Rules that allow every request for which a condition holds.
  static func rules(_ condition: String) -> String {
    """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{database}/documents/{document=**} {
        allow read, write: if \(condition);
      }
    }
    """
  }

  /// Rules of Cloud Storage that allow every request for which a condition holds.
  static func storageRules(_ condition: String) -> String {
    """
    rules_version = '2';
    service firebase.storage {
      match /b/{bucket}/o/{object=**} {
        allow read, write: if \(condition);
      }
    }
    """
  }
}
