/// What an expression demands of the variables in it.
///
/// Demands on one variable from several places are intersected, in the order of the first.
struct OfficialDemands: Sendable {
  /// A variable: a slot of the function's frame, or below zero a name from outside.
  typealias Variable = Int

  private(set) var entries: [(variable: Variable, types: OfficialTypes)] = []
  /// Where each variable stands, once there are many.
  private var places: [Variable: Int] = [:]
  private var hasConflict = false

  private static let linearLimit = 12

  init() {}

  init(_ variable: Variable, _ types: OfficialTypes) {
    entries = [(variable, types)]
  }

  private func place(of variable: Variable) -> Int? {
    entries.count <= Self.linearLimit
      ? entries.firstIndex { $0.variable == variable } : places[variable]
  }

  /// Takes over the demands of another part of the same expression.
  mutating func merge(_ other: OfficialDemands) {
    if entries.isEmpty {
      self = other
      return
    }
    for (variable, types) in other.entries {
      guard let place = place(of: variable) else {
        append(variable, types)
        continue
      }
      // An empty list is a conflict that has been met already.
      guard !entries[place].types.isEmpty else { continue }
      entries[place].types = entries[place].types.intersection(types)
      if entries[place].types.isEmpty { hasConflict = true }
    }
  }

  private mutating func append(_ variable: Variable, _ types: OfficialTypes) {
    entries.append((variable, types))
    if entries.count == Self.linearLimit + 1 {
      for (place, entry) in entries.enumerated() { places[entry.variable] = place }
    } else if entries.count > Self.linearLimit {
      places[variable] = entries.count - 1
    }
  }

  /// The variables that no type can satisfy; from now on nothing is demanded of them.
  mutating func settle() -> [Variable] {
    guard hasConflict else { return [] }
    hasConflict = false
    var conflicts: [Variable] = []
    for place in entries.indices where entries[place].types.isEmpty {
      conflicts.append(entries[place].variable)
      entries[place].types = .any
    }
    return conflicts
  }

  /// Takes a variable's demand out.
  mutating func remove(_ variable: Variable) -> OfficialTypes? {
    guard let place = place(of: variable) else { return nil }
    let types = entries[place].types
    entries.remove(at: place)
    if !places.isEmpty {
      places = [:]
      if entries.count > Self.linearLimit {
        for (place, entry) in entries.enumerated() { places[entry.variable] = place }
      }
    }
    return types
  }

  /// What is demanded of a variable.
  subscript(_ variable: Variable) -> OfficialTypes? {
    place(of: variable).map { entries[$0].types }
  }
}
