import RulesRuntime
import RulesSemantics
import RulesSource
import Testing

/// The figures follow the recorded costs of measured programs, §5.5.
struct CostTests {
  private func costs(_ statements: String) -> Costs {
    SemanticModel.analyze(TypeDiagnosticsTests.source(statements)).costs
  }

  @Test(
    "The worst case of an expression",
    arguments: [
      ("true", 1), ("request.auth.uid == id", 5), ("true && true", 4), ("true ? true : false", 6),
      ("id is string", 3), ("[1, 2] == []", 5), ("{'a': 1} == {}", 5), ("id[1:2] == ''", 6),
      ("exists(/a/b/$(id))", 5), ("math.abs(1) == 1", 4), ("-1 == 1", 4), ("((true))", 1),
      ("f(true)", 7),
    ]
  )
  func expressions(condition: String, count: Int) throws {
    let costs = costs("function f(x) { let y = x; return y == 1; } allow read: if \(condition);")
    #expect(try #require(costs.statements.first).cost.expressions == count)
  }

  @Test("The same lookup counts once, through functions too; of branches the dearer one counts")
  func lookups() throws {
    let functions = """
      function user(uid) { return get(/users/$(uid)).data; }
      function isAdmin() { return user(request.auth.uid).admin && user(request.auth.uid).active; }
      """
    let costs = costs(
      functions
        + "allow get: if isAdmin() || user(request.auth.uid).x || user(id).x;"
        + "allow list: if id == 'a' ? exists(/a/b) : (exists(/a/c) && exists(/a/d));"
    )
    #expect(costs.statements.map(\.cost.lookups) == [2, 2])
    #expect(costs.worst(of: .get).lookups == 2)
    #expect(costs.worst(of: .delete) == Cost())
  }
}
