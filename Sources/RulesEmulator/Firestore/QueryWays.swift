import RulesJSON
import RulesRuntime

/// In how many ways a query can be fulfilled, each without alternatives; ways that ask for the same count once.
///
/// Source: recorded from the official emulator, the two limits and their texts.
struct QueryWays {
  /// The most ways of a query.
  private static let limit = 30
  /// The most ways that a conjunction may have before those that are the same are counted once.
  private static let productLimit = 60

  /// A way: the numbers of what it asks for.
  private typealias Way = Set<Int>

  private let project: Text
  private var numbers: [ContiguousArray<UInt8>: Int] = [:]

  private init(project: Text) {
    self.project = project
  }

  /// What is told of a filter that can be fulfilled in too many ways.
  static func excess(of filter: Query.Filter, project: Text) -> ServiceError? {
    guard filter.wayBound > limit else { return nil }
    var ways = QueryWays(project: project)
    guard let found = ways.ways(of: filter) else {
      return .invalid("Too many disjunctions after normalization, the maximum is \(limit)")
    }
    guard found.count > limit else { return nil }
    return .invalid(
      "Too many disjunctions after normalization. Result had \(found.count) disjunctions which is more "
        + "than the maximum of \(limit)"
    )
  }

  /// The ways of a filter; nil where a conjunction has too many.
  private mutating func ways(of filter: Query.Filter) -> Set<Way>? {
    switch filter {
    case .and(let filters):
      var ways: Set<Way> = [[]]
      var seen: Set<Set<Way>> = []
      for filter in filters {
        guard let next = self.ways(of: filter) else { return nil }
        guard seen.insert(next).inserted else { continue }
        guard ways.count * next.count <= Self.productLimit || ways.count == 1 else { return nil }
        ways = Set(ways.flatMap { way in next.map { way.union($0) } })
      }
      return ways
    case .or(let filters):
      var ways: Set<Way> = []
      for filter in filters {
        guard let next = self.ways(of: filter) else { return nil }
        ways.formUnion(next)
      }
      return ways
    case .field, .test:
      return Set(filter.alternatives.map { [number(of: $0)] })
    }
  }

  private mutating func number(of filter: Query.Filter) -> Int {
    let key = filter.key(project)
    if let number = numbers[key] { return number }
    numbers[key] = numbers.count
    return numbers.count - 1
  }
}

extension Query.Filter {
  /// How many ways it has at most, those that are the same counted as often as they come; stops at a million.
  fileprivate var wayBound: Int {
    let limit = 1_000_000
    switch self {
    case .and(let filters): return filters.reduce(1) { min($0 * $1.wayBound, limit) }
    case .or(let filters): return filters.reduce(0) { min($0 + $1.wayBound, limit) }
    case .field, .test: return alternatives.count
    }
  }

  /// The filters of which a field's filter needs one: itself, unless it names some values.
  fileprivate var alternatives: [Query.Filter] {
    switch self {
    case .field(let path, .in, .list(let list)):
      list.elements.map { .field(path, .equal, $0) }
    case .field(let path, .arrayContainsAny, .list(let list)):
      list.elements.map { .field(path, .arrayContains, $0) }
    case .and, .or, .field, .test: [self]
    }
  }

  /// How many filters one of the query's ways has that look into lists; parts of a conjunction that are the same count
  /// once.
  func arrayFilterCount(_ project: Text) -> Int {
    switch self {
    case .and(let filters):
      let counts = filters.map { $0.arrayFilterCount(project) }
      guard counts.count(where: { $0 > 0 }) > 1 else { return counts.max() ?? 0 }
      var seen: Set<ContiguousArray<UInt8>> = []
      return zip(filters, counts).reduce(0) { sum, part in
        part.1 > 0 && seen.insert(part.0.key(project)).inserted ? sum + part.1 : sum
      }
    case .or(let filters): return filters.map { $0.arrayFilterCount(project) }.max() ?? 0
    case .field(_, .arrayContains, _), .field(_, .arrayContainsAny, _): return 1
    case .field, .test: return 0
    }
  }

  /// What is the same for filters that ask for the same, whatever the order of their parts.
  fileprivate func key(_ project: Text) -> ContiguousArray<UInt8> {
    switch self {
    case .and(let filters): return Self.key("and", filters.map { $0.key(project) })
    case .or(let filters): return Self.key("or", filters.map { $0.key(project) })
    case .field(_, .in, .list), .field(_, .arrayContainsAny, .list):
      return Self.key("or", alternatives.map { $0.key(project) })
    case .field(let path, let comparison, let value):
      let value = RESTWriter(project: project).json(value)
      return Self.key(path, ["field", .integer(Int(comparison.rawValue)), value])
    case .test(let path, let test):
      return Self.key(path, ["test", .integer(Int(test.rawValue))])
    }
  }

  private static func key(_ path: [Text], _ content: [JSONValue]) -> ContiguousArray<UInt8> {
    JSONValue.array(content + path.map { .string($0.utf8) }).bytes()
  }

  private static func key(
    _ word: String,
    _ parts: [ContiguousArray<UInt8>]
  ) -> ContiguousArray<UInt8> {
    var key = ContiguousArray("(\(word)".utf8)
    for part in Set(parts).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      key.append(UInt8(ascii: " "))
      key += part
    }
    key.append(UInt8(ascii: ")"))
    return key
  }
}
