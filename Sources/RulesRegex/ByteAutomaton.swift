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
    // SAFETY: the buffer is read within the closure only.
    unsafe text.withUnsafeBytes { unsafe accepts($0) }
  }

  /// Whether the whole text matches.
  @inline(__always)
  func accepts(_ text: UnsafeRawBufferPointer) -> Bool {
    // SAFETY: there are 256 columns, and the table has a row for each state with a place for each column.
    unsafe columns.withUnsafeBufferPointer { columns in
      unsafe table.withUnsafeBufferPointer { table in
        guard let columns = columns.baseAddress, let table = table.baseAddress else {
          return false
        }
        let shift = Int(shift)
        var state = Int(start)
        for index in 0..<text.count {
          let column = unsafe Int(columns[Int(text[index])])
          state = unsafe Int(table[state &<< shift | column])
          if state == 0 { return false }
        }
        return accepting[state]
      }
    }
  }
}
