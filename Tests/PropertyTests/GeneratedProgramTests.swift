import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTestSupport
import Testing

/// What must hold for every rules file, tried on random ones.
struct GeneratedProgramTests {
  private static let seeds: Range<UInt64> = 1000..<1010

  /// Limits that no statement reaches, so that no order of statements matters.
  private static let limits = Limits(
    expressions: 1 << 40,
    lookups: 1 << 20,
    lookupsPerCommit: 1 << 20,
    lookupsPerQuery: 1 << 20
  )

  private func text(_ seed: UInt64) -> String {
    var generator = ProgramGenerator(seed: seed)
    return generator.program()
  }

  private func tree(_ text: String) -> SyntaxTree {
    parseRules(SourceFile(name: "firestore.rules", text: text))
  }

  /// Whether two rules files decide the same random requests alike, places in the files aside.
  private func decideAlike(
    _ first: String,
    _ second: String,
    seed: UInt64,
    comparing part: @escaping (DecisionAnswer) -> DecisionAnswer = { $0 },
    limits: Limits? = nil
  ) -> Bool {
    let programs = [first, second].map { SemanticModel.analyze(tree($0)).program }
    guard let ours = programs[0], let theirs = programs[1] else {
      return programs[0] == nil && programs[1] == nil
    }
    var requests = RequestGenerator(ours, seed: seed)
    return (0..<4).allSatisfy { _ in
      let (request, documents) = requests.request()
      let answers = [ours, theirs].map { program in
        part(
          program.decide(request, documents: documents, limits: limits).answer(of: program)
            .withoutOffsets
        )
      }
      return answers[0] == answers[1]
    }
  }

  @Test("A tree holds every byte, and is the same when parsed again", arguments: seeds)
  func parsing(seed: UInt64) {
    let text = text(seed)
    let tree = tree(text)
    #expect(tree.isLossless && tree.dump() == self.tree(text).dump())
  }

  @Test("Analysis and decisions are the same each time", arguments: seeds)
  func determinism(seed: UInt64) {
    let text = text(seed)
    let models = (0..<2).map { _ in SemanticModel.analyze(tree(text)) }
    #expect(models[0].diagnostics.map(\.message) == models[1].diagnostics.map(\.message))
    #expect(models[0].officialIssues == models[1].officialIssues)
    #expect(decideAlike(text, text, seed: seed))
  }

  @Test("Spaces, comments and line ends change no decision", arguments: seeds)
  func trivia(seed: UInt64) {
    let text = text(seed)
    let spaced = SourceMutations.withOtherTrivia(tree(text), seed: seed)
    #expect(decideAlike(text, spaced, seed: seed))
    let windows = text.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\r\n")
    #expect(decideAlike(text, windows, seed: seed))
  }

  @Test("The order of statements changes no verdict", arguments: seeds)
  func order(seed: UInt64) {
    let text = text(seed)
    let reversed = SourceMutations.withReversedStatements(tree(text))
    let isAlike = decideAlike(
      text,
      reversed,
      seed: seed,
      comparing: \.verdictOnly,
      limits: Self.limits
    )
    #expect(isAlike)
  }

  @Test("A file that is nearly right is refused by all or by none", arguments: seeds)
  func nearMisses(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let tree = tree(text(seed))
    for _ in 0..<3 {
      let broken = self.tree(SourceMutations.withOneTokenWrong(tree, &random))
      #expect(broken.isLossless)
      let isRefused = broken.diagnostics.contains { $0.severity == .error }
      let isRefusedOfficially = officialSyntaxIssues(broken).contains { $0.severity == .error }
      #expect(isRefused == isRefusedOfficially, "\(broken.source.text(of: SourceRange(0, 10)))")
      _ = SemanticModel.analyze(broken)
    }
  }
}

extension DecisionAnswer {
  /// The answer without places in the file.
  fileprivate var withoutOffsets: DecisionAnswer {
    var answer = self
    answer.attempts = attempts.map { Attempt(offset: 0, outcome: $0.outcome) }
    return answer
  }

  /// Whether it is allowed, and nothing else.
  fileprivate var verdictOnly: DecisionAnswer {
    DecisionAnswer(isAllowed: isAllowed, attempts: [], evaluatedExpressions: 0, lookupCount: 0)
  }
}
