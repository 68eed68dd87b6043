import RulesLint
import RulesSemantics
import RulesSource
import RulesSyntax
import Testing

/// Each check finds its bad example however it is written, and nothing in its good one.
struct RobustnessTests {
  /// Another way to write the same rules.
  enum Spelling: String, CaseIterable {
    /// Comments between all words.
    case comments
    /// The condition in a function.
    case helper
    /// The condition in a variable of a function that another function calls.
    case nestedHelper
    /// `a == b` as `b == a`, `a < b` as `b > a`.
    case reversed
    /// Literals as sums and concatenations.
    case folded
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let rule: LintRule
    let spelling: Spelling

    var testDescription: String { "\(rule.code.id), \(spelling.rawValue)" }
  }

  static let cases = LintRule.all.filter { $0.bad.kind != .tests }.flatMap { rule in
    Spelling.allCases.map { Case(rule: rule, spelling: $0) }
  }

  /// What a check does not find in another spelling, and why that is as it should be.
  static let exemptions: [String: [Spelling: String]] = [
    "recursive-wildcard-of-old": [.nestedHelper: "version 1 has no `let`: the rules do not deploy"]
  ]

  @Test("The bad example is found in every spelling", arguments: cases)
  func bad(item: Case) throws {
    let text = try #require(Self.rewritten(item.rule.bad.fileText, item.spelling))
    let isFound = Self.ids(text, item.rule).contains(item.rule.code.id)
    let reason = Self.exemptions[item.rule.code.id]?[item.spelling]
    #expect(isFound == (reason == nil), "\(reason ?? "not found"):\n\(text)")
  }

  @Test("The check finds nothing in its good example in any spelling", arguments: cases)
  func good(item: Case) throws {
    let text = try #require(Self.rewritten(item.rule.good.fileText, item.spelling))
    #expect(!Self.ids(text, item.rule).contains(item.rule.code.id), "\(text)")
  }

  @Test("Exemptions are of checks that there are")
  func exempt() {
    let ids = Set(LintRule.all.map(\.code.id))
    #expect(Set(Self.exemptions.keys).isSubset(of: ids))
  }

  private static func ids(_ text: String, _ rule: LintRule) -> Set<String> {
    Set(
      Fixture.findings(text, requesting: rule.isOptional ? [rule.code.id] : []).map(\.code.id)
    )
  }

  // MARK: Spellings

  /// Rules in another spelling; nil where that does not parse.
  static func rewritten(_ text: String, _ spelling: Spelling) -> String? {
    let tree = parseRules(SourceFile(name: "firestore.rules", text: text))
    var edits: [TextEdit] = []
    switch spelling {
    case .comments: edits = comments(tree)
    case .helper, .nestedHelper: edits = helpers(tree, isNested: spelling == .nestedHelper)
    case .reversed: edits = reversals(tree)
    case .folded: edits = sums(tree)
    }
    var bytes = Array(text.utf8)
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(
        Int(edit.range.lowerBound)..<Int(edit.range.upperBound),
        with: Array(edit.replacement.utf8)
      )
    }
    let result = String(decoding: bytes, as: UTF8.self)
    let parsed = parseRules(SourceFile(name: "firestore.rules", text: result))
    return parsed.isWellFormed || !tree.isWellFormed ? result : nil
  }

  private static func nodes(_ tree: SyntaxTree) -> [NodeID] {
    tree.nodes.indices.map { NodeID(index: UInt32($0)) }
  }

  private static func comments(_ tree: SyntaxTree) -> [TextEdit] {
    let names = Set(
      nodes(tree).filter { tree.kind(of: $0) == .serviceName }.map { tree.range(of: $0).lowerBound }
    )
    return tree.tokens.indices.compactMap { index in
      let token = TokenID(index: UInt32(index))
      let start = tree[token].range.lowerBound
      // Where there is no space there may be none, as within paths, nor before the name of a service.
      guard !tree.triviaRange(before: token).isEmpty, !names.contains(start) else { return nil }
      return TextEdit(replacing: SourceRange(at: start), with: "/* if (a == b) return true; */ ")
    }
  }

  private static func helpers(_ tree: SyntaxTree, isNested: Bool) -> [TextEdit] {
    var edits: [TextEdit] = []
    for node in nodes(tree) where tree.kind(of: node) == .allowStatement {
      guard let condition = tree.children(of: node).last(where: { tree.kind(of: $0) != .method })
      else { continue }
      let number = edits.count
      let range = tree.range(of: condition)
      let text = tree.source.text(of: range)
      let functions =
        isNested
        ? """
        function inner\(number)() { let all = \(text); return all; }
        function outer\(number)() { return (inner\(number)()); }

        """ : "function outer\(number)() { return \(text); }\n"
      edits.append(TextEdit(replacing: range, with: "outer\(number)()"))
      edits.append(
        TextEdit(replacing: SourceRange(at: tree.range(of: node).lowerBound), with: functions)
      )
    }
    return edits
  }

  private static let turned = [
    "==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<=",
  ]

  private static func reversals(_ tree: SyntaxTree) -> [TextEdit] {
    var edits: [TextEdit] = []
    // Children come first, so the comparisons within others are turned and those around them stay.
    for node in nodes(tree) where tree.kind(of: node) == .binaryExpression {
      guard let left = tree.child(0, of: node), let right = tree.child(1, of: node),
        let word = turned[tree.mainText(of: node)],
        !edits.contains(where: { tree.range(of: node).contains($0.range.lowerBound) })
      else { continue }
      edits.append(
        TextEdit(
          replacing: tree.range(of: node),
          with: "\(text(right, tree)) \(word) \(text(left, tree))"
        )
      )
    }
    return edits
  }

  private static func text(_ node: NodeID, _ tree: SyntaxTree) -> String {
    tree.source.text(of: tree.range(of: node))
  }

  private static func sums(_ tree: SyntaxTree) -> [TextEdit] {
    nodes(tree).compactMap { node in
      let range = tree.range(of: node)
      switch tree.kind(of: node) {
      case .intLiteral: return TextEdit(replacing: range, with: "(\(text(node, tree)) + 0)")
      case .booleanLiteral: return TextEdit(replacing: range, with: "(\(text(node, tree)) == true)")
      case .stringLiteral: return TextEdit(replacing: range, with: "('' + \(text(node, tree)))")
      default: return nil
      }
    }
  }
}
