import RulesRuntime

extension LintContext {
  /// The statements whose blocks may match the same paths, in the order in which they are tried, where they cost more
  /// than a limit together.
  ///
  /// Statements for any collection are in each group; of very many statements nobody could say which are to blame.
  ///
  /// - Parameters:
  ///   - cost: what a statement costs; one that costs nothing is left out.
  ///   - limit: what a group has to cost more than.
  /// - Returns: the groups.
  func meetingStatements(_ cost: (Statement) -> Int, over limit: Int) -> [[Statement]] {
    var groups: [Text: [Statement]] = [:]
    var names: [Text] = []
    var everywhere: [Statement] = []
    for statement in statements where cost(statement) > 0 {
      guard case .literal(let name) = pattern(of: statement).ownSegments.first else {
        everywhere.append(statement)
        continue
      }
      if groups[name] == nil { names.append(name) }
      groups[name, default: []].append(statement)
    }
    guard everywhere.count <= 20 else { return [] }
    if groups.isEmpty { return [everywhere] }
    return names.compactMap { name in
      let all = ((groups[name] ?? []) + everywhere).sorted { $0.id < $1.id }
      guard all.count <= 200 else { return nil }
      return all.reduce(0) { $0 + cost($1) } > limit ? all : nil
    }
  }
}
