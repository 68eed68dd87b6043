import RulesRuntime
import RulesSource
import RulesSyntax

extension TypeInference {
  /// `a.b`.
  mutating func member(_ node: NodeID, of base: Inferred) -> Inferred {
    guard !base.isNever else { return .never }
    let allowed: TypeSet = [.map, .path]
    guard !base.types.isDisjoint(with: allowed) else {
      reportNoMembers(node, base.types)
      return .never
    }
    guard let known = KnownMembers.of(base.shape, in: frame.service) else { return .any }
    guard let index = tree.mainIndex(of: node, in: known.words) else {
      return unknownMember(tree.mainText(of: node), at: tree.mainRange(of: node), node, base, known)
    }
    return member(index, of: known, node)
  }

  /// A member by `a['b']`, the base being a map.
  private mutating func member(
    literal: NodeID,
    _ node: NodeID,
    of base: Inferred
  ) -> Inferred {
    guard let known = KnownMembers.of(base.shape, in: frame.service) else { return .any }
    let name = tree.stringValue(of: literal)
    guard let index = known.words.index(of: name.span) else {
      let text = String(decoding: name, as: UTF8.self)
      return unknownMember(text, at: tree.range(of: literal), node, base, known)
    }
    return member(index, of: known, node)
  }

  /// A known member, by its index.
  private mutating func member(
    _ index: Int,
    of known: KnownMembers.Table,
    _ node: NodeID
  ) -> Inferred {
    if index == known.resource { return requestResource(node) }
    if index == known.query, !contexts.asksForMethod, frame.context.hasNoQuery {
      return queryOutsideList(node)
    }
    return known.members[index].value
  }

  private mutating func unknownMember(
    _ name: String,
    at range: SourceRange,
    _ node: NodeID,
    _ base: Inferred,
    _ known: KnownMembers.Table
  ) -> Inferred {
    if base.shape == .token || base.shape == .providerClaims {
      reportUncommonClaim(name, at: range, among: known.members)
      return .any
    }
    reportUnknownMember(name, at: range, node, of: base.shape, known.members)
    return .never
  }

  /// `request.resource`, which is there for some requests only.
  private mutating func requestResource(_ node: NodeID) -> Inferred {
    guard !contexts.asksForMethod else { return .any }
    guard frame.context.hasNoRequestResource else { return frame.context.requestResource }
    report(
      Diagnostic(
        .requestResourceInRead,
        at: tree.range(of: node),
        "a read has no `request.resource`",
        notes: [
          DiagnosticNote("reading it is an error, which denies the request"),
          DiagnosticNote("the document that is read is `resource`"),
        ],
        fixes: frame.function == nil
          ? [
            FixIt(
              "write `resource`",
              edits: [TextEdit(replacing: tree.range(of: node), with: "resource")],
              isSafe: false
            )
          ] : []
      )
    )
    return .never
  }

  /// `request.query` where no request has it.
  private mutating func queryOutsideList(_ node: NodeID) -> Inferred {
    report(
      Diagnostic(
        .requestQueryOutsideList,
        at: tree.range(of: node),
        "only a list has `request.query`",
        notes: [
          DiagnosticNote("reading it in another request is an error, which denies the request")
        ]
      )
    )
    return .never
  }

  private mutating func reportNoMembers(_ node: NodeID, _ types: TypeSet) {
    guard !frame.isQuiet else { return }
    let name = tree.mainText(of: node)
    let range = tree.mainRange(of: node)
    let group = Library.method(named: tree.mainBytes(of: node).span)
    let isMethod = types.types.contains { group?[$0] != nil }
    if isMethod {
      diagnostics.append(
        Diagnostic(
          .methodWithoutCall,
          at: range,
          "`\(name)` is a method of \(types.text), and is not called",
          fixes: [
            FixIt(
              "insert `()`",
              edits: [TextEdit(replacing: SourceRange(at: range.upperBound), with: "()")],
              isSafe: false
            )
          ]
        )
      )
      return
    }
    if types == .null, let diagnostic = missingResource(node, name) {
      diagnostics.append(diagnostic)
      return
    }
    diagnostics.append(
      Diagnostic(
        .noMembers,
        at: range,
        "\(types.text) has no members, so no `\(name)`",
        notes: [DiagnosticNote("members are read from a `map` or a `path`")]
      )
    )
  }

  /// What to say of a member of `resource` or `request.resource` where the request has none.
  private func missingResource(_ node: NodeID, _ name: String) -> Diagnostic? {
    guard var base = tree.child(0, of: node) else { return nil }
    while tree.kind(of: base) == .parenthesizedExpression, let inner = tree.child(0, of: base) {
      base = inner
    }
    let isCreate = references[base] == .resource
    guard isCreate || isRequestResource(base) else { return nil }
    let meant = isCreate ? "request.resource" : "resource"
    let fix = FixIt(
      "write `\(meant)`",
      edits: [TextEdit(replacing: tree.range(of: base), with: meant)],
      isSafe: false
    )
    return Diagnostic(
      isCreate ? .resourceOnCreate : .requestResourceInDelete,
      at: tree.range(of: node),
      isCreate
        ? "a create has no `resource` yet, so no `\(name)`"
        : "a delete leaves no `request.resource`, so no `\(name)`",
      notes: [
        DiagnosticNote("reading it is an error, which denies the request"),
        DiagnosticNote(
          isCreate
            ? "the document that is being written is `request.resource`"
            : "the document that is being deleted is `resource`"
        ),
      ],
      fixes: frame.function == nil ? [fix] : []
    )
  }

  /// Whether an expression is `request.resource`.
  private func isRequestResource(_ node: NodeID) -> Bool {
    guard tree.kind(of: node) == .memberExpression, let base = tree.child(0, of: node) else {
      return false
    }
    return references[base] == .request && tree.mainBytes(of: node).elementsEqual("resource".utf8)
  }

  private mutating func reportUnknownMember(
    _ name: String,
    at range: SourceRange,
    _ node: NodeID,
    of shape: Inferred.Shape,
    _ known: [KnownMembers.Member]
  ) {
    guard !frame.isQuiet else { return }
    let list = TypeSet.list(known.map { "`\($0.name)`" })
    var diagnostic = Diagnostic(
      .unknownMember,
      at: range,
      "\(KnownMembers.name(of: shape)) has no `\(name)`",
      notes: [DiagnosticNote("expected \(list)")]
    )
    var meant =
      KnownMembers.meant(by: name, of: shape)
      ?? EditDistance.nearest(to: name, among: known.map(\.name))
    // The fields of a document are one step further down.
    if meant == nil, shape == .document { meant = "data.\(name)" }
    if let meant, tree.kind(of: node) == .memberExpression {
      diagnostic.fixes = [
        FixIt("write `\(meant)`", edits: [TextEdit(replacing: range, with: meant)], isSafe: false)
      ]
    }
    diagnostics.append(diagnostic)
  }

  private mutating func reportUncommonClaim(
    _ name: String,
    at range: SourceRange,
    among known: [KnownMembers.Member]
  ) {
    // Claims may have any name; only what looks like a slip is worth a word.
    let folded = name.utf8.filter { $0 != UInt8(ascii: "_") }.map { $0 | 0x20 }
    let meant =
      known.first { member in
        member.name.utf8.filter { $0 != UInt8(ascii: "_") }.elementsEqual(folded)
      }?.name
    guard let meant else { return }
    report(
      Diagnostic(
        .uncommonClaim,
        at: range,
        "`\(name)` is no claim that tokens have by themselves",
        notes: [
          DiagnosticNote("a claim of your own may have this name; the usual one is `\(meant)`")
        ],
        fixes: [
          FixIt("write `\(meant)`", edits: [TextEdit(replacing: range, with: meant)], isSafe: false)
        ]
      )
    )
  }

  /// What can be indexed, by what, and what that gives.
  private static let indexings: [(TypeSet, index: TypeSet, result: TypeSet)] = [
    (.string, .int, .string), (.list, .int, .any), (.map, .string, .any),
    (.path, [.int, .string], .any),
  ]

  /// `a[b]`.
  mutating func index(_ node: NodeID, of base: Inferred) -> Inferred {
    guard let operand = tree.child(1, of: node) else { return .any }
    let key = infer(operand)
    guard !base.isNever, !key.isNever else { return .never }
    let fitting = Self.indexings.filter { !base.types.isDisjoint(with: $0.0) }
    guard !fitting.isEmpty else {
      reportOperand(
        "what stands before `[`",
        tree.child(0, of: node) ?? node,
        base.types,
        expected: [.string, .list, .map, .path]
      )
      return .never
    }
    let results = fitting.filter { !key.types.isDisjoint(with: $0.index) }
    guard !results.isEmpty else {
      reportOperand(
        "the index of \(base.types.text)",
        operand,
        key.types,
        expected: fitting.reduce(into: []) { $0.formUnion($1.index) }
      )
      return .never
    }
    if base.types == .map || base.shape != .other, tree.kind(of: operand) == .stringLiteral {
      return member(literal: operand, node, of: base)
    }
    return Inferred(results.reduce(into: []) { $0.formUnion($1.result) })
  }

  /// `a[b:c]`.
  mutating func slice(_ node: NodeID, of base: Inferred) -> Inferred {
    var isNever = base.isNever
    for bound in tree.children(of: node).dropFirst() where tree.kind(of: bound) != .omitted {
      let value = infer(bound)
      if !value.isNever, value.types.isDisjoint(with: [.int, .null]) {
        reportOperand("a bound of a slice", bound, value.types, expected: .int)
        isNever = true
      }
      isNever = isNever || value.isNever
    }
    guard !isNever else { return .never }
    let types = base.types.intersection([.string, .list, .path])
    if types.isEmpty {
      reportOperand(
        "what stands before `[`",
        tree.child(0, of: node) ?? node,
        base.types,
        expected: [.string, .list, .path]
      )
    }
    return Inferred(types)
  }
}
