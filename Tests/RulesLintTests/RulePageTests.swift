import RulesLint
import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import Testing

/// The examples of the pages, and what else each check says of itself.
struct RulePageTests {
  /// All findings in an example: those of the language, and those of the checks.
  static func findings(_ example: LintRule.Example, _ rule: LintRule) -> [Diagnostic] {
    Fixture.findings(
      example.fileText,
      isTests: example.kind == .tests,
      requesting: rule.isOptional ? [rule.code.id] : []
    )
  }

  @Test("The bad example is reported by its check and by nothing else", arguments: LintRule.all)
  func bad(rule: LintRule) {
    let found = Self.findings(rule.bad, rule)
    #expect(!found.isEmpty, "\(rule.code.id) finds nothing in its bad example")
    for diagnostic in found {
      #expect(
        diagnostic.code == rule.code,
        "\(rule.code.id): its bad example has \(diagnostic.code.id): \(diagnostic.message)"
      )
    }
  }

  @Test("The good example has no findings", arguments: LintRule.all)
  func good(rule: LintRule) {
    let found = Self.findings(rule.good, rule).map { "\($0.code.id): \($0.message)" }
    #expect(found == [], "\(rule.code.id)")
  }

  @Test("The first fix of the bad example, applied, leaves nothing of it", arguments: LintRule.all)
  func fixes(rule: LintRule) {
    let found = Self.findings(rule.bad, rule)
    guard found.contains(where: { !$0.fixes.isEmpty }) else { return }
    var text = rule.bad.fileText
    for diagnostic in found.reversed() {
      guard let fix = diagnostic.fixes.first else { continue }
      text = Fixture.applying(fix, to: text)
    }
    let left = Fixture.findings(
      text,
      isTests: rule.bad.kind == .tests,
      requesting: rule.isOptional ? [rule.code.id] : []
    )
    #expect(!left.contains { $0.code == rule.code }, "\(rule.code.id) after its fix:\n\(text)")
    #expect(!left.contains { $0.severity == .error }, "\(rule.code.id) after its fix:\n\(text)")
  }

  @Test("Ids are kebab-case and given once, pages are whole")
  func pages() {
    var seen: Set<String> = []
    for code in DiagnosticCode.lintCodes {
      #expect(seen.insert(code.id).inserted, "\(code.id) is given twice")
      #expect(code.id.utf8.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0) }, "\(code.id)")
      #expect(!code.summary.hasSuffix("."), "\(code.id): a summary has no final stop")
      #expect(code.explanation.count > 80, "\(code.id): the page says too little")
    }
  }
}

extension LintRule: CustomTestStringConvertible {
  package var testDescription: String { code.id }
}

/// Files for tests of checks.
enum Fixture {
  /// 2026-12-01T00:00:00Z.
  static let now = Timestamp(seconds: 1_796_083_200, nanos: 0)

  /// The rules that the examples of test files are about.
  static let testedRules = LintRule.Example.firestore(
    """
    match /books/{book} {
      allow read: if true;
      allow write: if request.auth != null && request.auth.uid == resource.data.owner;
    }
    match /loans/{loan} {
      allow get: if resource.data.until > request.time;
    }
    """
  )

  /// All findings in a file, silenced ones left out.
  static func findings(
    _ text: String,
    isTests: Bool = false,
    requesting requested: Set<String> = []
  ) -> [Diagnostic] {
    let linter = Linter(now: now, requesting: requested)
    if isTests {
      let tree = parseTests(SourceFile(name: "example.rulestest", text: text))
      let rules = SemanticModel.analyze(
        SourceFile(name: "firestore.rules", text: testedRules.fileText)
      )
      return tree.diagnostics + linter.lint(tests: tree, of: rules)
    }
    let model = SemanticModel.analyze(SourceFile(name: "firestore.rules", text: text))
    return Suppressions(model.tree).apply(
      to: Linter.sorted(model.diagnostics + linter.lint(model)),
      ids: (DiagnosticCode.lintCodes + DiagnosticCode.semanticCodes).map(\.id),
      now: now
    )
  }

  /// The ids that are found in match blocks of Firestore, in source order.
  static func ids(_ blocks: String) -> [String] {
    findings(LintRule.Example.firestore(blocks).fileText).map(\.code.id)
  }

  /// A file after a fix.
  static func applying(_ fix: FixIt, to text: String) -> String {
    var bytes = Array(text.utf8)
    for edit in fix.edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(
        Int(edit.range.lowerBound)..<Int(edit.range.upperBound),
        with: Array(edit.replacement.utf8)
      )
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
