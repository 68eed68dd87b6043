package import RulesSource

/// A line above a declaration that says something of it, or does something with it.
package struct CodeLens: Sendable, Hashable {
  /// What a click does.
  package enum Action: Sendable, Hashable {
    /// Runs the tests whose titles begin with these; all of the file for none.
    case runTests(document: String, titles: [String])
    /// Runs the tests of a rules file, to see what they cover.
    case runTestsOfRules(document: String)
    /// Nothing.
    case none
  }

  /// What it belongs to.
  package let range: SourceRange
  /// What it says.
  package let title: String
  /// What a click does.
  package let action: Action
}

extension Analysis {
  /// The lines above tests, groups and matches, in source order.
  package func codeLenses(in project: ProjectIndex) -> [CodeLens] {
    []
  }
}
