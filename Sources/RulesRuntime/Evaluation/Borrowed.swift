/// A value that somebody else keeps: reading it counts no references.
///
/// INVARIANT: whoever made it keeps the value where it is for as long as it is used: the program, the request and the
/// documents for the whole of a decision, a temporary until it is dropped.
@safe
struct Borrowed<Kept>: @unchecked Sendable {  // The value is only read.
  private let place: UnsafePointer<Kept>

  @inline(__always)
  init(_ place: UnsafePointer<Kept>) {
    unsafe self.place = unsafe place
  }

  /// The value.
  @inline(__always)
  var value: Kept {
    unsafeAddress { unsafe place }
  }

  /// Whether both stand in one place.
  @inline(__always)
  func isSame(as other: Borrowed<Kept>) -> Bool {
    unsafe place == other.place
  }
}

extension Borrowed {
  /// What an optional holds, where it stands.
  @inline(__always)
  func payload<Wrapped>() -> Borrowed<Wrapped>? where Kept == Wrapped? {
    guard value != nil else { return nil }
    // SAFETY: what an optional holds is at its beginning.
    return unsafe Borrowed<Wrapped>(
      UnsafeRawPointer(place).assumingMemoryBound(to: Wrapped.self)
    )
  }
}

extension ContiguousArray {
  /// An element where it stands in the array.
  @inline(__always)
  func borrowed(_ index: Int) -> Borrowed<Element> {
    precondition(index >= 0 && index < count)
    // SAFETY: the index was checked, and the buffer stays where it is until the array changes or ends.
    return unsafe withUnsafeBufferPointer {
      unsafe Borrowed($0.baseAddress.unsafelyUnwrapped + index)
    }
  }
}

/// Lends a value to some work.
@inline(__always)
func lending<Kept, Result>(_ value: Kept, to work: (Borrowed<Kept>) -> Result) -> Result {
  // SAFETY: the pointer is used within the closure only.
  unsafe withUnsafePointer(to: value) { unsafe work(Borrowed($0)) }
}
