/// Evaluates expressions of one program for one request.
///
/// One evaluator judges one operation: its budget of expressions and its looked-up documents are shared by
/// all statements that are tried. Source for order, absorption and positions: the recorded answers of the
/// official engine.
struct Evaluator<Observer: EvaluationObserver, Documents: DocumentSource> {
  let program: Program
  let context: EvaluationContext
  let documents: Documents
  var observer: Observer
  var lookups: LookupBudget

  /// The block whose wildcards are in force.
  var block: BlockID?
  /// How many more expressions may be evaluated.
  var remainingExpressions: Int
  /// The parameters and lets of all functions under way; each frame lies above its caller's.
  var stack: ContiguousArray<Slot> = []
  /// Where the frame of the innermost function begins.
  var frameStart = 0
  /// How many evaluations are nested now.
  var depth = 0

  /// A parameter's or a let's value.
  ///
  /// An error waits here until the name is read.
  enum Slot {
    case value(Value)
    case fault(Fault)
  }

  init(
    program: Program,
    context: EvaluationContext,
    documents: Documents,
    observer: Observer,
    lookups: LookupBudget,
    expressions: Int
  ) {
    self.program = program
    self.context = context
    self.documents = documents
    self.observer = observer
    self.lookups = lookups
    self.remainingExpressions = expressions
  }

  /// The value of an expression, told to the observer.
  mutating func evaluate(_ id: ExpressionID) throws(Fault) -> Value {
    observer.willEvaluate(id)
    depth += 1
    defer { depth -= 1 }
    do throws(Fault) {
      guard depth < Limits.depth else {
        throw Fault(.other("The rules nest too deeply to be evaluated."), at: id)
      }
      try charge(1, for: id)
      let value = try compute(id)
      observer.didEvaluate(id, value)
      return value
    } catch {
      observer.didFail(id, error)
      throw error
    }
  }

  /// Takes from the budget of expressions.
  mutating func charge(_ cost: Int, for id: ExpressionID) throws(Fault) {
    remainingExpressions -= cost
    guard remainingExpressions >= 0 else { throw Fault(.expressionBudget, at: id) }
  }

  private mutating func compute(_ id: ExpressionID) throws(Fault) -> Value {
    switch program.expressions[Int(id.index)] {
    case .constant(let index):
      return program.constants[Int(index)]
    case .local(let slot):
      return try local(slot)
    case .wildcard(let index):
      return try wildcard(index, id)
    case .request:
      return context.request
    case .resource:
      return try resource(for: id)
    case .unresolvedName:
      throw Fault(.nullValue, at: id)
    case .members(let root, let firstName, let count):
      return try members(id, root: root, firstName: firstName, count: count)
    case .index(let base, let index):
      return try element(id, base, index)
    case .slice(let base, let lower, let upper):
      return try slice(id, base, lower, upper)
    case .unary(let operation, let operand):
      return try unary(id, operation, operand)
    case .binary(let operation, let left, let right):
      return try binary(id, operation, left, right)
    case .and(let left, let right):
      return .bool(try decide(id, left, right, by: false))
    case .or(let left, let right):
      return .bool(try decide(id, left, right, by: true))
    case .contained(let element, let collection):
      return try contained(id, element, collection)
    case .isType(let operand, let word):
      try charge(1, for: id)
      return .bool(Operators.is(try evaluate(operand), word))
    case .conditional(let condition, let then, let otherwise):
      return try conditional(id, condition, then, otherwise)
    case .list(let elements):
      return .list(ListValue(try values(elements.indices)))
    case .map(let entries):
      return try map(entries)
    case .path(let parts):
      return try path(id, parts)
    case .builtin(let builtin, let arguments):
      return try callBuiltin(id, builtin, arguments)
    case .lookup(let function, let builtin, let arguments):
      return try lookUp(id, function, builtin, arguments)
    case .method(let method, let operands):
      return try callMethod(id, method, operands)
    case .patternMethod(let method, let operands):
      return try callPatternMethod(id, method, operands)
    case .call(let function, let arguments):
      return try call(function, arguments)
    case .callWithWrongCount(let function, let arguments):
      try spend(arguments.indices)
      throw wrongCount(id, function, arguments.count)
    case .unresolvedFunction(let name, let arguments):
      try spend(arguments.indices)
      throw Fault(.functionNotFound(program.names[Int(name)].text), at: id, .start)
    }
  }

  // MARK: Names

  private func local(_ slot: UInt32) throws(Fault) -> Value {
    switch stack[frameStart + Int(slot)] {
    case .value(let value): return value
    case .fault(let fault): throw fault
    }
  }

  private func wildcard(_ index: UInt32, _ id: ExpressionID) throws(Fault) -> Value {
    guard let block,
      let value = program.blocks[Int(block.index)].value(ofCapture: Int(index), in: context.path)
    else { throw Fault(.nullValue, at: id) }
    return value
  }

  private func resource(for id: ExpressionID) throws(Fault) -> Value {
    guard !context.unknowns.contains(.resource) else { throw Fault(.undetermined, at: id) }
    guard let resource = context.resource else {
      let unread = FaultReason.other("Variable read error. Variable: [resource].")
      throw Fault(context.isGiven ? .nullValue : unread, at: id)
    }
    return resource
  }

  /// Walks a chain of members; each link costs one, and the observer hears of each.
  private mutating func members(
    _ id: ExpressionID,
    root: ExpressionID,
    firstName: UInt32,
    count: UInt32
  ) throws(Fault) -> Value {
    // The links before the last one are the expressions just before this one, the outer ones opened first.
    for link in 1..<max(1, count) {
      observer.willEvaluate(ExpressionID(index: id.index - link))
    }
    var current: Value
    do throws(Fault) {
      // Each link is begun before the root is, so all cost one even where the root has no value. The last one was
      // charged by `evaluate`.
      try charge(Int(count) - 1, for: id)
      current = try evaluate(root)
    } catch {
      observeFailure(of: id, from: 1, count: count, error)
      throw error
    }
    for link in 1...count {
      let linkID = ExpressionID(index: id.index - (count - link))
      do throws(Fault) {
        let name = program.names[Int(firstName + link - 1)]
        if link == 1, case .request = program.expressions[Int(root.index)] {
          try checkIsKnown(name, linkID)
        }
        current = try member(of: current, name, linkID)
      } catch {
        observeFailure(of: id, from: link, count: count, error)
        throw error
      }
      if link < count { observer.didEvaluate(linkID, current) }
    }
    return current
  }

  /// The path of a query for collections that are not known is not known either.
  private func checkIsKnown(_ name: Name, _ id: ExpressionID) throws(Fault) {
    if !context.path.hasKnownCollection, name.text == "path" {
      throw Fault(.undetermined, at: id, .start)
    }
    if context.unknowns.contains(.requestResource), name.text == "resource" {
      throw Fault(.undetermined, at: id, .start)
    }
  }

  private mutating func observeFailure(
    of id: ExpressionID,
    from link: UInt32,
    count: UInt32,
    _ fault: Fault
  ) {
    guard link < count else { return }
    for failed in link..<count {
      observer.didFail(ExpressionID(index: id.index - (count - failed)), fault)
    }
  }

  private func member(of value: Value, _ name: Name, _ id: ExpressionID) throws(Fault) -> Value {
    if case .map(let map) = value {
      guard let member = map[name] else {
        throw Fault(.undefinedProperty(name.text), at: id, .start)
      }
      return member
    }
    do throws(FaultReason) {
      return try Operators.member(value, name)
    } catch {
      if case .nullValue = error { throw Fault(error, at: id, .main) }
      throw Fault(error, at: id, .start)
    }
  }
}

/// What expressions see of the request.
struct EvaluationContext: Sendable {
  /// `request`.
  var request: Value
  /// `resource`; nil where reading it is an error.
  var resource: Value?
  /// Whether both are what a test gives, member for member.
  var isGiven = false
  /// The path that the request is routed by, which wildcards take their values from.
  var path: RoutePath
  /// What is not known yet.
  var unknowns: Request.Unknowns = []
}
