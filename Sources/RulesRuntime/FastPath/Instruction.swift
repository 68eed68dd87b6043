/// One step of the fast path, at the index of the expression that it computes.
///
/// Operands are indices of instructions. What an instruction costs, where nothing is said, is one expression.
enum Instruction {
  /// A literal.
  case constant(UInt32)
  /// A call of a built-in with literals, which was made once: the place of its value among the constants.
  case folded(UInt32, cost: UInt32)
  /// A parameter or a `let` of the innermost function.
  case local(UInt32)
  /// A wildcard of the block in force.
  case wildcard(UInt32)
  /// A member of the request; `request` costs one more.
  case root(Root, cost: UInt16)
  /// What is read of a member of the request by one name.
  case field(of: Root, name: UInt32, cost: UInt16)
  /// A member of the request and what is read of it; `request` and each name cost one.
  case chain(of: Root, firstName: UInt32, count: UInt16, cost: UInt16)
  /// What is read of another value; each name costs one.
  case members(of: UInt32, firstName: UInt32, count: UInt32)
  case index(UInt32, UInt32)
  case minus(UInt32)
  case arithmetic(BinaryOperator, UInt32, UInt32)
  case not(UInt32)
  /// `a && b && c`: each operator costs one, and each right operand that is tried one more.
  case all(TableSlice)
  /// `a || b || c`, which costs alike.
  case any(TableSlice)
  /// `a ? b : c`: three operands.
  case conditional(UInt32)
  case equality(UInt32, UInt32, isNegated: Bool)
  /// `e == null`; the null costs one as well.
  case isNull(UInt32, isNegated: Bool)
  case order(BinaryOperator, UInt32, UInt32)
  /// `e is word`, which costs two: the kinds that satisfy the word.
  case isType(UInt32, kinds: UInt32)
  case contained(UInt32, in: UInt32)
  /// A list literal of literals.
  case literals(TableSlice)
  case size(UInt32)
  case keys(UInt32)
  /// `map.get(key, otherwise)`: three operands.
  case valueOfKey(UInt32)
  case hasAll(UInt32, TableSlice)
  case hasAny(UInt32, TableSlice)
  case hasOnly(UInt32, TableSlice)
  /// `new.diff(old).affectedKeys().hasOnly(list)`: three operands.
  case affectsOnly(UInt32)
  /// `text.matches(pattern)`; the pattern costs one as well.
  case matches(UInt32, pattern: UInt32)
  case call(UInt32, TableSlice)
  /// A call of a function that has neither parameters nor lets: its body.
  case invoke(UInt32)
  /// A path: each part that is written out costs one more.
  case path(TableSlice)
  /// `get(path)`, `exists(path)` and their kin.
  case lookUp(LookupFunction, UInt32)
  /// Anything else.
  case unsupported

  /// Where a chain of members begins.
  ///
  /// Its raw value is where its value stands among the slots.
  enum Root: UInt8, CaseIterable {
    /// `request.auth`, `request.method`, `request.resource`, `request.time`.
    case auth, method, incoming, time
    /// `resource`.
    case stored
    /// `request.resource.data` and `resource.data`.
    case incomingFields, storedFields

    /// The bit of the root in a set of roots.
    @inline(__always)
    var bit: UInt8 { 1 &<< rawValue }

    /// What the root itself costs.
    @inline(__always)
    var cost: Int {
      switch self {
      case .stored: 1
      case .auth, .method, .incoming, .time, .storedFields: 2
      case .incomingFields: 3
      }
    }

    /// The root of the fields of a document.
    var fields: Root? {
      switch self {
      case .incoming: .incomingFields
      case .stored: .storedFields
      case .auth, .method, .time, .incomingFields, .storedFields: nil
      }
    }
  }
}
