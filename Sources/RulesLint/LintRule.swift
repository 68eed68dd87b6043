import RulesRuntime
package import RulesSemantics
package import RulesSource
package import RulesSyntax

/// A check: its id, its page, and what it does.
package struct LintRule: Sendable {
  /// Id, usual severity, and the page that `rulescheck explain` shows.
  package let code: DiagnosticCode
  /// An example that it reports, and nothing else does.
  package let bad: Example
  /// The example as it should be; no check has anything to say about it.
  package let good: Example
  /// Whether it runs only where it is asked for: a matter of taste, or true of much that is right.
  package let isOptional: Bool
  /// What it does.
  package let check: Check

  /// What a check looks at.
  package enum Check: Sendable {
    /// A rules file that deploys.
    case rules(@Sendable (LintContext, inout LintReport) -> Void)
    /// The text of any rules file.
    case text(@Sendable (SemanticModel, inout LintReport) -> Void)
    /// A test file, with the rules that it tests where they could be read.
    case tests(@Sendable (SyntaxTree, SemanticModel?, inout LintReport) -> Void)
  }

  /// A file, or what stands within `match /databases/{database}/documents` of one.
  package struct Example: Sendable {
    /// What the page shows.
    package var text: String { makeText() }
    private let makeText: @Sendable () -> String
    /// What it is about.
    package let kind: Kind

    /// What an example is about.
    package enum Kind: Sendable, Hashable {
      /// Match blocks of Firestore.
      case firestore
      /// Match blocks of Storage.
      case storage
      /// A whole file of rules.
      case file
      /// A whole test file, for rules by which everyone reads `/books/{book}`, its owner writes it, and
      /// `/loans/{loan}` are read while they last.
      case tests
    }

    private init(_ kind: Kind, _ text: @escaping @Sendable () -> String) {
      self.kind = kind
      makeText = text
    }

    // The texts are put together when somebody reads them, as few runs show one.

    /// Match blocks of Firestore.
    package static func firestore(
      _ text: @autoclosure @escaping @Sendable () -> String
    ) -> Example {
      Example(.firestore, text)
    }

    /// Match blocks of Storage.
    package static func storage(_ text: @autoclosure @escaping @Sendable () -> String) -> Example {
      Example(.storage, text)
    }

    /// A whole file of rules.
    package static func file(_ text: @autoclosure @escaping @Sendable () -> String) -> Example {
      Example(.file, text)
    }

    /// A whole test file.
    package static func tests(_ text: @autoclosure @escaping @Sendable () -> String) -> Example {
      Example(.tests, text)
    }

    /// The whole file.
    package var fileText: String {
      let (service, path) =
        kind == .storage
        ? ("firebase.storage", "/b/{bucket}/o")
        : ("cloud.firestore", "/databases/{database}/documents")
      switch kind {
      case .file, .tests: return text + "\n"
      case .firestore, .storage:
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let body = lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
        return """
          rules_version = '2';

          service \(service) {
            match \(path) {
          \(body)
            }
          }

          """
      }
    }
  }

  /// Declares a check.
  ///
  /// - Parameters:
  ///   - id: the stable name, kebab-case, naming the problem.
  ///   - severity: how much it matters where nothing else is said.
  ///   - summary: what it finds, in one line.
  ///   - reason: why it matters and what to do, in plain sentences.
  ///   - bad: what it reports.
  ///   - good: the same, as it should be.
  ///   - silence: when it is right to silence it.
  ///   - isOptional: whether it runs only where it is asked for.
  ///   - check: what it does.
  package init(
    _ id: String,
    _ severity: Severity,
    _ summary: String,
    reason: @autoclosure @escaping @Sendable () -> String,
    bad: Example,
    good: Example,
    silence: String,
    isOptional: Bool = false,
    check: Check
  ) {
    code = DiagnosticCode(
      id,
      severity,
      summary,
      explanation: Self.page(id, reason(), bad, good, silence)
        + (isOptional ? Self.optionalNote(id, severity) : "")
    )
    self.bad = bad
    self.good = good
    self.isOptional = isOptional
    self.check = check
  }

  private static func page(
    _ id: String,
    _ reason: String,
    _ bad: Example,
    _ good: Example,
    _ silence: String
  ) -> String {
    """
    \(reason)

      bad:
    \(indented(bad.text))

      good:
    \(indented(good.text))

    \(silence)

      // rulescheck:ignore \(id) -- reason
    """
  }

  private static func optionalNote(_ id: String, _ severity: Severity) -> String {
    """


    It runs only where the configuration gives it a severity:

      { "severities": { "\(id)": "\(severity.name)" } }
    """
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
  }
}

/// What a check found.
package struct LintReport: Sendable {
  /// The check that is running.
  let code: DiagnosticCode
  /// What it found.
  package private(set) var diagnostics: [Diagnostic] = []

  init(_ code: DiagnosticCode) {
    self.code = code
  }

  /// Reports something.
  package mutating func add(
    severity: Severity? = nil,
    at range: SourceRange,
    _ message: String,
    notes: [DiagnosticNote] = [],
    fixes: [FixIt] = []
  ) {
    diagnostics.append(
      Diagnostic(code, severity: severity, at: range, message, notes: notes, fixes: fixes)
    )
  }
}
