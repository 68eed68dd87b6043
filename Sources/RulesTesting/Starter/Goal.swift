import RulesRegex
import RulesRuntime

/// What an expression is to come to.
indirect enum Goal {
  case compare(BinaryOperator, Value)
  case oneOf(ContiguousArray<Value>)
  case noneOf(ContiguousArray<Value>)
  case type(TypeWord, Bool)
  case size(BinaryOperator, Int64)
  case matching(ContiguousArray<UInt8>, Bool)
  /// A list, set or map that holds all of these.
  case containing(ContiguousArray<Value>)
  /// One that holds nothing but these.
  case only(ContiguousArray<Value>)
  /// One that holds none of these.
  case lacking(ContiguousArray<Value>)
  /// A map whose keys are so.
  case keys(Goal)
  /// A map whose values are so.
  case values(Goal)
  /// Anything at all.
  case present

  static func truth(_ bool: Bool) -> Goal { .compare(.equal, .bool(bool)) }

  /// True or false, where that is the goal.
  var truth: Bool? {
    switch self {
    case .compare(.equal, .bool(let bool)): bool
    case .compare(.notEqual, .bool(let bool)): !bool
    case .oneOf(let values): values.count == 1 ? Goal.compare(.equal, values[0]).truth : nil
    case .present: true
    default: nil
    }
  }
}

/// Finds values that reach a goal.
struct GoalValues {
  let time: Timestamp

  /// The texts that are tried where a pattern is to match, the plainest first.
  private static let texts: [Text] = [
    "text", "Text", "alice@example.com", "some-text", "https://example.com", "2025-01-31", "12:30",
    "+4915112345678", "12345", "#a1b2c3", "image/png", "de", "EUR", "1.0.0",
  ]
  /// The longest text and the largest list that is made.
  private static let lengthLimit: Int64 = 5000
  private static let countLimit: Int64 = 200

  /// Values that reach a goal, the plainest first; nil stands for no value.
  ///
  /// - Parameters:
  ///   - goal: the goal.
  ///   - current: the value that is there now.
  ///   - name: what the values are for.
  /// - Returns: the values.
  func candidates(for goal: Goal, _ current: Value?, named name: Text? = nil) -> [Value?] {
    switch goal {
    case .present where name == "email", .type(.string, true) where name == "email":
      [.string("alice@example.com")]
    case .compare(.equal, .null): [nil, .null]
    case .compare(.equal, let value): [value]
    case .compare(.notEqual, let value): [different(from: [value], current)]
    case .compare(let operation, let value): ordered(operation, value).map { [$0] } ?? []
    case .oneOf(let values): values.prefix(6).map { $0 }
    case .noneOf(let values): [different(from: values, current)]
    case .type(let word, true): standard(word).map { [$0] } ?? []
    case .type(let word, false): [word == .string ? .int(1) : .string("text")]
    case .size(let operation, let count): sized(operation, count, current)
    case .matching(let pattern, true): matching(pattern, current)
    case .matching(_, false): [.string(""), .string("?")]
    case .containing(let values): containing(values, current)
    case .only(let values): only(values, current)
    case .lacking(let values): lacking(values, current)
    case .keys(let goal): keys(goal, current)
    case .values(let goal): self.values(goal, current)
    case .present: [.string("text")]
    }
  }

  // MARK: Single values

  private func different(from values: ContiguousArray<Value>, _ current: Value?) -> Value {
    func isNew(_ value: Value) -> Bool { !values.contains { $0.isSame(as: value) } }
    if let current, isNew(current) { return current }
    let other = values.first.flatMap { Self.neighbour(of: $0) }
    let all = [other, .string("other"), .string("text"), .int(-1)].compactMap { $0 }
    return all.first(where: isNew) ?? .string("something else")
  }

  /// Another value of the same type.
  private static func neighbour(of value: Value) -> Value? {
    switch value {
    case .bool(let bool): return .bool(!bool)
    case .int(let int): return .int(int &+ 1)
    case .float(let float): return .float(float + 1)
    case .timestamp(let time): return time.adding(days: 1).map(Value.timestamp)
    case .list: return .list(ListValue([.string("other")]))
    case .map: return .map(MapValue([("other", .string("other"))]))
    default: return nil
    }
  }

  private func ordered(_ operation: BinaryOperator, _ bound: Value) -> Value? {
    let step: Int64
    switch operation {
    case .lessOrEqual, .greaterOrEqual: return bound
    case .less: step = -1
    case .greater: step = 1
    default: return nil
    }
    switch bound {
    case .int(let int):
      let (sum, overflow) = int.addingReportingOverflow(step)
      return overflow ? nil : .int(sum)
    case .float(let float): return .float(float + Double(step))
    case .timestamp(let time): return time.adding(days: step).map(Value.timestamp)
    case .duration(let duration):
      return .duration(Duration(seconds: duration.seconds &+ step, nanos: 0))
    case .string(let text):
      return .string(step > 0 ? Text(wtf8: text.utf8 + [UInt8(ascii: "a")]) : "")
    default: return nil
    }
  }

  /// A plain value of a type.
  private func standard(_ word: TypeWord) -> Value? {
    switch word {
    case .bool: .bool(true)
    case .bytes: .bytes(Octets([1]))
    case .duration: .duration(Duration(seconds: 60, nanos: 0))
    case .float: .float(1.5)
    case .int, .number: .int(1)
    case .latlng: .latlng(LatLngValue(latitude: 50, longitude: 7))
    case .list: .list(ListValue([]))
    case .map: .map(.empty)
    case .string: .string("text")
    case .timestamp: .timestamp(time)
    case .path: .path(PathValue(plain: ["things", "thing1"]))
    case .vector, .set, .constraint, .mapDiff: nil
    }
  }

  private func matching(_ pattern: ContiguousArray<UInt8>, _ current: Value?) -> [Value?] {
    guard let compiled = try? Pattern(pattern) else { return [] }
    var texts = Self.texts
    if case .string(let text) = current { texts.insert(text, at: 0) }
    let examples = [1, 0, 2, 3, 6, 12, 24, 64].compactMap { repeats in
      Pattern.example(of: pattern, repeats: repeats).map { Text(wtf8: $0) }
    }
    var seen: Set<Text> = []
    return (texts + examples).filter { compiled.matches($0.utf8) && seen.insert($0).inserted }
      .prefix(8).map { .string($0) }
  }

  // MARK: Sizes

  private func sized(_ operation: BinaryOperator, _ bound: Int64, _ current: Value?) -> [Value?] {
    let count: Int64
    switch operation {
    case .equal, .lessOrEqual, .greaterOrEqual: count = bound
    case .less: count = bound &- 1
    case .greater, .notEqual: count = bound &+ 1
    default: return []
    }
    guard (0...Self.lengthLimit).contains(count) else { return [] }
    switch current {
    case .string(let text): return [.string(Self.text(text, ofSize: Int(count)))]
    case .list(let list): return list.elements.sized(Int(count), Self.countLimit)
    case .map(let map): return self.map(map, ofSize: count).map { [.map($0)] } ?? []
    default:
      return [.string(Self.text("text", ofSize: Int(count)))]
        + ContiguousArray<Value>().sized(Int(count), Self.countLimit)
    }
  }

  private static func text(_ text: Text, ofSize count: Int) -> Text {
    if text.utf8.count >= count { return Text(wtf8: ContiguousArray(text.utf8.prefix(count))) }
    // A longer one is plain, so that it can be written as a product.
    return Text(wtf8: ContiguousArray(repeating: UInt8(ascii: "x"), count: count))
  }

  private func map(_ map: MapValue, ofSize count: Int64) -> MapValue? {
    guard count <= Self.countLimit else { return nil }
    var entries = ContiguousArray(zip(map.keys, map.values).map { (key: $0, value: $1) })
    while entries.count > Int(count) { entries.removeLast() }
    var number = 1
    while entries.count < Int(count), number < 1000 {
      let key = Text("key\(number)")
      if !map.contains(key) { entries.append((key, .string("text"))) }
      number += 1
    }
    return MapValue(entries)
  }

  // MARK: Collections

  private func containing(_ values: ContiguousArray<Value>, _ current: Value?) -> [Value?] {
    switch current {
    case .map: keys(.containing(values), current)
    case .list(let list):
      [
        .list(
          ListValue(
            list.elements
              + values.filter { value in !list.elements.contains { $0.isSame(as: value) } }
          )
        )
      ]
    default: [.list(ListValue(values))] + keys(.containing(values), current)
    }
  }

  private func only(_ values: ContiguousArray<Value>, _ current: Value?) -> [Value?] {
    guard case .list(let list) = current else { return [.list(ListValue(values))] }
    return [
      .list(
        ListValue(list.elements.filter { element in values.contains { $0.isSame(as: element) } })
      )
    ]
  }

  private func lacking(_ values: ContiguousArray<Value>, _ current: Value?) -> [Value?] {
    switch current {
    case .map: keys(.lacking(values), current)
    case .list(let list):
      [
        .list(
          ListValue(list.elements.filter { element in !values.contains { $0.isSame(as: element) } })
        )
      ]
    default: [.list(ListValue([]))]
    }
  }

  private func keys(_ goal: Goal, _ current: Value?) -> [Value?] {
    let map = if case .map(let map) = current { map } else { MapValue.empty }
    let entries = ContiguousArray(zip(map.keys, map.values).map { (key: $0, value: $1) })
    switch goal {
    case .containing(let values):
      let added = values.compactMap(\.text).filter { !map.contains($0) }
      return [.map(MapValue(entries + added.map { ($0, .string("text")) }))]
    case .only(let values):
      let names = Set(values.compactMap(\.text))
      return [.map(MapValue(entries.filter { names.contains($0.key) }))]
    case .lacking(let values):
      let names = Set(values.compactMap(\.text))
      return [.map(MapValue(entries.filter { !names.contains($0.key) }))]
    case .compare(.equal, .list(let list)): return keys(.containing(list.elements), .map(.empty))
    case .compare(.equal, .set(let set)): return keys(.containing(set.elements), .map(.empty))
    case .size(let operation, let count): return sized(operation, count, .map(map))
    default: return []
    }
  }

  private func values(_ goal: Goal, _ current: Value?) -> [Value?] {
    let map = if case .map(let map) = current { map } else { MapValue.empty }
    let entries = ContiguousArray(zip(map.keys, map.values).map { (key: $0, value: $1) })
    switch goal {
    case .containing(let values):
      let added = values.enumerated().map { (key: Text("key\($0 + 1)"), value: $1) }
      return [.map(MapValue(entries + added))]
    case .only(let values):
      guard let first = values.first else { return [.map(.empty)] }
      let kept = entries.map { entry in
        (key: entry.key, value: values.first { $0.isSame(as: entry.value) } ?? first)
      }
      return [.map(MapValue(ContiguousArray(kept)))]
    case .lacking(let values):
      return [
        .map(
          MapValue(entries.filter { entry in !values.contains { $0.isSame(as: entry.value) } })
        )
      ]
    case .size(let operation, let count): return sized(operation, count, .map(map))
    default: return []
    }
  }
}

extension ContiguousArray<Value> {
  /// The list with some elements left away, or the last one repeated; none where it would be too long.
  fileprivate func sized(_ count: Int, _ limit: Int64) -> [Value?] {
    guard count <= Int(limit) else { return [] }
    let fill = last ?? .string("text")
    let missing = Swift.max(0, count - self.count)
    return [.list(ListValue(prefix(count) + ContiguousArray(repeating: fill, count: missing)))]
  }
}

extension Value {
  /// The text of a string.
  var text: Text? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The elements of a list or set, or the keys of a map.
  var members: ContiguousArray<Value>? {
    switch self {
    case .list(let list): list.elements
    case .set(let set): set.elements
    case .map(let map): ContiguousArray(map.keys.map { .string($0) })
    default: nil
    }
  }
}

extension Timestamp {
  /// Some days later; nil beyond the years that there are.
  func adding(days: Int64) -> Timestamp? {
    let (seconds, overflow) = self.seconds.addingReportingOverflow(days * 86_400)
    guard !overflow, (-62_135_596_800...253_402_300_799).contains(seconds) else { return nil }
    return Timestamp(seconds: seconds, nanos: nanos)
  }
}
