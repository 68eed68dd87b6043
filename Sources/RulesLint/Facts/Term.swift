package import RulesRuntime
package import RulesSource

/// The index of a term; two terms of one table are equal exactly when they compute the same thing.
package struct TermID: Sendable, Hashable, Comparable {
  /// Index into the table.
  package let index: UInt32

  /// The term at an index.
  init(index: UInt32) {
    self.index = index
  }

  /// Orders by when they were made; operands come before what they are operands of.
  package static func < (left: TermID, right: TermID) -> Bool { left.index < right.index }
}

/// The index of a list of terms.
package struct TermListID: Sendable, Hashable {
  let index: UInt32
}

/// What an expression computes once helpers are put in place of their calls, and constants are folded.
///
/// One form stands for many spellings: a constant stands on the right of a comparison, `!=` is the negation of
/// `==`, `data['a']` is `data.a`, and of two operands of `==` the older comes first.
package enum Term: Sendable, Hashable {
  case null
  case bool(Bool)
  case int(Int64)
  /// The bits of a float.
  case float(UInt64)
  case string(Symbol)
  /// Any other value that is known: its place among `TermTable.values`.
  case constant(UInt32)
  /// The place of a wildcard among the captures of the statement's whole pattern.
  case wildcard(UInt32)
  case request
  case resource
  /// `a.name` or `a['name']`.
  case member(TermID, Symbol)
  case index(TermID, TermID)
  /// The base, then the bounds; `unknown` stands for one that is left out.
  case slice(TermListID)
  case not(TermID)
  case minus(TermID)
  /// Never `notEqual`; `greater` and `greaterOrEqual` only with a constant on the right.
  case binary(BinaryOperator, TermID, TermID)
  case and(TermID, TermID)
  case or(TermID, TermID)
  case contained(element: TermID, collection: TermID)
  case isType(TermID, TypeWord)
  /// The condition and both branches.
  case conditional(TermListID)
  case list(TermListID)
  /// Keys and values by turns.
  case map(TermListID)
  /// The segments; those that stand in the source are strings.
  case path(TermListID)
  case builtin(UInt16, TermListID)
  case lookup(LookupFunction, TermListID)
  /// The name; the receiver, then the arguments.
  case method(Symbol, TermListID)
  /// Its evaluation is always an error.
  case failure
  /// Nothing is known of it: it is too large to be followed.
  case unknown

  /// Whether it is a literal, or folded to one.
  package var isConstant: Bool {
    switch self {
    case .null, .bool, .int, .float, .string, .constant: true
    case .wildcard, .request, .resource, .member, .index, .slice, .not, .minus, .binary, .and, .or,
      .contained, .isType, .conditional, .list, .map, .path, .builtin, .lookup, .method, .failure,
      .unknown:
      false
    }
  }
}
