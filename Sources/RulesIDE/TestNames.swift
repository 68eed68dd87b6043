import RulesRuntime
import RulesSource
import RulesSyntax

/// The names that a test file declares: users, and variables of the file, of groups and of tests.
struct TestNameTable {
  /// A kind of declaration of a name in one file, group or test.
  private struct Key: Hashable {
    let container: NodeID
    let kind: SyntaxKind
    let name: ContiguousArray<UInt8>
  }

  private let tree: SyntaxTree
  /// The declarations, in source order.
  private var declarations: [Key: [NodeID]] = [:]

  init(_ tree: SyntaxTree) {
    self.tree = tree
    for index in tree.nodes.indices {
      let container = NodeID(index: UInt32(truncatingIfNeeded: index))
      guard Self.containers.contains(tree.kind(of: container)) else { continue }
      for child in tree.children(of: container)
      where tree.hasName(child) && Self.kinds.contains(tree.kind(of: child)) {
        let key = Key(
          container: container,
          kind: tree.kind(of: child),
          name: tree.mainBytes(of: child)
        )
        declarations[key, default: []].append(child)
      }
    }
  }

  /// What may declare names in a test file.
  static let containers: Set<SyntaxKind> = [.testFile, .groupDeclaration, .testDeclaration]
  private static let kinds: Set<SyntaxKind> = [.userDeclaration, .letStatement]

  /// The declaration of a name that holds at a place: of the innermost test, group or file that has one the
  /// last before the place, or else its first.
  func declaration(
    _ kind: SyntaxKind,
    named name: ContiguousArray<UInt8>,
    along path: [NodeID]
  ) -> NodeID? {
    guard let use = path.last else { return nil }
    let start = tree.range(of: use).lowerBound
    for container in path.reversed() {
      guard let found = declarations[Key(container: container, kind: kind, name: name)] else {
        continue
      }
      var low = 0
      var high = found.count
      while low < high {
        let middle = (low + high) / 2
        if tree.range(of: found[middle]).upperBound <= start {
          low = middle + 1
        } else {
          high = middle
        }
      }
      return found[max(0, low - 1)]
    }
    return nil
  }
}

extension Analysis {
  /// What a name of a test file means; nil where nothing declares it.
  func testMeaning(
    of node: NodeID,
    path: [NodeID],
    _ names: @autoclosure () -> TestNameTable
  ) -> NameTarget? {
    switch tree.kind(of: node) {
    case .nameExpression:
      let parent = path.dropLast().last
      let place = parent.map { tree.kind(of: $0) }
      let name = tree.mainBytes(of: node)
      if place == .asClause || place == .tableHeader {
        return names().declaration(.userDeclaration, named: name, along: path).map {
          .declared(DeclaredName(kind: .user, node: $0))
        }
      }
      let isFirst = parent.flatMap { tree.child(0, of: $0) } == node
      // A bare name as the key of a map is a string.
      if place == .mapEntry, isFirst { return nil }
      if place == .methodCallExpression, isFirst,
        Library.namespaces.contains(where: { $0.utf8.elementsEqual(name) })
      {
        return .namespace(tree.mainText(of: node))
      }
      return names().declaration(.letStatement, named: name, along: path).map {
        .declared(DeclaredName(kind: .variable, node: $0))
      }
    case .callExpression:
      return Library.function(named: Text(wtf8: tree.mainBytes(of: node))).map { .builtin($0) }
    case .methodCallExpression:
      guard let receiver = tree.child(0, of: node), tree.kind(of: receiver) == .nameExpression,
        let builtin = Library.function(
          named: Text(wtf8: tree.mainBytes(of: node)),
          in: Text(wtf8: tree.mainBytes(of: receiver))
        )
      else { return nil }
      return .builtin(builtin)
    default: return nil
    }
  }

  /// The declarations of a kind that hold at a place, the innermost first, each name once.
  func visibleTestNames(_ kind: SyntaxKind, along path: [NodeID]) -> [NodeID] {
    var seen: Set<ContiguousArray<UInt8>> = []
    var found: [NodeID] = []
    for container in path.reversed()
    where TestNameTable.containers.contains(tree.kind(of: container)) {
      for node in tree.children(of: container, kind).reversed()
      where tree.hasName(node) && seen.insert(tree.mainBytes(of: node)).inserted {
        found.append(node)
      }
    }
    return found
  }
}
