extension Evaluator {
  /// `get(p)` and its kin: the argument, its type, then the document.
  mutating func lookUp(
    _ id: ExpressionID,
    _ function: LookupFunction,
    _ builtin: UInt16,
    _ arguments: TableSlice
  ) throws(Fault) -> Value {
    let values = try values(arguments.indices)
    do throws(FaultReason) {
      if let answer = try documents.answer(to: function, values) { return answer }
    } catch {
      throw Fault(error, at: id)
    }
    let reason: FaultReason
    switch (values.count, values.first) {
    case (1, .path(let path)):
      do throws(FaultReason) {
        return try document(function, path)
      } catch {
        reason = error
      }
    case (1, .some(let value)):
      reason = .unsupportedOperation(.builtin(builtin), TypeList(value.type))
    default:
      reason = .argumentCount(.builtin(builtin), received: Int32(truncatingIfNeeded: values.count))
    }
    throw Fault(reason, at: id)
  }

  private mutating func document(
    _ function: LookupFunction,
    _ path: PathValue
  ) throws(FaultReason) -> Value {
    let failure = FaultReason.serviceCall(function.name, argument: path)
    guard let segments = documentSegments(of: try path.boundTexts()) else { throw failure }
    guard !context.unknowns.contains(.lookups) else { throw .undetermined }
    let admission = lookups.admit(function, segments)
    if case .refused = admission { throw failure }
    let state: DocumentState = function.readsAfterState ? .after : .before
    let fields = documents.fields(at: segments, in: state)
    if case .first = admission {
      observer.didLookUp(LookupRecord(function: function, path: segments, exists: fields != nil))
    }
    switch function {
    case .exists, .existsAfter:
      return .bool(fields != nil)
    case .get, .getAfter, .value:
      if let fields {
        return FirestoreResource.value(
          fields: fields,
          documentPath: segments,
          database: "(default)"
        )
      }
      // The document that the request itself is about is null when it is missing, and so is one that the commit
      // deletes; any other is an error.
      let isDeleted = function == .getAfter && lookups.ownDocuments.contains(segments)
      guard isDeleted || context.path.names(document: segments) else { throw failure }
      return .null
    }
  }

  /// The segments below `/databases/(default)/documents`; nil where the path names no document of it.
  private func documentSegments(of segments: ContiguousArray<Text>) -> ContiguousArray<Text>? {
    guard segments.count >= 5, segments.count % 2 == 1, segments[0] == "databases",
      segments[1] == "(default)", segments[2] == "documents",
      !segments.contains(where: \.isEmpty)
    else { return nil }
    return ContiguousArray(segments[3...])
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
