import RulesRuntime
import RulesSource
import RulesSyntax

extension LintRule {
  static let shadowedName = LintRule(
    "shadowed-name",
    .warning,
    "a name that hides another one",
    reason: """
      In a block within `match /rooms/{id}` a second `{id}` hides the first: a condition that means the room tests \
      the message. A parameter named `request` or `resource` hides the request, and a function named like a built-in \
      one hides that. Rename one of both.
      """,
    bad: .firestore(
      """
      match /rooms/{id} {
        match /messages/{id} {
          allow get: if request.auth != null && resource.data.author == request.auth.uid
                     && exists(/databases/$(database)/documents/rooms/$(id));
        }
      }
      """
    ),
    good: .firestore(
      """
      match /rooms/{room} {
        match /messages/{message} {
          allow get: if request.auth != null && resource.data.author == request.auth.uid
                     && exists(/databases/$(database)/documents/rooms/$(room));
        }
      }
      """
    ),
    silence: "Silence it where the outer name is of no use in the block.",
    check: .rules { context, report in
      let tree = context.tree
      context.reportWildcards(&report)
      for function in context.nodes[.functionDeclaration] {
        let name = tree.mainBytes(of: function)
        if Library.function(named: Text(wtf8: name)) != nil {
          report.add(
            at: tree.mainRange(of: function),
            "this function hides the built-in `\(tree.mainText(of: function))`"
          )
        }
        for child in tree.children(of: function) {
          guard tree.kind(of: child) == .parameter || tree.kind(of: child) == .letStatement else {
            continue
          }
          let bytes = tree.mainBytes(of: child)
          guard bytes.elementsEqual("request".utf8) || bytes.elementsEqual("resource".utf8) else {
            continue
          }
          report.add(
            at: tree.mainRange(of: child),
            "this variable hides the service's `\(tree.mainText(of: child))`"
          )
        }
      }
    }
  )
}

extension LintContext {
  /// Reports wildcards that hide those of blocks around them.
  fileprivate func reportWildcards(_ report: inout LintReport) {
    var names: ContiguousArray<[(ContiguousArray<UInt8>, SourceRange)]> = []
    let nodes = matchNodes
    // A block comes before those in it.
    for block in program.blocks {
      let around = block.parent.map { names[Int($0.index)] } ?? []
      var own: [(ContiguousArray<UInt8>, SourceRange)] = []
      for segment in nodes[block.offset].flatMap({ tree.matchDeclaration($0)?.path })?.segments
        ?? []
      {
        let name: NameSyntax
        switch segment {
        case .capture(let text, _), .glob(let text, _): name = text
        case .literal, .interpolated: continue
        }
        let bytes = ContiguousArray(name.text.utf8)
        own.append((bytes, name.range))
        guard bytes.first != UInt8(ascii: "_"), let hidden = around.last(where: { $0.0 == bytes })
        else {
          continue
        }
        report.add(
          at: name.range,
          "this wildcard hides the `\(name.text)` of a block around it",
          notes: [DiagnosticNote("the hidden one", at: hidden.1)]
        )
      }
      names.append(around + own)
    }
  }
}
