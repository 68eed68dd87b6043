import RulesSource

/// Finds the entries of a table by their hash; no entry is ever removed.
struct HashIndex: Sendable {
  /// Indices of entries by hash, each plus one; zero is a free slot.
  private var slots: ContiguousArray<UInt32> = []
  /// The hash of each entry.
  private var hashes: ContiguousArray<UInt32> = []

  /// The entry of a hash for which a predicate says that it is the one; nil where there is none.
  ///
  /// Complexity: O(1) on average.
  func find(_ hash: UInt32, where isEntry: (Int) -> Bool) -> Int? {
    guard !slots.isEmpty else { return nil }
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      let entry = Int(slots[slot]) - 1
      if hashes[entry] == hash, isEntry(entry) { return entry }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Adds the entry that comes after all that were added.
  mutating func append(_ hash: UInt32) {
    hashes.append(hash)
    if hashes.count * 2 > slots.count {
      slots = ContiguousArray(repeating: 0, count: max(64, slots.count * 2))
      for entry in hashes.indices { insert(entry) }
    } else {
      insert(hashes.count - 1)
    }
  }

  private mutating func insert(_ entry: Int) {
    let mask = slots.count - 1
    var slot = Int(hashes[entry]) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = UInt32(truncatingIfNeeded: entry + 1)
  }
}

/// Mixes numbers to a hash.
struct NumberHash {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func add(_ number: UInt64) {
    state = (state ^ number) &* 0xD6E8_FEB8_6659_FD93
    state ^= state >> 32
  }

  mutating func add(_ number: UInt32) { add(UInt64(number)) }

  /// The hash.
  var value: UInt32 { UInt32(truncatingIfNeeded: state ^ (state >> 29)) }
}

extension Term {
  /// A hash that equal terms share.
  var tableHash: UInt32 {
    var hash = NumberHash()
    switch self {
    case .null: hash.add(0 as UInt32)
    case .bool(let bool): hash.add(bool ? 2 : 1 as UInt32)
    case .int(let int): hash.add(UInt64(bitPattern: int))
    case .float(let bits): hash.add(bits)
    case .string(let symbol): hash.add(3, symbol.index)
    case .constant(let place): hash.add(4, place)
    case .wildcard(let capture): hash.add(5, capture)
    case .request: hash.add(6 as UInt32)
    case .resource: hash.add(7 as UInt32)
    case .member(let base, let name): hash.add(8, base.index, name.index)
    case .index(let base, let index): hash.add(9, base.index, index.index)
    case .slice(let list): hash.add(10, list.index)
    case .not(let operand): hash.add(11, operand.index)
    case .minus(let operand): hash.add(12, operand.index)
    case .binary(_, let left, let right): hash.add(13, left.index, right.index)
    case .and(let left, let right): hash.add(14, left.index, right.index)
    case .or(let left, let right): hash.add(15, left.index, right.index)
    case .contained(let element, let collection): hash.add(16, element.index, collection.index)
    case .isType(let operand, _): hash.add(17, operand.index)
    case .conditional(let list): hash.add(18, list.index)
    case .list(let list): hash.add(19, list.index)
    case .map(let list): hash.add(20, list.index)
    case .path(let list): hash.add(21, list.index)
    case .builtin(let id, let list): hash.add(22, UInt32(id), list.index)
    case .lookup(_, let list): hash.add(23, list.index)
    case .method(let name, let list): hash.add(24, name.index, list.index)
    case .failure: hash.add(25 as UInt32)
    case .unknown: hash.add(26 as UInt32)
    }
    return hash.value
  }
}

extension NumberHash {
  fileprivate mutating func add(_ tag: UInt32, _ first: UInt32, _ second: UInt32 = 0) {
    add(UInt64(first) << 32 | UInt64(second))
    add(tag)
  }
}
