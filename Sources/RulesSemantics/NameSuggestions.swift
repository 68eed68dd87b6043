import RulesRuntime
import RulesSource
import RulesSyntax

/// Finds the names that unknown ones are misspellings of.
///
/// Each unknown name is compared with all known ones, so a file of nothing but mistakes gets suggestions for the
/// first of them only.
struct NameSuggestions {
  private let declarations: Declarations
  private var functionNames: [ContiguousArray<UInt8>]?
  private var variableNames: [ContiguousArray<UInt8>]?
  private var firstFunctions: [Symbol: NodeID]?
  private var remainingComparisons = 200_000

  init(_ declarations: Declarations) {
    self.declarations = declarations
  }

  /// The variable that was meant.
  mutating func variable(near name: ContiguousArray<UInt8>) -> ContiguousArray<UInt8>? {
    guard remainingComparisons > 0 else { return nil }
    let known = variableNames ?? collectVariables()
    variableNames = known
    return nearest(to: name, among: known)
  }

  /// The function that was meant: one of the file, or one of these built-ins.
  mutating func function(
    near name: ContiguousArray<UInt8>,
    builtins: [ContiguousArray<UInt8>]
  ) -> ContiguousArray<UInt8>? {
    guard remainingComparisons > 0 else { return nil }
    let known = functionNames ?? distinct(declarations.functions.map(\.name))
    functionNames = known
    return nearest(to: name, among: known + builtins)
  }

  /// The first declaration of a function of a name, wherever it is.
  mutating func firstFunction(named name: ContiguousArray<UInt8>) -> NodeID? {
    let known =
      firstFunctions
      ?? Dictionary(declarations.functions.map { ($0.name, $0.node) }) { first, _ in first }
    firstFunctions = known
    return declarations.symbols.symbol(of: name).flatMap { known[$0] }
  }

  private mutating func nearest(
    to name: ContiguousArray<UInt8>,
    among known: [ContiguousArray<UInt8>]
  ) -> ContiguousArray<UInt8>? {
    remainingComparisons -= known.count
    return EditDistance.nearest(to: name, among: known.lazy.filter { $0 != name })
  }

  private func collectVariables() -> [ContiguousArray<UInt8>] {
    let locals = declarations.functions.flatMap {
      $0.parameters.map(\.name) + $0.lets.map(\.variable.name)
    }
    return distinct(locals + declarations.scopes.flatMap(\.wildcards).map(\.name))
      + ["request", "resource", "true", "false", "null"].map { ContiguousArray($0.utf8) }
  }

  /// The names in order, each once.
  private func distinct(_ names: [Symbol]) -> [ContiguousArray<UInt8>] {
    var seen: Set<Symbol> = []
    return names.filter { seen.insert($0).inserted }.map { declarations.symbols.bytes(of: $0) }
  }
}
