import RulesSource

/// A mistake that shows only in a complete tree; the official compiler looks for the same ones
/// before it checks declarations and types.
struct TreeFinding: Hashable {
  /// What is wrong.
  enum Kind: Hashable {
    case unsupportedVersion(String)
    case importStatement(module: String)
    case numberOutOfRange
    case unknownTypeName
    case invalidBytesLiteral
    case packageAsVariable
    case duplicateWildcard
    case severalRecursiveWildcards
    case recursiveWildcardNotLast
    case expressionTooComplex
  }

  var kind: Kind
  /// The token it is reported at.
  var token: TokenID
  /// Index of the outermost expression around it, zero outside of expressions.
  var statement: UInt32 = 0
}

extension SyntaxTree {
  /// The names of the packages, which cannot name a variable.
  private static let packages = WordTable(["duration", "hashing", "latlng", "math", "timestamp"])

  /// The words that may follow `is`, as the official compiler lists them.
  package static let typeNames = [
    "bool", "bytes", "constraint", "duration", "float", "int", "latlng", "list", "vector", "set",
    "number", "map", "string", "timestamp", "path", "map_diff",
  ]

  private static let typeNameTable = WordTable(typeNames)

  /// Expressions at this depth, counted from 1, are refused.
  private static let refusedDepth: UInt32 = 100

  /// A number of so many digits at most is in range, whatever stands before it.
  private static let safeDigitCount = 18

  /// The mistakes that show only in the complete tree, in no particular order.
  ///
  /// - Parameter known: nodes of whole items that are known to have none, in order.
  /// - Returns: the mistakes.
  func findings(but known: [Range<Int>]) -> [TreeFinding] {
    var findings: [TreeFinding] = []
    // What ancestors say is gathered when the first node asks for it: few files have one.
    var facts: TreeFacts?
    func ancestors() -> TreeFacts {
      let known = facts ?? TreeFacts(self)
      facts = known
      return known
    }
    func find(_ kind: TreeFinding.Kind, in index: Int, at token: TokenID? = nil) {
      findings.append(
        TreeFinding(
          kind: kind,
          token: token ?? nodes[index].mainToken,
          statement: ancestors().statements[index]
        )
      )
    }
    let (packages, typeNames) = (Self.packages, Self.typeNameTable)
    // An expression has no more nodes than lie between two statements, and is no deeper than it has nodes.
    var (nodesOfStatement, mostNodes): (UInt32, UInt32) = (0, 0)
    var (index, nextKnown) = (-1, 0)
    while true {
      index += 1
      while nextKnown < known.count, known[nextKnown].lowerBound == index {
        index = known[nextKnown].upperBound
        nextKnown += 1
      }
      guard index < nodes.count else { break }
      let node = nodes[index]
      let id = NodeID(index: UInt32(truncatingIfNeeded: index))
      nodesOfStatement += 1
      switch node.kind {
      case .allowStatement, .returnStatement, .stepStatement, .documentEntry:
        mostNodes = max(mostNodes, nodesOfStatement)
        nodesOfStatement = 0
      case .versionStatement where self[node.mainToken].kind == .stringLiteral:
        let version = stringText(of: id)
        if version != "1", version != "2" {
          find(.unsupportedVersion(version), in: index, at: node.firstToken)
        }
      case .importStatement where self[node.mainToken].kind == .stringLiteral:
        find(.importStatement(module: stringText(of: id)), in: index, at: node.firstToken)
      case .intLiteral where self[node.mainToken].range.count > Self.safeDigitCount:
        let limit: UInt64 = ancestors().isNegated[index] ? 1 << 63 : (1 << 63) - 1
        if intMagnitude(of: id).map({ $0 > limit }) ?? true { find(.numberOutOfRange, in: index) }
      case .typeName where mainIndex(of: id, in: typeNames) == nil:
        find(.unknownTypeName, in: index)
      case .bytesLiteral where bytesValue(of: id) == nil:
        find(.invalidBytesLiteral, in: index)
      case .nameExpression where mainIndex(of: id, in: packages) != nil:
        if !isCallee(node), !ancestors().isPackagePlace[index] {
          find(.packageAsVariable, in: index)
        }
      case .parameter, .letStatement, .captureSegment, .globSegment:
        if mainIndex(of: id, in: packages) != nil { find(.packageAsVariable, in: index) }
      case .path where node.childCount > 1:
        findings.append(contentsOf: wildcardFindings(of: id))
      case .matchDeclaration:
        findings.append(contentsOf: globFindings(of: id))
      default:
        break
      }
    }
    if max(mostNodes, nodesOfStatement) >= Self.refusedDepth, isDeep() {
      for index in nodes.indices where ancestors().depths[index] == Self.refusedDepth {
        guard ancestors().isContext[index] else { continue }
        find(.expressionTooComplex, in: index, at: nodes[index].firstToken)
      }
    }
    return findings
  }

  /// Whether a name is what stands before the dot of a method call; false where it takes more than a look to tell.
  private func isCallee(_ name: SyntaxNode) -> Bool {
    let next = Int(name.mainToken.index) + 1
    return next + 2 < tokens.count && tokens[next].kind == .dot
      && tokens[next + 1].kind == .identifier && tokens[next + 2].kind == .leftParenthesis
  }

  /// Whether expressions may be nested to the depth that is refused: an upper bound, without regard to nodes that
  /// add no level.
  private func isDeep() -> Bool {
    guard nodes.count >= Self.refusedDepth else { return false }
    var heights = ContiguousArray<UInt32>(repeating: 1, count: nodes.count)
    var height: UInt32 = 1
    for index in nodes.indices {
      let (first, count) = (Int(nodes[index].firstChild), Int(nodes[index].childCount))
      for place in first..<first + count {
        heights[index] = max(heights[index], heights[Int(childIDs[place].index)] + 1)
      }
      height = max(height, heights[index])
    }
    return height >= Self.refusedDepth
  }

  /// Wildcards of one name on one path.
  private func wildcardFindings(of path: NodeID) -> [TreeFinding] {
    let wildcards = children(of: path).filter { segment in
      (kind(of: segment) == .captureSegment || kind(of: segment) == .globSegment)
        && self[self[segment].mainToken].kind == .identifier
    }
    guard wildcards.count > 1 else { return [] }
    var names: Set<ContiguousArray<UInt8>> = []
    return wildcards.filter { !names.insert(mainBytes(of: $0)).inserted }.map {
      TreeFinding(kind: .duplicateWildcard, token: self[$0].mainToken)
    }
  }

  /// Recursive wildcards of a match where they may not stand.
  private func globFindings(of match: NodeID) -> [TreeFinding] {
    guard let path = child(0, of: match), kind(of: path) == .path else { return [] }
    let segments = children(of: path)
    let globs = segments.filter { kind(of: $0) == .globSegment }
    guard !globs.isEmpty else { return [] }
    if isVersionOne {
      return globs.filter { $0 != segments.last }.map {
        TreeFinding(kind: .recursiveWildcardNotLast, token: self[$0].firstToken)
      }
    }
    return globs.dropFirst().map {
      TreeFinding(kind: .severalRecursiveWildcards, token: self[$0].firstToken)
    }
  }

  /// Whether the file speaks version 1, the version of a file that names none.
  package var isVersionOne: Bool {
    guard let first = child(0, of: root), kind(of: first) == .versionStatement else { return true }
    return stringText(of: first) == "1"
  }

  private func stringText(of id: NodeID) -> String {
    String(decoding: stringValue(of: self[id].mainToken), as: UTF8.self)
  }
}

/// What a node's ancestors say about it.
private struct TreeFacts {
  /// The depth of the expression that a node belongs to, 0 outside of expressions.
  var depths: ContiguousArray<UInt32>
  /// The index of the outermost expression around a node.
  var statements: ContiguousArray<UInt32>
  /// Whether the node is an expression of its own rather than a receiver or the operand of `-`.
  var isContext: ContiguousArray<Bool>
  /// Whether the node is the operand of `-`.
  var isNegated: ContiguousArray<Bool>
  /// Whether a package's name may stand here: as receiver of a call, or as a key of a test's map.
  var isPackagePlace: ContiguousArray<Bool>

  init(_ tree: SyntaxTree) {
    let count = tree.nodes.count
    depths = ContiguousArray(repeating: 0, count: count)
    statements = ContiguousArray(repeating: 0, count: count)
    isContext = ContiguousArray(repeating: false, count: count)
    isNegated = ContiguousArray(repeating: false, count: count)
    isPackagePlace = ContiguousArray(repeating: false, count: count)
    let isTest = tree.kind(of: tree.root) == .testFile
    // Children come before their parents, so parents are met first on the way back.
    for index in tree.nodes.indices.reversed() {
      let node = tree.nodes[index]
      let children = tree.children(of: NodeID(index: UInt32(truncatingIfNeeded: index)))
      let inner = depths[index] + 1
      for (place, child) in children.enumerated() {
        let at = Int(child.index)
        // A receiver and the operand of `-` belong to the expression around them.
        let isPart = place == 0 && Self.sharesDepth(node.kind, tree[node.mainToken].kind)
        let isExpression = Self.isExpression(tree.kind(of: child))
        if !Self.isInExpression(node.kind) {
          depths[at] = isExpression ? 1 : 0
          statements[at] = isExpression ? child.index : 0
        } else {
          depths[at] = isPart || Self.isTransparent(node.kind) ? depths[index] : inner
          statements[at] = statements[index]
        }
        // An entry of a map has no level of its own: its key and its value have.
        isContext[at] = !isPart && isExpression && tree.kind(of: child) != .mapEntry
      }
      switch node.kind {
      case .unaryExpression where tree[node.mainToken].kind == .minus:
        if let operand = children.first { isNegated[Int(operand.index)] = true }
      case .methodCallExpression:
        if let receiver = children.first { isPackagePlace[Int(receiver.index)] = true }
      case .mapEntry where isTest:
        if let key = children.first { isPackagePlace[Int(key.index)] = true }
      default:
        break
      }
    }
  }

  /// Whether the first child is no expression of its own.
  private static func sharesDepth(_ kind: SyntaxKind, _ main: TokenKind) -> Bool {
    switch kind {
    case .memberExpression, .methodCallExpression, .indexExpression, .sliceExpression: true
    case .unaryExpression: main == .minus
    default: false
    }
  }

  /// Whether a node adds no level of its own: its parts do.
  private static func isTransparent(_ kind: SyntaxKind) -> Bool {
    kind == .path || kind == .mapExpression
  }

  /// Whether a node is an expression or a part of one.
  private static func isInExpression(_ kind: SyntaxKind) -> Bool {
    kind.rawValue >= SyntaxKind.path.rawValue && kind.rawValue < SyntaxKind.testFile.rawValue
  }

  private static func isExpression(_ kind: SyntaxKind) -> Bool {
    kind == .path
      || kind != .typeName && kind.rawValue >= SyntaxKind.nullLiteral.rawValue
        && kind.rawValue <= SyntaxKind.omitted.rawValue
  }
}
