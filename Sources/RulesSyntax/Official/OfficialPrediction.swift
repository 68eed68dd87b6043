/// Where a configuration returns to when its rule ends: a graph, so that many stacks share nodes.
struct OfficialContexts {
  /// A step of the graph: the state to return to, and the node below.
  struct Entry: Hashable {
    var returnState: OfficialState
    var parent: Int32
  }

  private struct Pair: Hashable {
    var first: Int32
    var second: Int32
    var isWildcard: Bool
  }

  /// The node that stands for "the rule that the decision is in has ended".
  static let empty: Int32 = 0
  /// The return state of that node.
  static let emptyReturn = OfficialState.max

  /// The entries of each node, sorted by return state.
  private(set) var nodes: [[Entry]] = [[Entry(returnState: emptyReturn, parent: -1)]]
  private var ids: [[Entry]: Int32] = [:]
  private var merged: [Pair: Int32] = [:]

  /// The node with one entry.
  mutating func single(_ parent: Int32, _ returnState: OfficialState) -> Int32 {
    intern([Entry(returnState: returnState, parent: parent)])
  }

  private mutating func intern(_ entries: [Entry]) -> Int32 {
    if entries == nodes[0] { return Self.empty }
    if let id = ids[entries] { return id }
    let id = Int32(nodes.count)
    nodes.append(entries)
    ids[entries] = id
    return id
  }

  /// Whether a stack of the node is at its end.
  func hasEmptyPath(_ node: Int32) -> Bool {
    nodes[Int(node)].last?.returnState == Self.emptyReturn
  }

  /// The node that stands for the stacks of both; as a wildcard, the empty stack stands for any.
  mutating func merge(_ first: Int32, _ second: Int32, isWildcard: Bool) -> Int32 {
    if first == second { return first }
    if isWildcard, first == Self.empty || second == Self.empty { return Self.empty }
    let pair = Pair(
      first: min(first, second),
      second: max(first, second),
      isWildcard: isWildcard
    )
    if let known = merged[pair] { return known }
    let (left, right) = (nodes[Int(pair.first)], nodes[Int(pair.second)])
    var entries: [Entry] = []
    var (i, j) = (0, 0)
    while i < left.count || j < right.count {
      if j == right.count || i < left.count && left[i].returnState < right[j].returnState {
        entries.append(left[i])
        i += 1
      } else if i == left.count || right[j].returnState < left[i].returnState {
        entries.append(right[j])
        j += 1
      } else {
        var entry = left[i]
        if entry.parent != right[j].parent {
          entry.parent = merge(entry.parent, right[j].parent, isWildcard: isWildcard)
        }
        entries.append(entry)
        i += 1
        j += 1
      }
    }
    let result = intern(entries)
    merged[pair] = result
    return result
  }
}

/// One of the things that the parser may be doing after the tokens it has looked at.
struct OfficialConfiguration: Hashable {
  var state: OfficialState
  /// 1-based alternative of the decision.
  var alternative: Int32
  var context: Int32
  /// A precedence that the start of the alternative demands, -1 for none.
  var precedence: Int32 = -1
  /// Whether the left-recursive rule of the decision was left without precedence.
  var isFilterSuppressed = false
}

/// Configurations, those of one state and alternative merged.
struct OfficialConfigurations {
  private struct Key: Hashable {
    var state: OfficialState
    var alternative: Int32
    var precedence: Int32
  }

  let isFull: Bool
  private(set) var list: [OfficialConfiguration] = []
  /// Whether each configuration went on behind the decision's rule.
  private(set) var isOutside: [Bool] = []
  private var places: [Key: Int] = [:]

  init(isFull: Bool) {
    self.isFull = isFull
  }

  mutating func add(
    _ configuration: OfficialConfiguration,
    isOutside outside: Bool,
    _ contexts: inout OfficialContexts
  ) {
    let key = Key(
      state: configuration.state,
      alternative: configuration.alternative,
      precedence: configuration.precedence
    )
    guard let place = places[key] else {
      places[key] = list.count
      list.append(configuration)
      isOutside.append(outside)
      return
    }
    list[place].context = contexts.merge(
      list[place].context,
      configuration.context,
      isWildcard: !isFull
    )
    if configuration.isFilterSuppressed { list[place].isFilterSuppressed = true }
    if outside { isOutside[place] = true }
  }

  /// The alternative that all configurations belong to.
  var uniqueAlternative: Int32? {
    guard let first = list.first else { return nil }
    return list.allSatisfy { $0.alternative == first.alternative } ? first.alternative : nil
  }

  /// The alternatives of each state with one context.
  var conflicts: [[Int32]] {
    var sets: [Int64: Set<Int32>] = [:]
    for configuration in list {
      let key = Int64(configuration.state) << 32 | Int64(configuration.context)
      sets[key, default: []].insert(configuration.alternative)
    }
    return sets.values.map { $0.sorted() }
  }

  /// Whether some state belongs to one alternative only.
  var hasStateOfOneAlternative: Bool {
    var alternatives: [OfficialState: Int32] = [:]
    var shared: Set<OfficialState> = []
    for configuration in list {
      let known = alternatives.updateValue(configuration.alternative, forKey: configuration.state)
      if let known, known != configuration.alternative { shared.insert(configuration.state) }
    }
    return alternatives.keys.contains { !shared.contains($0) }
  }
}
