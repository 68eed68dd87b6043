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
    let prepared = program.preparedForManyDecisions()
    var requests = RequestGenerator(program, seed: seed)
    for _ in 0..<requestCount {
      let (request, documents) = requests.request()
      let ours = program.decide(request, documents: documents).answer(of: program)
      let (theirs, outcomes) = ReferenceEvaluator.decideCounting(reference, request, documents)
      let asked = "\(request.method.name) \(request.path)\n"
      let fast = prepared.decide(request, documents: documents).answer(of: program)
      guard fast == ours else { return asked + "evaluator \(ours)\nfast path \(fast)" }
      guard ours.agrees(with: theirs) else {
        return asked + "evaluator \(ours)\nreference \(theirs)"
      }
      let (decision, observer) = program.decide(
        request,
        documents: documents,
        observer: CoverageObserver(program)
      )
      let watched = decision.answer(of: program)
      guard watched == ours else { return asked + "evaluator \(ours)\nwatched \(watched)" }
      // Of a chain whose budget is spent some links have begun, and nobody says which.
      guard !theirs.isBudgetSpent else { continue }
      if let difference = coverageDifference(observer, program, outcomes) {
        return asked + difference
      }
    }
    return nil
  }

  /// What differs between the counts of both; nil for nothing.
  private static func coverageDifference(
    _ observer: CoverageObserver,
    _ program: Program,
    _ outcomes: [SourceRange: ReferenceOutcomes]
  ) -> String? {
    for (index, counts) in observer.counts.enumerated() {
      let origin = program.origins[index]
      let place = SourceRange(origin.lowerBound, origin.upperBound)
      let ours = ReferenceOutcomes(counts)
      let theirs = outcomes[place] ?? ReferenceOutcomes()
      guard ours != theirs else { continue }
      return "expression at \(place.lowerBound): evaluator \(ours), reference \(theirs)"
    }
    return nil
  }
}

extension DecisionAnswer {
  /// Whether two answers are the same; where a spent budget points, nobody says.
  func agrees(with other: DecisionAnswer) -> Bool {
    withoutBudgetPlaces == other.withoutBudgetPlaces
  }

  /// Whether an attempt ended as the budget was spent.
  var isBudgetSpent: Bool { attempts.contains { $0.outcome.hasPrefix(Self.budgetText) } }

  private static let budgetText = "Unable to evaluate the expression as"

  private var withoutBudgetPlaces: DecisionAnswer {
    var answer = self
    for index in answer.attempts.indices
    where answer.attempts[index].outcome.hasPrefix(Self.budgetText) {
      answer.attempts[index].errorOffset = nil
    }
    return answer
  }
}
