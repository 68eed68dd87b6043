extension Operators {
  /// `x.name`.
  ///
  /// Source: observation: measured values, §2.5.
  public static func member(_ value: Value, _ name: Name) throws(FaultReason) -> Value {
    switch value {
    case .map(let map):
      guard let field = map[name] else { throw .undefinedProperty(name.text) }
      return field
    case .path(let path): return try path.value(ofCapture: name.text)
    case .null: throw .nullValue
    case .bool, .int, .float, .string, .bytes, .list, .set, .mapDiff, .timestamp, .duration,
      .latlng, .vector, .constraint:
      throw .unexpectedType(value.type, expected: .mapOrPath)
    }
  }

  /// Checks that a value has an index; done before the index is evaluated.
  public static func requireIndexable(_ value: Value) throws(FaultReason) {
    switch value {
    case .list, .string, .map, .path: return
    case .null: throw .nullValue
    case .bool, .int, .float, .bytes, .set, .mapDiff, .timestamp, .duration, .latlng, .vector,
      .constraint:
      throw .functionNotFound("[]")
    }
  }

  /// `x[index]`.
  ///
  /// Source: observation: measured values, §2.4.
  public static func index(_ value: Value, _ index: Value) throws(FaultReason) -> Value {
    try requireIndexable(value)
    switch (value, index) {
    case (.map(let map), .string(let key)):
      guard let field = map[key] else { throw .undefinedProperty(key) }
      return field
    case (.list(let list), .int(let index)):
      return list.elements[try offset(index, count: list.elements.count)]
    case (.string(let text), .int(let index)):
      let count = text.unitCount
      let offset = try offset(index, count: count)
      return .string(text.slice(units: offset, offset + 1, count: count))
    case (.path(let path), .int(let index)):
      let texts = try path.boundTexts()
      return .string(texts[try offset(index, count: texts.count)])
    case (.path(let path), .string(let name)):
      return try path.value(ofCapture: name)
    default:
      throw .unsupportedOperation(.index, TypeList(value.type, index.type))
    }
  }

  // Compared in 64 bits: 4294967296 is out of bounds and does not wrap.
  private static func offset(_ index: Int64, count: Int) throws(FaultReason) -> Int {
    guard index >= 0, index < Int64(count) else {
      throw .indexOutOfBounds(index, size: Int32(truncatingIfNeeded: count))
    }
    return Int(truncatingIfNeeded: index)
  }

  /// Checks that a value has slices; done before the bounds are evaluated.
  public static func requireSliceable(_ value: Value) throws(FaultReason) {
    switch value {
    case .list, .string, .path: return
    case .null: throw .nullValue
    case .bool, .int, .float, .bytes, .set, .map, .mapDiff, .timestamp, .duration, .latlng,
      .vector, .constraint:
      throw .functionNotFound("@range")
    }
  }

  /// `x[from:to]`; nil is a bound that is left out, which null means too.
  ///
  /// Source: observation: measured values, §2.4.
  public static func slice(
    _ value: Value,
    from: Value?,
    to: Value?
  ) throws(FaultReason) -> Value {
    try requireSliceable(value)
    let (lower, upper): (Int64?, Int64?)
    switch (from ?? .null, to ?? .null) {
    case (.null, .null): return value
    case (.int(let from), .null): (lower, upper) = (from, nil)
    case (.null, .int(let to)): (lower, upper) = (nil, to)
    case (.int(let from), .int(let to)): (lower, upper) = (from, to)
    case (let from, let to):
      throw .unsupportedOperation(.slice, TypeList(value.type, from.type, to.type))
    }
    switch value {
    case .list(let list):
      let range = try bounds(lower, upper, count: list.elements.count)
      return .list(ListValue(ContiguousArray(list.elements[range])))
    case .string(let text):
      let count = text.unitCount
      let range = try bounds(lower, upper, count: count)
      return .string(text.slice(units: range.lowerBound, range.upperBound, count: count))
    case .path(let path):
      let segments = try path.boundSegments()
      let range = try bounds(lower, upper, count: segments.count)
      return .path(PathValue(ContiguousArray(segments[range])))
    case .null, .bool, .int, .float, .bytes, .set, .map, .mapDiff, .timestamp, .duration, .latlng,
      .vector, .constraint:
      throw .functionNotFound("@range")
    }
  }

  /// The bounds of a slice, checked in the official order; the size itself is no lower bound, and zero
  /// no upper one.
  private static func bounds(
    _ from: Int64?,
    _ to: Int64?,
    count: Int
  ) throws(FaultReason) -> Range<Int> {
    let size = Int32(truncatingIfNeeded: count)
    guard let lower = Int32(exactly: from ?? 0) else {
      throw .indexOutOfBounds(from ?? 0, size: size)
    }
    guard let upper = Int32(exactly: to ?? Int64(size)) else {
      throw .indexOutOfBounds(to ?? 0, size: size)
    }
    guard lower >= 0, lower < size else { throw .indexOutOfBounds(Int64(lower), size: size) }
    let last = upper &- 1
    guard last >= 0, last < size else { throw .indexOutOfBounds(Int64(last), size: size) }
    guard lower <= upper else { throw .illegalRange(from: lower, to: upper) }
    return Int(lower)..<Int(upper)
  }
}
