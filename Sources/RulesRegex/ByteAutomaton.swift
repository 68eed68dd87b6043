/// A deterministic automaton over the bytes of a text: one table look-up for each.
///
/// INVARIANT: state 0 is the one from which nothing matches.
struct ByteAutomaton: Sendable {
  /// The column of each byte.
  let columns: ContiguousArray<UInt8>
  /// The next state, by state and column: row `state << shift`.
  let table: ContiguousArray<UInt16>
  let shift: UInt8
  let start: UInt16
  let accepting: ContiguousArray<Bool>

  /// Whether the whole text matches.
  func accepts(_ text: ContiguousArray<UInt8>) -> Bool {
    var state = Int(start)
    for byte in text {
      state = Int(table[state &<< Int(shift) | Int(columns[Int(byte)])])
      if state == 0 { return false }
    }
    return accepting[state]
  }
}
