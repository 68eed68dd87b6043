import RulesJSON
import RulesRuntime

/// Watches a case: which functions of the service are called, and what expressions come to.
struct HostedObserver: EvaluationObserver {
  /// A call of a function of the service, mocked or not.
  struct Call {
    let function: Text
    let arguments: [Value]
  }

  /// A value of an expression, and how often it came up.
  struct CountedValue {
    /// Nil for an error, and for a value that is too large to be shown.
    let value: JSONValue?
    var count: Int
  }

  /// The calls, in order.
  private(set) var calls: [Call] = []
  /// The values of each expression that was evaluated, in the order in which they came up.
  private(set) var values: [ExpressionID: [CountedValue]] = [:]

  private let program: Program
  private let recordsValues: Bool
  private let arguments: Set<ExpressionID>
  private var writer: PlainValueWriter
  /// The last values of the expressions that are arguments of calls.
  private var argumentValues: [ExpressionID: Value] = [:]

  init(_ program: Program, arguments: Set<ExpressionID>, _ test: HostedTestCase) {
    self.program = program
    self.arguments = arguments
    recordsValues = test.reportLevel != .none
    writer = PlainValueWriter(test.pathEncoding)
  }

  /// The expressions that are arguments of the service's functions.
  static func arguments(in program: Program) -> Set<ExpressionID> {
    var arguments: Set<ExpressionID> = []
    for expression in program.expressions {
      guard case .lookup(_, builtin: _, let slice) = expression else { continue }
      arguments.formUnion(program.operands[slice.indices])
    }
    return arguments
  }

  mutating func willEvaluate(_ expression: ExpressionID) {
    guard case .lookup(_, builtin: _, let slice) = program.expressions[Int(expression.index)] else {
      return
    }
    for argument in program.operands[slice.indices] { argumentValues[argument] = nil }
  }

  mutating func didEvaluate(_ expression: ExpressionID, _ value: Value) {
    if arguments.contains(expression) { argumentValues[expression] = value }
    noteCall(expression)
    if recordsValues { record(value, of: expression) }
  }

  mutating func didFail(_ expression: ExpressionID, _ fault: Fault) {
    noteCall(expression)
    if recordsValues { count(nil, of: expression) }
  }

  mutating func didLookUp(_ lookup: LookupRecord) {}

  /// A function is called where all its arguments have values.
  private mutating func noteCall(_ expression: ExpressionID) {
    guard
      case .lookup(let function, builtin: _, let slice) =
        program.expressions[Int(expression.index)]
    else { return }
    let values = program.operands[slice.indices].compactMap { argumentValues[$0] }
    guard values.count == Int(slice.count) else { return }
    calls.append(Call(function: function.name(in: program.service), arguments: values))
  }

  private mutating func record(_ value: Value, of expression: ExpressionID) {
    switch program.expressions[Int(expression.index)] {
    case .request, .resource:
      // They are the same throughout a case.
      if let place = values[expression]?.indices.first {
        values[expression]?[place].count += 1
        return
      }
    default: break
    }
    count(writer.json(value), of: expression)
  }

  private mutating func count(_ value: JSONValue?, of expression: ExpressionID) {
    if let place = values[expression]?.firstIndex(where: { $0.value == value }) {
      values[expression]?[place].count += 1
    } else {
      values[expression, default: []].append(CountedValue(value: value, count: 1))
    }
  }
}
