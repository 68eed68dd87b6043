import RulesSemantics
import RulesSource
import RulesSyntax

/// Changes around functions: create, extract, inline.
extension Analysis {
  /// Functions of more parameters are not made; the official compiler refuses them.
  private static let parameterLimit = 7

  // MARK: Create

  /// Declares the function that a call names and nothing declares; it refuses everything at first.
  func creatingFunction(at range: SourceRange) -> [CodeAction] {
    let path = tree.path(to: range)
    guard let model,
      let call = path.last(where: { tree.kind(of: $0) == .callExpression }),
      tree.mainRange(of: call).touches(range), model.references[call] == .unresolved,
      let item = item(around: path)
    else { return [] }
    guard tree.children(of: call).count <= Self.parameterLimit else { return [] }
    let name = tree.mainText(of: call)
    var names: [String] = []
    for argument in tree.children(of: call) {
      let isNamed =
        tree.kind(of: argument) == .nameExpression || tree.kind(of: argument) == .memberExpression
      names.append(unused(isNamed ? tree.mainText(of: argument) : "value", among: names))
    }
    let text = "function \(name)(\(names.joined(separator: ", "))) {\n  return false;\n}"
    return [
      action(
        "create the function `\(name)`",
        .quickFix,
        [insertion(of: text, before: item)],
        of: model.diagnostics.first { $0.range == tree.mainRange(of: call) }
      )
    ]
  }

  /// The statement or function around a place, before which a function can be declared.
  private func item(around path: [NodeID]) -> NodeID? {
    path.last { tree.kind(of: $0) == .allowStatement || tree.kind(of: $0) == .functionDeclaration }
  }

  /// A name, with a number behind it where it is taken.
  private func unused(_ name: String, among names: [String]) -> String {
    let reserved = ["request", "resource"]
    var candidate = reserved.contains { $0.utf8.elementsEqual(name.utf8) } ? name + "Value" : name
    var number = 2
    while names.contains(where: { $0.utf8.elementsEqual(candidate.utf8) }) {
      candidate = "\(name)\(number)"
      number += 1
    }
    return candidate
  }

  /// Puts a declaration before an item, behind the comments above that, and an empty line between.
  private func insertion(of text: String, before item: NodeID) -> TextEdit {
    let start = startWithComments(of: item)
    let indent = indentation(ofLine: source.lines.lineIndex(of: start))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let moved = lines.joined(separator: "\n" + indent)
    return TextEdit(replacing: SourceRange(at: start), with: "\(moved)\n\n\(indent)")
  }

  /// Where an item begins, with the comments directly above it.
  private func startWithComments(of item: NodeID) -> UInt32 {
    let token = tree[item].firstToken
    var start = tree[token].range.lowerBound
    var breaks = 0
    let pieces = tree.trivia(before: token)
    let firstBreak = pieces.firstIndex { $0.kind == .newline } ?? pieces.count
    for (place, piece) in pieces.enumerated().reversed() {
      switch piece.kind {
      case .spaces: continue
      case .newline: breaks += 1
      case .lineComment, .blockComment:
        let isBeside = token.index > 0 && place < firstBreak
        guard breaks <= 1, !isBeside else { return start }
        start = piece.range.lowerBound
        breaks = 0
      }
      if breaks > 1 { return start }
    }
    return start
  }

  // MARK: Extract

  /// Makes a function of the selected expression; what it reads of the function around it becomes
  /// parameters.
  func extractingFunction(from selection: SourceRange) -> [CodeAction] {
    let range = trimmed(selection)
    guard let model, !range.isEmpty else { return [] }
    let path = tree.path(to: range)
    guard
      let node = path.first(where: { tree.kind(of: $0).isExpression && tree.range(of: $0) == range }
      ),
      isWhole(node), tree.kind(of: node) != .nameExpression, let item = item(around: path)
    else { return [] }
    var locals: [String] = []
    for inner in tree.nodes(under: node) {
      guard case .local = model.references[inner] else { continue }
      let name = tree.mainText(of: inner)
      if !locals.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { locals.append(name) }
      guard locals.count <= Self.parameterLimit else { return [] }
    }
    let name = unused("condition", among: functionNames() + locals)
    let parameters = locals.joined(separator: ", ")
    let text = "function \(name)(\(parameters)) {\n  return \(source.text(of: range));\n}"
    return [
      action(
        "extract a function",
        .extract,
        [
          insertion(of: text, before: item),
          TextEdit(replacing: range, with: "\(name)(\(parameters))"),
        ]
      )
    ]
  }

  /// Whether an expression was read without a mistake and has a value of its own: a package has none.
  private func isWhole(_ node: NodeID) -> Bool {
    tree.nodes(under: node).allSatisfy { inner in
      tree.kind(of: inner) != .missingExpression && tree.kind(of: inner) != .unexpected
    } && tree.isWellFormed && model?.references[node] != .namespace
  }

  /// A range without the space at its ends.
  private func trimmed(_ range: SourceRange) -> SourceRange {
    var lower = Int(range.lowerBound)
    var upper = min(Int(range.upperBound), source.bytes.count)
    while lower < upper, source.bytes[lower] <= 0x20 { lower += 1 }
    while lower < upper, source.bytes[upper - 1] <= 0x20 { upper -= 1 }
    return SourceRange(UInt32(truncatingIfNeeded: lower), UInt32(truncatingIfNeeded: upper))
  }

  // MARK: Inline

  /// Puts the value of a let where it is read.
  func inliningVariable(at range: SourceRange) -> [CodeAction] {
    guard tree.isWellFormed, let model, let (target, _) = target(at: range.lowerBound),
      case .declared(let name) = target, name.kind == .variable,
      let value = tree.child(0, of: name.node)
    else { return [] }
    let places = uses(of: name)
    guard !places.isEmpty, isStable(value, model) else { return [] }
    let text = source.text(of: tree.range(of: value))
    var edits = places.map { place in
      TextEdit(replacing: place.range, with: bindsTightly(value) ? text : "(\(text))")
    }
    edits.append(TextEdit(replacing: lineRange(of: name.node), with: ""))
    return [action("inline `\(tree.mainText(of: name.node))`", .inline, edits)]
  }

  /// Whether the names that a let's value reads mean the same wherever the let is read.
  private func isStable(_ value: NodeID, _ model: SemanticModel) -> Bool {
    guard
      let function = tree.innermost(
        of: tree.path(to: tree.range(of: value)),
        [.functionDeclaration]
      )
    else { return false }
    let declared = tree.slots(of: function).map { tree.mainBytes(of: $0.node) }
    return tree.nodes(under: value).allSatisfy { node in
      guard tree.kind(of: node) == .nameExpression, model.references[node] != .namespace else {
        return true
      }
      let count = declared.count { $0 == tree.mainBytes(of: node) }
      guard case .local = model.references[node] else { return count == 0 }
      return count == 1
    }
  }

  /// Whether an expression needs no brackets, wherever it is put.
  private func bindsTightly(_ node: NodeID) -> Bool {
    switch tree.kind(of: node) {
    case .nameExpression, .memberExpression, .callExpression, .methodCallExpression,
      .indexExpression, .sliceExpression, .listExpression, .mapExpression, .parenthesizedExpression,
      .stringLiteral, .booleanLiteral, .nullLiteral:
      true
    default: false
    }
  }

  /// A statement, with its line where nothing else is in that.
  private func lineRange(of node: NodeID) -> SourceRange {
    let range = tree.range(of: node)
    let first = source.lines.lineIndex(of: range.lowerBound)
    let last = source.lines.lineIndex(of: range.upperBound)
    let line = source.lines.lineRange(first, in: source.bytes)
    let end = source.lines.lineRange(last, in: source.bytes).upperBound
    let before = source.bytes[Int(line.lowerBound)..<Int(range.lowerBound)]
    let behind = source.bytes[Int(range.upperBound)..<Int(max(end, range.upperBound))]
    guard before.allSatisfy({ $0 <= 0x20 }), behind.allSatisfy({ $0 <= 0x20 }) else { return range }
    let next = last + 1 < source.lines.starts.count ? source.lines.starts[last + 1] : end
    return SourceRange(line.lowerBound, next)
  }
}
