/// An interned name.
///
/// Two symbols of one table are equal exactly when their bytes are.
public struct Symbol: Sendable, Hashable {
  /// Index into the table.
  public let index: UInt32

  /// The symbol at an index.
  @inlinable
  public init(index: UInt32) {
    self.index = index
  }
}

/// The names of one compilation, each held once and compared by bytes.
package struct SymbolTable: Sendable {
  /// The bytes of all names, one after the other.
  private var content: ContiguousArray<UInt8> = []
  private var names: ContiguousArray<Entry> = []
  /// The names by hash.
  private var slots: ContiguousArray<Slot> = []
  private let byteHash = ByteHash()

  private struct Entry: Sendable {
    let hash: UInt64
    let start: Int
    let end: Int
  }

  /// What tells most names, so that one place of memory is looked at.
  private struct Slot: Sendable {
    /// The last eight bytes in one integer.
    var packed: UInt64 = 0
    /// Count of bytes.
    var count: UInt32 = 0
    /// The index of the name plus one; zero in a slot that is free.
    var number: UInt32 = 0
  }

  /// An empty table.
  package init() {}

  /// An empty table with room for so many names.
  package init(capacity: Int) {
    names.reserveCapacity(capacity)
    content.reserveCapacity(8 * capacity)
    grow(toHold: capacity)
  }

  /// The symbol of a name, made when it is new.
  package mutating func intern(_ name: ContiguousArray<UInt8>) -> Symbol {
    intern(name.span)
  }

  /// The symbol of a name, made when it is new.
  package mutating func intern(_ name: String) -> Symbol {
    intern(ContiguousArray(name.utf8).span)
  }

  /// The symbol of a name, made when it is new.
  package mutating func intern(_ name: Span<UInt8>) -> Symbol {
    intern(name, packed: WordTable.pack(name))
  }

  /// The symbol of a name that is a part of some bytes, made when it is new.
  package mutating func intern(_ part: Range<Int>, in bytes: Span<UInt8>) -> Symbol {
    intern(bytes.extracting(part), packed: WordTable.pack(bytes, part))
  }

  @inline(__always)
  private mutating func intern(_ name: Span<UInt8>, packed: UInt64) -> Symbol {
    if names.count >= slots.count / 2 { grow(toHold: names.count + 1) }
    let hash = byteHash.hash(name, packed: packed)
    let slot = self.slot(of: name, packed, hash)
    if slots[slot].number != 0 { return Symbol(index: slots[slot].number - 1) }
    return add(name, packed, hash, at: slot)
  }

  private mutating func add(
    _ name: Span<UInt8>,
    _ packed: UInt64,
    _ hash: UInt64,
    at slot: Int
  ) -> Symbol {
    let start = content.count
    for index in name.indices { content.append(name[index]) }
    names.append(Entry(hash: hash, start: start, end: content.count))
    slots[slot] = Slot(
      packed: packed,
      count: UInt32(truncatingIfNeeded: name.count),
      number: UInt32(truncatingIfNeeded: names.count)
    )
    return Symbol(index: slots[slot].number - 1)
  }

  /// The symbol of a name that was interned before.
  package func symbol(of name: ContiguousArray<UInt8>) -> Symbol? {
    symbol(of: name.span)
  }

  /// The symbol of a name that was interned before.
  package func symbol(of name: Span<UInt8>) -> Symbol? {
    guard !names.isEmpty else { return nil }
    let packed = WordTable.pack(name)
    let found = slots[slot(of: name, packed, byteHash.hash(name, packed: packed))].number
    return found == 0 ? nil : Symbol(index: found - 1)
  }

  /// The slot that holds a name, or the free one where it belongs.
  @inline(__always)
  private func slot(of name: Span<UInt8>, _ packed: UInt64, _ hash: UInt64) -> Int {
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while true {
      let slot = slots[place]
      if slot.number == 0 { return place }
      if slot.packed == packed, Int(slot.count) == name.count,
        name.count <= 8 || isName(names[Int(slot.number) - 1], name)
      {
        return place
      }
      place = (place + 1) & mask
    }
  }

  private func isName(_ entry: Entry, _ name: Span<UInt8>) -> Bool {
    // The last eight bytes have been compared.
    for index in 0..<name.count - 8 where content[entry.start + index] != name[index] {
      return false
    }
    return true
  }

  private mutating func grow(toHold count: Int) {
    var size = 16
    while size <= 2 * count { size *= 2 }
    let before = slots
    slots = ContiguousArray(repeating: Slot(), count: size)
    for slot in before where slot.number != 0 {
      var place = Int(truncatingIfNeeded: names[Int(slot.number) - 1].hash) & (size - 1)
      while slots[place].number != 0 { place = (place + 1) & (size - 1) }
      slots[place] = slot
    }
  }

  /// The bytes of a symbol of this table.
  package func bytes(of symbol: Symbol) -> ContiguousArray<UInt8> {
    let entry = names[Int(symbol.index)]
    return ContiguousArray(content[entry.start..<entry.end])
  }

  /// The text of a symbol of this table.
  package func text(of symbol: Symbol) -> String {
    let entry = names[Int(symbol.index)]
    return String(decoding: content[entry.start..<entry.end], as: UTF8.self)
  }

  /// Count of names.
  package var count: Int { names.count }
}
