import RulesRuntime

/// The functions of the service as a case mocks them; there are no documents.
struct MockedFunctions: DocumentSource {
  let mocks: [FunctionMock]
  let service: Program.Service

  static let answersCalls = true

  func fields(at path: ContiguousArray<Text>, in state: DocumentState) -> MapValue? { nil }

  /// The answer of the first mock that fits.
  ///
  /// Source: recorded from the hosted test API: a function without a mock is not found, those that look at the
  /// state after the request never are, and an answer of `exists` is a bool.
  func answer(
    to function: LookupFunction,
    _ arguments: ContiguousArray<Value>
  ) throws(FaultReason) -> Value? {
    let name = function.name(in: service)
    guard function.canBeMocked,
      let mock = mocks.first(where: { $0.function == name && $0.takes(arguments) })
    else { throw .functionNotFound(name) }
    guard let result = mock.result else {
      guard case .path(let path)? = arguments.first else { throw .serviceCall(name, argument: nil) }
      throw .serviceCall(name, argument: path)
    }
    if function == .exists {
      guard case .bool = result else { throw .unexpectedType(result.type, expected: .bool) }
    }
    return result
  }
}

extension FunctionMock {
  /// Whether it answers a call with these arguments.
  fileprivate func takes(_ values: ContiguousArray<Value>) -> Bool {
    arguments.count == values.count && zip(arguments, values).allSatisfy { $0.takes($1) }
  }
}

extension FunctionMock.Argument {
  fileprivate func takes(_ value: Value) -> Bool {
    do throws(FaultReason) {
      switch (self, value) {
      case (.any, _): return true
      case (.exact(_, let segments?), .path(let path)): return try path.boundTexts() == segments
      case (.exact(let wanted, _), _): return try wanted.isEqual(to: value)
      }
    } catch {
      return false
    }
  }
}

extension LookupFunction {
  /// The name by which rules for a service call it.
  func name(in service: Program.Service) -> Text {
    switch service {
    case .storage: Text("firestore.\(name.description)")
    case .firestore, .other: name
    }
  }

  fileprivate var canBeMocked: Bool {
    switch self {
    case .get, .exists, .value: true
    case .getAfter, .existsAfter: false
    }
  }
}

extension Program {
  /// The program as the hosted test API runs it, where `debug` is no function.
  func withoutDebug() -> Program {
    guard let debug = Library.function(named: "debug") else { return self }
    var program = self
    let name = UInt32(truncatingIfNeeded: program.names.count)
    for (index, expression) in expressions.enumerated() {
      guard case .builtin(debug, let arguments) = expression else { continue }
      if program.names.count == name { program.names.append(Name("debug")) }
      program.expressions[index] = .unresolvedFunction(name, arguments)
    }
    return program
  }
}
