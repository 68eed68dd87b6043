package import RulesRuntime

/// Random values as documents hold them, fields and texts from a small stock so that rules meet them often.
package struct ValueGenerator: Sendable {
  /// Where its choices come from.
  package var random: SeededRandom

  /// A generator from a seed.
  package init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  /// The names of fields.
  package static let fieldNames = [
    "a", "b", "owner", "uid", "roles", "tags", "count", "name", "created", "admin", "email",
  ]

  /// Texts, odd ones too.
  static let texts = [
    "", "a", "b", "alice", "bob", "alice@example.com", "0", "12", "-7", "1.5", "true", "a/b",
    "\u{E9}", "e\u{301}", "\u{1F600}", "A b C", " x ", "a.b", "2025-01-31T12:00:00Z", "editor",
  ]

  static let integers: [Int64] = [
    0, 1, -1, 2, 3, 7, 10, 100, 1000, 2_147_483_647, 2_147_483_648, 9_007_199_254_740_993, .max,
    .min,
  ]

  static let floats = [
    0, -0.0, 0.5, 1, -1.5, 2, 1e10, 9_007_199_254_740_992, 1e308, .infinity, .nan,
  ]

  /// The fields of a document.
  package mutating func fields(depth: Int = 2) -> MapValue {
    let count = random.below(6)
    var entries: ContiguousArray<(key: Text, value: Value)> = []
    for _ in 0..<count { entries.append((Text(random.pick(Self.fieldNames)), value(depth: depth))) }
    return MapValue(entries)
  }

  /// A value of any type that documents hold.
  package mutating func value(depth: Int = 2) -> Value {
    switch random.below(depth > 0 ? 14 : 10) {
    case 0: return .null
    case 1: return .bool(random.oneIn(2))
    case 2, 3: return .int(random.pick(Self.integers))
    case 4: return .float(random.pick(Self.floats))
    case 5, 6: return .string(Text(random.pick(Self.texts)))
    case 7: return .bytes(Octets(ContiguousArray(random.pick(Self.texts).utf8)))
    case 8: return .timestamp(timestamp())
    case 9: return special()
    case 10, 11:
      var elements: ContiguousArray<Value> = []
      for _ in 0..<random.below(5) { elements.append(value(depth: depth - 1)) }
      return .list(ListValue(elements))
    default: return .map(fields(depth: depth - 1))
    }
  }

  /// An instant, at the ends of the range too.
  package mutating func timestamp() -> Timestamp {
    let seconds = random.pick([
      -62_135_596_800, -1, 0, 951_782_400, 1_700_000_000, 253_402_300_799,
    ])
    return Timestamp(seconds: Int64(seconds), nanos: random.pick([0, 1, 500_000_000, 999_999_999]))
  }

  private mutating func special() -> Value {
    switch random.below(3) {
    case 0:
      return .latlng(
        LatLngValue(
          latitude: random.pick([-90, 0, 12.5, 90]),
          longitude: random.pick([-180, 0, 77.25, 180])
        )
      )
    case 1:
      let path = ["databases", "(default)", "documents", "c", random.pick(["x", "y", "alice"])]
      return .path(PathValue(plain: path.map { Text($0) }))
    default:
      return .vector(VectorValue([random.pick(Self.floats), 1]))
    }
  }
}
