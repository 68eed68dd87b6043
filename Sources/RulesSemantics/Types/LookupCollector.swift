import RulesSource
import RulesSyntax

/// Collects the different lookups that an expression may make: a call of one function with one path counts once.
struct LookupCollector {
  let tree: SyntaxTree
  let declarations: Declarations
  let references: ReferenceTable
  private var steps = 0
  /// The steps of all conditions so far.
  private var allSteps = 0
  private var depth = 0
  private var known: [Call: Set<Lookup>] = [:]

  /// The text of a lookup, with what stands for each parameter.
  typealias Lookup = ContiguousArray<UInt8>

  private struct Call: Hashable {
    let function: Int
    let arguments: [Lookup]
  }

  private static let maximumSteps = 100_000
  /// For all conditions of a file together.
  private static let maximumAllSteps = 2_000_000
  private static let maximumDepth = 300
  private static let maximumText = 1_000

  init(_ tree: SyntaxTree, _ declarations: Declarations, _ references: ReferenceTable) {
    self.tree = tree
    self.declarations = declarations
    self.references = references
  }

  /// The count of different lookups of a condition; nil where it would take too long to tell.
  mutating func count(_ condition: NodeID) -> Int? {
    guard allSteps < Self.maximumAllSteps else { return nil }
    steps = 0
    let lookups = collect(condition, locals: [])
    allSteps += steps
    return steps < Self.maximumSteps ? lookups.count : nil
  }

  private mutating func collect(_ root: NodeID, locals: [Lookup]) -> Set<Lookup> {
    guard depth < Self.maximumDepth else {
      steps = Self.maximumSteps
      return []
    }
    depth += 1
    defer { depth -= 1 }
    var lookups: Set<Lookup> = []
    var pending = [root]
    while let node = pending.popLast(), steps < Self.maximumSteps {
      steps += 1
      if tree.kind(of: node) == .conditionalExpression, let then = tree.child(1, of: node),
        let otherwise = tree.child(2, of: node), let condition = tree.child(0, of: node)
      {
        let positive = collect(then, locals: locals)
        let negative = collect(otherwise, locals: locals)
        lookups.formUnion(positive.count >= negative.count ? positive : negative)
        pending.append(condition)
        continue
      }
      switch references[node] {
      case .lookup: lookups.insert(text(of: node, locals: locals))
      case .function(let callee): lookups.formUnion(calls(Int(callee), node, locals: locals))
      default: break
      }
      pending.append(contentsOf: tree.children(of: node))
    }
    return lookups
  }

  private mutating func calls(_ callee: Int, _ node: NodeID, locals: [Lookup]) -> Set<Lookup> {
    let call = Call(
      function: callee,
      arguments: tree.children(of: node).map { text(of: $0, locals: locals) }
    )
    if let found = known[call] { return found }
    let function = declarations.functions[callee]
    guard call.arguments.count == function.parameters.count else { return [] }
    var inner = call.arguments
    var lookups: Set<Lookup> = []
    for (_, value) in function.lets {
      lookups.formUnion(collect(value, locals: inner))
      inner.append(text(of: value, locals: inner))
    }
    if let result = function.result { lookups.formUnion(collect(result, locals: inner)) }
    if steps < Self.maximumSteps { known[call] = lookups }
    return lookups
  }

  /// An expression's tokens, each local replaced by what stands for it.
  private func text(of root: NodeID, locals: [Lookup]) -> Lookup {
    var replaced: [UInt32: UInt32] = [:]
    var pending = [root]
    while let node = pending.popLast() {
      if case .local(let slot) = references[node] { replaced[tree[node].mainToken.index] = slot }
      pending.append(contentsOf: tree.children(of: node))
    }
    var text: Lookup = []
    for index in tree[root].firstToken
      .index..<max(tree[root].firstToken.index, tree[root].endToken.index)
    {
      if let slot = replaced[index], Int(slot) < locals.count {
        text.append(contentsOf: locals[Int(slot)])
      } else {
        text.append(contentsOf: tree.bytes(of: TokenID(index: index)))
      }
      text.append(UInt8(ascii: " "))
    }
    guard text.count > Self.maximumText else { return text }
    // A long text is held by its hash; two of one hash are taken for the same.
    return ContiguousArray("#\(text.hashValue)".utf8)
  }
}
