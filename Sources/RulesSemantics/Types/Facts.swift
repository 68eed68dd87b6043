import RulesSource

/// What tests around an expression say of names and chains of members.
///
/// A chain is known by a number, so that what is said of it is found without its text. What is said in one frame holds in
/// no other.
struct Facts {
  /// The number of a name, or of a chain of members.
  typealias Chain = UInt32

  /// A place to go back to.
  struct Mark {
    fileprivate let count: Int
  }

  private struct Entry {
    var frame: UInt32
    var types: TypeSet
  }

  /// Chains by the number plus one of what stands before the dot, zero for names, and the name behind it.
  private var chains = PairTable()
  /// What is said of each chain, and in which frame.
  private var entries: ContiguousArray<Entry> = []
  /// What was said before, the last change at the end.
  private var changes: ContiguousArray<(chain: Chain, before: Entry)> = []
  /// The frame that is looked at.
  private var frame: UInt32 = 1
  private var frameCount: UInt32 = 1
  /// Count of the changes before those of the frame.
  private var firstChange = 0

  /// The chain of a name, or of a member of a chain.
  mutating func chain(_ base: Chain?, _ name: Symbol) -> Chain {
    let chain = chains.insert(base.map { $0 + 1 } ?? 0, name.index)
    if Int(chain) == entries.count { entries.append(Entry(frame: 0, types: .any)) }
    return chain
  }

  /// Whether nothing is said in this frame.
  var isEmpty: Bool { changes.count == firstChange }

  /// What is said of a chain.
  subscript(_ chain: Chain) -> TypeSet? {
    let entry = entries[Int(chain)]
    return entry.frame == frame ? entry.types : nil
  }

  /// Says something of a chain, until it is gone back before.
  mutating func say(_ types: TypeSet, of chain: Chain) {
    changes.append((chain, entries[Int(chain)]))
    entries[Int(chain)] = Entry(frame: frame, types: types)
  }

  /// The place to go back to.
  var mark: Mark { Mark(count: changes.count) }

  /// Forgets what was said after a mark.
  mutating func goBack(to mark: Mark) {
    while changes.count > mark.count, let (chain, before) = changes.popLast() {
      entries[Int(chain)] = before
    }
  }

  /// A frame to return to.
  struct Caller {
    fileprivate let frame: UInt32
    fileprivate let firstChange: Int
  }

  /// Begins a frame of which nothing is said yet.
  mutating func enterFrame() -> Caller {
    let caller = Caller(frame: frame, firstChange: firstChange)
    frameCount &+= 1
    frame = frameCount
    firstChange = changes.count
    return caller
  }

  /// Ends a frame.
  mutating func leaveFrame(to caller: Caller) {
    goBack(to: Mark(count: firstChange))
    frame = caller.frame
    firstChange = caller.firstChange
  }
}
