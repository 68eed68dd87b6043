import RulesSource

/// Numbers pairs of numbers in the order in which they are met.
struct PairTable: Sendable {
  private struct Slot: Sendable {
    var pair: UInt64
    /// The pair's number plus one; zero in a slot that is free.
    var number: UInt32
  }

  private var slots: ContiguousArray<Slot> = []
  private let byteHash = ByteHash()
  /// Count of the pairs that have a number.
  private(set) var count = 0

  /// The number of a pair; nil where it has none yet.
  func number(of first: UInt32, _ second: UInt32) -> UInt32? {
    guard count > 0 else { return nil }
    let found = slots[slot(of: UInt64(first) << 32 | UInt64(second))].number
    return found == 0 ? nil : found - 1
  }

  /// The number of a pair, the next one where it has none yet.
  mutating func insert(_ first: UInt32, _ second: UInt32) -> UInt32 {
    if count >= slots.count / 2 { grow() }
    let pair = UInt64(first) << 32 | UInt64(second)
    let slot = self.slot(of: pair)
    if slots[slot].number == 0 {
      count += 1
      slots[slot] = Slot(pair: pair, number: UInt32(truncatingIfNeeded: count))
    }
    return slots[slot].number - 1
  }

  private func slot(of pair: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: byteHash.hash(pair)) & mask
    while slots[slot].number != 0, slots[slot].pair != pair { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let before = slots
    slots = ContiguousArray(repeating: Slot(pair: 0, number: 0), count: max(64, 2 * before.count))
    for entry in before where entry.number != 0 { slots[slot(of: entry.pair)] = entry }
  }
}
