import RulesRuntime
import RulesSource
import RulesSyntax

extension LintRule {
  static let callDepth = LintRule(
    "call-depth",
    .warning,
    "a chain of calls that is nearly as long as it may be",
    reason: """
      Functions may call one another 20 deep; the compiler refuses rules with a longer chain, also where nothing ever \
      calls it. Put what one function of the chain does into the one that calls it, before the next helper is one too \
      many.
      """,
    bad: .firestore(chain(of: 16)),
    good: .firestore(chain(of: 3)),
    silence: "Silence it where the chain is written by a program that knows the limit.",
    check: .rules { context, report in
      let calls = FunctionCalls(context.program)
      let lengths = calls.chainLengths()
      guard lengths.contains(where: { $0 >= Self.longChain }) else { return }
      var isCalled = ContiguousArray(repeating: false, count: lengths.count)
      for callee in calls.callees.joined() { isCalled[Int(callee.index)] = true }
      for (function, node) in context.functionNodes
      where !isCalled[function] && lengths[function] >= Self.longChain {
        let length = lengths[function]
        report.add(
          at: context.tree.mainRange(of: node),
          "`\(context.tree.mainText(of: node))` begins a chain of \(length) functions that call one another, "
            + (length > Self.documentedChain ? "and 20 are promised" : "the limit is 20"),
          notes: [DiagnosticNote(context.chain(from: function, calls, lengths))]
        )
      }
    }
  )

  /// How many functions may call one another; the compiler takes one more.
  ///
  /// Source: language reference, §8.1, and contradiction C10.
  private static let documentedChain = 20
  /// From here on a chain is told.
  private static let longChain = 16

  private static func chain(of count: Int) -> String {
    let functions = (1..<count).map { "function f\($0)(x) { return f\($0 + 1)(x); }" }
    return (functions + ["function f\(count)(x) { return x != ''; }"]).joined(separator: "\n")
      + """

      match /cards/{card} {
        allow get: if request.auth != null && resource.data.owner == request.auth.uid && f1(card);
      }
      """
  }
}

extension LintContext {
  /// The functions of the program, in source order, each with its node.
  fileprivate var functionNodes: [(function: Int, node: NodeID)] {
    let functions = program.functions.indices.map { index in
      (index: index, offset: range(of: program.functions[index].result).lowerBound)
    }.sorted { $0.offset < $1.offset }
    let nodes = nodes[.functionDeclaration]
      .sorted { tree.range(of: $0).lowerBound < tree.range(of: $1).lowerBound }
    var found: [(function: Int, node: NodeID)] = []
    var next = 0
    for node in nodes {
      let range = tree.range(of: node)
      while next < functions.count, functions[next].offset < range.lowerBound { next += 1 }
      guard next < functions.count, range.contains(functions[next].offset) else { continue }
      found.append((functions[next].index, node))
    }
    return found
  }

  /// The names of a longest chain of calls.
  fileprivate func chain(
    from function: Int,
    _ calls: FunctionCalls,
    _ lengths: ContiguousArray<Int>
  ) -> String {
    var names: [String] = []
    var next: Int? = function
    while let current = next {
      names.append("`\(program.functions[current].name)`")
      next = calls.callees[current].map { Int($0.index) }.first {
        lengths[$0] == lengths[current] - 1
      }
    }
    return names.joined(separator: " → ")
  }
}
