import RulesRuntime
import RulesSource
import RulesSyntax

extension NameResolver {
  /// Reports the names that nothing declares, and the calls with a wrong count of arguments.
  ///
  /// - Parameter known: nodes in which there are none, in order.
  mutating func reportProblems(but known: ContiguousArray<SharedNodes>) {
    var (index, nextKnown) = (Int(references.nodes.lowerBound), 0)
    while index < Int(references.nodes.upperBound) {
      if nextKnown < known.count, known[nextKnown].nodes.lowerBound == index {
        index = known[nextKnown].nodes.upperBound
        nextKnown += 1
        continue
      }
      reportProblem(of: NodeID(index: UInt32(truncatingIfNeeded: index)))
      index += 1
    }
  }

  private mutating func reportProblem(of node: NodeID) {
    switch tree.kind(of: node) {
    case .nameExpression:
      if case .unresolved = references[node] { reportUnknownName(node) }
    case .callExpression, .methodCallExpression:
      switch references[node] {
      case .unresolved: reportUnknownFunction(node)
      case .none: if tree.kind(of: node) == .methodCallExpression { reportUnknownMethod(node) }
      case .function(let callee): checkCount(node, of: Int(callee))
      case .builtin(let builtin), .lookup(_, let builtin): checkCount(node, builtin)
      case .local, .wildcard, .request, .resource, .namespace: break
      }
    default: break
    }
  }

  private mutating func reportUnknownName(_ node: NodeID) {
    // The children of a node that could not be parsed have been reported already.
    let bytes = tree.mainBytes(of: node)
    let name = String(decoding: bytes, as: UTF8.self)
    var diagnostic = Diagnostic(
      .unknownName,
      at: tree.mainRange(of: node),
      "nothing declares a variable `\(name)`",
      notes: [DiagnosticNote("evaluating it is always an error, so the condition fails")]
    )
    if let note = hint(forName: bytes) { diagnostic.notes.append(DiagnosticNote(note)) }
    if let meant = interpolation(meantBy: node, bytes) {
      diagnostic.notes.append(DiagnosticNote("a value is inserted in a path by `/$(…)`"))
      diagnostic.fixes = [replacement(of: node, by: meant)]
    } else if let meant = suggestions.variable(near: bytes) {
      diagnostic.fixes = [replacement(of: node, by: meant)]
    }
    report(diagnostic, of: node)
  }

  /// What is meant by `$name` behind a slash: `$(name)`.
  private func interpolation(
    meantBy node: NodeID,
    _ bytes: ContiguousArray<UInt8>
  ) -> ContiguousArray<UInt8>? {
    let token = tree[node].mainToken.index
    guard bytes.first == UInt8(ascii: "$"), bytes.count > 1, token > 0,
      tree[TokenID(index: token - 1)].kind == .slash
    else { return nil }
    return ContiguousArray("$(".utf8) + bytes.dropFirst() + ContiguousArray(")".utf8)
  }

  /// What people mean who write a name that other languages have.
  private func hint(forName bytes: ContiguousArray<UInt8>) -> String? {
    switch String(decoding: bytes, as: UTF8.self) {
    case "undefined":
      "there is no `undefined`: ask `'field' in map`, or read `map.get('field', null)`"
    case "auth": "the user is `request.auth`"
    case "data":
      "the stored document is `resource.data`, the one being written `request.resource.data`"
    case "now", "Date": "the time of the request is `request.time`"
    case "Object": "a map has `keys()` and `values()`: `m.keys()`"
    case "Math": "the functions of `math` are written in lower case: `math.abs(x)`"
    case "JSON": "maps and lists are compared as they are, by `==`"
    case "firestore":
      "lookups are `get(…)` and `exists(…)` here; `firestore.get(…)` is for Storage rules"
    default: nil
    }
  }

  private mutating func reportUnknownFunction(_ node: NodeID) {
    let bytes = tree.mainBytes(of: node)
    let receiver = tree.kind(of: node) == .methodCallExpression ? tree.child(0, of: node) : nil
    let prefix = receiver.map { tree.mainText(of: $0) + "." } ?? ""
    let name = prefix + String(decoding: bytes, as: UTF8.self)
    var known: [ContiguousArray<UInt8>] = []
    for builtin in Library.all {
      switch builtin.form {
      case .function, .lookup:
        if receiver == nil { known.append(ContiguousArray(builtin.name.utf8)) }
      case .namespaced(let namespace):
        if prefix.utf8.elementsEqual((namespace + ".").utf8) {
          known.append(ContiguousArray(builtin.name.utf8))
        }
      case .method: continue
      }
    }
    var diagnostic = Diagnostic(
      .unknownFunction,
      at: tree.mainRange(of: node),
      "nothing declares a function `\(name)`",
      notes: [DiagnosticNote("every call of it is an error, so the condition fails")]
    )
    if receiver == nil, let meant = ForeignNames.function(bytes) {
      diagnostic.notes.append(DiagnosticNote("the language has \(meant.ours) for this"))
      diagnostic.fixes = ForeignNames.fix(of: node, meant, tree).map { [$0] } ?? []
    } else if let meant = suggestions.function(near: bytes, builtins: known) {
      diagnostic.fixes = [replacement(of: node, by: meant)]
    }
    if receiver == nil, let elsewhere = suggestions.firstFunction(named: bytes) {
      diagnostic.notes.append(
        DiagnosticNote(
          "a function of this name is declared in another block, where it can't be seen from here",
          at: tree.mainRange(of: elsewhere)
        )
      )
    }
    report(diagnostic, of: node)
  }

  private mutating func reportUnknownMethod(_ node: NodeID) {
    guard tree.withMainBytes(of: node, { Library.method(named: $0) }) == nil else { return }
    let bytes = tree.mainBytes(of: node)
    let text = String(decoding: bytes, as: UTF8.self)
    let known = Library.all.compactMap { builtin -> ContiguousArray<UInt8>? in
      guard case .method = builtin.form else { return nil }
      return ContiguousArray(builtin.name.utf8)
    }
    var diagnostic = Diagnostic(
      .unknownMethod,
      at: tree.mainRange(of: node),
      "no type has a method `\(text)`",
      notes: [DiagnosticNote("every call of it is an error, so the condition fails")]
    )
    if let meant = ForeignNames.method(bytes) {
      diagnostic.notes.append(DiagnosticNote("the language has \(meant.ours) for this"))
      diagnostic.fixes = ForeignNames.fix(of: node, meant, tree).map { [$0] } ?? []
    } else if let near = EditDistance.nearest(to: bytes, among: known) {
      diagnostic.fixes = [replacement(of: node, by: near)]
    }
    report(diagnostic, of: node)
  }

  private func replacement(of node: NodeID, by name: ContiguousArray<UInt8>) -> FixIt {
    let text = String(decoding: name, as: UTF8.self)
    return FixIt(
      "write `\(text)`",
      edits: [TextEdit(replacing: tree.mainRange(of: node), with: text)],
      isSafe: false
    )
  }

  private mutating func checkCount(_ node: NodeID, of callee: Int) {
    let function = declarations.functions[callee]
    let received = tree.children(of: node).count
    guard received != function.parameters.count else { return }
    let name = tree.mainText(of: node)
    report(
      Diagnostic(
        .wrongArgumentCount,
        at: tree.mainRange(of: node),
        "`\(name)` takes \(arguments(function.parameters.count)), found \(received)",
        notes: [DiagnosticNote("declared here", at: tree.mainRange(of: function.node))]
      ),
      of: node
    )
  }

  private mutating func checkCount(_ node: NodeID, _ builtin: UInt16) {
    let declaration = Library.all[Int(builtin)]
    // `debug` takes any number, of which the overloads show one.
    if case .variadic = declaration.implementation { return }
    let isMethodCall = tree.kind(of: node) == .methodCallExpression
    let received = tree.children(of: node).count - (isMethodCall ? 1 : 0)
    guard !declaration.overloads.contains(where: { $0.parameters.count == received }) else {
      return
    }
    let counts = Set(declaration.overloads.map(\.parameters.count))
    let expected = counts.sorted().map { arguments($0) }.joined(separator: " or ")
    report(
      Diagnostic(
        .wrongArgumentCount,
        at: tree.mainRange(of: node),
        "`\(declaration.name)` takes \(expected), found \(received)"
      ),
      of: node
    )
  }

  private func arguments(_ count: Int) -> String {
    switch count {
    case 0: "no argument"
    case 1: "one argument"
    default: "\(count) arguments"
    }
  }

  mutating func reportUnused(_ variable: FunctionDeclaration.Variable) {
    let name = tree.mainText(of: variable.node)
    let kind = tree.kind(of: variable.node) == .parameter ? "parameter" : "variable"
    report(
      Diagnostic(
        .unusedVariable,
        at: tree.mainRange(of: variable.node),
        "nothing reads the \(kind) `\(name)`"
      ),
      of: variable.node
    )
  }

  mutating func reportUnusedFunctions() {
    let idle = idleScopes
    for (index, function) in declarations.functions.enumerated()
    where !isUsed(index) {
      let name = tree.mainText(of: function.node)
      diagnostics.append(
        Diagnostic(
          .unusedFunction,
          at: tree.mainRange(of: function.node),
          "nothing calls the function `\(name)`",
          notes: idle.contains(function.scope)
            ? [DiagnosticNote("no statement of the block around it allows anything")] : []
        )
      )
    }
  }

  /// The scopes of blocks that allow nothing, in themselves or in the blocks within.
  private var idleScopes: Set<ScopeID> {
    var allows = declarations.blocks.map { !$0.statements.isEmpty }
    // A block comes before those in it.
    for index in declarations.blocks.indices.reversed() where allows[index] {
      if let parent = declarations.blocks[index].parent { allows[parent] = true }
    }
    return Set(
      declarations.blocks.indices.filter { !allows[$0] }.map { declarations.blocks[$0].scope }
    )
  }
}
