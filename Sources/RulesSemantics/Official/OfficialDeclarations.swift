import RulesRegex
import RulesRuntime
import RulesSource
import RulesSyntax

/// The official compiler's checks of declarations and limits.
///
/// Source: measured programs, §3.1.
struct OfficialDeclarations {
  let tree: SyntaxTree
  let declarations: Declarations
  var issues = OfficialIssueList()

  init(_ tree: SyntaxTree, _ declarations: Declarations) {
    self.tree = tree
    self.declarations = declarations
  }

  /// The count of lets from which on a function's body is not looked at any more.
  static let checkedLets = 12

  private static let secondGlob =
    "Invalid glob match expression. Only one glob match is permitted in a match declaration path."

  /// Checks everything.
  mutating func check(_ reach: OfficialReach) {
    if declarations.version == 1 {
      issues.report(
        "Ruleset uses old version (version [1]). Please update to the latest version (version [2]).",
        at: nil
      )
    }
    checkServices()
    for block in declarations.blocks { check(block) }
    for (index, function) in declarations.functions.enumerated() {
      check(function)
      if !reach.used.contains(index) {
        issues.report(
          "Unused function: \(tree.mainText(of: function.node)).",
          at: start(function.node)
        )
      }
    }
    for (index, function) in declarations.functions.enumerated()
    where declarations.firstNamesakes[index] != index {
      issues.refuse(
        "Function \(tree.mainText(of: function.node)) is already defined.",
        at: start(function.node)
      )
    }
  }

  private func start(_ node: NodeID) -> UInt32 { tree.mainRange(of: node).lowerBound }

  private mutating func checkServices() {
    for service in declarations.services {
      let name = tree.children(of: service.node).first { tree.kind(of: $0) == .serviceName }
      let offset = name.map { tree.range(of: $0).lowerBound } ?? start(service.node)
      if service.kind == .unknown {
        issues.report("Invalid service name: \(service.name).", at: offset)
      }
      if service.isRepeated {
        issues.refuse("Duplicate service name declaration.", at: offset)
      }
    }
  }

  private mutating func check(_ block: BlockDeclaration) {
    let offset = start(block.node)
    let parent = block.parent.map { declarations.blocks[$0] }
    if block.depth == 12 {
      issues.refuse("Maximum allowed resource rule depth of 10 is reached.", at: offset)
    }
    if block.segmentCount > 100, (parent?.segmentCount ?? 0) <= 100 {
      issues.refuse("Maximum allowed path length of 100 is reached.", at: offset)
    }
    if block.wildcardCount > 20, (parent?.wildcardCount ?? 0) <= 20 {
      issues.refuse("Maximum allowed amount of 20 match field variables is reached.", at: offset)
    }
    if block.globCount > (parent?.globCount ?? 0) {
      if declarations.version == 2, block.globCount > 1 {
        issues.refuse(Self.secondGlob, at: offset)
      }
      if declarations.version == 1,
        tree.children(of: block.node).contains(where: { tree.kind(of: $0) == .matchDeclaration })
      {
        issues.report("Glob(**) resource rules should not have child resource rules.", at: offset)
      }
    }
    for statement in block.statements {
      for method in tree.children(of: statement.node) where tree.kind(of: method) == .method {
        if block.service == .unknown || !RequestMethodWord.isKnown(tree.mainBytes(of: method)) {
          issues.report("Invalid method name: \(tree.mainText(of: method)).", at: start(method))
        }
      }
    }
  }

  private mutating func check(_ function: FunctionDeclaration) {
    if function.parameters.count > 7 {
      issues.refuse(
        "Maximum allowed function arguments of 7 for function \(tree.mainText(of: function.node)) is reached.",
        at: start(function.node)
      )
    }
    var seen: Set<Symbol> = []
    for parameter in function.parameters where !seen.insert(parameter.name).inserted {
      issues.refuse(
        "Variable \(tree.mainText(of: parameter.node)) is already defined.",
        at: start(parameter.node)
      )
    }
    for (place, variable) in function.lets.map(\.variable).enumerated() {
      if declarations.version == 1 {
        issues.refuse(
          "Let bindings are not allowed in rules_version=\"1\";",
          at: start(variable.node)
        )
      }
      if !seen.insert(variable.name).inserted, place < Self.checkedLets {
        issues.refuse(
          "The identifier [\(tree.mainText(of: variable.node))] is already bound in the current scope.",
          at: start(variable.node)
        )
      }
    }
    if function.lets.count >= Self.checkedLets {
      let next =
        function.lets.count > Self.checkedLets
        ? function.lets[Self.checkedLets].variable.node : function.result ?? function.node
      issues.refuse(
        "Maximum allowed variable count of 10 for a given function has been reached.",
        at: tree.range(of: next).lowerBound
      )
    }
  }

  /// Reports the literal patterns that are no regular expressions.
  ///
  /// - Parameter known: those that are known already; nil to look for them.
  mutating func checkPatterns(_ known: [(offset: UInt32, text: String)]?) {
    for (offset, text) in known ?? invalidPatterns() { issues.refuse(text, at: offset) }
  }

  private func invalidPatterns() -> [(offset: UInt32, text: String)] {
    var found: [(offset: UInt32, text: String)] = []
    for index in tree.nodes.indices where tree.nodes[index].kind == .methodCallExpression {
      let node = NodeID(index: UInt32(truncatingIfNeeded: index))
      let method = tree.mainBytes(of: node)
      guard method.elementsEqual("matches".utf8) || method.elementsEqual("split".utf8),
        tree.children(of: node).count == 2, let argument = tree.child(1, of: node)
      else { continue }
      var literal = argument
      while tree.kind(of: literal) == .parenthesizedExpression,
        let inner = tree.child(0, of: literal)
      {
        literal = inner
      }
      guard tree.kind(of: literal) == .stringLiteral else { continue }
      let text = tree.stringValue(of: literal)
      do throws(PatternError) {
        _ = try Pattern(text)
      } catch {
        let shown = Text(wtf8: text).description
        found.append(
          (tree.range(of: argument).lowerBound, "\(error.officialText) Pattern: \(shown).")
        )
      }
    }
    return found
  }
}
