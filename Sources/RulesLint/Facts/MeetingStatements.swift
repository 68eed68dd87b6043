import RulesRuntime

extension LintContext {
  /// For each block those that may match the same path, itself too, by their index; none for one that has no statements,
  /// and for those of a file of so many that nobody could say which are to blame.
  func makeMeetingBlocks() -> ContiguousArray<ContiguousArray<Int>> {
    let names = firstNames
    var groups = ContiguousArray<[Int]>(repeating: [], count: names.count)
    // A pattern that begins with a wildcard may meet any other.
    var everywhere: [Int] = []
    for (index, block) in program.blocks.enumerated() where !block.statements.isEmpty {
      if let name = names.numbers[index] {
        groups[name].append(index)
      } else {
        everywhere.append(index)
      }
    }
    var meeting = ContiguousArray<ContiguousArray<Int>>(repeating: [], count: patterns.count)
    guard everywhere.count <= 20 else { return meeting }
    for group in groups where group.count <= 200 {
      for block in group {
        meeting[block] = ContiguousArray(
          (group + everywhere).filter { $0 == block || patterns[$0].overlaps(patterns[block]) }
        )
      }
    }
    let all = groups.joined() + everywhere
    guard all.count <= 1_000 else { return meeting }
    for block in everywhere {
      meeting[block] = ContiguousArray(
        all.filter { $0 == block || patterns[$0].overlaps(patterns[block]) }
      )
    }
    return meeting
  }

  /// Visits the statements of each block in the order in which they are tried for a request of a kind, after those of
  /// the blocks before it that may match the same path.
  ///
  /// Complexity: O(statements), times the count of blocks that meet, which is limited.
  ///
  /// - Parameters:
  ///   - isCounted: whether a statement counts.
  ///   - body: takes a statement of the block, or one that is tried before it; the kind of request; and whether this is the
  ///     first one for the block.
  func forEachTrial(
    of isCounted: (Statement) -> Bool,
    _ body: (_ statement: Statement, _ isOwn: Bool, _ method: Method, _ isFirst: Bool) -> Void
  ) {
    for block in program.blocks.indices {
      let own = statements(of: BlockID(index: UInt32(truncatingIfNeeded: block)))
        .filter(isCounted)
      guard !own.isEmpty else { continue }
      // The statements of a block follow one another, so those of another one are all before or all after them.
      let first = program.blocks[block].statements.lowerBound
      let before = meetingBlocks[block].filter {
        $0 != block && program.blocks[$0].statements.lowerBound < first
      }
      for method in Method.all where own.contains(where: { $0.methods.contains(MethodSet(method)) })
      {
        var isFirst = true
        for other in before {
          let tried = statements(of: BlockID(index: UInt32(truncatingIfNeeded: other)))
          for statement in tried
          where statement.methods.contains(MethodSet(method)) && isCounted(statement) {
            body(statement, false, method, isFirst)
            isFirst = false
          }
        }
        for statement in own where statement.methods.contains(MethodSet(method)) {
          body(statement, true, method, isFirst)
          isFirst = false
        }
      }
    }
  }
}

/// The names that the patterns of blocks begin with, numbered.
struct FirstNames {
  /// For each block the number of its name; nil for a wildcard, which may stand for any.
  private(set) var numbers: ContiguousArray<Int?> = []
  /// Count of names.
  private(set) var count = 0

  init(_ patterns: ContiguousArray<PathPattern>) {
    var known: [Text: Int] = [:]
    for pattern in patterns {
      guard case .literal(let name)? = pattern.ownSegments.first else {
        numbers.append(nil)
        continue
      }
      let number = known[name] ?? count
      if number == count {
        known[name] = count
        count += 1
      }
      numbers.append(number)
    }
  }
}
