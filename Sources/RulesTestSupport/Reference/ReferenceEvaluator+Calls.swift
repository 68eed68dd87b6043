import RulesRuntime
import RulesSource
import RulesSyntax

extension ReferenceEvaluator {
  mutating func call(
    _ node: NodeID,
    _ start: UInt32,
    _ environment: Environment
  ) throws(ReferenceError) -> Value {
    let name = tree.mainText(of: node)
    let arguments = Array(tree.children(of: node))
    if let (function, scope) = program.function(named: name, from: environment.scope) {
      return try callUser(node, function, scope, arguments, environment)
    }
    let isLookup = ["get", "exists", "getAfter", "existsAfter", "value"].contains(name)
    guard let builtin = Library.function(named: Text(name)),
      !isLookup || !program.scopes[environment.scope].isStorage
    else {
      _ = try waitingValues(arguments, environment)
      throw ReferenceError(.functionNotFound(Text(name)), at: start)
    }
    let operands = try values(arguments, environment)
    if isLookup { return try lookUp(node, name, builtin, operands) }
    return try at(main(node)) { () throws(FaultReason) in try Library.call(builtin, operands) }
  }

  /// The values of operands, all of which are evaluated; the first error counts.
  mutating func values(
    _ nodes: [NodeID],
    _ environment: Environment
  ) throws(ReferenceError) -> ContiguousArray<Value> {
    var values: ContiguousArray<Value> = []
    for value in try waitingValues(nodes, environment) { values.append(try value.get()) }
    return values
  }

  private mutating func waitingValues(
    _ nodes: [NodeID],
    _ environment: Environment
  ) throws(ReferenceError) -> [Result<Value, ReferenceError>] {
    var values: [Result<Value, ReferenceError>] = []
    for node in nodes { values.append(try waiting(node, environment)) }
    return values
  }

  private mutating func callUser(
    _ node: NodeID,
    _ callee: FunctionSyntax,
    _ scope: Int,
    _ arguments: [NodeID],
    _ environment: Environment
  ) throws(ReferenceError) -> Value {
    let parameters = callee.parameters.map { $0.text }
    guard parameters.count == arguments.count else {
      _ = try waitingValues(arguments, environment)
      let signature = "\(callee.name.text)(\(parameters.joined(separator: ", ")))"
      let text =
        "Incorrect number of arguments. Received: \(arguments.count). Expected: \(signature)."
      throw ReferenceError(.other(Text(text)), at: main(node))
    }
    var inner = Environment(scope: scope, wildcards: environment.wildcards)
    for (parameter, argument) in zip(parameters, arguments) {
      inner.locals[parameter] = try waiting(argument, environment)
    }
    for declaration in callee.lets {
      guard let value = declaration.value else { continue }
      try spend(1, at: main(declaration.id))
      inner.locals[declaration.name.text] = try waiting(value, inner)
    }
    guard let result = callee.result else {
      throw ReferenceError(.other("The tree is broken."), at: main(node))
    }
    return try evaluate(result, inner)
  }

  mutating func methodCall(
    _ node: NodeID,
    _ start: UInt32,
    _ environment: Environment
  ) throws(ReferenceError) -> Value {
    let receiverNode = child(0, node)
    let name = tree.mainText(of: node)
    let arguments = Array(tree.children(of: node).dropFirst())
    if tree.kind(of: receiverNode) == .nameExpression {
      let package = tree.mainText(of: receiverNode)
      if Library.namespaces.contains(Text(package)) {
        guard let builtin = Library.function(named: Text(name), in: Text(package)) else {
          _ = try waitingValues(arguments, environment)
          throw ReferenceError(.functionNotFound(Text("\(package).\(name)")), at: start)
        }
        let operands = try values(arguments, environment)
        return try at(main(node)) { () throws(FaultReason) in try Library.call(builtin, operands) }
      }
      if package == "firestore", name == "get" || name == "exists",
        program.scopes[environment.scope].isStorage, environment.locals[package] == nil,
        wildcard(package, environment) == nil, let builtin = Library.function(named: Text(name))
      {
        let operands = try values(arguments, environment)
        return try lookUp(node, name, builtin, operands)
      }
    }
    let waitingReceiver = try waiting(withoutBrackets(receiverNode), environment)
    let waitingArguments = try waitingValues(arguments, environment)
    let receiver = try waitingReceiver.get()
    if case .null = receiver { throw ReferenceError(.nullValue, at: main(node)) }
    guard let builtin = Library.method(named: Text(name))?[receiver.type] else {
      throw ReferenceError(.functionNotFound(Text(name)), at: start)
    }
    var operands: ContiguousArray<Value> = [receiver]
    for argument in waitingArguments { operands.append(try argument.get()) }
    let values = operands
    return try at(main(node)) { () throws(FaultReason) in try Library.call(builtin, values) }
  }

  // MARK: Lookups

  private mutating func lookUp(
    _ node: NodeID,
    _ name: String,
    _ builtin: UInt16,
    _ operands: ContiguousArray<Value>
  ) throws(ReferenceError) -> Value {
    do throws(FaultReason) {
      guard operands.count == 1 else {
        throw .argumentCount(.builtin(builtin), received: Int32(operands.count))
      }
      guard case .path(let path) = operands[0] else {
        throw .unsupportedOperation(.builtin(builtin), TypeList(operands[0].type))
      }
      let failure = FaultReason.serviceCall(Text(name), argument: path)
      guard let document = documentPath(try path.boundTexts()), lookups.admits(name, document)
      else { throw failure }
      let isAfter = name == "getAfter" || name == "existsAfter"
      let fields = documents.fields(at: document, in: isAfter ? .after : .before)
      if name == "exists" || name == "existsAfter" { return .bool(fields != nil) }
      if let fields {
        return FirestoreResource.value(
          fields: fields,
          documentPath: document,
          database: "(default)"
        )
      }
      let isOfRequest =
        request.path.tail == .none && request.path.segments.dropFirst(3).elementsEqual(document)
      let isDeleted = name == "getAfter" && request.ownDocuments.contains(document)
      guard isOfRequest || isDeleted else { throw failure }
      return .null
    } catch {
      throw ReferenceError(error, at: main(node))
    }
  }

  /// The segments below the database's documents; nil where a path names no document of this database.
  private func documentPath(_ segments: ContiguousArray<Text>) -> ContiguousArray<Text>? {
    let root: [Text] = ["databases", "(default)", "documents"]
    guard segments.starts(with: root), !segments.contains(where: \.isEmpty) else { return nil }
    let document = ContiguousArray(segments.dropFirst(3))
    return !document.isEmpty && document.count.isMultiple(of: 2) ? document : nil
  }
}

/// The lookups that an operation has made, of its ten (or twenty, or two).
struct ReferenceLookups {
  /// The most of one state.
  let limit: Int
  /// The documents of the request, which are free.
  let own: Set<ContiguousArray<Text>>
  /// Whether a document counts once, whatever is asked of it.
  let countsDocuments: Bool
  /// Function and path of each one made.
  private(set) var made: [(name: String, path: ContiguousArray<Text>)] = []

  init(limit: Int, own: Set<ContiguousArray<Text>>, countsDocuments: Bool) {
    self.countsDocuments = countsDocuments
    self.limit = limit
    self.own = own
  }

  /// Whether a lookup may be made; counts it.
  mutating func admits(_ function: String, _ path: ContiguousArray<Text>) -> Bool {
    let name = function == "value" || countsDocuments ? "get" : function
    if own.contains(path) || made.contains(where: { $0.name == name && $0.path == path }) {
      return true
    }
    guard made.count(where: { isAfter($0.name) == isAfter(name) }) < limit else { return false }
    made.append((name, path))
    return true
  }

  private func isAfter(_ name: String) -> Bool { name.hasSuffix("After") }
}

extension Request {
  /// `request`, by what was recorded of its members.
  ///
  /// The order of members shows only in `keys()`, and is that of their names.
  func referenceValue(isStorage: Bool) -> Value {
    var members: ContiguousArray<(key: Text, value: Value)> = [
      ("auth", auth), ("method", .string(Text(method.name))), ("time", .timestamp(time)),
    ]
    if isCollectionKnown { members.append(("path", .path(PathValue(plain: path.segments)))) }
    if isStorage {
      members.append(("params", .map(.empty)))
      members.append(("resource", requestResource ?? .null))
      return .map(
        MapValue(ContiguousArray(members.sorted { $0.key.description < $1.key.description }))
      )
    }
    members.append(("headers", .map(.empty)))
    members.append(("inTransaction", .bool(method.isWrite)))
    members.append((method.isWrite ? "readFields" : "fields", .null))
    if method.isWrite {
      members.append(("resource", requestResource ?? .null))
      members.append(("transforms", transforms))
      members.append(("writeFields", writeFields))
    }
    if let query { members.append(("query", query)) }
    return .map(
      MapValue(ContiguousArray(members.sorted { $0.key.description < $1.key.description }))
    )
  }

  /// Whether the path says of which collection documents are asked.
  var isCollectionKnown: Bool { path.tail == .none || path.tail == .document }
}
