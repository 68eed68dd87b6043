import RulesRuntime

/// Changes of a situation, each of which may bring an evaluation nearer to what it is to come to.
///
/// The evaluation is walked from its root to the parts of the situation that it reads; no recursion is deeper than
/// the evaluation, which the service limits.
struct Repairs {
  let program: Program
  let places: TracePlaces
  let values: GoalValues
  /// The changed situations, the most promising first.
  private(set) var found: [Situation] = []

  private var situation: Situation { places.situation }

  /// The most changes of one situation that are considered.
  private static let limit = 40

  init(_ program: Program, _ situation: Situation, in block: BlockID) {
    self.program = program
    places = TracePlaces(program: program, situation: situation, block: block)
    values = GoalValues(time: situation.time)
  }

  /// Collects changes that may bring an evaluation to a goal.
  mutating func repair(_ node: TraceNode, _ frame: TraceFrame?, to goal: Goal) {
    guard found.count < Self.limit else { return }
    let children = node.children
    switch program.expressions[Int(node.expression.index)] {
    case .and: repairLogic(children, frame, goal, isAnd: true)
    case .or: repairLogic(children, frame, goal, isAnd: false)
    case .unary(.not, _):
      guard let truth = goal.truth, let operand = children.first else { return }
      repair(operand, frame, to: .truth(!truth))
    case .conditional: repairConditional(children, frame, goal)
    case .call(let function, _):
      let called = program.functions[Int(function.index)]
      guard let result = children.last, let inner = TraceFrame(of: node, called, in: frame) else {
        return
      }
      repair(result, inner, to: goal)
    case .local(let slot):
      guard let (node, frame) = frame?.slot(Int(slot)) else { return }
      repair(node, frame, to: goal)
    case .binary(let operation, _, _): repairBinary(operation, children, frame, goal)
    case .contained: repairContained(children, frame, goal)
    case .isType(_, let word):
      guard let truth = goal.truth, let operand = children.first else { return }
      repair(operand, frame, to: .type(word, truth))
    case .method(let method, _):
      let name = program.methods[Int(method)].name
      if places.place(of: node, frame) != nil {
        assign(node, frame, goal)
      } else {
        repairMethod(node, name, frame, goal)
      }
    case .patternMethod(let method, _):
      repairMethod(node, program.methods[Int(method.method)].name, frame, goal)
    case .lookup(let function, _, _): repairLookup(node, function, frame, goal)
    default:
      assign(node, frame, goal)
    }
  }

  // MARK: Logic

  private mutating func repairLogic(
    _ children: ContiguousArray<TraceNode>,
    _ frame: TraceFrame?,
    _ goal: Goal,
    isAnd: Bool
  ) {
    guard let truth = goal.truth else { return }
    if truth == isAnd {
      // All operands must reach it; the first that does not is the next step.
      guard let first = children.first(where: { !$0.isBool(truth) }) else { return }
      repair(first, frame, to: .truth(truth))
    } else {
      for child in children where !child.isBool(truth) { repair(child, frame, to: .truth(truth)) }
    }
  }

  private mutating func repairConditional(
    _ children: ContiguousArray<TraceNode>,
    _ frame: TraceFrame?,
    _ goal: Goal
  ) {
    guard let condition = children.first else { return }
    guard case .bool(let isTrue) = condition.value else {
      repair(condition, frame, to: .present)
      return
    }
    if children.count > 1 { repair(children[1], frame, to: goal) }
    repair(condition, frame, to: .truth(!isTrue))
  }

  // MARK: Operators

  private mutating func repairBinary(
    _ operation: BinaryOperator,
    _ children: ContiguousArray<TraceNode>,
    _ frame: TraceFrame?,
    _ goal: Goal
  ) {
    guard children.count > 1 else {
      if let operand = children.first, operand.fault != nil { repair(operand, frame, to: .present) }
      return
    }
    let (left, right) = (children[0], children[1])
    guard let comparison = operation.isComparison ? operation : nil else {
      repairArithmetic(operation, left, right, frame, goal)
      return
    }
    guard let truth = goal.truth else { return }
    let wanted = truth ? comparison : comparison.negated
    if let value = right.value {
      repair(left, frame, to: .compare(wanted, value))
    } else {
      repair(right, frame, to: .present)
    }
    if let value = left.value { repair(right, frame, to: .compare(wanted.mirrored, value)) }
  }

  private mutating func repairArithmetic(
    _ operation: BinaryOperator,
    _ left: TraceNode,
    _ right: TraceNode,
    _ frame: TraceFrame?,
    _ goal: Goal
  ) {
    guard case .compare(let comparison, let bound) = goal else {
      for operand in [left, right] where operand.fault != nil {
        repair(operand, frame, to: .present)
      }
      return
    }
    let word = bound.operandWord
    guard let first = left.value, let second = right.value,
      Self.apply(operation, first, second) != nil
    else {
      // What has no value, or one that can't be computed with, gets one of the type of the result.
      for operand in [left, right] {
        repair(operand, frame, to: word.map { .type($0, true) } ?? .present)
      }
      return
    }
    switch operation {
    case .add:
      if let rest = Self.apply(.subtract, bound, second) {
        repair(left, frame, to: .compare(comparison, rest))
      }
      if let rest = Self.apply(.subtract, bound, first) {
        repair(right, frame, to: .compare(comparison, rest))
      }
    case .subtract:
      if let rest = Self.apply(.add, bound, second) {
        repair(left, frame, to: .compare(comparison, rest))
      }
      if let rest = Self.apply(.subtract, first, bound) {
        repair(right, frame, to: .compare(comparison.mirrored, rest))
      }
    default: return
    }
  }

  private static func apply(_ operation: BinaryOperator, _ left: Value, _ right: Value) -> Value? {
    try? Operators.apply(operation, left, right)
  }

  private mutating func repairContained(
    _ children: ContiguousArray<TraceNode>,
    _ frame: TraceFrame?,
    _ goal: Goal
  ) {
    guard let truth = goal.truth, children.count > 1 else {
      if let operand = children.first, operand.fault != nil { repair(operand, frame, to: .present) }
      return
    }
    // The collection is evaluated first.
    let (collection, element) = (children[0], children[1])
    if let value = element.value {
      repair(collection, frame, to: truth ? .containing([value]) : .lacking([value]))
    }
    if let members = collection.value?.members {
      repair(element, frame, to: truth ? .oneOf(members) : .noneOf(members))
    } else if element.value == nil {
      repair(element, frame, to: .present)
    }
  }

  // MARK: Lookups

  private mutating func repairLookup(
    _ node: TraceNode,
    _ function: LookupFunction,
    _ frame: TraceFrame?,
    _ goal: Goal
  ) {
    guard let argument = node.children.first, case .path(let value) = argument.value else {
      repairCauses(of: node, frame)
      return
    }
    guard let path = TracePlaces.documentPath(value) else { return }
    switch function {
    case .exists, .existsAfter:
      guard let truth = goal.truth else { return }
      let isOwn = path == situation.path && situation.service != .storage
      set(isOwn ? .storedExists : .otherExists(path), to: .bool(truth))
      // Another document may be there already.
      repairInterpolations(of: argument, frame, to: truth)
    case .get, .getAfter, .value: assign(node, frame, goal)
    }
  }

  /// Makes a path name a document that is there.
  private mutating func repairInterpolations(
    of path: TraceNode,
    _ frame: TraceFrame?,
    to truth: Bool
  ) {
    guard !truth, let part = path.children.last, let value = part.value else { return }
    repair(part, frame, to: .compare(.notEqual, value))
  }

  // MARK: Values

  /// Gives the part of the situation that an evaluation reads a value that reaches the goal.
  private mutating func assign(_ node: TraceNode, _ frame: TraceFrame?, _ goal: Goal) {
    guard let place = places.place(of: node, frame) else {
      repairCauses(of: node, frame)
      return
    }
    switch (place, goal) {
    case (.storedExists, .compare(.equal, .null)), (.otherExists, .compare(.equal, .null)):
      set(place, to: .bool(false))
    case (.storedExists, _), (.otherExists, _): set(place, to: .bool(true))
    case (.auth(let names), .present) where names.isEmpty || names == ["uid"]:
      set(.auth([]), to: .bool(true))
    case (.auth(let names), _) where names == ["uid"] && situation.user == nil:
      // Once somebody is signed in, what the id is compared with may be changed instead.
      set(.auth([]), to: .bool(true))
    case (.stored(let path), .compare(let operation, let value))
    where situation.method == .list && operation != .equal && situation.service != .storage:
      guard let comparison = ListQuery.Comparison(rawValue: operation.symbol), !path.isEmpty else {
        return
      }
      var query = situation
      query.setFilter(path, comparison, value)
      query.cost += 1
      found.append(query)
    case (.stored(let path), .containing(let values))
    where situation.method == .list && situation.service != .storage:
      guard let value = values.first, !path.isEmpty else { return }
      var query = situation
      query.setFilter(path, .arrayContains, value)
      query.cost += 1
      found.append(query)
    default:
      let current = situation.value(at: place)
      for value in values.candidates(for: goal, current, named: place.name) {
        set(place, to: value)
      }
    }
  }

  private mutating func set(_ place: SituationPlace, to value: Value?) {
    guard let changed = situation.setting(place, to: value) else { return }
    found.append(changed)
  }

  /// Makes what failed below an evaluation have some value.
  mutating func repairCauses(of node: TraceNode, _ frame: TraceFrame?) {
    guard node.fault != nil else { return }
    for child in node.children where child.fault != nil { repair(child, frame, to: .present) }
  }
}

extension Value {
  /// The type of what is added up to it.
  fileprivate var operandWord: TypeWord? {
    switch self {
    case .int: .int
    case .float: .float
    case .string: .string
    case .timestamp: .timestamp
    case .duration: .duration
    default: nil
    }
  }
}

extension BinaryOperator {
  /// Whether it compares.
  fileprivate var isComparison: Bool {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    case .add, .subtract, .multiply, .divide, .remainder: false
    }
  }

  /// The comparison that holds where this one does not.
  fileprivate var negated: BinaryOperator {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    case .add, .subtract, .multiply, .divide, .remainder: self
    }
  }
}
