import RulesRuntime
import RulesSource

/// The text of rules, and where their statements stand: what is kept of rules by who tells of their decisions, when
/// others may be in force already.
final class JudgedRules: Sendable {
  /// The text.
  let source: SourceFile
  /// The byte offset of each statement.
  private let offsets: ContiguousArray<UInt32>

  /// What is to be kept of a program and its text.
  init(_ program: Program, _ source: SourceFile) {
    self.source = source
    offsets = ContiguousArray(program.statements.map(\.offset))
  }

  /// The line of a statement, from 1 on.
  func line(of statement: StatementID) -> Int {
    source.lines.lineIndex(of: offsets[Int(statement.index)]) + 1
  }
}
