package import RulesRuntime
package import RulesSource

/// A suite of the hosted test API: the body of a call of `projects.test`.
///
/// Source: the API's reference, and recorded answers of it.
package struct HostedTestSuite: Sendable {
  /// The rules that stand in the suite; nil where they come from elsewhere.
  package var rules: SourceFile?
  /// The cases that can be run, in order.
  package var cases: [HostedTestCase] = []
  /// What is wrong with the suite.
  package var diagnostics: [Diagnostic] = []

  /// A suite without cases.
  init() {}

  /// Whether some part of it can't be used.
  package var isBroken: Bool { diagnostics.contains { $0.severity == .error } }
}

/// One case of a suite: a request, and what the rules should say to it.
package struct HostedTestCase: Sendable {
  /// Its place in the suite, counted from 1.
  package var number: Int
  /// Where it stands.
  package var range: SourceRange
  /// What is expected; nil where the case does not say.
  package var expectation: Decision.Verdict?
  /// The request, of which rules see nothing but what the case gives.
  package var request: Request
  /// What the service's functions answer.
  package var mocks: [FunctionMock]
  /// How paths are written.
  package var pathEncoding: HostedPathEncoding
  /// Which expressions are reported.
  package var reportLevel: ReportLevel

  /// Which expressions a case reports.
  package enum ReportLevel: Sendable, Hashable {
    /// None.
    case none
    /// All of the rules.
    case full
    /// Those that were evaluated.
    case visited
  }

  /// The case for people: `case 3: allow get /databases/(default)/documents/books/dune`.
  package var title: String {
    let path = request.path.segments.map { "/\($0.description)" }.joined()
    let verdict =
      switch expectation {
      case .allow: "allow "
      case .deny: "deny "
      case nil: ""
      }
    return "case \(number): \(verdict)\(request.method.name) \(path.isEmpty ? "/" : path)"
  }
}

/// What a function of the service answers to some arguments.
package struct FunctionMock: Sendable {
  /// The function: `get`, `exists`, and in rules for Storage `firestore.get`, `firestore.exists`.
  package var function: Text
  /// What the arguments have to be.
  package var arguments: [Argument]
  /// The answer; nil for one that can't be computed.
  package var result: Value?

  /// What an argument has to be.
  package enum Argument: Sendable {
    /// Anything.
    case any
    /// This value; a text can stand for the path of these segments.
    case exact(Value, path: ContiguousArray<Text>?)
  }
}
