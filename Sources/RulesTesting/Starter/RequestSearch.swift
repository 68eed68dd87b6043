import RulesRuntime

/// Searches for a request that a statement allows.
///
/// From a plain request on, what keeps the statement from granting it is changed, one thing at a time; of all
/// situations found so far the one that lacks least goes on.
struct RequestSearch {
  let program: Program
  let statement: StatementID
  private var queue: [Entry] = []
  private var seen: Set<String> = []
  private var answerCount = 0

  /// A situation that waits to be changed.
  private struct Entry {
    let situation: Situation
    let answer: Answer
    let rank: Int
  }

  /// The most situations that are asked.
  private let limit: Int

  private init(_ program: Program, _ statement: StatementID, _ limit: Int) {
    self.program = program
    self.statement = statement
    self.limit = limit
  }

  /// A situation in which a statement, and no other before it, allows a request.
  ///
  /// - Parameters:
  ///   - statement: the statement.
  ///   - start: the request to begin with.
  ///   - program: the rules.
  ///   - limit: how many situations may be asked.
  /// - Returns: the situation, without what is not needed; nil where none was found.
  static func situation(
    grantedBy statement: StatementID,
    from start: Situation,
    in program: Program,
    limit: Int
  ) -> Situation? {
    var search = RequestSearch(program, statement, limit)
    return search.run(from: start).map { search.reduced($0) }
  }

  private mutating func run(from start: Situation) -> Situation? {
    if let found = add(start) { return found }
    while let entry = next() {
      guard answerCount < limit else { return nil }
      for changed in changes(of: entry) {
        if let found = add(changed) { return found }
      }
    }
    return nil
  }

  /// Takes the situation that lacks least out of the queue.
  private mutating func next() -> Entry? {
    guard let best = queue.indices.min(by: { queue[$0].rank < queue[$1].rank }) else { return nil }
    let entry = queue[best]
    queue.swapAt(best, queue.count - 1)
    queue.removeLast()
    return entry
  }

  /// Asks, and returns the situation if that is it; otherwise it is kept.
  private mutating func add(_ situation: Situation) -> Situation? {
    guard seen.insert(situation.key).inserted else { return nil }
    answerCount += 1
    guard let answer = Answer(to: situation, by: program) else { return nil }
    if answer.isGranted(by: statement) { return situation }
    // What is far away is no way to go on.
    guard situation.cost < 120 else { return nil }
    let rank = distance(of: answer) * 8 + situation.cost
    queue.append(Entry(situation: situation, answer: answer, rank: rank))
    return nil
  }

  private func changes(of entry: Entry) -> [Situation] {
    let block = program.statements[Int(statement.index)].block
    var found: [Situation] = []
    for condition in entry.answer.conditions {
      let isWanted = condition.statement == statement
      if condition.node.isBool(true), !isWanted {
        let other = program.statements[Int(condition.statement.index)].block
        var repairs = Repairs(program, entry.situation, in: other)
        repairs.repair(condition.node, nil, to: .truth(false))
        found += repairs.found
      } else if isWanted {
        var repairs = Repairs(program, entry.situation, in: block)
        repairs.repair(condition.node, nil, to: .truth(true))
        found += repairs.found
      }
    }
    // Of changes that are equally odd the one that was found first.
    return found.enumerated()
      .sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }
      .map(\.element)
  }

  // MARK: Distance

  /// How many conditions are not yet as they should be.
  private func distance(of answer: Answer) -> Int {
    var total = 0
    var isReached = false
    for condition in answer.conditions {
      if condition.statement == statement {
        total += distance(of: condition.node, to: true)
        isReached = true
      } else if condition.node.isBool(true) {
        total += distance(of: condition.node, to: false)
      }
    }
    guard !isReached, let root = program.statements[Int(statement.index)].condition else {
      return total
    }
    return total + weight(of: root)
  }

  /// Depth is that of the evaluation, which the service limits.
  private func distance(of node: TraceNode, to wanted: Bool) -> Int {
    if node.isBool(wanted) { return 0 }
    switch program.expressions[Int(node.expression.index)] {
    case .and(_, let right):
      return logicDistance(node.children, right, to: wanted, needsAll: wanted)
    case .or(_, let right):
      return logicDistance(node.children, right, to: wanted, needsAll: !wanted)
    case .unary(.not, _):
      return node.children.first.map { distance(of: $0, to: !wanted) } ?? 1
    case .call, .conditional:
      return node.children.last.map { max(1, distance(of: $0, to: wanted)) } ?? 1
    default:
      // What has a value is nearer than what has none.
      return node.value == nil ? 2 : 1
    }
  }

  private func logicDistance(
    _ children: ContiguousArray<TraceNode>,
    _ right: ExpressionID,
    to wanted: Bool,
    needsAll: Bool
  ) -> Int {
    var distances = children.map { distance(of: $0, to: wanted) }
    if children.count == 1 { distances.append(weight(of: right)) }
    return needsAll ? distances.reduce(0, +) : distances.min() ?? 1
  }

  /// How many conditions an expression holds that was not evaluated.
  private func weight(of expression: ExpressionID, depth: Int = 0) -> Int {
    guard depth < 40 else { return 1 }
    switch program.expressions[Int(expression.index)] {
    case .and(let left, let right):
      return weight(of: left, depth: depth + 1) + weight(of: right, depth: depth + 1)
    case .or(let left, let right):
      return min(weight(of: left, depth: depth + 1), weight(of: right, depth: depth + 1))
    case .call(let function, _) where depth < 8:
      return weight(of: program.functions[Int(function.index)].result, depth: depth + 8)
    default: return 1
    }
  }

  // MARK: Reduction

  private func isGranted(_ situation: Situation) -> Bool {
    Answer(to: situation, by: program)?.isGranted(by: statement) ?? false
  }

  /// The situation without what can be left away.
  private func reduced(_ situation: Situation) -> Situation {
    var best = situation
    var isChanged = true
    while isChanged {
      isChanged = false
      for smaller in best.simpler where isGranted(smaller) {
        best = smaller
        isChanged = true
        break
      }
    }
    return best
  }
}

extension Situation {
  /// The same with one part less.
  fileprivate var simpler: [Situation] {
    var result: [Situation] = []
    func add(_ change: (inout Situation) -> Void) {
      var smaller = self
      change(&smaller)
      result.append(smaller)
    }
    if let user {
      add { $0.user = nil }
      for name in user.claims.keys {
        add { $0.user?.claims = user.claims.removing(name) }
      }
      if user.provider != .password { add { $0.user?.provider = .password } }
    }
    for other in others { add { $0.setOther(other.path, to: nil) } }
    for other in others {
      for name in other.fields.keys {
        add { $0.setOther(other.path, to: other.fields.removing(name)) }
      }
    }
    if method == .get, stored != nil { add { $0.stored = nil } }
    for name in stored?.keys ?? [] { add { $0.stored = stored?.removing(name) } }
    for name in written.keys { add { $0.written = written.removing(name) } }
    for index in removed.indices { add { $0.removed.remove(at: index) } }
    for index in filters.indices { add { $0.filters.remove(at: index) } }
    if limit != nil { add { $0.limit = nil } }
    return result
  }
}
