/// What a list asks for: a collection, and what the documents must satisfy.
public struct Query: Sendable {
  /// The segments below the database's documents of the document whose collections are asked; empty for the root.
  public var parent: ContiguousArray<Text>
  /// The collection's id; nil for every collection.
  public var collection: Text?
  /// Whether collections of that id at any depth are asked.
  public var isGroup: Bool
  /// What the documents must satisfy; nil for nothing.
  public var filter: Filter?
  /// `request.query`.
  public var value: Value

  /// A query from its parts.
  public init(
    parent: ContiguousArray<Text>, collection: Text?, isGroup: Bool, filter: Filter?, value: Value
  ) {
    self.parent = parent
    self.collection = collection
    self.isGroup = isGroup
    self.filter = filter
    self.value = value
  }

  /// A condition on documents.
  public indirect enum Filter: Sendable {
    case and([Filter])
    case or([Filter])
    /// A field compared with a value.
    case field([Text], FieldComparison, Value)
    /// A field tested for null or NaN.
    case test([Text], FieldTest)
  }

  /// How a field is compared.
  public enum FieldComparison: UInt8, Sendable, Hashable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    case arrayContains, arrayContainsAny, `in`, notIn
  }

  /// What a field is tested for.
  public enum FieldTest: UInt8, Sendable, Hashable {
    case isNull, isNaN, isNotNull, isNotNaN
  }

  /// One field and what is said of it, after `in`, `not in` and `array-contains-any` are taken apart.
  struct Atom: Sendable {
    let path: [Text]
    let comparison: FieldComparison
    let operand: Value
    /// Set where the field is tested for null or NaN.
    let test: FieldTest?
  }

  /// The most ways that are tried; the service itself allows 30.
  public static let wayLimit = 1000

  /// The query taken apart into ways (disjuncts), all of which rules must allow; nil for more than `wayLimit`.
  ///
  /// The left factor of a conjunction varies slowest. Source: recorded from the official emulator.
  func ways() -> [[Atom]]? {
    guard let filter else { return [[]] }
    return filter.ways()
  }
}

extension Query.Filter {
  fileprivate func ways() -> [[Query.Atom]]? {
    switch self {
    case .and(let filters):
      var ways: [[Query.Atom]] = [[]]
      for filter in filters {
        guard let next = filter.ways(), ways.count * next.count <= Query.wayLimit else { return nil }
        ways = ways.flatMap { way in next.map { way + $0 } }
      }
      return ways
    case .or(let filters):
      var ways: [[Query.Atom]] = []
      for filter in filters {
        guard let next = filter.ways(), ways.count + next.count <= Query.wayLimit else { return nil }
        ways += next
      }
      return ways
    case .test(let path, let test):
      return [[Query.Atom(path: path, comparison: .equal, operand: .null, test: test)]]
    case .field(let path, let comparison, let operand):
      return Self.ways(path, comparison, operand)
    }
  }

  private static func ways(
    _ path: [Text], _ comparison: Query.FieldComparison, _ operand: Value
  ) -> [[Query.Atom]]? {
    func atom(_ comparison: Query.FieldComparison, _ operand: Value) -> Query.Atom {
      Query.Atom(path: path, comparison: comparison, operand: operand, test: nil)
    }
    guard case .list(let list) = operand else { return [[atom(comparison, operand)]] }
    guard list.elements.count <= Query.wayLimit else { return nil }
    switch comparison {
    case .in: return list.elements.map { [atom(.equal, $0)] }
    case .arrayContainsAny: return list.elements.map { [atom(.arrayContains, $0)] }
    case .notIn: return [list.elements.map { atom(.notEqual, $0) }]
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .arrayContains:
      return [[atom(comparison, operand)]]
    }
  }
}
