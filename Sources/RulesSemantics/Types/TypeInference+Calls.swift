import RulesRuntime
import RulesSource
import RulesSyntax

extension TypeInference {
  /// A call that has no receiver: `f(a)`, `math.abs(a)`, `firestore.get(p)`.
  mutating func call(_ node: NodeID) -> Inferred {
    let isNamespaced = tree.kind(of: node) == .methodCallExpression
    let arguments = tree.childPlaces(of: node).dropFirst(isNamespaced ? 1 : 0)
    let mark = inferArguments(arguments)
    defer { values.removeLast(values.count - mark) }
    switch references[node] {
    case .function(let callee): return userCall(node, Int(callee), firstArgument: mark)
    case .builtin(let builtin): return builtinCall(builtin, arguments)
    case .lookup(let function, let builtin):
      let value = builtinCall(builtin, arguments)
      guard !value.isNever else { return .never }
      switch function {
      case .get, .getAfter, .value: return Inferred([.map, .null], .document)
      case .exists, .existsAfter: return Inferred(.bool)
      }
    case .none, .local, .wildcard, .request, .resource, .namespace, .unresolved: return .any
    }
  }

  /// Infers arguments: they are the last of the values then; gives the place of the first one.
  private mutating func inferArguments(_ arguments: Range<Int>) -> Int {
    let mark = values.count
    for place in arguments {
      let value = infer(tree.childIDs[place])
      values.append(value)
    }
    return mark
  }

  private mutating func userCall(
    _ node: NodeID,
    _ callee: Int,
    firstArgument: Int
  ) -> Inferred {
    let count = values.count - firstArgument
    guard count == declarations.functions[callee].parameters.count else { return .any }
    // An argument that fails fails where it is read, if it is.
    for place in firstArgument..<values.count where values[place].isNever { values[place] = .any }
    let value = result(of: callee, argumentCount: count)
    guard value.isNever else { return value }
    // A body that fails for all arguments has been reported where it stands.
    if !failsForAll(callee, firstArgument: firstArgument) {
      let function = declarations.functions[callee]
      let name = tree.mainText(of: node)
      let found = zip(function.parameters, values[firstArgument...]).filter { $1 != .any }.map {
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

  /// Whether a call that fails does so for any arguments.
  private mutating func failsForAll(_ callee: Int, firstArgument: Int) -> Bool {
    let count = values.count - firstArgument
    if values[firstArgument...].allSatisfy({ $0 == .any }) { return true }
    for _ in 0..<count { values.append(.any) }
    let value = result(of: callee, argumentCount: count)
    values.removeLast(count)
    return value.isNever
  }

  /// A built-in without receiver; its arguments are the last of the values.
  private mutating func builtinCall(
    _ builtin: UInt16,
    _ arguments: Range<Int>
  ) -> Inferred {
    if Library.isVariadic(builtin) {
      return arguments.isEmpty ? .any : values[values.count - arguments.count]
    }
    candidates.removeAll(keepingCapacity: true)
    candidates.append(builtin)
    return apply(arguments)
  }

  /// `x.f(a)`.
  mutating func method(_ node: NodeID, of receiver: Inferred) -> Inferred {
    let arguments = tree.childPlaces(of: node).dropFirst()
    let mark = inferArguments(arguments)
    defer { values.removeLast(values.count - mark) }
    guard !receiver.isNever else { return .never }
    // A name that no type has is reported with the names.
    guard let group = tree.withMainBytes(of: node, { Library.method(named: $0) }) else {
      return .never
    }
    if receiver == .any { checkForMethod(tree.child(0, of: node), whoseResultHas: group) }
    candidates.removeAll(keepingCapacity: true)
    for type in ValueType.allCases where receiver.types.contains(TypeSet(type)) {
      if let builtin = group[type] { candidates.append(builtin) }
    }
    guard !candidates.isEmpty else {
      reportNoMethod(node, receiver.types, group)
      return .never
    }
    return apply(arguments)
  }

  /// Reports a member that is named like a method without parameters, and is used like that method's result.
  private mutating func checkForMethod(
    _ node: NodeID?,
    whoseResultHas group: Library.MethodGroup
  ) {
    guard !frame.isQuiet, let node, tree.kind(of: node) == .memberExpression else { return }
    guard let meant = tree.withMainBytes(of: node, { Library.method(named: $0) }) else { return }
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

  /// What the candidates give for arguments, the last of the values; reports the argument that none of them takes.
  ///
  /// The arguments are places in `childIDs`.
  private mutating func apply(_ arguments: Range<Int>) -> Inferred {
    let count = arguments.count
    let first = values.count - count
    guard !values[first...].contains(where: \.isNever) else { return .never }
    var result: TypeSet = []
    var isFitting = false
    for builtin in candidates {
      for overload in BuiltinTypes.overloads(of: builtin) where overload.count == count {
        let fits = (0..<count).allSatisfy {
          !overload.types(at: $0).isDisjoint(with: values[first + $0].types)
        }
        guard fits else { continue }
        isFitting = true
        result.formUnion(overload.result)
      }
    }
    if isFitting { return Inferred(result) }
    for place in 0..<count {
      var expected: TypeSet = []
      for builtin in candidates {
        for overload in BuiltinTypes.overloads(of: builtin) where overload.count == count {
          expected.formUnion(overload.types(at: place))
        }
      }
      // A wrong count is reported with the names.
      guard !expected.isEmpty else { return .never }
      let found = values[first + place].types
      guard expected.isDisjoint(with: found) else { continue }
      let builtin = Library.all[Int(candidates[0])]
      let argument = tree.childIDs[arguments.lowerBound + place]
      reportArgument(builtin, place, argument, found, expected: expected)
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
