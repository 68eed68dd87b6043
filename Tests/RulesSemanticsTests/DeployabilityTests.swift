import RulesSemantics
import RulesSource
import Testing

/// Which files have a program, and what is said about them.
struct DeployabilityTests {
  @Test(
    "A file that the official compiler takes has a program, whatever else is wrong with it",
    arguments: [
      ("allow read: if true;", true, []),
      ("allow read: if isOwnr();", true, ["unknown-function"]),
      ("allow read: if uid == id;", true, ["unknown-name", "unknown-name"]),
      ("allow read: if request.auth.uid.length() > 0;", true, ["unknown-method"]),
      ("function f() { return true; }", true, ["unused-function"]),
      (lets(10), true, []),
      (lets(11), true, ["too-many-lets"]),
      (lets(12), false, ["too-many-lets"]),
      ("allow read: if ;", false, ["missing-condition"]),
      ("allow read: if 'a;", false, ["unterminated-string"]),
    ]
  )
  func program(statement: String, isDeployable: Bool, ids: [String]) {
    let text = "rules_version = '2';\nservice cloud.firestore { match /c/{x} {\n\(statement)\n} }\n"
    let model = SemanticModel.analyze(SourceFile(name: "firestore.rules", text: text))
    #expect(model.isDeployable == isDeployable)
    #expect((model.program != nil) == isDeployable)
    #expect(model.diagnostics.map(\.code.id) == ids)
  }

  /// A function with a count of variables.
  private static func lets(_ count: Int) -> String {
    let names = (1...count).map { "v\($0)" }
    return "function f() { \(names.map { "let \($0) = 1;" }.joined(separator: " ")) return "
      + "\(names.joined(separator: " + ")) > 0; } allow read: if f();"
  }
}
