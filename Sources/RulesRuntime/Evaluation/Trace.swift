/// One evaluation of an expression: its value or fault, and the evaluations that it took.
public struct TraceNode: Sendable {
  /// What was evaluated.
  public let expression: ExpressionID
  /// The value; nil where it failed.
  public var value: Value?
  /// The fault, its own or one from below.
  public var fault: Fault?
  /// What was evaluated for it, in order.
  public var children: ContiguousArray<TraceNode> = []
}

/// Records every evaluation as a tree, for explanations.
public struct TraceObserver: EvaluationObserver, Sendable {
  /// The evaluations under no other, in order: the conditions that were tried.
  public private(set) var roots: ContiguousArray<TraceNode> = []
  /// The lookups, in order.
  public private(set) var lookups: ContiguousArray<LookupRecord> = []
  private var open: ContiguousArray<TraceNode> = []

  /// A trace without evaluations.
  public init() {}

  /// Opens a node.
  public mutating func willEvaluate(_ expression: ExpressionID) {
    open.append(TraceNode(expression: expression))
  }

  /// Closes a node with its value.
  public mutating func didEvaluate(_ expression: ExpressionID, _ value: Value) {
    close { $0.value = value }
  }

  /// Closes a node with its fault.
  public mutating func didFail(_ expression: ExpressionID, _ fault: Fault) {
    close { $0.fault = fault }
  }

  /// Keeps a lookup.
  public mutating func didLookUp(_ lookup: LookupRecord) {
    lookups.append(lookup)
  }

  private mutating func close(_ finish: (inout TraceNode) -> Void) {
    guard var node = open.popLast() else { return }
    finish(&node)
    if open.isEmpty {
      roots.append(node)
    } else {
      open[open.count - 1].children.append(node)
    }
  }
}
