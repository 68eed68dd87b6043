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

  /// The statements that are tried before another one for a request of a kind, as far as they grant it.
  func statements(triedBefore statement: Statement, for method: Method) -> [Statement] {
    var tried: [Statement] = []
    for block in meetingBlocks[Int(statement.block.index)] {
      for other in statements(of: BlockID(index: UInt32(truncatingIfNeeded: block)))
      where other.id < statement.id && other.methods.contains(MethodSet(method)) {
        tried.append(other)
      }
    }
    return tried.sorted { $0.id < $1.id }
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
