/// Values by names, which are compared by their bytes: two files may have names that look alike.
struct NamedValues<Value: Sendable>: Sendable {
  private var values: [ContiguousArray<UInt8>: Value] = [:]

  /// No value.
  init() {}

  /// The value of a name.
  subscript(_ name: String) -> Value? {
    get { values[ContiguousArray(name.utf8)] }
    set { values[ContiguousArray(name.utf8)] = newValue }
  }

  /// The names, in the order of their bytes.
  var names: [String] {
    values.keys.sorted { $0.lexicographicallyPrecedes($1) }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Leaves all out.
  mutating func removeAll() {
    values = [:]
  }

  /// Changes the value of a name in place; nil where there is none.
  mutating func update<Result>(_ name: String, _ body: (inout Value) -> Result) -> Result? {
    guard let index = values.index(forKey: ContiguousArray(name.utf8)) else { return nil }
    return body(&values.values[index])
  }
}
