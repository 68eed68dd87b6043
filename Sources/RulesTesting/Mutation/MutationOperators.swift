package import RulesRuntime
import RulesSource

extension Mutation {
  /// The mutations of a program, in the order of the source.
  package static func all(of program: Program, rules: RulesText) -> [Mutation] {
    var operators = MutationOperators(program: program, rules: rules)
    for index in program.expressions.indices {
      operators.mutate(ExpressionID(index: UInt32(truncatingIfNeeded: index)))
    }
    for index in program.statements.indices {
      operators.mutate(StatementID(index: UInt32(truncatingIfNeeded: index)))
    }
    return operators.found.enumerated()
      .sorted {
        ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
      }
      .map(\.element)
  }
}

/// Finds the places of a program that can be changed.
private struct MutationOperators {
  let program: Program
  let rules: RulesText
  private(set) var found: [Mutation] = []
  /// Literals whose change changes nothing, or what another mutation changes.
  private let fixedLiterals: Set<ExpressionID>

  init(program: Program, rules: RulesText) {
    self.program = program
    self.rules = rules
    var fixed = Set(program.statements.compactMap(\.condition))
    for expression in program.expressions {
      // The pattern of a call was compiled with the program.
      guard case .patternMethod(_, let operands) = expression, operands.count > 1 else { continue }
      fixed.insert(program.operands[Int(operands.start) + 1])
    }
    fixedLiterals = fixed
  }

  // MARK: Expressions

  mutating func mutate(_ id: ExpressionID) {
    switch program.expressions[Int(id.index)] {
    case .and(let left, let right): mutateLogic(id, left, right, isAnd: true)
    case .or(let left, let right): mutateLogic(id, left, right, isAnd: false)
    case .binary(let operation, let left, let right):
      guard let other = operation.mistaken else { return }
      add(
        operation.isEquality ? .swapEquality : .moveBound,
        token(id, operation.symbol),
        "`\(other.symbol)` for `\(operation.symbol)`",
        .expression(id, .binary(other, left, right))
      )
    case .unary(.not, let operand):
      add(
        .dropNegation,
        token(id, "!"),
        "without `!`",
        .operand(operand, of: id, isAnd: true)
      )
    case .constant(let index):
      guard !fixedLiterals.contains(id) else { return }
      mutateLiteral(id, program.constants[Int(index)])
    default: return
    }
  }

  private mutating func mutateLogic(
    _ id: ExpressionID,
    _ left: ExpressionID,
    _ right: ExpressionID,
    isAnd: Bool
  ) {
    let kind: Mutation.Kind = isAnd ? .dropConjunct : .dropAlternative
    // Of `a && b && c`, which nests to the left, each operand is dropped once.
    if !isSame(left, isAnd: isAnd) {
      add(kind, range(left), "without `\(excerpt(left))`", .operand(right, of: id, isAnd: isAnd))
    }
    add(kind, range(right), "without `\(excerpt(right))`", .operand(left, of: id, isAnd: isAnd))
    let symbols = isAnd ? ("||", "&&") : ("&&", "||")
    add(
      .swapLogic,
      token(id, symbols.1),
      "`\(symbols.0)` for `\(symbols.1)`",
      .expression(id, isAnd ? .or(left, right) : .and(left, right))
    )
  }

  private func isSame(_ id: ExpressionID, isAnd: Bool) -> Bool {
    switch program.expressions[Int(id.index)] {
    case .and: isAnd
    case .or: !isAnd
    default: false
    }
  }

  private mutating func mutateLiteral(_ id: ExpressionID, _ value: Value) {
    let other: Value
    switch value {
    case .bool(let bool): other = .bool(!bool)
    case .int(let int): other = .int(int &+ 1)
    case .float(let float): other = .float(float + 1)
    case .string(let text): other = .string(Text(wtf8: text.utf8 + [UInt8(ascii: "~")]))
    default: return
    }
    add(
      .changeLiteral,
      range(id),
      "`\(other.sourceText(limit: 60))` for `\(value.sourceText(limit: 60))`",
      .constant(id, other)
    )
  }

  // MARK: Statements

  mutating func mutate(_ id: StatementID) {
    let statement = program.statements[Int(id.index)]
    let range = head(of: statement)
    let head = rules.file.text(of: range).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    add(.dropStatement, range, "without this `\(head)`", .methods(id, []))
    if let condition = statement.condition, !isTrue(condition) {
      add(.alwaysTrue, self.range(condition), "`true` for the condition", .unconditional(id))
    }
    for family in [MethodSet.read, .write] where !statement.methods.isDisjoint(with: family) {
      for method in Method.allCases
      where family.contains(MethodSet(method)) && !statement.methods.contains(MethodSet(method)) {
        add(
          .widenMethods,
          range,
          "`\(method.name)` granted, too",
          .methods(id, statement.methods.union(MethodSet(method)))
        )
      }
    }
  }

  private func isTrue(_ id: ExpressionID) -> Bool {
    guard case .constant(let index) = program.expressions[Int(id.index)],
      case .bool(true) = program.constants[Int(index)]
    else { return false }
    return true
  }

  /// `allow read, write`.
  private func head(of statement: Program.Statement) -> SourceRange {
    let bytes = rules.file.bytes
    var end = statement.offset
    while end < statement.endOffset, Int(end) < bytes.count,
      bytes[Int(end)] != UInt8(ascii: ":"), bytes[Int(end)] != UInt8(ascii: ";")
    {
      end += 1
    }
    while end > statement.offset, bytes[Int(end) - 1] <= 0x20 { end -= 1 }
    return SourceRange(statement.offset, end)
  }

  // MARK: Places

  private mutating func add(
    _ kind: Mutation.Kind,
    _ range: SourceRange,
    _ summary: String,
    _ change: Mutation.Change
  ) {
    found.append(Mutation(kind: kind, range: range, summary: summary, change: change))
  }

  private func range(_ id: ExpressionID) -> SourceRange { program.origins[Int(id.index)].range }

  /// The operator of an expression.
  private func token(_ id: ExpressionID, _ symbol: String) -> SourceRange {
    let start = program.origins[Int(id.index)].main
    return SourceRange(start, start + UInt32(symbol.utf8.count))
  }

  private func excerpt(_ id: ExpressionID) -> String {
    rules.excerpt(program.origins[Int(id.index)], limit: 60)
  }
}

extension BinaryOperator {
  /// The operator that is easily written in its place.
  fileprivate var mistaken: BinaryOperator? {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .lessOrEqual
    case .lessOrEqual: .less
    case .greater: .greaterOrEqual
    case .greaterOrEqual: .greater
    case .add, .subtract, .multiply, .divide, .remainder: nil
    }
  }

  fileprivate var isEquality: Bool { self == .equal || self == .notEqual }
}
