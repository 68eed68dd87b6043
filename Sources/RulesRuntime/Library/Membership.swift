/// Which elements of one list occur in another.
///
/// Complexity: linear in both counts.
enum Membership {
  /// Whether every element is in the others.
  static func all(
    _ elements: ContiguousArray<Value>,
    in others: ContiguousArray<Value>,
    _ sameness: Sameness
  ) throws(FaultReason) -> Bool {
    if elements.isEmpty { return true }
    let index = try ElementIndex(sameness, others)
    for element in elements where try !index.contains(element) { return false }
    return true
  }

  /// Whether some element is in the others.
  static func any(
    _ elements: ContiguousArray<Value>,
    in others: ContiguousArray<Value>,
    _ sameness: Sameness
  ) throws(FaultReason) -> Bool {
    if elements.isEmpty || others.isEmpty { return false }
    let index = try ElementIndex(sameness, others)
    for element in elements where try index.contains(element) { return true }
    return false
  }

  /// The elements that are in the others, or those that are not.
  static func filter(
    _ elements: ContiguousArray<Value>,
    by others: ContiguousArray<Value>,
    _ sameness: Sameness,
    keeping wanted: Bool
  ) throws(FaultReason) -> ContiguousArray<Value> {
    let index = try ElementIndex(sameness, others)
    var result: ContiguousArray<Value> = []
    for element in elements where try index.contains(element) == wanted { result.append(element) }
    return result
  }
}
