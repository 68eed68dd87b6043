package import RulesRuntime
package import RulesSource
package import RulesSyntax

/// What a rules file means: its declarations, what each name stands for, and what is wrong with it.
package struct SemanticModel: Sendable {
  /// The file's tree.
  package let tree: SyntaxTree
  /// What each node's name means.
  package let references: ReferenceTable
  /// What the lexer, the parser and the checks found, in source order.
  package let diagnostics: [Diagnostic]
  /// Whether the official compiler takes the file; one that it refuses has no program.
  package let isDeployable: Bool
  /// The program; nil where the file is refused.
  package let program: Program?

  /// What the statements may cost at most; none where the file is refused.
  package let costs: Costs

  /// What the file declares.
  let declarations: Declarations
  /// What the official compiler says of literal patterns; nil where they were not looked at.
  private let invalidPatterns: [(offset: UInt32, text: String)]?

  /// What the official compiler says, in its words and order; computed each time, as few ask.
  package var officialIssues: [OfficialIssue] {
    let syntaxIssues = officialSyntaxIssues(tree)
    guard syntaxIssues.isEmpty else { return syntaxIssues }
    return officialSemanticIssues(tree, declarations, invalidPatterns: invalidPatterns)
  }

  /// Analyses a rules file.
  package static func analyze(_ source: SourceFile) -> SemanticModel {
    analyze(parseRules(source))
  }

  /// Analyses a tree.
  package static func analyze(_ tree: SyntaxTree) -> SemanticModel {
    analyze(NamedRules(tree))
  }

  /// Analyses a file whose names are known.
  package static func analyze(_ names: NamedRules) -> SemanticModel {
    let (tree, declarations, resolver) = (names.tree, names.declarations, names.resolver)
    var diagnostics = names.found
    let isComplete = !diagnostics.contains { $0.severity == .error && $0.code.isRefusal }
    var lowering: Lowering?
    diagnostics += typeDiagnostics(tree, declarations, resolver, after: diagnostics)
    var costs = Costs()
    if isComplete {
      costs = Costs(tree, declarations, resolver.references, calls: resolver.calls)
      var complete = Lowering(tree, declarations, resolver.references)
      complete.lowerAll()
      diagnostics += complete.diagnostics
      lowering = complete
    }
    let isDeployable =
      isComplete
      && !diagnostics.contains {
        $0.severity == .error && $0.code.isRefusal
      }
    let program = isDeployable ? lowering?.program : nil
    return SemanticModel(
      tree: tree,
      references: resolver.references,
      diagnostics: diagnostics.inSourceOrder,
      isDeployable: isDeployable,
      program: program,
      costs: costs,
      declarations: declarations,
      invalidPatterns: lowering?.invalidPatterns
    )
  }

  /// What types say, where the file is whole enough to tell.
  private static func typeDiagnostics(
    _ tree: SyntaxTree,
    _ declarations: Declarations,
    _ resolver: NameResolver,
    after diagnostics: [Diagnostic]
  ) -> [Diagnostic] {
    let isBroken = diagnostics.contains { diagnostic in
      diagnostic.code == .recursiveFunction || diagnostic.code == .callsTooDeep
    }
    guard !isBroken, !tree.diagnostics.contains(where: { $0.severity == .error }) else { return [] }
    let contexts = RequestContexts(tree, declarations, resolver.references, calls: resolver.calls)
    var inference = TypeInference(tree, declarations, resolver.references, contexts)
    inference.checkAll()
    return inference.diagnostics
  }
}

extension [Diagnostic] {
  /// The diagnostics by the place where they begin, the heaviest first.
  var inSourceOrder: [Diagnostic] {
    sorted { left, right in
      (left.range.lowerBound, right.severity.rawValue) < (
        right.range.lowerBound, left.severity.rawValue
      )
    }
  }
}

extension DiagnosticCode {
  /// Whether the official compiler refuses a file with this problem; the others deploy and then deny.
  package var isRefusal: Bool {
    guard severity == .error else { return false }
    return switch self {
    case .unknownName, .unknownFunction, .unknownMethod, .wrongArgumentCount, .unknownMethodWord,
      .unknownService, .oldVersion, .invalidReplacePattern, .unusedFunction, .unusedVariable,
      .rulesTooLarge:
      false
    default: !Self.typeCodes.contains(self)
    }
  }
}
