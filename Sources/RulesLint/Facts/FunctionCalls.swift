import RulesRuntime
import RulesSource

/// What the functions of a program call and look up.
///
/// INVARIANT: no function calls itself, not through others either; such rules have no program.
struct FunctionCalls {
  /// For each function those that it calls.
  private(set) var callees: ContiguousArray<ContiguousArray<FunctionID>> = []
  /// For each function whether it looks up a document itself.
  private var looksUp: ContiguousArray<Bool> = []

  init(_ program: Program) {
    var first = 0
    for function in program.functions {
      let range = first..<max(first, Int(function.result.index) + 1)
      first = range.upperBound
      var called: ContiguousArray<FunctionID> = []
      var hasLookup = false
      for index in range {
        switch program.expressions[index] {
        case .call(let callee, _): called.append(callee)
        case .lookup: hasLookup = true
        default: continue
        }
      }
      callees.append(called)
      looksUp.append(hasLookup)
    }
  }

  /// For each function a figure that follows from those of the functions that it calls.
  ///
  /// Complexity: O(functions + calls); chains of calls are at most 21 long.
  ///
  /// - Parameter combine: the figure of a function, from the figures of its callees.
  /// - Returns: the figures.
  func folded<Figure>(
    _ combine: (_ function: Int, _ figures: ContiguousArray<Figure>) -> Figure
  ) -> ContiguousArray<Figure> {
    var figures = ContiguousArray<Figure?>(repeating: nil, count: callees.count)
    return ContiguousArray(callees.indices.map { figure(of: $0, &figures, combine) })
  }

  private func figure<Figure>(
    of function: Int,
    _ figures: inout ContiguousArray<Figure?>,
    _ combine: (_ function: Int, _ figures: ContiguousArray<Figure>) -> Figure
  ) -> Figure {
    if let known = figures[function] { return known }
    var called: ContiguousArray<Figure> = []
    called.reserveCapacity(callees[function].count)
    for callee in callees[function] {
      called.append(figure(of: Int(callee.index), &figures, combine))
    }
    let own = combine(function, called)
    figures[function] = own
    return own
  }

  /// For each function whether it, or one that it calls, looks up a document.
  func reachingLookups() -> ContiguousArray<Bool> {
    folded { function, figures in looksUp[function] || figures.contains(true) }
  }

  /// For each function how many functions the longest chain of calls has that begins with it.
  func chainLengths() -> ContiguousArray<Int> {
    folded { _, figures in (figures.max() ?? 0) + 1 }
  }
}

/// Which functions lead to which, found out when it is asked for.
final class FunctionReachability {
  private let calls: FunctionCalls
  private var known: [FunctionID: ContiguousArray<Bool>] = [:]

  init(_ program: Program) {
    calls = FunctionCalls(program)
  }

  /// For each function whether it is a given one, or calls one that leads to it.
  func functions(leadingTo target: FunctionID) -> ContiguousArray<Bool> {
    if let answer = known[target] { return answer }
    let answer = calls.folded { function, figures in
      function == Int(target.index) || figures.contains(true)
    }
    known[target] = answer
    return answer
  }
}
