/// What names stand for, within scopes that nest: a name of an inner scope hides that of an outer one
/// until the inner one ends.
///
/// Entering a scope copies nothing, as a file may hold many scopes and many names.
struct ScopedNames<Value> {
  /// What the names stand for where the reader is.
  private(set) var values: [ContiguousArray<UInt8>: Value] = [:]
  /// For each open scope what its own names hid; nil where that was nothing.
  private var hidden: [[ContiguousArray<UInt8>: Value?]] = []

  /// What a name stands for.
  subscript(name: ContiguousArray<UInt8>) -> Value? { values[name] }

  /// Begins a scope within the one that is open.
  mutating func enterScope() {
    hidden.append([:])
  }

  /// Ends the innermost scope.
  mutating func leaveScope() {
    for (name, value) in hidden.popLast() ?? [:] { values[name] = value }
  }

  /// Gives a name a meaning in the innermost scope.
  ///
  /// - Returns: whether it had none there yet.
  @discardableResult
  mutating func declare(_ name: ContiguousArray<UInt8>, _ value: Value) -> Bool {
    let outer = values.updateValue(value, forKey: name)
    guard let scope = hidden.indices.last, !hidden[scope].keys.contains(name) else { return false }
    hidden[scope].updateValue(outer, forKey: name)
    return true
  }
}
