import RulesRuntime

extension ContiguousArray<Text> {
  /// Orders paths by the bytes of their segments.
  func precedes(_ other: ContiguousArray<Text>) -> Bool {
    lexicographicallyPrecedes(other) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension TestOperation {
  /// The write with one id in the place of another, in the path and in the values.
  func replacing(_ uid: Text, by other: Text) -> TestOperation {
    var operation = self
    operation.path = ContiguousArray(path.map { $0 == uid ? other : $0 })
    operation.query.filter = query.filter?.replacing(uid, by: other)
    for index in operation.changes.indices {
      guard case .value(let value) = operation.changes[index].change else { continue }
      operation.changes[index].change = .value(value.replacing(uid, by: other))
    }
    return operation
  }
}

extension ListQuery.Filter {
  /// The filter with one text in the place of another.
  ///
  /// Filters nest as deep as the parser allows.
  func replacing(_ text: Text, by other: Text) -> ListQuery.Filter {
    switch self {
    case .and(let left, let right):
      .and(left.replacing(text, by: other), right.replacing(text, by: other))
    case .or(let left, let right):
      .or(left.replacing(text, by: other), right.replacing(text, by: other))
    case .field(let path, let comparison, let value):
      .field(path, comparison, value.replacing(text, by: other))
    }
  }
}

extension Value {
  /// The value with one text in the place of another, in lists and maps too, as keys too.
  func replacing(_ text: Text, by other: Text) -> Value {
    switch self {
    case .string(text): .string(other)
    case .list(let list):
      .list(ListValue(ContiguousArray(list.elements.map { $0.replacing(text, by: other) })))
    case .map(let map):
      .map(
        MapValue(
          ContiguousArray(
            zip(map.keys, map.values).map { key, value in
              (key: key == text ? other : key, value: value.replacing(text, by: other))
            }
          )
        )
      )
    default: self
    }
  }
}
