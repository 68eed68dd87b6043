import RulesRuntime
import RulesSource
import RulesSyntax

extension TypeInference {
  /// A call that has no receiver: `f(a)`, `math.abs(a)`, `firestore.get(p)`.
  mutating func call(_ node: NodeID) -> Inferred {
    let isNamespaced = tree.kind(of: node) == .methodCallExpression
    let arguments = tree.children(of: node).dropFirst(isNamespaced ? 1 : 0).map { $0 }
    let values = arguments.map { infer($0) }
    switch references[node] {
    case .function(let callee): return userCall(node, callee, values)
    case .builtin(let builtin): return builtinCall(builtin, arguments, values)
    case .lookup(let function, let builtin):
      let value = builtinCall(builtin, arguments, values)
      guard !value.isNever else { return .never }
      switch function {
      case .get, .getAfter, .value: return Inferred([.map, .null], .document)
      case .exists, .existsAfter: return Inferred(.bool)
      }
    case .none, .local, .wildcard, .request, .resource, .namespace, .unresolved: return .any
    }
  }

  private mutating func userCall(_ node: NodeID, _ callee: Int, _ values: [Inferred]) -> Inferred {
    let function = declarations.functions[callee]
    guard values.count == function.parameters.count else { return .any }
    // An argument that fails fails where it is read, if it is.
    let values = values.map { $0.isNever ? .any : $0 }
    let value = result(of: callee, values)
    guard value.isNever else { return value }
    let isOwnFault =
      values.allSatisfy { $0 == .any }
      || result(of: callee, values.map { _ in .any }).isNever
    // A body that fails for all arguments has been reported where it stands.
    if !isOwnFault {
      let name = tree.mainText(of: node)
      let found = zip(function.parameters, values).filter { $1 != .any }.map {
        "`\(tree.mainText(of: $0.node))` is \($1.types.text)"
      }.joined(separator: ", ")
      report(
        Diagnostic(
          .callAlwaysFails,
          at: tree.range(of: node),
          "this call of `\(name)` can only fail",
          notes: [
            DiagnosticNote("here \(found), of which the function makes something else"),
            DiagnosticNote("declared here", at: tree.mainRange(of: function.node)),
          ]
        )
      )
    }
    return .never
  }

  /// A built-in without receiver.
  private mutating func builtinCall(
    _ builtin: UInt16,
    _ arguments: [NodeID],
    _ values: [Inferred]
  ) -> Inferred {
    let declaration = Library.all[Int(builtin)]
    if case .variadic = declaration.implementation { return values.first ?? .any }
    return apply([declaration], arguments, values)
  }

  /// `x.f(a)`.
  mutating func method(_ node: NodeID, of receiver: Inferred) -> Inferred {
    let arguments = tree.children(of: node).dropFirst().map { $0 }
    let values = arguments.map { infer($0) }
    guard !receiver.isNever else { return .never }
    // A name that no type has is reported with the names.
    guard let group = Library.method(named: Text(wtf8: tree.mainBytes(of: node))) else {
      return .never
    }
    if receiver == .any { checkForMethod(tree.child(0, of: node), whoseResultHas: group) }
    let builtins = receiver.types.types.compactMap { group[$0].map { Library.all[Int($0)] } }
    guard !builtins.isEmpty else {
      reportNoMethod(node, receiver.types, group)
      return .never
    }
    return apply(builtins, arguments, values)
  }

  /// Reports a member that is named like a method without parameters, and is used like that method's result.
  private mutating func checkForMethod(
    _ node: NodeID?,
    whoseResultHas group: Library.MethodGroup
  ) {
    guard let node, tree.kind(of: node) == .memberExpression,
      let meant = Library.method(named: Text(wtf8: tree.mainBytes(of: node)))
    else { return }
    let results = ValueType.allCases.compactMap { type in
      meant[type].flatMap { Library.all[Int($0)].overloads.first { $0.parameters.isEmpty }?.result }
    }
    // Lists and sets that a map has by these names are rare; texts and numbers are not.
    let isOfCollections = ValueType.allCases.allSatisfy {
      group[$0] == nil || $0 == .list || $0 == .set
    }
    let name = tree.mainText(of: node)
    guard isOfCollections, !name.utf8.elementsEqual("values".utf8),
      results.contains(where: { ($0 == .list || $0 == .set) && group[$0] != nil })
    else { return }
    let end = SourceRange(at: tree.mainRange(of: node).upperBound)
    report(
      Diagnostic(
        .methodWithoutCall,
        severity: .warning,
        at: tree.mainRange(of: node),
        "`\(name)` is a method, and is not called",
        notes: [DiagnosticNote("without `()` it is a field of this name")],
        fixes: [
          FixIt("insert `()`", edits: [TextEdit(replacing: end, with: "()")], isSafe: false)
        ]
      )
    )
  }

  /// What some built-ins of one name give for arguments; reports the argument that none of them takes.
  private mutating func apply(
    _ builtins: [Builtin],
    _ arguments: [NodeID],
    _ values: [Inferred]
  ) -> Inferred {
    guard !values.contains(where: \.isNever) else { return .never }
    let overloads = builtins.flatMap(\.overloads).filter { $0.parameters.count == arguments.count }
    // A wrong count is reported with the names.
    guard !overloads.isEmpty else { return .never }
    let fitting = overloads.filter { overload in
      zip(overload.parameters, values).allSatisfy { !$0.types.isDisjoint(with: $1.types) }
    }
    guard fitting.isEmpty else {
      return Inferred(
        fitting.reduce(into: []) { $0.formUnion($1.result.map { TypeSet($0) } ?? .any) }
      )
    }
    for (place, argument) in arguments.enumerated() {
      let expected = overloads.reduce(into: TypeSet()) { $0.formUnion($1.parameters[place].types) }
      guard expected.isDisjoint(with: values[place].types) else { continue }
      reportArgument(builtins[0], place, argument, values[place].types, expected: expected)
      return .never
    }
    return .never
  }

  private mutating func reportArgument(
    _ builtin: Builtin,
    _ place: Int,
    _ node: NodeID,
    _ found: TypeSet,
    expected: TypeSet
  ) {
    guard !frame.isQuiet else { return }
    var name = builtin.name
    if case .namespaced(let namespace) = builtin.form { name = "\(namespace).\(name)" }
    var diagnostic = Diagnostic(
      .wrongArgumentType,
      at: tree.range(of: node),
      "argument \(place + 1) of `\(name)` is \(found.text), expected \(expected.text)"
    )
    if found == .list, expected == TypeSet(.set) {
      diagnostic.fixes = [
        FixIt(
          "make it a set by `toSet()`",
          edits: [
            TextEdit(replacing: SourceRange(at: tree.range(of: node).upperBound), with: ".toSet()")
          ],
          isSafe: false
        )
      ]
    }
    if found == .string, expected == .path {
      diagnostic.notes.append(
        DiagnosticNote("a path is written without quotes: `/databases/$(database)/documents/…`")
      )
    }
    diagnostics.append(diagnostic)
  }

  private mutating func reportNoMethod(
    _ node: NodeID,
    _ types: TypeSet,
    _ group: Library.MethodGroup
  ) {
    guard !frame.isQuiet else { return }
    let name = tree.mainText(of: node)
    let owners = TypeSet(ValueType.allCases.filter { group[$0] != nil })
    var diagnostic = Diagnostic(
      .noSuchMethod,
      at: tree.mainRange(of: node),
      "\(types.text) has no method `\(name)`",
      notes: [DiagnosticNote("it is a method of \(owners.text)")]
    )
    if let receiver = tree.child(0, of: node) {
      let end = SourceRange(at: tree.range(of: receiver).upperBound)
      if types == .map, owners.contains(.list) {
        diagnostic.fixes = [
          FixIt(
            "ask its keys: insert `.keys()`",
            edits: [TextEdit(replacing: end, with: ".keys()")],
            isSafe: false
          )
        ]
      } else if types == .list, owners == TypeSet(.set) {
        diagnostic.fixes = [
          FixIt(
            "make it a set: insert `.toSet()`",
            edits: [TextEdit(replacing: end, with: ".toSet()")],
            isSafe: false
          )
        ]
      }
    }
    diagnostics.append(diagnostic)
  }
}

extension Builtin.Parameter {
  /// The types that it takes; an int is taken where a float is asked for.
  var types: TypeSet {
    switch self {
    case .any: .any
    case .type(.float): .number
    case .type(let type): TypeSet(type)
    }
  }
}
