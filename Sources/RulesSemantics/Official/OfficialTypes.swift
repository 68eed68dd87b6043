import RulesRuntime

/// The types that the official checker thinks possible, in the order in which its texts list them.
///
/// Four bits hold a type, so that a list is two words and can key a table. All sixteen stand for "any".
struct OfficialTypes: Sendable, Hashable {
  /// The raw values of the types, the first lowest.
  private var packed: UInt64 = 0
  /// Count of types.
  private(set) var count: UInt8 = 0
  /// One bit a type, at its raw value.
  private(set) var bits: UInt16 = 0

  /// No type at all.
  init() {}

  /// Types in order; repeats are left out.
  init(_ types: some Sequence<ValueType>) {
    for type in types { append(type) }
  }

  /// One type.
  init(_ type: ValueType) {
    append(type)
  }

  /// Types in order, and then all others in their usual order.
  static func anyAfter(_ types: ValueType...) -> OfficialTypes {
    OfficialTypes(types + ValueType.allCases)
  }

  /// Every type, in the usual order.
  static let any = OfficialTypes(ValueType.allCases)

  private static let numbers: UInt16 = 1 << ValueType.int.rawValue | 1 << ValueType.float.rawValue

  /// Whether nothing is known.
  var isAny: Bool { count == 16 }

  /// Whether no type is left.
  var isEmpty: Bool { count == 0 }

  /// The types in order.
  var types: [ValueType] {
    (0..<UInt64(count)).compactMap { ValueType(rawValue: UInt8(packed >> (4 * $0) & 15)) }
  }

  /// The names, as the official texts list them.
  var text: String { types.map(\.name).joined(separator: ", ") }

  /// Adds a type at the end unless it is there.
  mutating func append(_ type: ValueType) {
    let bit = UInt16(1) << UInt16(type.rawValue)
    guard bits & bit == 0 else { return }
    bits |= bit
    packed |= UInt64(type.rawValue) << (4 * UInt64(count))
    count += 1
  }

  /// Adds the types of another list that are not there yet.
  mutating func append(_ other: OfficialTypes) {
    guard other.bits & ~bits != 0 else { return }
    for type in other.types { append(type) }
  }

  /// The types that are in both, in the order of this list.
  func intersection(_ other: OfficialTypes) -> OfficialTypes {
    if other.bits & bits == bits { return self }
    return OfficialTypes(types.filter { other.bits & 1 << UInt16($0.rawValue) != 0 })
  }

  /// Whether a type is in both.
  func fits(_ demand: OfficialTypes) -> Bool {
    bits & demand.bits != 0
  }

  /// Whether a type is in both, where int and float count as the same.
  func fitsAsNumber(_ demand: OfficialTypes) -> Bool {
    fits(demand) || (bits & Self.numbers != 0 && demand.bits & Self.numbers != 0)
  }
}
