/// Numbers that look random and are the same for the same seed, everywhere: SplitMix64.
package struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A sequence from its seed.
  package init(seed: UInt64) {
    state = seed
  }

  /// The next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  // Not `Int.random(in:using:)`, whose way from bits to numbers may change with the compiler.

  /// A number from 0 up to a bound that is at least 1.
  package mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next() >> 1) % max(1, bound)
  }

  /// Whether a die of so many faces shows its one.
  package mutating func oneIn(_ faces: Int) -> Bool {
    below(faces) == 0
  }

  /// One of several, which are not none.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
