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
  /// The functions, each behind those that it calls.
  private var order: ContiguousArray<Int> = []

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
    var isPlaced = ContiguousArray(repeating: false, count: callees.count)
    for function in callees.indices { place(function, &isPlaced) }
  }

  /// Puts a function in order, behind those that it calls.
  ///
  /// Chains of calls are at most 21 long.
  private mutating func place(_ function: Int, _ isPlaced: inout ContiguousArray<Bool>) {
    guard !isPlaced[function] else { return }
    isPlaced[function] = true
    for callee in callees[function] { place(Int(callee.index), &isPlaced) }
    order.append(function)
  }

  /// For each function a figure that follows from those of the functions that it calls.
  ///
  /// Complexity: O(functions + calls).
  ///
  /// - Parameter combine: the figure of a function, from the figures of its callees.
  /// - Returns: the figures.
  func folded<Figure>(
    _ combine: (_ function: Int, _ figures: ContiguousArray<Figure>) -> Figure
  ) -> ContiguousArray<Figure> {
    var figures = ContiguousArray<Figure?>(repeating: nil, count: callees.count)
    var called: ContiguousArray<Figure> = []
    for function in order {
      called.removeAll(keepingCapacity: true)
      for callee in callees[function] {
        if let figure = figures[Int(callee.index)] { called.append(figure) }
      }
      figures[function] = combine(function, called)
    }
    return ContiguousArray(figures.compactMap { $0 })
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
