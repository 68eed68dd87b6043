import RulesSource
import RulesSyntax

/// The official compiler's checks of calls: recursion, and chains that are too long.
///
/// Both list what they find path by path, of which there can be exponentially many; the official compiler
/// then takes hours, and we stop after `maximumSteps`.
struct OfficialCalls {
  let tree: SyntaxTree
  let declarations: Declarations
  /// For each function the functions that it calls, in order, repeats included.
  let calls: [[Int]]
  /// The circle of calls that each function is part of; -1 for none.
  let circles: [Int]

  private static let maximumSteps = 200_000

  init(_ tree: SyntaxTree, _ declarations: Declarations, calls: [[Int]]) {
    self.tree = tree
    self.declarations = declarations
    self.calls = calls
    var circles = Array(repeating: -1, count: calls.count)
    for (index, members) in CallGraph(calls: calls).cycles().enumerated() {
      for member in members { circles[member] = index }
    }
    self.circles = circles
  }

  private func name(_ function: Int) -> String {
    tree.mainText(of: declarations.functions[function].node)
  }

  private func start(_ function: Int) -> UInt32 {
    tree.mainRange(of: declarations.functions[function].node).lowerBound
  }

  /// Reports each elementary circle of calls at its first function.
  func reportCircles(to issues: inout OfficialIssueList) {
    var steps = 0
    let calls = withoutRepeats()
    for first in calls.indices where circles[first] >= 0 {
      var path: [(function: Int, next: Int)] = [(first, 0)]
      var isOnPath: Set<Int> = [first]
      while let (function, next) = path.last, steps < Self.maximumSteps {
        steps += 1
        guard next < calls[function].count else {
          path.removeLast()
          isOnPath.remove(function)
          continue
        }
        path[path.count - 1].next += 1
        let callee = calls[function][next]
        if callee == first {
          // The text is as long as the circle, and so is the work.
          steps += path.count
          let names = path.map { name($0.function) }.joined(separator: ",")
          issues.refuse(
            path.count == 1
              ? "Recursive call is not allowed."
              : "Detected a call cycle between [\(names)] functions.",
            at: start(first)
          )
        } else if callee > first, circles[callee] == circles[first],
          !isOnPath.contains(callee)
        {
          isOnPath.insert(callee)
          path.append((callee, 0))
        }
      }
    }
  }

  private func withoutRepeats() -> [[Int]] {
    calls.map { callees in
      var seen: Set<Int> = []
      return callees.filter { seen.insert($0).inserted }
    }
  }

  /// Reports the first function of each chain that is past the longest chain.
  ///
  /// The text lists the last functions that were visited on the way, which need not be the chain.
  func reportLongChains(to issues: inout OfficialIssueList) {
    let lengths = chainLengths()
    let longest = CallGraph.maximumChain
    guard lengths.contains(where: { $0 > longest }) else { return }
    var isCalled = Array(repeating: false, count: calls.count)
    for callee in calls.joined() { isCalled[callee] = true }
    var steps = 0
    for root in calls.indices where !isCalled[root] && lengths[root] > longest {
      var visited = [root]
      var path: [(function: Int, next: Int)] = [(root, 0)]
      while let (function, next) = path.last, steps < Self.maximumSteps {
        steps += 1
        guard next < calls[function].count else {
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let callee = calls[function][next]
        if path.contains(where: { $0.function == callee }) { continue }
        if path.count >= longest {
          let names = visited.suffix(longest).map { name($0) }.joined(separator: "->")
          issues.refuse(
            "Maximum allowed call depth of 20 is reached for [\(names)] call stack.",
            at: start(callee)
          )
          path.removeLast()
          continue
        }
        visited.append(callee)
        path.append((callee, 0))
      }
    }
  }

  /// The count of functions of the longest chain from each function; those that reach a circle count as endless.
  private func chainLengths() -> [Int] {
    var callers: [[Int]] = Array(repeating: [], count: calls.count)
    var waiting = calls.map(\.count)
    for (caller, callees) in calls.enumerated() {
      for callee in callees { callers[callee].append(caller) }
    }
    var lengths = Array(repeating: 1, count: calls.count)
    var ready = calls.indices.filter { waiting[$0] == 0 }
    while let function = ready.popLast() {
      for caller in callers[function] {
        lengths[caller] = max(lengths[caller], lengths[function] + 1)
        waiting[caller] -= 1
        if waiting[caller] == 0 { ready.append(caller) }
      }
    }
    return calls.indices.map { waiting[$0] == 0 ? lengths[$0] : .max }
  }
}
