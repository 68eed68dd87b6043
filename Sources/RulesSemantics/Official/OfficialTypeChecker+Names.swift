import RulesRuntime
import RulesSource
import RulesSyntax

extension OfficialTypeChecker {
  /// The variables that are no slots of a frame.
  private static let request = -1
  private static let resource = -2
  private static let firstWildcard = -3

  /// A variable's text, for people.
  func name(of variable: OfficialDemands.Variable) -> String {
    if variable == Self.request { return "request" }
    if variable == Self.resource { return "resource" }
    if variable >= 0, let function = place.function {
      let declaration = declarations.functions[function]
      let names = declaration.parameters + declaration.lets.map(\.variable)
      return variable < names.count ? tree.mainText(of: names[variable].node) : ""
    }
    var scope: ScopeID? = place.scope
    while let id = scope {
      let wildcards = declarations.scopes[id.index].wildcards
      if let found = wildcards.last(where: { Int($0.capture) == Self.firstWildcard - variable }) {
        return declarations.symbols.text(of: found.name)
      }
      scope = declarations.scopes[id.index].parent
    }
    return ""
  }

  /// The variable that a name means here, with its types.
  private mutating func variable(
    _ bytes: ContiguousArray<UInt8>
  ) -> (variable: OfficialDemands.Variable, types: OfficialTypes)? {
    if let name = declarations.symbols.symbol(of: bytes) {
      if let slot = slot(named: name) {
        place.usedSlots.insert(slot)
        return (slot, .any)
      }
      if let found = wildcard(named: name) { return found }
    }
    if bytes.elementsEqual("request".utf8) {
      if place.visibility.contains(.request) { return (Self.request, .any) }
      if place.visibility.contains(.requestMap) { return (Self.request, OfficialTypes(.map)) }
    }
    if bytes.elementsEqual("resource".utf8), place.visibility.contains(.resource) {
      return (Self.resource, .any)
    }
    return nil
  }

  private func slot(named name: Symbol) -> Int? {
    guard let function = place.function else { return nil }
    let declaration = declarations.functions[function]
    let parameters = declaration.parameters.count
    let lets = place.visibleSlots - parameters
    if lets > 0,
      let found = declaration.lets[..<lets].lastIndex(where: { $0.variable.name == name })
    {
      return parameters + found
    }
    return declaration.parameters.lastIndex { $0.name == name }
  }

  private func wildcard(
    named name: Symbol
  ) -> (variable: OfficialDemands.Variable, types: OfficialTypes)? {
    var current: ScopeID? = place.scope
    while let id = current {
      let scope = declarations.scopes[id.index]
      if let found = scope.wildcards.last(where: { $0.name == name }) {
        return (Self.firstWildcard - Int(found.capture), scope.wildcardTypes)
      }
      current = scope.parent
    }
    return nil
  }

  /// Checks a variable.
  mutating func checkName(
    _ node: NodeID,
    _ demand: OfficialTypes,
    start: UInt32,
    isCondition: Bool
  ) -> Outcome {
    guard let (variable, types) = variable(tree.mainBytes(of: node)) else {
      report(
        "Invalid variable name: \(tree.mainText(of: node)).",
        at: tree.mainRange(of: node).lowerBound
      )
      return Outcome()
    }
    guard types.fits(demand) else {
      reportMismatch(types, demand, at: start, isCondition: isCondition)
      report(
        "Invalid type. There is no type for variable '\(tree.mainText(of: node))' that satisfies all clauses.",
        at: start
      )
      return Outcome()
    }
    return Outcome(demands: OfficialDemands(variable, demand), types: types)
  }

  /// Checks a call of one of the user's functions that the innermost scope has under the name.
  mutating func checkUserCall(
    _ node: NodeID,
    _ found: [Int],
    _ demand: OfficialTypes,
    start: UInt32
  ) -> Outcome {
    let arguments = tree.children(of: node)
    var parameters: [OfficialTypes]?
    var types = OfficialTypes.any
    if !found.contains(where: { declarations.functions[$0].parameters.count == arguments.count }) {
      report(
        "Incorrect number of arguments supplied to function: \(tree.mainText(of: node)).",
        at: tree.mainRange(of: node).lowerBound
      )
    } else if found.count == 1, let body = body(of: found[0], demand: demand) {
      parameters = body.parameters
      types = body.types
    }
    var outcome = Outcome(types: types)
    for (place, argument) in arguments.enumerated() {
      outcome.demands.merge(check(argument, parameters?[place] ?? .any).demands)
    }
    settle(&outcome.demands, at: start)
    return outcome
  }
}
