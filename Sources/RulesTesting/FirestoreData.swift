package import RulesRuntime

/// What storing does to values.
package enum FirestoreData {
  /// The fields as they come back from the database: timestamps keep microseconds.
  package static func stored(_ fields: MapValue) -> MapValue {
    guard fields.values.contains(where: needsChange) else { return fields }
    return MapValue(
      ContiguousArray(zip(fields.keys, fields.values).map { ($0, stored($1)) })
    )
  }

  private static func needsChange(_ value: Value) -> Bool {
    switch value {
    case .timestamp(let time): time.nanos % 1000 != 0
    case .map(let map): map.values.contains(where: needsChange)
    case .list(let list): list.elements.contains(where: needsChange)
    default: false
    }
  }

  /// A value as it comes back from the database.
  ///
  /// Values nest no deeper than the expressions that made them.
  static func stored(_ value: Value) -> Value {
    switch value {
    case .timestamp(let time):
      .timestamp(Timestamp(seconds: time.seconds, nanos: time.nanos / 1000 * 1000))
    case .map(let map): .map(stored(map))
    case .list(let list): .list(ListValue(stored(list.elements)))
    default: value
    }
  }

  /// The elements of a list as they come back from the database.
  static func stored(_ elements: ContiguousArray<Value>) -> ContiguousArray<Value> {
    ContiguousArray(elements.map { stored($0) })
  }
}

extension Timestamp {
  /// The time as a request has it: with milliseconds, so that what is stored of it is equal to it.
  var ofRequest: Timestamp {
    Timestamp(seconds: seconds, nanos: nanos / 1_000_000 * 1_000_000)
  }
}

extension MapValue {
  /// The map with one key set; an existing key keeps its place.
  func setting(_ key: Text, to value: Value) -> MapValue {
    MapValue(ContiguousArray(zip(keys, values).map { ($0, $1) }) + [(key, value)])
  }

  /// The map without a key.
  func removing(_ key: Text) -> MapValue {
    MapValue(ContiguousArray(zip(keys, values).filter { $0.0 != key }.map { ($0, $1) }))
  }

  /// The value at a path of keys through nested maps.
  package func value(at path: some Collection<Text>) -> Value? {
    guard let key = path.first, let value = self[key] else { return nil }
    if path.count == 1 { return value }
    guard case .map(let inner) = value else { return nil }
    return inner.value(at: path.dropFirst())
  }

  /// What takes the place of the value at a path; nil removes it.
  typealias Replacement = (path: ArraySlice<Text>, value: Value?)

  /// The map with the values at paths replaced, one after the other.
  ///
  /// Complexity: O(count + names of all paths), however many share a map.
  func applying(_ replacements: ArraySlice<Replacement>) -> MapValue {
    guard replacements.count > 1 else {
      return replacements.first.map { setting($0.path, to: $0.value) } ?? self
    }
    var order: [Text] = []
    var groups: [Text: [Replacement]] = [:]
    for (path, value) in replacements {
      guard let name = path.first else { continue }
      if groups[name] == nil { order.append(name) }
      groups[name, default: []].append((path.dropFirst(), value))
    }
    var removed: Set<Text> = []
    var entries: ContiguousArray<(key: Text, value: Value)> = []
    for (key, value) in zip(keys, values) {
      entries.append((key, value))
    }
    for name in order {
      guard let value = Self.replaced(self[name], by: groups[name] ?? []) else {
        removed.insert(name)
        continue
      }
      entries.append((name, value))
    }
    if !removed.isEmpty { entries.removeAll { removed.contains($0.key) } }
    return MapValue(entries)
  }

  /// A value after replacements of it and in it.
  private static func replaced(_ value: Value?, by replacements: [Replacement]) -> Value? {
    var current = value
    var start = 0
    while start < replacements.count {
      if replacements[start].path.isEmpty {
        current = replacements[start].value
        start += 1
        continue
      }
      let end = replacements[start...].firstIndex { $0.path.isEmpty } ?? replacements.count
      let part = replacements[start..<end]
      start = end
      if case .map(let map) = current {
        current = .map(map.applying(part))
      } else if part.contains(where: { $0.value != nil }) {
        // Nothing is removed from what is no map; the first value that is stored makes one.
        let first = part.firstIndex { $0.value != nil } ?? end
        current = .map(MapValue.empty.applying(part[first...]))
      }
    }
    return current
  }

  /// The map with the value at a path set, maps made on the way; nil removes it.
  func setting(_ path: some Collection<Text>, to value: Value?) -> MapValue {
    guard let key = path.first else { return self }
    if path.count == 1 { return value.map { setting(key, to: $0) } ?? removing(key) }
    if case .map(let inner) = self[key] {
      return setting(key, to: .map(inner.setting(path.dropFirst(), to: value)))
    }
    guard value != nil else { return self }
    return setting(key, to: .map(MapValue.empty.setting(path.dropFirst(), to: value)))
  }
}
