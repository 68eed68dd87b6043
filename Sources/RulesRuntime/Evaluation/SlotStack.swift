/// The parameters and lets of all functions under way, each frame above its caller's.
@safe
struct SlotStack {
  /// What a parameter or a let holds.
  enum Slot {
    case value(Borrowed<Value>)
    /// An error that waits until the name is read; its index among the waiting ones.
    case fault(Int)
    /// The keys of a map, which nobody has seen as a list yet.
    case keys(Borrowed<Value>)
    /// A list literal of literals, which nobody has seen as a list yet.
    case literals(TableSlice)
  }

  private var base: UnsafeMutablePointer<Slot>
  private var capacity: Int
  /// Whether the memory is our own.
  private var isAllocated = false
  /// Count of slots.
  private(set) var count = 0
  /// Where the frame of the innermost function begins.
  var frameStart = 0

  /// Uses memory that outlives the evaluation before it asks for more.
  init(_ memory: UnsafeMutableBufferPointer<Slot>) {
    unsafe base = memory.baseAddress.unsafelyUnwrapped
    capacity = memory.count
  }

  /// A slot of the innermost function.
  @inline(__always)
  subscript(_ slot: UInt32) -> Slot {
    let index = frameStart + Int(slot)
    precondition(index < count)
    // SAFETY: the index was checked.
    return unsafe base[index]
  }

  /// Adds a slot.
  @inline(__always)
  mutating func push(_ slot: Slot) {
    if count == capacity { grow() }
    // SAFETY: there is room; slots are trivial.
    unsafe (base + count).initialize(to: slot)
    count += 1
  }

  /// Drops all slots after the first ones.
  @inline(__always)
  mutating func drop(to kept: Int) {
    count = kept
  }

  /// Ends the use of the stack.
  func free() {
    if isAllocated { unsafe base.deallocate() }
  }

  private mutating func grow() {
    // SAFETY: slots are trivial, so they may be copied byte by byte.
    let larger = UnsafeMutablePointer<Slot>.allocate(capacity: capacity * 2)
    unsafe larger.initialize(from: base, count: count)
    free()
    unsafe base = larger
    capacity *= 2
    isAllocated = true
  }
}
