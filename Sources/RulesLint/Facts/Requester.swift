package import RulesRuntime
import RulesSource

/// What is known of a request: what it does, who makes it, and when.
package struct Requester: Sendable, Hashable {
  /// What it does.
  package var method: Method
  /// Whether its user is signed in, in any way.
  package var isSignedIn: Bool
  /// When it comes; nil for any time.
  package var time: Timestamp?

  /// A request from its parts.
  package init(_ method: Method, isSignedIn: Bool, time: Timestamp? = nil) {
    self.method = method
    self.isSignedIn = isSignedIn
    self.time = time
  }
}

/// What a test may come to.
package struct Outcomes: OptionSet, Sendable, Hashable {
  /// One bit an outcome.
  package let rawValue: UInt8

  /// A set from its bits.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// It may be true.
  package static let isTrue = Outcomes(rawValue: 1)
  /// It may be false.
  package static let isFalse = Outcomes(rawValue: 2)
  /// It may be an error.
  package static let failure = Outcomes(rawValue: 4)
  /// Nothing is known.
  package static let any: Outcomes = [.isTrue, .isFalse, .failure]
  /// It has a value.
  static let value: Outcomes = [.isTrue, .isFalse]

  init(_ value: Bool) {
    self = value ? .isTrue : .isFalse
  }

  /// The outcomes of the negation.
  var negated: Outcomes {
    var result = intersection(.failure)
    if contains(.isTrue) { result.insert(.isFalse) }
    if contains(.isFalse) { result.insert(.isTrue) }
    return result
  }

  /// What a disjunction of independent tests may come to.
  func or(_ other: Outcomes) -> Outcomes { negated.and(other.negated).negated }

  /// What a conjunction of independent tests may come to.
  func and(_ other: Outcomes) -> Outcomes {
    var result: Outcomes = []
    if contains(.isTrue), other.contains(.isTrue) { result.insert(.isTrue) }
    if contains(.isFalse) || other.contains(.isFalse) { result.insert(.isFalse) }
    let mayBothHold = !isSubset(of: .isFalse) && !other.isSubset(of: .isFalse)
    if mayBothHold, contains(.failure) || other.contains(.failure) { result.insert(.failure) }
    return result
  }
}

/// What is known of a value.
enum Knowledge {
  /// It is this constant.
  case constant(TermID)
  /// It is this instant.
  case time(Timestamp)
  /// It is something else than null, and reading it is no error.
  case something
  /// Its evaluation is an error.
  case failure
  /// It may be anything.
  case open(mayFail: Bool)

  var mayFail: Bool {
    switch self {
    case .constant, .time, .something: false
    case .failure: true
    case .open(let mayFail): mayFail
    }
  }
}

extension FactTables {
  /// What a condition may come to for a request, found anew.
  func makeOutcomes(of id: ConditionID, for requester: Requester) -> Outcomes {
    switch conditions[id] {
    case .always: .isTrue
    case .never: .isFalse
    case .failure: .failure
    case .unknown: .any
    case .literal(let literal):
      literal.isNegated
        ? outcomes(ofTest: literal.term, for: requester).negated
        : outcomes(ofTest: literal.term, for: requester)
    case .all(let slice): conjunction(slice, requester)
    case .any(let slice): disjunction(slice, requester)
    }
  }

  private func conjunction(_ slice: TableSlice, _ requester: Requester) -> Outcomes {
    var result: Outcomes = .isTrue
    for place in slice.indices {
      result = result.and(outcomes(of: conditions.part(at: place), for: requester))
    }
    return result
  }

  private func disjunction(_ slice: TableSlice, _ requester: Requester) -> Outcomes {
    var result: Outcomes = .isFalse
    for place in slice.indices {
      result = result.or(outcomes(of: conditions.part(at: place), for: requester))
    }
    return result
  }

  /// What a test may come to for a request, found anew.
  func makeOutcomes(ofTest id: TermID, for requester: Requester, depth: Int) -> Outcomes {
    guard depth < Self.maximumDepth else { return .any }
    func inner(_ id: TermID) -> Outcomes {
      makeOutcomes(ofTest: id, for: requester, depth: depth + 1)
    }
    switch terms[id] {
    case .bool(let bool): return Outcomes(bool)
    case .not(let operand): return inner(operand).negated
    case .and(let left, let right): return inner(left).and(inner(right))
    case .or(let left, let right): return inner(left).or(inner(right))
    case .failure: return .failure
    case .binary(let operation, let left, let right):
      return comparison(operation, left, right, requester, depth: depth)
    case .contained(let element, let collection):
      return membership(element, collection, requester, depth: depth)
    case .isType(let operand, let word):
      if operand == terms.uid, requester.isSignedIn { return Outcomes(word == .string) }
      switch knowledge(of: operand, for: requester, depth: depth) {
      case .failure: return .failure
      case .constant(let constant):
        return terms.value(of: constant).map { Outcomes(Operators.is($0, word)) } ?? .any
      case .time: return Outcomes(word == .timestamp)
      case .something: return .value
      case .open(let mayFail): return mayFail ? .any : .value
      }
    case .method, .lookup, .member, .index:
      if case .failure = knowledge(of: id, for: requester, depth: depth) { return .failure }
      return .any
    case .null, .int, .float, .string, .constant, .wildcard, .request, .resource, .slice, .minus,
      .conditional, .list, .map, .path, .builtin, .unknown:
      return .any
    }
  }

  private static var maximumDepth: Int { 60 }

  private func comparison(
    _ operation: BinaryOperator,
    _ left: TermID,
    _ right: TermID,
    _ requester: Requester,
    depth: Int
  ) -> Outcomes {
    if requester.isSignedIn, let answer = uidComparison(operation, left, right) { return answer }
    let first = knowledge(of: left, for: requester, depth: depth)
    let second = knowledge(of: right, for: requester, depth: depth)
    switch (first, second) {
    case (.failure, _), (_, .failure): return .failure
    case (.constant(let first), .constant(let second)):
      return constants(operation, first, second)
    case (.constant(let constant), .something), (.something, .constant(let constant)):
      return operation == .equal && constant == terms.null ? .isFalse : .value
    case (.time(let time), .constant(let constant)):
      guard let value = terms.value(of: constant) else { return .any }
      return applied(operation, .timestamp(time), value)
    case (.constant(let constant), .time(let time)):
      guard let value = terms.value(of: constant) else { return .any }
      return applied(operation, value, .timestamp(time))
    default:
      let isTotal = operation == .equal && !first.mayFail && !second.mayFail
      if isTotal, left == right { return .isTrue }
      return isTotal ? .value : .any
    }
  }

  private func constants(
    _ operation: BinaryOperator,
    _ left: TermID,
    _ right: TermID
  ) -> Outcomes {
    guard let left = terms.value(of: left), let right = terms.value(of: right) else { return .any }
    return applied(operation, left, right)
  }

  private func applied(_ operation: BinaryOperator, _ left: Value, _ right: Value) -> Outcomes {
    do throws(FaultReason) {
      guard case .bool(let bool) = try Operators.apply(operation, left, right) else {
        return .failure
      }
      return Outcomes(bool)
    } catch {
      return .failure
    }
  }

  /// A signed-in user's id is a string that is not empty.
  private func uidComparison(
    _ operation: BinaryOperator,
    _ left: TermID,
    _ right: TermID
  ) -> Outcomes? {
    if left == terms.uid, operation == .equal, case .string(let symbol) = terms[right] {
      return terms.bytes(of: symbol).isEmpty ? .isFalse : nil
    }
    guard case .method(let name, let list) = terms[left], name == terms.names.size,
      terms.count(of: list) == 1, terms[list][0] == terms.uid, case .int(let bound) = terms[right]
    else { return nil }
    switch operation {
    case .greater where bound <= 0, .greaterOrEqual where bound <= 1: return .isTrue
    case .equal where bound <= 0: return .isFalse
    default: return nil
    }
  }

  private func membership(
    _ element: TermID,
    _ collection: TermID,
    _ requester: Requester,
    depth: Int
  ) -> Outcomes {
    let known = knowledge(of: element, for: requester, depth: depth)
    if case .failure = known { return .failure }
    if case .failure = knowledge(of: collection, for: requester, depth: depth) { return .failure }
    if case .constant(let constant) = known, case .list(let list) = terms[collection],
      let elements = terms.constants(terms[list]), let value = terms.value(of: constant)
    {
      do throws(FaultReason) {
        return Outcomes(try Operators.isContained(value, in: .list(ListValue(elements))))
      } catch {
        return .failure
      }
    }
    return .any
  }

  /// What is known of a value.
  func knowledge(of id: TermID, for requester: Requester, depth: Int = 0) -> Knowledge {
    guard depth < Self.maximumDepth else { return .open(mayFail: true) }
    switch terms[id] {
    case .null, .bool, .int, .float, .string, .constant: return .constant(id)
    case .failure: return .failure
    case .request, .wildcard: return .something
    case .resource:
      switch requester.method {
      case .create: return .constant(terms.null)
      case .update, .delete, .list: return .something
      // A document that is not there can be asked for.
      case .get: return .open(mayFail: false)
      }
    case .member(let base, let name):
      return member(id, base, name, requester, depth: depth)
    case .method(_, let list):
      if let receiver = terms.first(of: list),
        case .failure = knowledge(of: receiver, for: requester, depth: depth + 1)
      {
        return .failure
      }
      return .open(mayFail: true)
    case .list, .map, .binary, .contained, .isType, .and, .or, .not, .minus, .index, .slice,
      .conditional, .path, .builtin, .lookup, .unknown:
      return .open(mayFail: true)
    }
  }

  private func member(
    _ id: TermID,
    _ base: TermID,
    _ name: Symbol,
    _ requester: Requester,
    depth: Int
  ) -> Knowledge {
    switch id {
    case terms.auth: return requester.isSignedIn ? .something : .constant(terms.null)
    case terms.uid, terms.token: return requester.isSignedIn ? .something : .failure
    case terms.method:
      return .constant(methodConstants[Int(requester.method.rawValue)])
    case terms.time: return requester.time.map(Knowledge.time) ?? .something
    case terms.newResource:
      switch requester.method {
      case .create, .update: return .something
      case .get, .list, .delete: return .constant(terms.null)
      }
    default: break
    }
    switch knowledge(of: base, for: requester, depth: depth + 1) {
    case .failure: return .failure
    case .constant: return .failure
    case .something:
      let isData = id == terms.newData || id == terms.oldData
      return isData && isFirestore ? .something : .open(mayFail: true)
    case .open, .time: return .open(mayFail: true)
    }
  }
}
