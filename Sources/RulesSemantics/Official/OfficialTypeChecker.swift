import RulesRuntime
import RulesSource
import RulesSyntax

/// The official checker of types and names: demands go down the tree, types come up.
///
/// Source: measured programs, §3.4. Bodies of functions are checked once for each demand, so that call trees
/// that branch take linear time.
struct OfficialTypeChecker {
  let tree: SyntaxTree
  let declarations: Declarations
  let reach: OfficialReach
  /// The circle of calls that each function is part of; -1 for none.
  let circles: [Int]
  var issues: OfficialIssueList

  /// Where the checker is.
  struct Place {
    let scope: ScopeID
    /// What is visible of the service.
    let visibility: OfficialVisibility
    /// The function whose body it is in.
    var function: Int?
    /// Count of the frame's slots that are visible.
    var visibleSlots = 0
    /// The slots that are read.
    var usedSlots: Set<Int> = []
    /// Whether nothing is reported.
    var isQuiet = false
  }

  /// What a function demands of its arguments and gives, for one demand on its result.
  struct Body {
    let parameters: [OfficialTypes]
    let types: OfficialTypes
  }

  /// A body to check: the function, the demand, and the callers that are part of its circle.
  struct BodyKey: Hashable {
    let function: Int
    let demand: OfficialTypes
    let circle: Set<Int>
  }

  /// What an expression demands of variables, and its types.
  struct Outcome {
    var demands = OfficialDemands()
    var types = OfficialTypes.any
  }

  var place: Place
  private var bodies: [BodyKey: Body] = [:]
  /// The functions of circles whose bodies are being checked.
  private var callers: [Int] = []
  /// Count of expressions around the one that is checked, over all bodies in progress.
  var depth = 0
  /// The body that must be known first, as the calls around it are too deep for the stack.
  private(set) var suspended: (key: BodyKey, callers: [Int])?
  private var circleSteps = 0

  /// The depth from which on a body that is not known yet suspends the check of those around it.
  private static let suspendingDepth = 250
  /// Deeper expressions, which no accepted file has, are not looked at.
  static let maximumDepth = 900
  /// Circles of more functions, and more steps in circles, are not followed: such a file is refused anyway.
  private static let maximumCircle = 24
  private static let maximumCircleSteps = 20_000

  init(
    _ tree: SyntaxTree,
    _ declarations: Declarations,
    _ reach: OfficialReach,
    circles: [Int],
    _ issues: OfficialIssueList
  ) {
    self.tree = tree
    self.declarations = declarations
    self.reach = reach
    self.circles = circles
    self.issues = issues
    place = Place(scope: ScopeID(index: 0), visibility: [])
  }

  /// Checks all conditions and functions.
  mutating func check(_ walk: OfficialWalk) {
    for step in walk.steps {
      for condition in step.conditions {
        run { checker in
          checker.place = Place(scope: step.scope, visibility: condition.visibility)
          _ = checker.check(condition.node, OfficialTypes(.bool), isCondition: true)
        }
      }
      for function in step.functions {
        run { $0.checkText(of: function) }
      }
    }
  }

  // MARK: Suspending

  /// Does a check, and again whenever a body was too deep and is known now.
  private mutating func run(_ body: (inout OfficialTypeChecker) -> Void) {
    body(&self)
    while let request = suspended {
      suspended = nil
      resolve(request)
      body(&self)
    }
  }

  /// Finds out what a body demands, and all bodies that it needs, one at a time.
  private mutating func resolve(_ request: (key: BodyKey, callers: [Int])) {
    let callersBefore = callers
    var pending = [request]
    while let next = pending.last {
      callers = next.callers
      depth = 0
      _ = body(next.key)
      if let deeper = suspended {
        suspended = nil
        pending.append(deeper)
      } else {
        pending.removeLast()
      }
    }
    callers = callersBefore
    depth = 0
  }

  // MARK: Functions

  /// Checks a function's own text, without any demand, and reports what is found.
  private mutating func checkText(of index: Int) {
    let function = declarations.functions[index]
    _ = checkBody(of: index, .any, isQuiet: false)
    guard suspended == nil, function.lets.count < OfficialDeclarations.checkedLets else { return }
    let names = function.parameters + function.lets.map(\.variable)
    var readParameters: Set<Symbol> = []
    for (slot, parameter) in function.parameters.enumerated() where place.usedSlots.contains(slot) {
      readParameters.insert(parameter.name)
    }
    for (slot, variable) in names.enumerated() where !place.usedSlots.contains(slot) {
      if slot < function.parameters.count, readParameters.contains(variable.name) { continue }
      issues.report(
        "Unused variable: \(tree.mainText(of: variable.node)).",
        at: tree.mainRange(of: variable.node).lowerBound
      )
    }
  }

  /// What a call demands of its arguments; nil where the call is recursive, or the check is suspended.
  mutating func body(of function: Int, demand: OfficialTypes) -> Body? {
    guard !callers.contains(function) else { return nil }
    var circle: Set<Int> = []
    if circles[function] >= 0 {
      circle = Set(callers.filter { circles[$0] == circles[function] })
      circleSteps += 1
      guard circle.count < Self.maximumCircle, circleSteps < Self.maximumCircleSteps else {
        return nil
      }
    }
    return body(BodyKey(function: function, demand: demand, circle: circle))
  }

  private mutating func body(_ key: BodyKey) -> Body? {
    if let known = bodies[key] { return known }
    guard depth < Self.suspendingDepth else {
      suspended = (key, callers)
      return nil
    }
    let placeBefore = place
    let (outcome, slots) = checkBody(of: key.function, key.demand, isQuiet: true)
    place = placeBefore
    guard suspended == nil else { return nil }
    let function = declarations.functions[key.function]
    // Of parameters of one name the last is the one that is read, and the first gets the demand.
    var parameters = Array(repeating: OfficialTypes.any, count: function.parameters.count)
    for (slot, parameter) in function.parameters.enumerated() {
      guard let demand = outcome.demands[slots + slot] else { continue }
      let first = function.parameters.firstIndex { $0.name == parameter.name } ?? slot
      parameters[first] = demand
    }
    let body = Body(parameters: parameters, types: outcome.types)
    bodies[key] = body
    return body
  }

  /// Checks the lets and the result of a function; gives the demands with the first slot's variable.
  private mutating func checkBody(
    of index: Int,
    _ demand: OfficialTypes,
    isQuiet: Bool
  ) -> (Outcome, firstSlot: Int) {
    let function = declarations.functions[index]
    // Only a function of a circle can be met again in its own body.
    let isInCircle = circles[index] >= 0
    if isInCircle { callers.append(index) }
    defer { if isInCircle { callers.removeLast() } }
    let lets = function.lets.prefix(OfficialDeclarations.checkedLets)
    place = Place(
      scope: function.scope,
      visibility: reach.visibility[index],
      function: index,
      visibleSlots: function.parameters.count + lets.count,
      isQuiet: isQuiet
    )
    var outcome = Outcome()
    if let result = function.result, lets.count == function.lets.count,
      lets.count < OfficialDeclarations.checkedLets
    {
      outcome = check(result, demand)
    }
    for (number, binding) in lets.enumerated().reversed() {
      let slot = function.parameters.count + number
      place.visibleSlots = slot
      let demanded = outcome.demands.remove(slot) ?? .any
      var demands = check(binding.value, demanded).demands
      demands.merge(outcome.demands)
      settle(&demands, at: tree.range(of: binding.variable.node).lowerBound)
      outcome.demands = demands
    }
    return (outcome, 0)
  }

  // MARK: Reporting

  /// Reports a warning, unless the place is quiet or the check will be done again.
  func canReport() -> Bool { !place.isQuiet && suspended == nil }

  mutating func report(_ text: String, at offset: UInt32) {
    guard canReport() else { return }
    issues.report(text, at: offset)
  }

  /// Reports the variables that no type can satisfy.
  mutating func settle(_ demands: inout OfficialDemands, at offset: UInt32) {
    for variable in demands.settle() where canReport() {
      report(
        "Invalid type. There is no type for variable '\(name(of: variable))' that satisfies all clauses.",
        at: offset
      )
    }
  }

  /// Reports that none of some types is demanded.
  mutating func reportMismatch(
    _ types: OfficialTypes,
    _ demand: OfficialTypes,
    at offset: UInt32,
    isCondition: Bool
  ) {
    report(
      isCondition
        ? "Invalid type. Permission statements expect a boolean value. Received one of [\(types.text)]."
        : "Invalid type. Received one of [\(types.text)]. Expected one of [\(demand.text)].",
      at: offset
    )
  }
}
