/// Finds the name that was meant by one that is unknown.
package enum EditDistance {
  /// The longest name, in bytes, that is compared; longer ones are not misspelt but other things.
  private static let maximumLength = 64

  /// The candidate nearest to a name, if it is near enough to be a misspelling of it.
  ///
  /// - Parameters:
  ///   - name: the unknown name.
  ///   - candidates: the known ones; of two equally near the first is taken.
  /// - Returns: nil where none is near.
  package static func nearest(
    to name: ContiguousArray<UInt8>,
    among candidates: some Sequence<ContiguousArray<UInt8>>
  ) -> ContiguousArray<UInt8>? {
    nearest(to: name, among: candidates, atMost: 1).first
  }

  /// The candidates that are near enough to a name to be meant by it, the nearest first.
  ///
  /// - Parameters:
  ///   - name: the unknown name.
  ///   - candidates: the known ones; of equally near ones the order is kept.
  ///   - count: how many are wanted.
  /// - Returns: no more than `count` candidates.
  package static func nearest(
    to name: ContiguousArray<UInt8>,
    among candidates: some Sequence<ContiguousArray<UInt8>>,
    atMost count: Int
  ) -> [ContiguousArray<UInt8>] {
    guard name.count <= maximumLength, !name.isEmpty else { return [] }
    let allowed = max(1, name.count / 3)
    var near: [(candidate: ContiguousArray<UInt8>, distance: Int, index: Int)] = []
    for (index, candidate) in candidates.enumerated() {
      guard candidate.count <= maximumLength, abs(candidate.count - name.count) <= allowed else {
        continue
      }
      let distance = distance(from: folded(name), to: folded(candidate))
      if distance <= allowed { near.append((candidate, distance, index)) }
    }
    return near.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
      .prefix(count).map(\.candidate)
  }

  /// The candidate nearest to a name, if it is near enough to be a misspelling of it.
  package static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
    nearest(
      to: ContiguousArray(name.utf8),
      among: candidates.map { ContiguousArray($0.utf8) }
    ).map { String(decoding: $0, as: UTF8.self) }
  }

  /// ASCII letters in lower case: `isowner` is near `isOwner`.
  private static func folded(_ bytes: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    ContiguousArray(bytes.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 })
  }

  /// The least count of bytes to insert, delete, replace, or swap with their neighbour.
  private static func distance(
    from left: ContiguousArray<UInt8>,
    to right: ContiguousArray<UInt8>
  ) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for (row, leftByte) in left.enumerated() {
      var current = [row + 1]
      for (column, rightByte) in right.enumerated() {
        var cost = min(
          previous[column] + (leftByte == rightByte ? 0 : 1),
          previous[column + 1] + 1,
          current[column] + 1
        )
        if row > 0, column > 0, leftByte == right[column - 1], left[row - 1] == rightByte {
          cost = min(cost, beforePrevious[column - 1] + 1)
        }
        current.append(cost)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[right.count]
  }
}
