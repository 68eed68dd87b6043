import RulesSource
import RulesSyntax
import Testing

@testable import RulesSemantics

/// What names mean, where scopes nest and names repeat.
struct ScopeTests {
  private static let source = """
    rules_version = '2';
    service cloud.firestore {
      function f(a) { return a; }
      match /a/{x} {
        function f(a, b) { return a && b; }
        function f(a) { return !a; }
        allow get: if f(true);
        allow list: if f(true, false);
        match /b/{x=**} {
          allow create: if f(x == x);
          allow update: if g(x);
        }
      }
      match /c/{y} {
        allow get: if f(y == x);
      }
      function g(y) { let z = y; return z == y; }
    }
    """

  private let model = SemanticModel.analyze(SourceFile(name: "a.rules", text: source))

  /// What the names of a text mean, in source order.
  private func references(_ name: String, _ kind: SyntaxKind) -> [Reference] {
    model.tree.nodes.indices
      .map { NodeID(index: UInt32($0)) }
      .filter { model.tree.kind(of: $0) == kind && model.tree.mainText(of: $0) == name }
      .sorted { model.tree[$0].mainToken < model.tree[$1].mainToken }
      .map { model.references[$0] }
  }

  /// Functions are numbered as they are met: those of a scope before those of the blocks in it.
  @Test(
    "A call means the functions of the innermost scope that has the name, of these the one that fits"
  )
  func functions() {
    #expect(
      references("f", .callExpression)
        == [.function(3), .function(2), .function(3), .function(0)]
    )
    #expect(references("g", .callExpression) == [.function(1)])
  }

  @Test("A variable means the innermost wildcard or local of the name")
  func variables() {
    #expect(
      references("x", .nameExpression)
        == [.wildcard(1), .wildcard(1), .wildcard(1), .unresolved]
    )
    #expect(references("y", .nameExpression) == [.wildcard(0), .local(0), .local(0)])
    #expect(references("z", .nameExpression) == [.local(1)])
  }

  @Test("A second function of a name is reported where it stands, with the first one")
  func duplicates() throws {
    let found = model.diagnostics.filter { $0.code == .duplicateFunction }
    #expect(found.count == 1)
    let first = try #require(found.first)
    #expect(model.tree.source.position(of: first.range.lowerBound).line == 6)
    let note = try #require(first.notes.first?.range)
    #expect(model.tree.source.position(of: note.lowerBound).line == 5)
  }

  /// Each condition was once looked at again for each one behind it.
  @Test(
    "The work on types grows as a chain of conditions does",
    arguments: ["&&", "||"]
  )
  func linearWork(operation: String) {
    func steps(_ count: Int) -> Int {
      let condition = (0..<count).map { "request.auth.token.a\($0) == \($0)" }
        .joined(separator: " \(operation) ")
      let text = """
        rules_version = '2';
        service cloud.firestore { match /a/{b} { allow get: if \(condition); } }
        """
      let tree = parseRules(SourceFile(name: "a.rules", text: text))
      let declarations = Declarations(tree)
      var resolver = NameResolver(tree, declarations)
      resolver.resolveAll()
      let contexts = RequestContexts(tree, declarations, resolver.references, calls: resolver.calls)
      var inference = TypeInference(tree, declarations, resolver.references, contexts)
      inference.checkAll()
      return inference.steps
    }
    let (few, many) = (steps(8), steps(80))
    #expect(few > 0)
    #expect(many <= 11 * few)
  }
}
