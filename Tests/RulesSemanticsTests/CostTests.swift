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

  @Test("A condition that may pass a limit is reported with its figure")
  func limits() {
    let many = (0..<300).map { "id == '\($0)'" }
    let rows = stride(from: 0, to: 300, by: 60).map {
      "(\(many[$0..<$0 + 60].joined(separator: " || ")))"
    }
    let dear = SemanticModel.analyze(
      TypeDiagnosticsTests.source("allow read: if \(rows.joined(separator: " || "));")
    )
    #expect(
      dear.diagnostics.map(\.message) == [
        "this condition may evaluate 1498 expressions, the limit of a request is 1000"
      ]
    )
    let lookups = (0..<11).map { "exists(/a/b\($0))" }.joined(separator: " || ")
    let far = SemanticModel.analyze(TypeDiagnosticsTests.source("allow read: if \(lookups);"))
    #expect(
      far.diagnostics.map(\.message) == [
        "this condition may look up 11 documents, the limit of a request is 10"
      ]
    )
  }
}
