extension PathValue {
  /// The name of the first capture that waits to be bound.
  var firstUnbound: Text? {
    for segment in segments {
      switch segment {
      case .simple, .capture(_, bound: .some), .glob(_, bound: .some): continue
      case .capture(let name, bound: nil), .glob(let name, bound: nil): return name
      }
    }
    return nil
  }

  /// The text of each segment: a bound capture's is its value's, an unbound one's is empty.
  public var texts: ContiguousArray<Text> {
    var result: ContiguousArray<Text> = []
    result.reserveCapacity(Int(min(plainCount, 1 << 16)))
    appendTexts(to: &result)
    return result
  }

  private func appendTexts(to result: inout ContiguousArray<Text>) {
    for segment in segments {
      switch segment {
      case .simple(let text): result.append(text)
      case .capture(_, let bound): result.append(bound ?? Text(wtf8: []))
      case .glob(_, let bound?): bound.appendTexts(to: &result)
      case .glob(_, bound: nil): result.append(Text(wtf8: []))
      }
    }
  }

  /// The text of each segment.
  ///
  /// - Throws: `Variable NAME is not bound in path template.`
  public func boundTexts() throws(FaultReason) -> ContiguousArray<Text> {
    if let name = firstUnbound { throw .unboundVariable(name) }
    return texts
  }

  /// The segments that a slice counts: a bound glob spread into those of its path.
  ///
  /// - Throws: `Variable NAME is not bound in path template.`
  func boundSegments() throws(FaultReason) -> ContiguousArray<Segment> {
    if let name = firstUnbound { throw .unboundVariable(name) }
    var result: ContiguousArray<Segment> = []
    appendSpread(to: &result)
    return result
  }

  private func appendSpread(to result: inout ContiguousArray<Segment>) {
    for segment in segments {
      switch segment {
      case .simple, .capture, .glob(_, bound: nil): result.append(segment)
      case .glob(_, let bound?): bound.appendSpread(to: &result)
      }
    }
  }

  /// What `string(path)` gives: a slash before each segment, and one for the path without segments.
  public func text() throws(FaultReason) -> Text {
    if segments.isEmpty { return "/" }
    var builder = TextBuilder()
    for text in texts {
      builder.append(ascii: UInt8(ascii: "/"))
      try builder.append(checked: text)
    }
    return builder.text
  }

  /// The value that a capture is bound to.
  ///
  /// - Throws: `Property NAME is undefined on object.`, or that it is not bound.
  func value(ofCapture wanted: Text) throws(FaultReason) -> Value {
    for segment in segments {
      switch segment {
      case .simple: continue
      case .capture(let name, let bound):
        guard name == wanted else { continue }
        guard let bound else { throw .unboundVariable(name) }
        return .string(bound)
      case .glob(let name, let bound):
        guard name == wanted else { continue }
        guard let bound else { throw .unboundVariable(name) }
        return .path(bound)
      }
    }
    throw .undefinedProperty(wanted)
  }

  /// Whether both are the same path; `==` never holds for one with a capture that is not bound.
  func isSame(as other: PathValue, _ sameness: Sameness) -> Bool {
    if sameness == .nested { return isIdentical(to: other) }
    guard firstUnbound == nil, other.firstUnbound == nil else {
      return sameness == .setElement && isIdentical(to: other)
    }
    return plainCount == other.plainCount && texts == other.texts
  }

  /// Whether both have the same segments, captures by name and value.
  private func isIdentical(to other: PathValue) -> Bool {
    plainCount == other.plainCount
      && segments.elementsEqual(other.segments) { left, right in
        switch (left, right) {
        case (.simple(let left), .simple(let right)): left == right
        case (.capture(let name, let bound), .capture(let otherName, let otherBound)):
          name == otherName && bound == otherBound
        case (.glob(let name, let bound?), .glob(let otherName, let otherBound?)):
          name == otherName && bound.isIdentical(to: otherBound)
        case (.glob(let name, bound: nil), .glob(let otherName, bound: nil)): name == otherName
        default: false
        }
      }
  }
}

extension FaultReason {
  /// That a capture is not bound: `Variable NAME is not bound in path template.`.
  static func unboundVariable(_ name: Text) -> FaultReason {
    .other(name.wrapped("Variable ", " is not bound in path template."))
  }
}

extension Text {
  /// The text between two others.
  func wrapped(_ prefix: String, _ suffix: String) -> Text {
    var builder = TextBuilder()
    builder.append(prefix)
    builder.append(self)
    builder.append(suffix)
    return builder.text
  }
}
