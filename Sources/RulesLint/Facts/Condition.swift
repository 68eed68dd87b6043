package import RulesRuntime

/// The index of a condition of a `ConditionTable`.
package struct ConditionID: Sendable, Hashable {
  /// Index into the table.
  package let index: UInt32
}

/// When a statement allows, with every helper put in place of its calls and every `!` moved to the tests.
///
/// A disjunct that is an error leaves the others to decide, and so does a conjunct beside one that is false:
/// both operators are those of logic with three values.
package enum Condition: Sendable, Hashable {
  /// True.
  case always
  /// False.
  case never
  /// An error.
  case failure
  /// A test that is not made of others.
  case literal(Literal)
  /// All of these.
  case all(TableSlice)
  /// One of these.
  case any(TableSlice)
  /// Nothing is known of it: it is too large to be followed.
  case unknown

  /// A test, or its negation.
  package struct Literal: Sendable, Hashable {
    /// What is tested; a value that is no test by itself stands as `value == true`.
    package let term: TermID
    /// Whether it has to be false.
    package let isNegated: Bool
    /// Where it stands, in the condition of the statement or in a function.
    package let origin: ExpressionID
  }
}

/// Makes the conditions of a file.
struct ConditionBuilder: Sendable {
  private var conditions: ContiguousArray<Condition> = []
  private var origins: ContiguousArray<ExpressionID> = []
  private var children: ContiguousArray<ConditionID> = []
  private var weights: ContiguousArray<UInt32> = []

  /// How many tests a condition may consist of; a larger one is unknown.
  static let maximumWeight: UInt32 = 4_000

  /// Count of conditions.
  var count: Int { conditions.count }

  /// The condition of an id.
  subscript(_ id: ConditionID) -> Condition { conditions[Int(id.index)] }

  /// The parts of a conjunction or disjunction.
  subscript(_ slice: TableSlice) -> ContiguousArray<ConditionID>.SubSequence {
    children[slice.indices]
  }

  /// The part that stands at a place of the parts of all conditions.
  func part(at place: Int) -> ConditionID { children[place] }

  /// Where a condition stands.
  func origin(of id: ConditionID) -> ExpressionID { origins[Int(id.index)] }

  mutating func add(_ condition: Condition, _ origin: ExpressionID) -> ConditionID {
    add(condition, origin, weight: 1)
  }

  private mutating func add(
    _ condition: Condition,
    _ origin: ExpressionID,
    weight: UInt32
  ) -> ConditionID {
    conditions.append(weight > Self.maximumWeight ? .unknown : condition)
    weights.append(weight > Self.maximumWeight ? 1 : weight)
    origins.append(origin)
    return ConditionID(index: UInt32(truncatingIfNeeded: conditions.count - 1))
  }

  /// A conjunction or disjunction, simplified where a part decides it.
  mutating func join(
    _ parts: some RandomAccessCollection<ConditionID>,
    isConjunction: Bool,
    _ origin: ExpressionID
  ) -> ConditionID {
    // What counts goes to where it will stand, and is taken back if it is not to stand there.
    let start = children.count
    var weight: UInt32 = 1
    for part in parts {
      switch (self[part], isConjunction) {
      case (.always, true), (.never, false): continue
      case (.always, false), (.never, true):
        children.removeLast(children.count - start)
        return part
      case (.failure, _), (.literal, _), (.all, _), (.any, _), (.unknown, _):
        children.append(part)
        weight = min(weight + weights[Int(part.index)], Self.maximumWeight + 1)
      }
    }
    switch children.count - start {
    case 0:
      // Without parts that count, the value is that of the parts.
      return parts.first ?? add(isConjunction ? .always : .never, origin)
    case 1: return children.removeLast()
    case let count:
      let slice = TableSlice(start: start, count: count)
      return add(isConjunction ? .all(slice) : .any(slice), origin, weight: weight)
    }
  }
}

/// The conditions of a file.
///
/// It is a class, so that a check that reads it does not copy it.
package final class ConditionTable: Sendable {
  private let conditions: ConditionBuilder

  init(_ builder: consuming ConditionBuilder) {
    conditions = builder
  }

  /// Count of conditions.
  package var count: Int { conditions.count }

  /// The condition of an id.
  package subscript(_ id: ConditionID) -> Condition { conditions[id] }

  /// The parts of a conjunction or disjunction.
  package subscript(_ slice: TableSlice) -> ContiguousArray<ConditionID>.SubSequence {
    conditions[slice]
  }

  /// The part that stands at a place of the parts of all conditions: one of the indices of a conjunction or
  /// disjunction, which are gone through more often than anything else.
  func part(at place: Int) -> ConditionID { conditions.part(at: place) }

  /// Where a condition stands.
  package func origin(of id: ConditionID) -> ExpressionID { conditions.origin(of: id) }
}
