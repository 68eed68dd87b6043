import RulesRuntime
import RulesSemantics
package import RulesSource
import RulesSyntax

/// Why a name can't be changed: one sentence for people, lower-case start, no final stop.
package struct RenameRefusal: Error, Sendable, Hashable {
  /// The sentence.
  package let message: String

  init(_ message: String) {
    self.message = message
  }
}

extension Analysis {
  /// The name at an offset that a rename would change, with its present text.
  ///
  /// - Throws: why what stands there can't be renamed.
  package func renameTarget(
    at offset: UInt32,
    in project: ProjectIndex
  ) throws(RenameRefusal) -> (range: SourceRange, name: String) {
    let (_, range) = try renamed(at: offset)
    return (range, source.text(of: range))
  }

  private func renamed(
    at offset: UInt32
  ) throws(RenameRefusal) -> (name: DeclaredName, range: SourceRange) {
    guard let (target, range) = target(at: offset) else {
      throw RenameRefusal("there is no name here that this file declares")
    }
    let text = source.text(of: range)
    switch target {
    case .declared(let name): return (name, range)
    case .request, .resource, .builtin, .methods, .namespace:
      throw RenameRefusal("`\(text)` belongs to the language, so it can't be renamed")
    case .member:
      throw RenameRefusal("`\(text)` is a member of a value; its name is that of the data")
    case .typeName, .methodWord, .keyword:
      throw RenameRefusal("`\(text)` is a word of the language, so it can't be renamed")
    }
  }

  /// The changes that give what is named at an offset another name.
  ///
  /// - Throws: why it can't have that name.
  package func rename(
    at offset: UInt32,
    to newName: String,
    in project: ProjectIndex
  ) throws(RenameRefusal) -> [DocumentEdit] {
    let (name, range) = try renamed(at: offset)
    let oldName = source.text(of: range)
    guard !oldName.utf8.elementsEqual(newName.utf8) else { return [] }
    try checkName(newName)
    let places = [tree.mainRange(of: name.node)] + uses(of: name).map(\.range)
    var edits = places.map { TextEdit(replacing: $0, with: newName) }
    if language == .tests {
      try checkTestName(newName, of: name)
      if let kept = keptIdentifier(of: name, oldName) { edits.append(kept) }
      return [DocumentEdit(source.name, edits)]
    }
    try checkMeaning(after: edits, newName)
    let document = DocumentEdit(source.name, edits)
    guard name.kind == .function else { return [document] }
    return [document] + project.tests.compactMap { $0.renamingReasons(oldName, to: newName) }
  }

  /// Checks that a text is one name.
  private func checkName(_ name: String) throws(RenameRefusal) {
    let probe = parseExpression(SourceFile(name: "", text: name))
    guard probe.tokens.count == 2, probe.tokens[0].range == SourceRange(0, probe.endOffset),
      probe.tokens[0].kind.isName
    else {
      let isReserved =
        probe.tokens.count == 2 && probe.tokens[0].kind.isWord
        && probe.tokens[0].range.count == name.utf8.count
      throw RenameRefusal(
        isReserved
          ? "`\(name)` is a reserved word"
          : "`\(name)` is no name: letters, digits and `_`, no digit first"
      )
    }
    if Library.namespaces.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
      throw RenameRefusal("`\(name)` is the name of a package of the language")
    }
  }

  // MARK: Rules

  /// Checks that every name means after some edits what it meant before: the new name neither hides
  /// another one nor is hidden.
  private func checkMeaning(after edits: [TextEdit], _ newName: String) throws(RenameRefusal) {
    guard let model else { return }
    let changed = Analysis(SourceFile(name: source.name, bytes: source.applying(edits)), .rules)
    guard let changedModel = changed.model, changed.tree.nodes.count == tree.nodes.count else {
      throw RenameRefusal("`\(newName)` would change how the file is read")
    }
    for index in tree.nodes.indices {
      let node = NodeID(index: UInt32(truncatingIfNeeded: index))
      guard model.references[node] != changedModel.references[node] else { continue }
      let line = source.position(of: tree.range(of: node).lowerBound).line
      throw RenameRefusal("`\(newName)` already means something else in line \(line)")
    }
    var before: [DiagnosticCode: Int] = [:]
    for diagnostic in model.diagnostics { before[diagnostic.code, default: 0] += 1 }
    for diagnostic in changedModel.diagnostics {
      before[diagnostic.code, default: 0] -= 1
      if before[diagnostic.code, default: 0] < 0 { throw RenameRefusal(diagnostic.message) }
    }
  }

  // MARK: Test files

  /// Checks that no other declaration of a test file has the name where both hold.
  private func checkTestName(
    _ newName: String,
    of name: DeclaredName
  ) throws(RenameRefusal) {
    if name.kind == .user, newName.utf8.elementsEqual("nobody".utf8) {
      throw RenameRefusal("`nobody` is the request without sign-in")
    }
    let kind = tree.kind(of: name.node)
    let own = scope(of: name.node)
    for index in tree.nodes.indices {
      let node = NodeID(index: UInt32(truncatingIfNeeded: index))
      guard tree.kind(of: node) == kind, tree.mainBytes(of: node).elementsEqual(newName.utf8),
        scope(of: node).holds(own) || own.holds(scope(of: node))
      else { continue }
      let line = source.position(of: tree.mainRange(of: node).lowerBound).line
      throw RenameRefusal("`\(newName)` is already declared in line \(line)")
    }
  }

  /// The file, group or test that declares a name.
  private func scope(of declaration: NodeID) -> SourceRange {
    let path = tree.path(to: tree.mainRange(of: declaration))
    let container = tree.innermost(of: path, TestNameTable.containers) ?? tree.root
    return tree.range(of: container)
  }

  /// What keeps a user's id as it is: without `with uid` it is the name.
  private func keptIdentifier(of name: DeclaredName, _ oldName: String) -> TextEdit? {
    guard name.kind == .user, tree.child(of: name.node, .userIdentifier) == nil else { return nil }
    var end = tree.range(of: name.node).upperBound
    let last = tree[name.node].endToken.index
    if last > 0, tree.tokens[Int(last) - 1].kind == .semicolon {
      end = tree.tokens[Int(last) - 1].range.lowerBound
    }
    return TextEdit(replacing: SourceRange(at: end), with: " with uid '\(oldName)'")
  }

  /// The edits of a test file whose reasons name a function of the rules; nil for none.
  private func renamingReasons(_ oldName: String, to newName: String) -> DocumentEdit? {
    let edits = reasons(naming: ContiguousArray(oldName.utf8)).map {
      TextEdit(replacing: $0, with: newName)
    }
    return edits.isEmpty ? nil : DocumentEdit(source.name, edits)
  }
}

extension SourceFile {
  /// The bytes after some edits, which are in source order and do not overlap.
  func applying(_ edits: [TextEdit]) -> ContiguousArray<UInt8> {
    var result: ContiguousArray<UInt8> = []
    var position = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      let lower = min(Int(edit.range.lowerBound), bytes.count)
      guard lower >= position else { continue }
      result.append(contentsOf: bytes[position..<lower])
      result.append(contentsOf: edit.replacement.utf8)
      position = max(lower, min(Int(edit.range.upperBound), bytes.count))
    }
    result.append(contentsOf: bytes[position...])
    return result
  }

  /// Where a word stands in a range, whole.
  func places(ofWord word: ContiguousArray<UInt8>, in range: SourceRange) -> [SourceRange] {
    var found: [SourceRange] = []
    var index = Int(range.lowerBound)
    let end = min(Int(range.upperBound), bytes.count)
    while index < end {
      guard bytes[index].isOfWord else {
        index += 1
        continue
      }
      let start = index
      while index < end, bytes[index].isOfWord { index += 1 }
      if bytes[start..<index].elementsEqual(word) {
        found.append(
          SourceRange(UInt32(truncatingIfNeeded: start), UInt32(truncatingIfNeeded: index))
        )
      }
    }
    return found
  }
}
