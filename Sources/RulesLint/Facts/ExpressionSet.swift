import RulesRuntime

/// Some expressions of a program, as bits: each type of `Set` takes the first one that uses it as long as all of a check.
struct ExpressionSet {
  private var words: ContiguousArray<UInt64> = []

  /// Whether there are none.
  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  func contains(_ id: ExpressionID) -> Bool {
    let word = Int(id.index >> 6)
    return word < words.count && words[word] & (1 << UInt64(id.index & 63)) != 0
  }

  /// Adds an expression; whether it is new.
  @discardableResult
  mutating func insert(_ id: ExpressionID) -> Bool {
    let word = Int(id.index >> 6)
    while words.count <= word { words.append(0) }
    let bit: UInt64 = 1 << UInt64(id.index & 63)
    defer { words[word] |= bit }
    return words[word] & bit == 0
  }

  /// The expressions in ascending order.
  var sorted: [ExpressionID] {
    words.indices.flatMap { word in
      (0..<64).filter { words[word] & (1 << UInt64($0)) != 0 }
        .map { ExpressionID(index: UInt32(truncatingIfNeeded: word * 64 + $0)) }
    }
  }
}
