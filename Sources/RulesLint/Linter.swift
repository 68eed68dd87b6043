package import RulesRuntime
package import RulesSemantics
package import RulesSource
package import RulesSyntax

/// Runs checks over files.
package struct Linter: Sendable {
  /// The checks that run.
  package let rules: [LintRule]
  /// The time of the check.
  package let now: Timestamp

  /// A linter with all checks but those that are turned off, and those that have to be asked for.
  ///
  /// - Parameters:
  ///   - now: the time of the check.
  ///   - disabled: the ids that are turned off.
  ///   - requested: the ids that are asked for.
  package init(
    now: Timestamp,
    without disabled: Set<String> = [],
    requesting requested: Set<String> = []
  ) {
    self.now = now
    rules = LintRule.all.filter { rule in
      !disabled.contains(rule.code.id) && (!rule.isOptional || requested.contains(rule.code.id))
    }
  }

  /// What the checks find in a rules file, in source order.
  package func lint(_ model: SemanticModel) -> [Diagnostic] {
    var found: [Diagnostic] = []
    let context = LintContext(model, now: now)
    for rule in rules {
      var report = LintReport(rule.code)
      switch rule.check {
      case .rules(let check):
        if let context { check(context, &report) }
      case .text(let check): check(model, &report)
      case .tests: continue
      }
      found += report.diagnostics
    }
    return Self.sorted(found)
  }

  /// What the checks find in a test file, in source order.
  ///
  /// - Parameters:
  ///   - tests: the tree of the test file.
  ///   - model: the rules that it tests; nil where they could not be read.
  /// - Returns: what is found.
  package func lint(tests: SyntaxTree, of model: SemanticModel?) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for rule in rules {
      guard case .tests(let check) = rule.check else { continue }
      var report = LintReport(rule.code)
      check(tests, model, &report)
      found += report.diagnostics
    }
    return Self.sorted(found)
  }

  /// Diagnostics in source order, the heaviest first where several begin at one place.
  package static func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    let keyed = diagnostics.enumerated().sorted { left, right in
      (left.element.range.lowerBound, -left.element.severity.rawValue, left.offset) < (
        right.element.range.lowerBound, -right.element.severity.rawValue, right.offset
      )
    }
    return keyed.map(\.element)
  }
}
