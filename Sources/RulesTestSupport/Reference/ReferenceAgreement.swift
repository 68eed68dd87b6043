package import RulesRuntime
import RulesSemantics
import RulesSource
package import RulesSyntax

/// Compares the evaluator of programs with the one that walks the tree.
package enum ReferenceAgreement {
  /// What became of the comparison.
  package enum Outcome: Sendable {
    /// The rules were refused, so there is nothing to compare.
    case refused
    case agreement
    /// What differs, for people.
    case difference(String)
  }

  /// Decides random requests to a random program both ways.
  package static func check(seed: UInt64, requestCount: Int = 12) -> Outcome {
    var generator = ProgramGenerator(seed: seed)
    let text = generator.program()
    let model = SemanticModel.analyze(SourceFile(name: "firestore.rules", text: text))
    guard let program = model.program else { return .refused }
    guard
      let difference = difference(program, model.tree, seed: seed, requestCount: requestCount)
    else { return .agreement }
    return .difference("seed \(seed): \(difference)\n\(text)")
  }

  /// What differs when random requests to a program are decided both ways; nil for nothing.
  package static func difference(
    _ program: Program,
    _ tree: SyntaxTree,
    seed: UInt64,
    requestCount: Int
  ) -> String? {
    let reference = ReferenceProgram(tree)
    var requests = RequestGenerator(program, seed: seed)
    for _ in 0..<requestCount {
      let (request, documents) = requests.request()
      let ours = program.decide(request, documents: documents).answer(of: program)
      let theirs = ReferenceEvaluator.decide(reference, request, documents)
      guard !ours.agrees(with: theirs) else { continue }
      return "\(request.method.name) \(request.path)\nevaluator \(ours)\nreference \(theirs)"
    }
    return nil
  }
}

extension DecisionAnswer {
  /// Whether two answers are the same; where a spent budget points, nobody says.
  func agrees(with other: DecisionAnswer) -> Bool {
    withoutBudgetPlaces == other.withoutBudgetPlaces
  }

  private var withoutBudgetPlaces: DecisionAnswer {
    var answer = self
    for index in answer.attempts.indices
    where answer.attempts[index].outcome.hasPrefix("Unable to evaluate the expression as") {
      answer.attempts[index].errorOffset = nil
    }
    return answer
  }
}
