/// The values that an evaluation makes and still needs: a stack whose entries never move.
@safe
struct Temporaries {
  @safe
  private struct Chunk {
    let base: UnsafeMutablePointer<Value>
    let capacity: Int
    /// How many values lie in the chunks before it.
    let start: Int
  }

  private var chunk: Chunk
  /// The chunks before, all full.
  private var full: ContiguousArray<Chunk> = []
  /// Count of values.
  private(set) var count = 0

  /// Uses memory that outlives the evaluation before it asks for more.
  init(_ memory: UnsafeMutableBufferPointer<Value>) {
    unsafe chunk = Chunk(
      base: memory.baseAddress.unsafelyUnwrapped,
      capacity: memory.count,
      start: 0
    )
  }

  /// Adds a value.
  @inline(__always)
  mutating func push(_ value: consuming Value) -> Borrowed<Value> {
    if count &- chunk.start == chunk.capacity { grow() }
    // SAFETY: the place is free, as the chunk is not full.
    let place = unsafe chunk.base + (count &- chunk.start)
    unsafe place.initialize(to: value)
    count &+= 1
    return unsafe Borrowed(place)
  }

  /// Whether a value is the one that was added last.
  @inline(__always)
  func isLast(_ value: Borrowed<Value>) -> Bool {
    unsafe Borrowed(chunk.base + (count &- 1 &- chunk.start)).isSame(as: value)
  }

  /// Drops all values after the first ones.
  @inline(__always)
  mutating func drop(to kept: Int) {
    while count > kept {
      count &-= 1
      // SAFETY: the last of `count` values.
      unsafe (chunk.base + (count &- chunk.start)).deinitialize(count: 1)
      if count == chunk.start, count > 0 { shrink() }
    }
  }

  private mutating func grow() {
    full.append(chunk)
    let capacity = chunk.capacity * 2
    unsafe chunk = Chunk(base: .allocate(capacity: capacity), capacity: capacity, start: count)
  }

  private mutating func shrink() {
    guard let last = full.popLast() else { return }
    unsafe chunk.base.deallocate()
    chunk = last
  }
}
