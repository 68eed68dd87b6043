import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax

/// Evaluates the literals and expressions of a test file.
struct FixtureReader {
  let tree: SyntaxTree
  /// The `let`s that are in force.
  var variables = ScopedNames<Value>()
  var diagnostics: [Diagnostic] = []
  /// The shapes of the maps so far.
  var shapes = MapShapes()

  init(_ tree: SyntaxTree) {
    self.tree = tree
  }

  /// The value of an expression; nil where it is wrong, which has been reported.
  mutating func value(_ node: NodeID) -> Value? {
    switch tree.kind(of: node) {
    case .missingExpression, .unexpected: nil
    default: literal(node) ?? computedValue(node)
    }
  }

  private mutating func computedValue(_ node: NodeID) -> Value? {
    guard checkDepth(of: node) else { return nil }
    let names = usedVariables(in: node)
    let compiled = CompiledExpression(
      node,
      of: tree,
      variables: names,
      bareKeysAreStrings: true
    )
    guard !compiled.diagnostics.contains(where: { $0.severity == .error }) else {
      // The notes speak of conditions, which a value is not.
      diagnostics += compiled.diagnostics.map { diagnostic in
        var diagnostic = diagnostic
        diagnostic.notes = []
        return diagnostic
      }
      return nil
    }
    do throws(Fault) {
      // Data may be large; the budget of rules is none of its business.
      return try compiled.program.evaluate(
        compiled.root,
        locals: ContiguousArray(names.compactMap { variables[$0] }),
        expressionLimit: .max
      )
    } catch {
      let origin = compiled.program.origins[Int(error.expression.index)]
      diagnostics.append(
        Diagnostic(
          .invalidTestValue,
          at: origin.range,
          "this has no value",
          notes: [DiagnosticNote(error.reason.message.description)]
        )
      )
      return nil
    }
  }

  /// The deepest nesting of a value; far above what people write, far below what a stack holds.
  private static let depthLimit = 500

  /// Reports a value that nests too deeply: a chain of operators nests to the left.
  ///
  /// A stack of its own, as it may.
  private mutating func checkDepth(of root: NodeID) -> Bool {
    var pending = [(node: root, depth: 0)]
    while let (node, depth) = pending.popLast() {
      guard depth < Self.depthLimit else {
        diagnostics.append(
          Diagnostic(
            .invalidTestValue,
            at: tree.range(of: root),
            "the value nests more than \(Self.depthLimit) levels deep"
          )
        )
        return false
      }
      for child in tree.children(of: node) { pending.append((child, depth + 1)) }
    }
    return true
  }

  /// The names among the variables that an expression reads.
  ///
  /// A stack of its own, as expressions nest.
  private func usedVariables(in root: NodeID) -> [ContiguousArray<UInt8>] {
    guard !variables.values.isEmpty else { return [] }
    var used: Set<ContiguousArray<UInt8>> = []
    var pending = [root]
    while let node = pending.popLast() {
      if tree.kind(of: node) == .nameExpression {
        let name = tree.mainBytes(of: node)
        if variables[name] != nil { used.insert(name) }
      }
      pending.append(contentsOf: tree.children(of: node))
    }
    return used.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The value of an expression that must be text.
  mutating func text(_ node: NodeID, _ what: String) -> Text? {
    guard let value = value(node) else { return nil }
    guard case .string(let text) = value else {
      reportType(node, what, "a string", value)
      return nil
    }
    return text
  }

  /// The value of an expression that must be a timestamp.
  mutating func timestamp(_ node: NodeID, _ what: String) -> Timestamp? {
    guard let value = value(node) else { return nil }
    guard case .timestamp(let time) = value else {
      reportType(
        node,
        what,
        "a timestamp",
        value,
        note: "such as `timestamp.date(2025, 1, 31)`"
      )
      return nil
    }
    return time
  }

  /// The value of an expression that must be a map.
  mutating func map(_ node: NodeID, _ what: String) -> MapValue? {
    guard let value = value(node) else { return nil }
    guard case .map(let map) = value else {
      reportType(node, what, "a map", value)
      return nil
    }
    return map
  }

  /// The segments of a path, plain text all of them.
  mutating func path(_ node: NodeID) -> ContiguousArray<Text>? {
    if let segments = segments(ofLiteral: node) { return segments }
    guard let value = value(node), case .path(let path) = value else { return nil }
    var segments: ContiguousArray<Text> = []
    for segment in path.segments {
      guard case .simple(let text) = segment, !text.isEmpty else {
        diagnostics.append(
          Diagnostic(
            .invalidTestPath,
            at: tree.range(of: node),
            "the path of a request names one place",
            notes: [DiagnosticNote("found a wildcard or an empty segment")]
          )
        )
        return nil
      }
      segments.append(text)
    }
    return segments
  }

  private mutating func reportType(
    _ node: NodeID,
    _ what: String,
    _ expected: String,
    _ value: Value,
    note: String? = nil
  ) {
    diagnostics.append(
      Diagnostic(
        .invalidTestValue,
        at: tree.range(of: node),
        "expected \(expected) \(what), found \(value.type.name)",
        notes: note.map { [DiagnosticNote($0)] } ?? []
      )
    )
  }
}
