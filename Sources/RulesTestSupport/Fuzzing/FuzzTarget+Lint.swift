import RulesLint
import RulesRuntime
import RulesSemantics
package import RulesSource
import RulesSyntax

extension FuzzTarget {
  /// What checks find, what their fixes do, and whether what they know of conditions holds for random requests.
  static let lint = FuzzTarget(name: "lint", dictionary: semantics.dictionary) { input in
    let file = SourceFile(name: "input", bytes: input)
    if let problem = LintAgreement.check(file, seed: seed(of: input)) { return problem }
    let program = ProgramGenerator.text(seed: seed(of: input))
    return LintAgreement.check(
      SourceFile(name: "generated", text: program),
      seed: seed(of: input)
    )
  }
}

extension ProgramGenerator {
  fileprivate static func text(seed: UInt64) -> String {
    var generator = ProgramGenerator(seed: seed)
    return generator.program()
  }
}

/// What must hold for the checks of any file.
package enum LintAgreement {
  private static let now = Timestamp(seconds: 1_700_000_000, nanos: 0)

  /// What does not hold for a file; nil where all does.
  package static func check(_ file: SourceFile, seed: UInt64) -> String? {
    let model = SemanticModel.analyze(file)
    let found = Linter.sorted(model.diagnostics + Linter(now: now).lint(model))
    let remaining = Suppressions(model.tree).apply(to: found, ids: [], now: now)
    for diagnostic in remaining where Int(diagnostic.range.upperBound) > file.bytes.count {
      return "\(diagnostic.code.id) points behind the file"
    }
    FuzzTarget.render(remaining, file)
    var baseline = Baseline()
    baseline.add(remaining, in: model.tree)
    guard let read = try? Baseline(parsing: baseline.text), read == baseline else {
      return "a baseline is not read as it was written"
    }
    if !baseline.remove(from: remaining, in: model.tree).isEmpty {
      return "a baseline leaves something"
    }
    if let problem = checkOutcomes(model, seed: seed) { return problem }
    for allowsUnsafe in [false, true] {
      if let problem = checkFixes(remaining, model, allowsUnsafe: allowsUnsafe, seed: seed) {
        return problem
      }
    }
    return nil
  }

  /// Whether conditions come to what is said that they may come to.
  private static func checkOutcomes(_ model: SemanticModel, seed: UInt64) -> String? {
    guard let program = model.program, let context = LintContext(model, now: now) else {
      return nil
    }
    var requests = RequestGenerator(program, seed: seed)
    for _ in 0..<8 {
      let (request, documents) = requests.request()
      guard request.isPossible else { continue }
      let requester = Requester(
        request.method,
        isSignedIn: request.auth.type != .null,
        time: request.time
      )
      for attempt in program.decide(request, documents: documents).attempts {
        let statement = context.statements.first { $0.id == attempt.statement }
        guard let statement else { return "a statement is not known" }
        let expected = context.facts.outcomes(of: statement.condition, for: requester)
        let isFit =
          switch attempt.outcome {
          case .granted: expected.contains(.isTrue)
          case .refused: expected.contains(.isFalse)
          case .notBoolean, .failed, .undecided: true
          }
        if !isFit {
          return "the statement at \(statement.range.lowerBound) is \(attempt.outcome), "
            + "which is said to be impossible for \(requester)"
        }
      }
    }
    return nil
  }

  /// Whether fixes leave a file that parses, and verdicts as they are where they are safe.
  private static func checkFixes(
    _ found: [Diagnostic],
    _ model: SemanticModel,
    allowsUnsafe: Bool,
    seed: UInt64
  ) -> String? {
    let source = model.tree.source
    guard let result = FixApplier(allowsUnsafe: allowsUnsafe).apply(found, to: source) else {
      return nil
    }
    let fixed = SemanticModel.analyze(SourceFile(name: source.name, bytes: result.bytes))
    guard let before = model.program else { return nil }
    guard let after = fixed.program else {
      let titles = result.applied.map(\.fix.title).joined(separator: ", ")
      return "the file no longer deploys after: \(titles)"
    }
    guard !allowsUnsafe else { return nil }
    var requests = RequestGenerator(before, seed: seed)
    for _ in 0..<8 {
      let (request, documents) = requests.request()
      let first = before.decide(request, documents: documents).verdict
      let second = after.decide(request, documents: documents).verdict
      if first != second {
        let titles = result.applied.map(\.fix.title).joined(separator: ", ")
        return "a request is \(second) and was \(first) after: \(titles)"
      }
    }
    return nil
  }
}

extension Request {
  /// Whether a service makes such a request: nothing is stored before a create, and something before other writes.
  fileprivate var isPossible: Bool {
    let isStored = resource.map { $0.type != .null } ?? false
    switch method {
    case .list: return false
    case .get: return true
    case .create: return !isStored
    case .update, .delete: return isStored
    }
  }
}
