extension Evaluator {
  /// What a lookup comes to.
  private enum Found {
    /// What a mock says.
    case answer(Value)
    case exists(Bool)
    case document(MapValue, path: ContiguousArray<Text>)
    case nothing
  }

  /// `get(p)` and its kin: the argument, its type, then the document.
  mutating func lookUp(
    _ id: ExpressionID,
    _ function: LookupFunction,
    _ builtin: UInt16,
    _ arguments: TableSlice
  ) -> Borrowed<Value>? {
    switch find(id, function, builtin, arguments) {
    case .answer(let value): return temporaries.push(value)
    case .exists(let isThere): return shared.bool(isThere)
    case .nothing: return shared.null
    case .document(let fields, let path):
      return temporaries.push(
        FirestoreResource.value(fields: fields, documentPath: path, database: "(default)")
      )
    case nil: return nil
    }
  }

  /// `get(p).data`, of which nothing but the fields is made.
  mutating func data(
    of id: ExpressionID,
    _ function: LookupFunction,
    _ builtin: UInt16,
    _ arguments: TableSlice,
    name: Int,
    _ member: ExpressionID
  ) -> Borrowed<Value>? {
    switch find(id, function, builtin, arguments) {
    case .document(let fields, _): return temporaries.push(.map(fields))
    case .answer(let value): return self.member(of: temporaries.push(value), name, member)
    case .exists(let isThere): return self.member(of: shared.bool(isThere), name, member)
    case .nothing: return self.member(of: shared.null, name, member)
    case nil: return nil
    }
  }

  private mutating func find(
    _ id: ExpressionID,
    _ function: LookupFunction,
    _ builtin: UInt16,
    _ arguments: TableSlice
  ) -> Found? {
    if !documents.answersCalls, arguments.count == 1 {
      let mark = temporaries.count
      guard let argument = evaluate(program.value.operands[arguments.indices.lowerBound]) else {
        return nil
      }
      defer { temporaries.drop(to: mark) }
      return document(id, function, builtin, argument.value)
    }
    guard let values = values(arguments.indices) else { return nil }
    do throws(FaultReason) {
      if let answer = try documents.answer(to: function, values) { return .answer(answer) }
    } catch {
      fail(error, at: id)
      return nil
    }
    guard values.count == 1 else {
      let received = Int32(truncatingIfNeeded: values.count)
      fail(.argumentCount(.builtin(builtin), received: received), at: id)
      return nil
    }
    return document(id, function, builtin, values[0])
  }

  private mutating func document(
    _ id: ExpressionID,
    _ function: LookupFunction,
    _ builtin: UInt16,
    _ argument: Value
  ) -> Found? {
    do throws(FaultReason) {
      guard case .path(let path) = argument else {
        throw .unsupportedOperation(.builtin(builtin), TypeList(argument.type))
      }
      return try document(function, path)
    } catch {
      fail(error, at: id)
      return nil
    }
  }

  private mutating func document(
    _ function: LookupFunction,
    _ path: PathValue
  ) throws(FaultReason) -> Found {
    guard let segments = try path.documentSegments() else {
      throw .serviceCall(function.name, argument: path)
    }
    guard !request.value.unknowns.contains(.lookups) else { throw .undetermined }
    let isOwn = request.value.ownDocuments.contains(segments)
    let admission = isOwn ? .free : lookups.admit(function, segments)
    if case .refused = admission { throw .serviceCall(function.name, argument: path) }
    let state: DocumentState = function.readsAfterState ? .after : .before
    let fields = documents.fields(at: segments, in: state)
    if Observer.watches, case .first = admission {
      observer.didLookUp(LookupRecord(function: function, path: segments, exists: fields != nil))
    }
    switch function {
    case .exists, .existsAfter:
      return .exists(fields != nil)
    case .get, .getAfter, .value:
      if let fields { return .document(fields, path: segments) }
      // The document that the request itself is about is null when it is missing, and so is one that the commit
      // deletes; any other is an error.
      let isDeleted = function == .getAfter && isOwn
      guard isDeleted || request.value.path.names(document: segments) else {
        throw .serviceCall(function.name, argument: path)
      }
      return .nothing
    }
  }
}

extension PathValue {
  /// The segments below `/databases/(default)/documents`; nil where the path names no document of it.
  ///
  /// - Throws: `Variable NAME is not bound in path template.`
  fileprivate func documentSegments() throws(FaultReason) -> ContiguousArray<Text>? {
    if let name = firstUnbound { throw .unboundVariable(name) }
    let count = Int(plainCount)
    guard count >= 5, count % 2 == 1 else { return nil }
    var result: ContiguousArray<Text> = []
    if case .simple(let first) = segments[0],
      case .simple(let second)? = segments.dropFirst().first,
      case .simple(let third)? = segments.dropFirst(2).first
    {
      guard first == Self.root[0], second == Self.root[1], third == Self.root[2] else { return nil }
      result = plainTexts(from: 3)
    } else {
      let texts = texts
      guard texts.prefix(3).elementsEqual(Self.root) else { return nil }
      result = ContiguousArray(texts[3...])
    }
    return result.contains(where: \.isEmpty) ? nil : result
  }

  private static let root: [Text] = ["databases", "(default)", "documents"]

  /// The texts of the segments from one on, none of which is a bound glob.
  private func plainTexts(from start: Int) -> ContiguousArray<Text> {
    var result: ContiguousArray<Text> = []
    result.reserveCapacity(segments.count - start)
    for index in start..<segments.count {
      switch segments[index] {
      case .simple(let text), .capture(_, let text?): result.append(text)
      case .capture(_, bound: nil): result.append(Text(wtf8: []))
      case .glob(_, let bound): result.append(contentsOf: bound?.texts ?? [])
      }
    }
    return result
  }
}

extension LookupFunction {
  /// The name as error texts print it.
  public var name: Text {
    switch self {
    case .get: "get"
    case .exists: "exists"
    case .getAfter: "getAfter"
    case .existsAfter: "existsAfter"
    case .value: "value"
    }
  }
}
