import RulesRuntime
import RulesSource
import RulesSyntax

/// Most values of a test file are plain literals, which need no program to be made.
extension FixtureReader {
  /// How deep literals may nest to be read here; what nests deeper takes the way of all expressions.
  private static let literalDepth = 32

  /// The value of a literal that holds nothing to compute; nil for every other expression.
  mutating func literal(_ node: NodeID, depth: Int = 0) -> Value? {
    guard depth < Self.literalDepth else { return nil }
    switch tree.kind(of: node) {
    case .stringLiteral: return .string(Text(wtf8: tree.stringValue(of: node)))
    case .nullLiteral: return .null
    case .booleanLiteral: return .bool(tree[tree[node].mainToken].kind == .trueKeyword)
    case .intLiteral: return int(node).map { .int($0) }
    case .listExpression: return list(node, depth)
    case .mapExpression: return map(node, depth)
    case .path: return path(literal: node)
    case .methodCallExpression: return time(node)
    default: return nil
    }
  }

  /// Nil for a number that stands for the least one, behind a minus.
  private func int(_ node: NodeID) -> Int64? {
    tree.intMagnitude(of: node).flatMap { Int64(exactly: $0) }
  }

  private mutating func list(_ node: NodeID, _ depth: Int) -> Value? {
    var elements: ContiguousArray<Value> = []
    let children = tree.children(of: node)
    elements.reserveCapacity(children.count)
    for child in children {
      guard let element = literal(child, depth: depth + 1) else { return nil }
      elements.append(element)
    }
    return .list(ListValue(elements))
  }

  private mutating func map(_ node: NodeID, _ depth: Int) -> Value? {
    var map = MapShapes.Growing()
    let entries = tree.children(of: node)
    map.values.reserveCapacity(entries.count)
    for entry in entries {
      guard tree.kind(of: entry) == .mapEntry, let keyNode = tree.child(0, of: entry),
        let valueNode = tree.child(1, of: entry), let value = literal(valueNode, depth: depth + 1)
      else { return nil }
      switch tree.kind(of: keyNode) {
      case .nameExpression:
        let range = tree.mainRange(of: keyNode)
        let bytes = tree.source.bytes
        shapes.add(
          bytes.span.extracting(Int(range.lowerBound)..<Int(range.upperBound)),
          to: &map
        )
      case .stringLiteral: shapes.add(tree.stringValue(of: keyNode).span, to: &map)
      default: return nil
      }
      map.values.append(value)
    }
    return .map(shapes.map(map))
  }

  /// The segments of a path that is written out, none of which is empty; nil for others.
  func segments(ofLiteral node: NodeID) -> ContiguousArray<Text>? {
    guard tree.kind(of: node) == .path else { return nil }
    var segments: ContiguousArray<Text> = []
    let children = tree.children(of: node)
    segments.reserveCapacity(children.count)
    for segment in children {
      guard tree.kind(of: segment) == .literalSegment else { return nil }
      let text = tree.segmentText(of: segment)
      if text.isEmpty { return nil }
      segments.append(Text(wtf8: text))
    }
    return segments
  }

  private func path(literal node: NodeID) -> Value? {
    var segments: ContiguousArray<Text> = []
    for segment in tree.children(of: node) {
      guard tree.kind(of: segment) == .literalSegment else { return nil }
      segments.append(Text(wtf8: tree.segmentText(of: segment)))
    }
    return .path(PathValue(plain: segments))
  }

  /// `timestamp.value(n)`, unless a variable is called `timestamp`.
  private func time(_ node: NodeID) -> Value? {
    guard tree.isWord(of: node, "value"), tree[node].childCount == 2,
      let receiver = tree.child(0, of: node), tree.kind(of: receiver) == .nameExpression,
      let argument = tree.child(1, of: node), tree.kind(of: argument) == .intLiteral,
      let milliseconds = int(argument), let function = Self.timestampFunction
    else { return nil }
    guard tree.isWord(of: receiver, "timestamp"), variables[Self.timestampName.utf8] == nil else {
      return nil
    }
    do throws(FaultReason) {
      return try Library.call(function, .int(milliseconds))
    } catch {
      return nil
    }
  }

  private static let timestampName: Text = "timestamp"
  private static let timestampFunction = Library.function(named: "value", in: timestampName)
}

extension SyntaxTree {
  /// Whether the main token of a node is a word.
  func isWord(of node: NodeID, _ word: StaticString) -> Bool {
    let range = mainRange(of: node)
    let bytes = source.bytes[Int(range.lowerBound)..<Int(range.upperBound)]
    return word.utf8CodeUnitCount == bytes.count
      && word.withUTF8Buffer { unsafe bytes.elementsEqual($0) }
  }
}
