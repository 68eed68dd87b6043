package import RulesRuntime
package import RulesSource
import RulesSyntax

/// Evaluates rules straight from the tree: slow, plain, and written apart from the evaluator of programs, so that
/// each keeps the other right.
///
/// Every operand is evaluated, whatever failed before it; which error counts is decided afterwards.
///
/// Source: measured values, §10 (order, absorption) and §11 (places of errors); measured programs, §5.4 (lookups)
/// and §5.5 (costs).
package struct ReferenceEvaluator<Documents: DocumentSource> {
  let program: ReferenceProgram
  let tree: SyntaxTree
  let request: Request
  let documents: Documents
  let limits: Limits
  var lookups: ReferenceLookups
  /// How many expressions have been evaluated.
  var count = 0
  /// What the expressions came to, by where they stand.
  var outcomes: [SourceRange: ReferenceOutcomes] = [:]

  /// What names mean where an expression stands.
  struct Environment {
    var scope: Int
    var wildcards: [(name: String, value: Value?)]
    /// Parameters and lets, with their values or the errors that wait.
    var locals: [String: Result<Value, ReferenceError>] = [:]
  }

  /// Decides a request.
  package static func decide(
    _ program: ReferenceProgram,
    _ request: Request,
    _ documents: Documents,
    limits: Limits? = nil
  ) -> DecisionAnswer {
    decideCounting(program, request, documents, limits: limits).answer
  }

  /// Decides a request, and counts what each expression came to, by where it stands.
  package static func decideCounting(
    _ program: ReferenceProgram,
    _ request: Request,
    _ documents: Documents,
    limits: Limits? = nil
  ) -> (answer: DecisionAnswer, outcomes: [SourceRange: ReferenceOutcomes]) {
    let limits = limits ?? (program.isStorage ? .storage : .firestore)
    var evaluator = ReferenceEvaluator(
      program: program,
      tree: program.tree,
      request: request,
      documents: documents,
      limits: limits,
      lookups: ReferenceLookups(
        limit: request.method == .list ? limits.lookupsPerQuery : limits.lookups,
        own: request.ownDocuments,
        countsDocuments: program.isStorage
      )
    )
    let attempts = evaluator.attempts()
    let answer = DecisionAnswer(
      isAllowed: attempts.last?.outcome == "granted",
      attempts: attempts,
      evaluatedExpressions: evaluator.count,
      lookupCount: evaluator.lookups.made.count
    )
    return (answer, evaluator.outcomes)
  }

  private mutating func attempts() -> [DecisionAnswer.Attempt] {
    var attempts: [DecisionAnswer.Attempt] = []
    if program.isStorage, program.version == 1, request.method == .list { return [] }
    for block in program.blocks {
      guard let match = ReferenceMatch(block.pattern, request.path) else { continue }
      for allow in block.statements {
        guard allow.methods.contains(where: { grants($0.text) }) else { continue }
        let environment = Environment(scope: block.scope, wildcards: match.values)
        attempts.append(attempt(allow, environment))
        if attempts.last?.outcome == "granted" { return attempts }
      }
    }
    return attempts
  }

  private func grants(_ word: String) -> Bool {
    switch word {
    case "read": !request.method.isWrite
    case "write": request.method.isWrite
    default: word == request.method.name
    }
  }

  private mutating func attempt(
    _ allow: AllowSyntax,
    _ environment: Environment
  ) -> DecisionAnswer.Attempt {
    let offset = allow.range.lowerBound
    guard let condition = allow.condition else {
      return DecisionAnswer.Attempt(offset: offset, outcome: "granted")
    }
    do throws(ReferenceError) {
      let value = try evaluate(condition, environment)
      let outcome =
        if case .bool(let isTrue) = value { isTrue ? "granted" : "refused" } else {
          "not boolean: \(value.type)"
        }
      return DecisionAnswer.Attempt(offset: offset, outcome: outcome)
    } catch {
      return DecisionAnswer.Attempt(offset: offset, outcome: error.text, errorOffset: error.offset)
    }
  }

  // MARK: Expressions

  /// Counts evaluations; past the budget nothing has a value any more.
  mutating func spend(_ cost: Int, at offset: UInt32) throws(ReferenceError) {
    count += cost
    guard count > limits.expressions else { return }
    throw ReferenceError(.expressionBudget, at: offset, isFinal: true)
  }

  /// The value of an expression with the brackets around it.
  mutating func evaluate(
    _ node: NodeID,
    _ environment: Environment
  ) throws(ReferenceError) -> Value {
    let start = tree.range(of: node).lowerBound
    var inner = node
    while tree.kind(of: inner) == .parenthesizedExpression, let inside = tree.child(0, of: inner) {
      inner = inside
    }
    let place = tree.range(of: inner)
    do throws(ReferenceError) {
      try spend(1, at: start)
      let value = try value(inner, start, environment)
      outcomes[place, default: ReferenceOutcomes()].count(value)
      return value
    } catch {
      outcomes[place, default: ReferenceOutcomes()].isError += 1
      throw error
    }
  }

  /// The expression before a `.` or `[`, of whose brackets one pair does not count.
  func withoutBrackets(_ node: NodeID) -> NodeID {
    guard tree.kind(of: node) == .parenthesizedExpression else { return node }
    return tree.child(0, of: node) ?? node
  }

  private mutating func value(
    _ node: NodeID,
    _ start: UInt32,
    _ environment: Environment
  ) throws(ReferenceError) -> Value {
    switch tree.kind(of: node) {
    case .nullLiteral: return .null
    case .booleanLiteral: return .bool(tree.mainText(of: node) == "true")
    case .intLiteral: return .int(Int64(tree.mainText(of: node)) ?? 0)
    case .floatLiteral: return .float(tree.floatValue(of: node))
    case .stringLiteral: return .string(Text(wtf8: tree.stringValue(of: node)))
    case .bytesLiteral: return .bytes(Octets(tree.bytesValue(of: node) ?? []))
    case .nameExpression: return try variable(node, environment)
    case .memberExpression: return try member(node, start, environment)
    case .indexExpression, .sliceExpression: return try index(node, start, environment)
    case .unaryExpression: return try unary(node, environment)
    case .binaryExpression: return try binary(node, start, environment)
    case .isExpression:
      try spend(1, at: start)
      let operand = try evaluate(child(0, node), environment)
      let word = tree.mainText(of: child(1, node))
      return .bool(TypeWord(rawValue: word).map { Operators.is(operand, $0) } ?? false)
    case .conditionalExpression: return try conditional(node, environment)
    case .listExpression:
      return .list(ListValue(try values(Array(tree.children(of: node)), environment)))
    case .mapExpression: return try map(node, environment)
    case .path: return try path(node, start, environment)
    case .callExpression: return try call(node, start, environment)
    case .methodCallExpression: return try methodCall(node, start, environment)
    default: throw ReferenceError(.other("The tree is broken."), at: start)
    }
  }

  func child(_ place: Int, _ node: NodeID) -> NodeID { tree.child(place, of: node) ?? node }

  func main(_ node: NodeID) -> UInt32 { tree.mainRange(of: node).lowerBound }

  func start(_ node: NodeID) -> UInt32 { tree.range(of: node).lowerBound }

  private func variable(
    _ node: NodeID,
    _ environment: Environment
  ) throws(ReferenceError) -> Value {
    let name = tree.mainText(of: node)
    if let local = environment.locals[name] { return try local.get() }
    if let wildcard = wildcard(name, environment) {
      guard let value = wildcard.value else { throw ReferenceError(.nullValue, at: main(node)) }
      return value
    }
    switch name {
    case "request": return request.referenceValue(isStorage: program.isStorage)
    case "resource":
      guard let resource = request.resource else {
        throw ReferenceError(.other("Variable read error. Variable: [resource]."), at: main(node))
      }
      return resource
    default: throw ReferenceError(.nullValue, at: main(node))
    }
  }

  /// The innermost wildcard of a name that the scope sees; the blocks around one see fewer.
  func wildcard(_ name: String, _ environment: Environment) -> (name: String, value: Value?)? {
    var visible = 0
    var current: Int? = environment.scope
    while let index = current {
      visible += program.scopes[index].wildcards.count
      current = program.scopes[index].parent
    }
    return environment.wildcards.prefix(visible).last { $0.name == name }
  }

  private mutating func member(
    _ node: NodeID,
    _ start: UInt32,
    _ environment: Environment
  ) throws(ReferenceError) -> Value {
    let base = withoutBrackets(child(0, node))
    let value = try evaluate(base, environment)
    if case .null = value { throw ReferenceError(.nullValue, at: self.start(base)) }
    if tree.mainText(of: node) == "path", isRequest(base, environment), !request.isCollectionKnown {
      throw ReferenceError(.undetermined, at: start)
    }
    return try at(start) { () throws(FaultReason) in
      try Operators.member(value, Name(Text(wtf8: tree.mainBytes(of: node))))
    }
  }

  /// Whether an expression is the word `request` itself, brackets around it aside.
  private func isRequest(_ node: NodeID, _ environment: Environment) -> Bool {
    var inner = node
    while tree.kind(of: inner) == .parenthesizedExpression { inner = child(0, inner) }
    return tree.kind(of: inner) == .nameExpression && tree.mainText(of: inner) == "request"
      && environment.locals["request"] == nil && wildcard("request", environment) == nil
  }

  private mutating func index(
    _ node: NodeID,
    _ start: UInt32,
    _ environment: Environment
  ) throws(ReferenceError) -> Value {
    let isSlice = tree.kind(of: node) == .sliceExpression
    let place = self.start(child(0, node))
    let waitingBase = try waiting(withoutBrackets(child(0, node)), environment)
    var indices: [Result<Value?, ReferenceError>] = []
    for index in tree.children(of: node).dropFirst() {
      let isOmitted = tree.kind(of: index) == .omitted
      indices.append(isOmitted ? .success(nil) : try waiting(index, environment).map { $0 })
    }
    let base = try waitingBase.get()
    do throws(FaultReason) {
      if isSlice {
        try Operators.requireSliceable(base)
      } else {
        try Operators.requireIndexable(base)
      }
    } catch {
      if case .nullValue = error { throw ReferenceError(error, at: place) }
      throw ReferenceError(error, at: start)
    }
    let first = try indices[0].get()
    let second = isSlice ? try indices[1].get() : nil
    return try at(place) { () throws(FaultReason) in
      if isSlice { return try Operators.slice(base, from: first, to: second) }
      return try Operators.index(base, first ?? .null)
    }
  }

  /// Runs an operation; its error points at an offset.
  func at(
    _ offset: UInt32,
    _ body: () throws(FaultReason) -> Value
  ) throws(ReferenceError) -> Value {
    do throws(FaultReason) {
      return try body()
    } catch {
      throw ReferenceError(error, at: offset)
    }
  }
}

/// An error, and the byte that it points at.
package struct ReferenceError: Error, Sendable, Hashable {
  /// The official text.
  let text: String
  /// Where it points.
  let offset: UInt32
  /// Whether nothing absorbs it.
  let isFinal: Bool

  init(_ reason: FaultReason, at offset: UInt32, isFinal: Bool = false) {
    text = reason.message.description
    self.offset = offset
    self.isFinal = isFinal
  }
}
