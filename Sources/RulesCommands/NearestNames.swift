import RulesSource

/// The names that a misspelled one was probably meant to be, the nearest first.
package func nearestNames(
  to name: String,
  in candidates: [String],
  atMost count: Int = 1
) -> [String] {
  EditDistance.nearest(
    to: ContiguousArray(name.utf8),
    among: candidates.map { ContiguousArray($0.utf8) },
    atMost: count
  ).map { String(decoding: $0, as: UTF8.self) }
}
