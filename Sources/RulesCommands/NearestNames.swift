/// The names that a misspelled one was probably meant to be, the nearest first.
///
/// Near is what a third of the name's bytes, at least one, changes into the other.
package func nearestNames(
  to name: String,
  in candidates: [String],
  atMost count: Int = 1
) -> [String] {
  // Longer ones are no misspelling of ours, and the distance takes quadratic time.
  let name = ContiguousArray(name.utf8.prefix(100))
  let limit = max(1, name.count / 3)
  let near = candidates.enumerated().compactMap { index, candidate in
    let distance = editDistance(name, ContiguousArray(candidate.utf8))
    return distance <= limit ? (distance: distance, index: index, candidate: candidate) : nil
  }
  return near.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
    .prefix(count).map(\.candidate)
}

/// Count of bytes to insert, remove, replace or swap with the neighbour (optimal string alignment).
///
/// Complexity: O(left × right).
func editDistance(_ left: ContiguousArray<UInt8>, _ right: ContiguousArray<UInt8>) -> Int {
  var beforePrevious = [Int](repeating: 0, count: right.count + 1)
  var previous = Array(0...right.count)
  for row in left.indices {
    var current = [row + 1]
    for column in right.indices {
      var distance = min(
        previous[column + 1] + 1,
        current[column] + 1,
        previous[column] + (left[row] == right[column] ? 0 : 1)
      )
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        distance = min(distance, beforePrevious[column - 1] + 1)
      }
      current.append(distance)
    }
    (beforePrevious, previous) = (previous, current)
  }
  return previous[right.count]
}
