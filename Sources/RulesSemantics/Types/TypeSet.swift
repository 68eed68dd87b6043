import RulesRuntime

/// The types that a value may have, one bit a type.
struct TypeSet: OptionSet, Sendable, Hashable {
  let rawValue: UInt16

  init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// One type.
  init(_ type: ValueType) {
    rawValue = 1 << UInt16(type.rawValue)
  }

  /// Some types.
  init(_ types: [ValueType]) {
    self = types.reduce(into: []) { $0.formUnion(TypeSet($1)) }
  }

  /// Nothing is known.
  static let any = TypeSet(rawValue: 0xFFFF)
  static let null = TypeSet(.null)
  static let bool = TypeSet(.bool)
  static let int = TypeSet(.int)
  static let float = TypeSet(.float)
  static let string = TypeSet(.string)
  static let list = TypeSet(.list)
  static let map = TypeSet(.map)
  static let path = TypeSet(.path)
  static let timestamp = TypeSet(.timestamp)
  static let duration = TypeSet(.duration)
  static let constraint = TypeSet(.constraint)
  static let number: TypeSet = [.int, .float]

  /// The types, in their usual order.
  var types: [ValueType] {
    ValueType.allCases.filter { contains(TypeSet($0)) }
  }

  /// Whether a value of one set may be equal to one of another; ints and floats may be.
  func mayEqual(_ other: TypeSet) -> Bool {
    !isDisjoint(with: other) || contains(.constraint) || other.contains(.constraint)
      || (!isDisjoint(with: .number) && !other.isDisjoint(with: .number))
  }

  /// The names in backticks: "`int` or `string`".
  ///
  /// A constraint, which only a query's fields are, is named where there is nothing else.
  var text: String {
    let named = self == .constraint ? self : subtracting(.constraint)
    return Self.list(named.types.map { "`\($0.name)`" })
  }

  /// Alternatives as people write them.
  static func list(_ names: [String]) -> String {
    guard let last = names.last else { return "nothing" }
    guard names.count > 1 else { return last }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }
}

/// What is known of a value.
struct Inferred: Sendable, Hashable {
  /// Its types; none for an expression whose evaluation is always an error.
  var types: TypeSet
  /// Which of the service's objects it is, where it is a map.
  var shape: Shape = .other

  init(_ types: TypeSet, _ shape: Shape = .other) {
    self.types = types
    self.shape = shape
  }

  /// Nothing is known.
  static let any = Inferred(.any)
  /// Its evaluation is always an error.
  static let never = Inferred([])

  /// All that is known in one number.
  var packed: UInt32 { UInt32(types.rawValue) | UInt32(shape.rawValue) << 16 }

  /// Whether its evaluation is always an error.
  var isNever: Bool { types.isEmpty }

  /// What either of two values may be.
  func union(_ other: Inferred) -> Inferred {
    Inferred(types.union(other.types), shape == other.shape ? shape : .other)
  }

  /// An object of the service.
  enum Shape: UInt8, Sendable, Hashable {
    /// A map of the user, or none.
    case other
    case request, query, auth, token, providerClaims
    /// A document, with `data`.
    case document
    /// A stored object of Storage.
    case object
  }
}
