import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax

/// Evaluates the literals and expressions of a test file.
struct FixtureReader {
  let tree: SyntaxTree
  /// The `let`s that are in force, the innermost last.
  var variables: [(name: ContiguousArray<UInt8>, value: Value)] = []
  var diagnostics: [Diagnostic] = []

  init(_ tree: SyntaxTree) {
    self.tree = tree
  }

  /// The value of an expression; nil where it is wrong, which has been reported.
  mutating func value(_ node: NodeID) -> Value? {
    switch tree.kind(of: node) {
    // Most values of a test file are plain literals, which need no program.
    case .stringLiteral: return .string(Text(wtf8: tree.stringValue(of: node)))
    case .nullLiteral: return .null
    case .booleanLiteral: return .bool(tree[tree[node].mainToken].kind == .trueKeyword)
    case .missingExpression, .unexpected: return nil
    default: return computedValue(node)
    }
  }

  private mutating func computedValue(_ node: NodeID) -> Value? {
    let compiled = CompiledExpression(
      node, of: tree, variables: variables.map(\.name), bareKeysAreStrings: true)
    guard !compiled.diagnostics.contains(where: { $0.severity == .error }) else {
      diagnostics += compiled.diagnostics
      return nil
    }
    do throws(Fault) {
      return try compiled.program.evaluate(
        compiled.root, locals: ContiguousArray(variables.map(\.value)))
    } catch {
      let offset = compiled.program.offset(of: error)
      let range = SourceRange(offset, offset + 1)
      diagnostics.append(
        Diagnostic(
          .invalidTestValue, at: range, "this has no value",
          notes: [DiagnosticNote(error.reason.message.description)]))
      return nil
    }
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
      reportType(node, what, "a timestamp, such as `timestamp.date(2025, 1, 1)`", value)
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
    guard let value = value(node), case .path(let path) = value else { return nil }
    var segments: ContiguousArray<Text> = []
    for segment in path.segments {
      guard case .simple(let text) = segment, !text.isEmpty else {
        diagnostics.append(
          Diagnostic(
            .invalidTestPath, at: tree.range(of: node), "the path of a request names one place",
            notes: [DiagnosticNote("found a wildcard or an empty segment")]))
        return nil
      }
      segments.append(text)
    }
    return segments
  }

  private mutating func reportType(
    _ node: NodeID, _ what: String, _ expected: String, _ value: Value
  ) {
    diagnostics.append(
      Diagnostic(
        .invalidTestValue, at: tree.range(of: node),
        "expected \(expected) \(what), found \(value.type.name)"))
  }
}
