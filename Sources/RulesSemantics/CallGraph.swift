/// Which functions call which.
struct CallGraph {
  /// The functions that each function calls, by index; repeats are allowed.
  let calls: [[Int]]

  /// The most functions in a chain of calls.
  ///
  /// Source: recorded from the official compiler, 21 pass.
  static let maximumChain = 21

  /// The functions that call themselves, directly or through others, in groups, each in ascending order.
  ///
  /// Complexity: O(functions + calls); Tarjan's components, without recursion.
  func cycles() -> [[Int]] {
    var cycles: [[Int]] = []
    var order = Array(repeating: -1, count: calls.count)
    var lowest = Array(repeating: 0, count: calls.count)
    var isOpen = Array(repeating: false, count: calls.count)
    var component: [Int] = []
    var count = 0
    for root in calls.indices where order[root] < 0 {
      var path: [(function: Int, next: Int)] = [(root, 0)]
      while let (function, next) = path.last {
        if next == 0 {
          order[function] = count
          lowest[function] = count
          count += 1
          component.append(function)
          isOpen[function] = true
        }
        if next < calls[function].count {
          path[path.count - 1].next += 1
          let callee = calls[function][next]
          if order[callee] < 0 {
            path.append((callee, 0))
          } else if isOpen[callee] {
            lowest[function] = min(lowest[function], order[callee])
          }
          continue
        }
        path.removeLast()
        if let caller = path.last?.function {
          lowest[caller] = min(lowest[caller], lowest[function])
        }
        guard lowest[function] == order[function] else { continue }
        let start = component.lastIndex(of: function) ?? 0
        let members = component[start...].sorted()
        component.removeSubrange(start...)
        for member in members { isOpen[member] = false }
        if members.count > 1 || calls[function].contains(function) { cycles.append(members) }
      }
    }
    return cycles
  }

  /// How long chains of calls are.
  struct Chains {
    /// The functions that stand at the first forbidden place of a longest chain of calls.
    ///
    /// Functions that are on a cycle, or are called from one, are left out.
    let functionsPastMaximum: [Int]
    /// Whether some function calls itself, directly or through others.
    let hasCycle: Bool
  }

  /// Follows all chains of calls.
  ///
  /// Complexity: O(functions + calls).
  func chains() -> Chains {
    var waitingCallers = ContiguousArray(repeating: 0, count: calls.count)
    for callees in calls { for callee in callees { waitingCallers[callee] += 1 } }
    var level = ContiguousArray(repeating: 1, count: calls.count)
    var ready = ContiguousArray(calls.indices.lazy.filter { waitingCallers[$0] == 0 })
    var count = 0
    while let function = ready.popLast() {
      count += 1
      for callee in calls[function] {
        level[callee] = max(level[callee], level[function] + 1)
        waitingCallers[callee] -= 1
        if waitingCallers[callee] == 0 { ready.append(callee) }
      }
    }
    return Chains(
      functionsPastMaximum: calls.indices.filter {
        waitingCallers[$0] == 0 && level[$0] == Self.maximumChain + 1
      },
      hasCycle: count < calls.count
    )
  }
}
