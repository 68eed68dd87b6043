import RulesSource

/// What names mean in scopes: one flat table for a whole file.
struct ScopedNames: Sendable {
  private var pairs = PairTable()
  /// The meanings, by the number of scope and name.
  private var meanings: ContiguousArray<UInt32> = []
  /// Whether any scope declares a symbol: most names in expressions are declared by none.
  private var isDeclared: ContiguousArray<Bool> = []

  /// No meaning as yet, of names among so many symbols.
  init(symbolCount: Int = 0) {
    isDeclared = ContiguousArray(repeating: false, count: symbolCount)
  }

  /// What a name means that this very scope declares; nil where it declares no such name.
  subscript(_ name: Symbol, in scope: ScopeID) -> UInt32? {
    guard mayKnow(name) else { return nil }
    return pairs.number(of: UInt32(truncatingIfNeeded: scope.index), name.index)
      .map { meanings[Int($0)] }
  }

  /// Gives a name a meaning in a scope, in place of the one that it has there.
  mutating func declare(_ name: Symbol, in scope: ScopeID, as meaning: UInt32) {
    let number = Int(pairs.insert(UInt32(truncatingIfNeeded: scope.index), name.index))
    if number == meanings.count { meanings.append(meaning) } else { meanings[number] = meaning }
    while isDeclared.count <= Int(name.index) { isDeclared.append(false) }
    isDeclared[Int(name.index)] = true
  }

  /// Whether any scope declares a name.
  func mayKnow(_ name: Symbol) -> Bool {
    Int(name.index) < isDeclared.count && isDeclared[Int(name.index)]
  }
}
