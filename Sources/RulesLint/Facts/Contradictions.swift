import RulesRuntime
import RulesSource

/// Why some tests can't all be true.
struct Contradiction {
  /// A test that is false by itself, or because of the other one.
  let literal: Condition.Literal
  /// The other test; nil for one that is false by itself.
  let other: Condition.Literal?
}

extension FactTables {
  /// The first contradiction among tests that all have to be true.
  ///
  /// Each is compared with what is known of the same value, so that it takes linear time.
  ///
  /// - Parameters:
  ///   - literals: the tests.
  ///   - isInverted: whether each of them has to be false instead.
  /// - Returns: why they can't be; nil where they can, or nobody knows.
  func contradiction(
    among literals: ContiguousArray<Condition.Literal>,
    isInverted: Bool = false
  ) -> Contradiction? {
    var values: ContiguousArray<(constant: TermID, literal: Condition.Literal)> = []
    var bounds: ContiguousArray<Bounds> = []
    var places = known.takePlaces()
    defer { known.givePlaces(places) }
    for (place, literal) in literals.enumerated() {
      let isTrue = literal.isNegated == isInverted
      if let decided = decided(literal.term), decided != isTrue {
        return Contradiction(literal: literal, other: nil)
      }
      if let first = places[literal.term, .test] {
        let other = literals[first]
        if (other.isNegated == isInverted) != isTrue {
          return Contradiction(literal: literal, other: other)
        }
      } else {
        places[literal.term, .test] = place
      }
      guard case .binary(let operation, let value, let constant) = terms[literal.term],
        terms[constant].isConstant
      else { continue }
      if operation == .equal {
        guard isTrue else { continue }
        if let known = places[value, .value] {
          if mayNotBeEqual(values[known].constant, constant) {
            return Contradiction(literal: literal, other: values[known].literal)
          }
          values[known] = (constant, literal)
        } else {
          places[value, .value] = values.count
          values.append((constant, literal))
        }
      }
      guard let number = number(constant),
        let bound = Bounds(operation, number, isTrue: isTrue, isCount: isCount(value), literal)
      else { continue }
      let known = places[value, .bounded]
      let joined = known.map { bounds[$0].intersection(bound) } ?? bound
      if joined.isEmpty {
        let other = joined.lower.literal?.origin == literal.origin ? joined.upper : joined.lower
        return Contradiction(literal: literal, other: other.literal)
      }
      if let known {
        bounds[known] = joined
      } else {
        places[value, .bounded] = bounds.count
        bounds.append(joined)
      }
    }
    return nil
  }

  /// Whether a test always comes to the same, unless it is an error.
  func isDecided(_ id: TermID) -> Bool { decided(id) != nil }

  /// What a test always comes to, unless it is an error.
  private func decided(_ id: TermID) -> Bool? {
    guard case .binary(let operation, let left, let right) = terms[id] else { return nil }
    if left == right, !terms[left].isConstant, isPlain(left) {
      switch operation {
      case .equal, .lessOrEqual, .greaterOrEqual: return true
      case .less, .greater, .notEqual: return false
      case .add, .subtract, .multiply, .divide, .remainder: return nil
      }
    }
    guard isCount(left), let number = number(right) else { return nil }
    switch operation {
    case .less, .equal: return number < 0 || (operation == .less && number == 0) ? false : nil
    case .lessOrEqual: return number < 0 ? false : nil
    case .greater: return number < 0 ? true : nil
    case .greaterOrEqual: return number <= 0 ? true : nil
    case .notEqual, .add, .subtract, .multiply, .divide, .remainder: return nil
    }
  }

  /// Whether a value is a member, so that comparing it with itself is no test for what is no number.
  private func isPlain(_ id: TermID) -> Bool { access(id) != nil }

  private func isCount(_ id: TermID) -> Bool {
    if case .method(terms.names.size, _) = terms[id] { true } else { false }
  }

  private func number(_ id: TermID) -> Double? {
    switch terms[id] {
    case .int(let int): Double(int)
    case .float(let bits): Double(bitPattern: bits).isNaN ? nil : Double(bitPattern: bits)
    default: nil
    }
  }

  /// Whether two constants differ.
  private func mayNotBeEqual(_ left: TermID, _ right: TermID) -> Bool {
    guard left != right, let first = terms.value(of: left), let second = terms.value(of: right)
    else {
      return false
    }
    do throws(FaultReason) {
      if case .bool(false) = try Operators.apply(.equal, first, second) { return true }
      return false
    } catch {
      return false
    }
  }

  /// What numbers a value may be.
  private struct Bounds {
    struct End {
      var number: Double
      var isOpen: Bool
      var literal: Condition.Literal?
    }

    var lower = End(number: -.infinity, isOpen: false, literal: nil)
    var upper = End(number: .infinity, isOpen: false, literal: nil)

    /// The numbers that pass a test; nil where that is no range.
    ///
    /// What is no number fails `<` by an error, so the negation of a bound says nothing unless it is a count.
    init?(
      _ operation: BinaryOperator,
      _ number: Double,
      isTrue: Bool,
      isCount: Bool,
      _ literal: Condition.Literal
    ) {
      guard isTrue || isCount else { return nil }
      let end = { (isOpen: Bool) in End(number: number, isOpen: isOpen, literal: literal) }
      switch (operation, isTrue) {
      case (.less, true), (.greaterOrEqual, false): upper = end(true)
      case (.lessOrEqual, true), (.greater, false): upper = end(false)
      case (.greater, true), (.lessOrEqual, false): lower = end(true)
      case (.greaterOrEqual, true), (.less, false): lower = end(false)
      case (.equal, true):
        lower = end(false)
        upper = end(false)
      case (.equal, false), (.notEqual, _), (.add, _), (.subtract, _), (.multiply, _), (.divide, _),
        (.remainder, _):
        return nil
      }
      // Between two whole numbers there is none.
      if isCount, number.rounded() == number, abs(number) < 1e15 {
        if lower.isOpen { lower = End(number: number + 1, isOpen: false, literal: literal) }
        if upper.isOpen { upper = End(number: number - 1, isOpen: false, literal: literal) }
      }
    }

    func intersection(_ other: Bounds) -> Bounds {
      var result = self
      if (other.lower.number, other.lower.isOpen ? 1 : 0) > (lower.number, lower.isOpen ? 1 : 0) {
        result.lower = other.lower
      }
      if (other.upper.number, other.upper.isOpen ? 0 : 1) < (upper.number, upper.isOpen ? 0 : 1) {
        result.upper = other.upper
      }
      return result
    }

    var isEmpty: Bool {
      lower.number > upper.number
        || (lower.number == upper.number && (lower.isOpen || upper.isOpen))
    }
  }
}
