import RulesRuntime
import RulesSyntax

/// The functions and statements of a rules file, with their numbers in its program.
///
/// The numbers follow from the order in which the file is lowered: a scope before those within it.
struct CoverageOutline {
  /// A function or a statement.
  enum Item {
    case function(FunctionID, NodeID)
    case statement(StatementID, NodeID)
  }

  private struct Scope {
    var functions: [Item] = []
    var inner: [Int] = []
    var statements: [Item] = []
  }

  private var scopes = [Scope()]
  private var functionCount: UInt32 = 0
  private var statementCount: UInt32 = 0

  /// The outline of a tree without errors.
  init(_ tree: SyntaxTree) {
    var pending: [(node: NodeID, outer: Int)] = []
    addItems(of: tree.root, tree, to: 0, &pending)
    while let (node, outer) = pending.popLast() {
      scopes.append(Scope())
      let scope = scopes.count - 1
      scopes[outer].inner.append(scope)
      addItems(of: node, tree, to: scope, &pending)
    }
  }

  private mutating func addItems(
    of node: NodeID,
    _ tree: SyntaxTree,
    to scope: Int,
    _ pending: inout [(node: NodeID, outer: Int)]
  ) {
    var inner: [(node: NodeID, outer: Int)] = []
    for item in tree.children(of: node) {
      switch tree.kind(of: item) {
      case .functionDeclaration:
        scopes[scope].functions.append(.function(FunctionID(index: functionCount), item))
        functionCount += 1
      case .serviceDeclaration, .matchDeclaration: inner.append((item, scope))
      case .allowStatement where tree.kind(of: node) == .matchDeclaration:
        scopes[scope].statements.append(.statement(StatementID(index: statementCount), item))
        statementCount += 1
      default: continue
      }
    }
    pending.append(contentsOf: inner.reversed())
  }

  /// In the order of the official emulator's report: of a block its functions, its blocks, its statements.
  var emulatorOrder: [Item] {
    var items: [Item] = []
    var pending: [(scope: Int, isEntered: Bool)] = [(0, false)]
    while let (index, isEntered) = pending.popLast() {
      let scope = scopes[index]
      if isEntered {
        items += scope.statements
      } else {
        items += scope.functions
        pending.append((index, true))
        pending.append(contentsOf: scope.inner.reversed().map { ($0, false) })
      }
    }
    return items
  }
}

extension CoverageOutline.Item {
  /// Its node.
  var node: NodeID {
    switch self {
    case .function(_, let node), .statement(_, let node): node
    }
  }
}
