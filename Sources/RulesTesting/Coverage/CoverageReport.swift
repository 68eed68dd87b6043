package import RulesRuntime
package import RulesSource

/// What tests have seen of rules: every function, statement and expression with how often it came to what.
package struct CoverageReport: Sendable {
  /// A report for each rules file, in the order in which they were first used.
  package let files: [File]

  /// A report on files.
  package init(_ files: [File]) {
    self.files = files
  }

  /// What counts for the percentage of all files together.
  package var tally: Tally { files.reduce(into: Tally()) { $0.add($1.tally) } }

  /// What was seen of one rules file.
  package struct File: Sendable {
    /// The file.
    package let source: SourceFile
    /// Its functions and statements, in source order.
    package let items: [Item]

    /// What counts for the percentage.
    package var tally: Tally { items.reduce(into: Tally()) { $0.add($1.tally) } }
  }

  /// A function or an allow statement.
  package struct Item: Sendable {
    /// Which of the two.
    package enum Kind: Sendable, Hashable {
      /// Its name.
      case function(String)
      /// The statement without its condition: `allow read, write`.
      case statement(String)
    }

    /// What it is.
    package let kind: Kind
    /// From its first token to its last.
    package let range: SourceRange
    /// How often it was called or tried.
    package let count: Int
    /// How a statement ended; nil for a function.
    package let outcomes: StatementCounts?
    /// Its condition, or the values of its lets and what it returns.
    package let expressions: [Expression]
  }

  /// An expression and what it is made of.
  package struct Expression: Sendable {
    /// What it is counted as.
    package enum Kind: Sendable, Hashable {
      /// It decides: two outcomes can be seen, true and false.
      case condition
      /// Any other expression: it can be seen to have a value.
      case value
      /// A literal, which counts for nothing: it is in the source what it is.
      case literal
    }

    /// What it is counted as.
    package let kind: Kind
    /// Its tokens, brackets around it left out.
    package let range: SourceRange
    /// How often it came to what.
    package let counts: OutcomeCounts
    /// Some of its values as expressions, or errors, with how often each was seen.
    package let samples: [Sample]
    /// What it is made of, in the order of evaluation.
    package let operands: [Expression]
  }

  /// A value that an expression had.
  package struct Sample: Sendable, Hashable {
    /// The value as an expression, or the error.
    package let text: String
    /// How often.
    package let count: Int
  }

  /// What has been seen of what there is.
  ///
  /// An allow statement counts one, for being tried; a function one, for being called; a condition two, for
  /// being true and being false; any other expression one, for having a value. Literals count nothing, so of
  /// `allow read: if true` the statement counts alone. `a && b && c` is one condition with three in it.
  package struct Tally: Sendable, Hashable {
    /// Statements.
    package var statements = Share()
    /// Functions.
    package var functions = Share()
    /// Outcomes of conditions.
    package var outcomes = Share()
    /// Other expressions.
    package var values = Share()

    /// All of them together.
    package var all: Share {
      [statements, functions, outcomes, values].reduce(into: Share()) { $0.add($1) }
    }

    mutating func add(_ other: Tally) {
      statements.add(other.statements)
      functions.add(other.functions)
      outcomes.add(other.outcomes)
      values.add(other.values)
    }
  }

  /// A part of a whole.
  package struct Share: Sendable, Hashable {
    /// How many were seen.
    package var seen = 0
    /// How many there are.
    package var total = 0

    /// The share in tenths of a percent, rounded down; all of nothing is all.
    package var permille: Int { total == 0 ? 1000 : seen * 1000 / total }

    /// `87.5 %`.
    package var percentText: String {
      permille == 1000 ? "100 %" : "\(permille / 10).\(permille % 10) %"
    }

    /// The share between 0 and 1.
    package var fraction: Double { total == 0 ? 1 : Double(seen) / Double(total) }

    mutating func add(_ other: Share) {
      seen += other.seen
      total += other.total
    }

    mutating func count(_ isSeen: Bool) {
      total += 1
      if isSeen { seen += 1 }
    }
  }
}

extension CoverageReport.Item {
  /// What counts for the percentage.
  package var tally: CoverageReport.Tally {
    var tally = CoverageReport.Tally()
    switch kind {
    case .function: tally.functions.count(count > 0)
    case .statement: tally.statements.count(count > 0)
    }
    for expression in allExpressions {
      switch expression.kind {
      case .condition:
        tally.outcomes.count(expression.counts.isTrue > 0)
        tally.outcomes.count(expression.counts.isFalse > 0)
      case .value: tally.values.count(expression.counts.total > expression.counts.isError)
      case .literal: continue
      }
    }
    return tally
  }

  /// Its expressions and what they are made of, a whole before its parts.
  package var allExpressions: [CoverageReport.Expression] {
    var all: [CoverageReport.Expression] = []
    var pending = Array(expressions.reversed())
    while let next = pending.popLast() {
      all.append(next)
      pending.append(contentsOf: next.operands.reversed())
    }
    return all
  }
}
