/// Elements that are taken out in the order in which they were put in.
///
/// Both take constant time, over all elements.
package struct Queue<Element> {
  private var elements: [Element] = []
  /// How many of the elements were taken out.
  private var taken = 0

  /// How many taken elements are kept before they are removed together.
  private static var takenLimit: Int { 1000 }

  /// An empty queue.
  package init() {}

  /// How many elements are in it.
  package var count: Int { elements.count - taken }

  /// The element that is taken next; nil where there is none.
  package var first: Element? { taken < elements.count ? elements[taken] : nil }

  /// Puts an element in, as the last one.
  package mutating func append(_ element: Element) { elements.append(element) }

  /// Takes the first element out; nil where there is none.
  package mutating func popFirst() -> Element? {
    guard let element = first else { return nil }
    taken += 1
    if taken == elements.count {
      elements.removeAll(keepingCapacity: taken <= Self.takenLimit)
      taken = 0
    } else if taken > Self.takenLimit {
      elements.removeFirst(taken)
      taken = 0
    }
    return element
  }
}

extension Queue: Sendable where Element: Sendable {}
