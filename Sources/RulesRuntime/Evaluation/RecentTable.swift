/// A few things for each of many hashes, the latest first: what is added puts out what was added long before.
///
/// Whoever uses it tells things of one hash apart.
package struct RecentTable<Element: Sendable>: Sendable {
  /// As many places as there are ways for each hash; empty before the first element.
  private var places: ContiguousArray<Element?> = []

  /// Count of hashes that are told apart, a power of two.
  private static var hashCount: Int { 256 }
  /// Count of elements of one hash: so many that of a few hundred elements hardly any puts out another.
  private static var wayCount: Int { 4 }

  /// Nothing.
  package init() {}

  /// The first element of a hash that is the wanted one; nil where none is.
  package func first(ofHash hash: Int, where isWanted: (Element) -> Bool) -> Element? {
    guard !places.isEmpty else { return nil }
    for place in Self.places(of: hash) {
      guard let element = places[place] else { return nil }
      if isWanted(element) { return element }
    }
    return nil
  }

  /// Adds an element, as the latest of its hash.
  package mutating func insert(_ element: Element, hash: Int) {
    if places.isEmpty {
      places = ContiguousArray(repeating: nil, count: Self.hashCount * Self.wayCount)
    }
    let range = Self.places(of: hash)
    for place in range.dropFirst().reversed() { places.swapAt(place, place - 1) }
    places[range.lowerBound] = element
  }

  private static func places(of hash: Int) -> Range<Int> {
    let start = (hash & (hashCount - 1)) * wayCount
    return start..<start + wayCount
  }
}
