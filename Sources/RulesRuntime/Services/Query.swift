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
  /// The fields that the answer is ordered by, as dotted paths.
  public var orderings: [(field: Text, isDescending: Bool)]
  /// The most documents that are asked for; nil for any count.
  public var limit: Int64?
  /// How many documents are skipped.
  public var offset: Int64

  /// A query from its parts.
  public init(
    parent: ContiguousArray<Text>,
    collection: Text?,
    isGroup: Bool,
    filter: Filter? = nil,
    orderings: [(field: Text, isDescending: Bool)] = [],
    limit: Int64? = nil,
    offset: Int64 = 0
  ) {
    self.parent = parent
    self.collection = collection
    self.isGroup = isGroup
    self.filter = filter
    self.orderings = orderings
    self.limit = limit
    self.offset = offset
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

    /// Whether it says the same as another one.
    func isSame(_ other: Atom) -> Bool {
      guard path == other.path, comparison == other.comparison, test == other.test else {
        return false
      }
      switch (operand, other.operand) {
      case (.int, .float), (.float, .int): return false
      default: return (try? operand.isEqual(to: other.operand)) ?? false
      }
    }
  }

  /// `request.query`.
  ///
  /// Source: recorded from the official emulator, which has more members than the documentation.
  func value(database: Text) -> Value {
    let orderBy = orderings.map { ordering -> (key: Text, value: Value) in
      (ordering.field, .string(ordering.isDescending ? "DESC" : "ASC"))
    }
    let parentPath = FirestorePath.segments(database: database, documentPath: parent)
    return .map(
      MapValue([
        ("allDescendants", .bool(isGroup)),
        ("distinct", .bool(false)),
        ("groupBy", .map(.empty)),
        ("kind", collection.map { .string($0) } ?? .null),
        ("limit", limit.map { .int($0) } ?? .null),
        ("offset", .int(offset)),
        ("orderBy", .map(MapValue(ContiguousArray(orderBy)))),
        ("parent", parent.isEmpty ? .null : .path(PathValue(plain: parentPath))),
        ("selectOnlyKeys", .bool(false)),
      ])
    )
  }

  /// The most ways that are tried; the service itself allows 30.
  public static let wayLimit = 1000
  /// The most comparisons in all ways together.
  static let atomLimit = 1_000_000

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
      var atomCount = 0
      for filter in filters {
        guard let next = filter.ways(), ways.count * next.count <= Query.wayLimit else {
          return nil
        }
        atomCount = atomCount * next.count + ways.count * next.reduce(0) { $0 + $1.count }
        guard atomCount <= Query.atomLimit else { return nil }
        if next.count == 1 {
          // In place, so that many filters in a row take no more than their count.
          for index in ways.indices { ways[index] += next[0] }
        } else {
          ways = ways.flatMap { way in next.map { way + $0 } }
        }
      }
      return ways
    case .or(let filters):
      var ways: [[Query.Atom]] = []
      for filter in filters {
        guard let next = filter.ways(), ways.count + next.count <= Query.wayLimit else {
          return nil
        }
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
    _ path: [Text],
    _ comparison: Query.FieldComparison,
    _ operand: Value
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
