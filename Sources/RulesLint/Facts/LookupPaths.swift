import RulesRuntime
import RulesSource
import RulesSyntax

/// A path that stands in the source and is looked up, directly or through variables and functions.
struct LookupPath {
  /// The path.
  let id: ExpressionID
  /// Its node.
  let node: NodeID
  /// Its parts.
  let parts: ContiguousArray<PathPart>
  /// The nodes of its parts.
  let segments: [NodeID]
}

extension Program {
  /// The paths that are looked up, each once, in source order, and whether these are all.
  ///
  /// What is computed, as by `path(…)`, can't be told.
  func lookedUpPaths() -> (paths: [ExpressionID], isComplete: Bool) {
    var pending: [ExpressionID] = []
    var arguments: [UInt32: [ExpressionID]] = [:]
    for (index, expression) in expressions.enumerated() {
      switch expression {
      case .lookup(_, _, let slice):
        if slice.count > 0 { pending.append(operands[slice.indices.lowerBound]) }
      case .call(let function, _):
        arguments[function.index, default: []].append(
          ExpressionID(index: UInt32(truncatingIfNeeded: index))
        )
      default: continue
      }
    }
    guard !pending.isEmpty else { return ([], true) }
    var seen = ExpressionSet()
    var found = ExpressionSet()
    var isComplete = true
    while let next = pending.popLast() {
      let id = resolved(next)
      guard seen.insert(id) else { continue }
      switch expressions[Int(id.index)] {
      case .path: found.insert(id)
      case .conditional(_, let then, let otherwise): pending += [then, otherwise]
      case .local(let slot):
        // A parameter: whatever the calls give for it is looked up.
        guard let function = function(of: id) else {
          isComplete = false
          continue
        }
        for call in arguments[function.index] ?? [] {
          guard case .call(_, let slice) = expressions[Int(call.index)], slot < slice.count else {
            continue
          }
          pending.append(operands[slice.indices.lowerBound + Int(slot)])
        }
      default: isComplete = false
      }
    }
    return (found.sorted, isComplete)
  }
}

extension LintContext {
  /// The paths that are looked up, each once, in source order.
  func makeLookupPaths() -> [LookupPath] {
    let paths = program.lookedUpPaths().paths
    guard !paths.isEmpty else { return [] }
    var nodes: [UInt32: NodeID] = [:]
    for node in self.nodes[.path] { nodes[tree.range(of: node).lowerBound] = node }
    return paths.compactMap { id in
      guard case .path(let slice) = program.expressions[Int(id.index)],
        let node = nodes[range(of: id).lowerBound]
      else { return nil }
      let segments = tree.children(of: node).map { $0 }
      guard segments.count == Int(slice.count) else { return nil }
      return LookupPath(
        id: id,
        node: node,
        parts: ContiguousArray(program.pathParts[slice.indices]),
        segments: segments
      )
    }
  }

  /// What stands for the database in paths at a place: the wildcard of the block around it, if there is one.
  func databaseSegment(at offset: UInt32) -> String {
    for node in nodes[.matchDeclaration] where tree.range(of: node).contains(offset) {
      guard let path = tree.matchDeclaration(node)?.path else { continue }
      let segments = path.segments
      guard segments.count >= 3, case .literal(let first, _) = segments[0],
        first.elementsEqual("databases".utf8), case .capture(let name, _) = segments[1]
      else { continue }
      return "$(\(name.text))"
    }
    return "(default)"
  }

  /// The text of a part, where it is one.
  func literal(_ part: PathPart?) -> Text? {
    guard case .literal(let text) = part else { return nil }
    return text
  }
}
