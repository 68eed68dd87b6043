import RulesRuntime

/// What the parameters and lets of a function hold: the evaluations that gave them.
final class TraceFrame {
  private let nodes: ContiguousArray<TraceNode>
  private let parameterCount: Int
  private let outer: TraceFrame?

  /// The frame of a call; nil where the call ended before its function was evaluated.
  init?(of call: TraceNode, _ function: Program.Function, in outer: TraceFrame?) {
    let count = function.parameters.count + function.lets.count
    guard call.children.count > count else { return nil }
    nodes = ContiguousArray(call.children.prefix(count))
    parameterCount = function.parameters.count
    self.outer = outer
  }

  /// The evaluation behind a slot, and the frame that it was made in.
  func slot(_ index: Int) -> (node: TraceNode, frame: TraceFrame?)? {
    guard nodes.indices.contains(index) else { return nil }
    return (nodes[index], index < parameterCount ? outer : self)
  }
}

/// Finds which part of a situation an evaluation reads.
struct TracePlaces {
  let program: Program
  let situation: Situation
  let block: BlockID

  /// Where a chain of members begins.
  private enum Root {
    case request, resource
    case document(ContiguousArray<Text>)
    case wildcard(Int)
  }

  /// The part; nil where the evaluation computes something.
  func place(of node: TraceNode, _ frame: TraceFrame?) -> SituationPlace? {
    guard let (root, names) = chain(of: node, frame) else { return nil }
    let isStorage = situation.service == .storage
    switch root {
    case .wildcard(let index): return names.isEmpty ? segment(index) : nil
    case .resource:
      if names.isEmpty { return .storedExists }
      if isStorage { return .stored(names) }
      if names == ["id"] { return .segment(situation.path.count - 1) }
      return names.first == "data" ? .stored(Array(names.dropFirst())) : nil
    case .document(let path):
      guard names.first == "data" else { return names.isEmpty ? .otherExists(path) : nil }
      let fields = Array(names.dropFirst())
      guard !isStorage, path == situation.path else { return .other(path, fields) }
      return situation.method.isWrite ? .sent(fields) : .stored(fields)
    case .request: return requestPlace(names, isStorage)
    }
  }

  private func requestPlace(_ names: [Text], _ isStorage: Bool) -> SituationPlace? {
    let rest = Array(names.dropFirst())
    switch names.first {
    case "auth": return .auth(rest)
    case "time": return rest.isEmpty ? .time : nil
    case "query": return rest == ["limit"] ? .limit : nil
    case "resource":
      if isStorage { return .sent(rest) }
      return rest.first == "data" ? .sent(Array(rest.dropFirst())) : nil
    default: return nil
    }
  }

  /// The segment of the path that a wildcard of the block stands for.
  private func segment(_ index: Int) -> SituationPlace? {
    let captures = program.blocks[Int(block.index)].captures
    guard captures.indices.contains(index) else { return nil }
    let place: Int
    switch captures[index] {
    case .fromStart(let start): place = Int(start) - 3
    case .fromEnd(let distance): place = situation.path.count - Int(distance)
    case .run: return nil
    }
    return situation.path.indices.contains(place) ? .segment(place) : nil
  }

  private func chain(of node: TraceNode, _ frame: TraceFrame?) -> (root: Root, names: [Text])? {
    switch program.expressions[Int(node.expression.index)] {
    case .request: return (.request, [])
    case .resource: return (.resource, [])
    case .wildcard(let index): return (.wildcard(Int(index)), [])
    case .local(let slot):
      guard let (node, frame) = frame?.slot(Int(slot)) else { return nil }
      return chain(of: node, frame)
    case .members(_, let first, let count):
      var root = node
      for _ in 0..<count {
        guard let child = root.children.first else { return nil }
        root = child
      }
      guard let (start, names) = chain(of: root, frame) else { return nil }
      let links = program.names[Int(first)..<Int(first + count)].map(\.text)
      return (start, names + links)
    case .index:
      guard node.children.count > 1, let key = node.children[1].value?.text else { return nil }
      return chain(of: node.children[0], frame).map { ($0.root, $0.names + [key]) }
    case .method(let method, _):
      return getChain(of: node, program.methods[Int(method)].name, frame)
    case .lookup(_, _, _):
      guard case .path(let path) = node.children.first?.value else { return nil }
      return Self.documentPath(path).map { (.document($0), []) }
    case .call(let function, _):
      guard let last = node.children.last,
        let inner = TraceFrame(of: node, program.functions[Int(function.index)], in: frame)
      else { return nil }
      return chain(of: last, inner)
    case .conditional: return node.children.count > 1 ? chain(of: node.children[1], frame) : nil
    default: return nil
    }
  }

  /// `map.get(key, default)` reads what `map[key]` does.
  private func getChain(
    of node: TraceNode,
    _ name: Text,
    _ frame: TraceFrame?
  ) -> (root: Root, names: [Text])? {
    guard name == "get", node.children.count > 1, let key = node.children[1].value else {
      return nil
    }
    let keys: [Text]
    switch key {
    case .string(let text): keys = [text]
    case .list(let list): keys = list.elements.compactMap(\.text)
    default: return nil
    }
    return chain(of: node.children[0], frame).map { ($0.root, $0.names + keys) }
  }

  /// The segments below the documents of the database; nil for other paths.
  static func documentPath(_ path: PathValue) -> ContiguousArray<Text>? {
    let texts = path.segments.compactMap { segment -> Text? in
      switch segment {
      case .simple(let text): text
      case .capture(_, let bound): bound
      case .glob: nil
      }
    }
    guard texts.count == path.segments.count, texts.count >= 5, texts.count % 2 == 1,
      texts[0] == "databases", texts[1] == "(default)", texts[2] == "documents"
    else { return nil }
    return ContiguousArray(texts[3...])
  }
}
