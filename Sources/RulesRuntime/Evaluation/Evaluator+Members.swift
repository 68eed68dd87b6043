extension Evaluator {
  // MARK: Names

  mutating func local(_ slot: UInt32) -> Borrowed<Value>? {
    switch slots[slot] {
    case .value(let value):
      return value
    case .fault(let index):
      fault = waitingFaults[index]
      return nil
    case .keys(let map):
      return list(of: .keys(map))
    case .literals(let literals):
      return list(of: .literals(literals))
    }
  }

  mutating func wildcard(_ index: UInt32, _ id: ExpressionID) -> Borrowed<Value>? {
    guard let block,
      let value = program.value.blocks[Int(block.index)]
        .value(
          ofCapture: Int(index),
          in: request.value.path,
          version: program.value.version
        )
    else {
      fail(.nullValue, at: id)
      return nil
    }
    return temporaries.push(value)
  }

  mutating func resource(for id: ExpressionID) -> Borrowed<Value>? {
    guard !request.value.unknowns.contains(.resource) else {
      fail(.undetermined, at: id)
      return nil
    }
    if let resource = parts.resource { return resource }
    let unread = FaultReason.other("Variable read error. Variable: [resource].")
    fail(request.value.given != nil ? .nullValue : unread, at: id)
    return nil
  }

  // MARK: Members

  /// Walks a chain of members; each link costs one, and the observer hears of each.
  mutating func members(
    _ id: ExpressionID,
    root: ExpressionID,
    firstName: UInt32,
    count: UInt32
  ) -> Borrowed<Value>? {
    if Observer.watches {
      return watchedMembers(id, root: root, firstName: firstName, count: count)
    }
    // Each link is begun before the root is, so all cost one even where the root has no value. The last one was
    // charged by `evaluate`.
    guard charge(Int(count) - 1, for: id) else { return nil }
    let names = Int(firstName)
    let firstID = ExpressionID(index: id.index - (count - 1))
    var current: Borrowed<Value>
    switch program.value.expressions[Int(root.index)] {
    case .request:
      guard charge(1, for: root), let member = requestMember(names, firstID) else { return nil }
      current = member
    case .lookup(let function, let builtin, let arguments)
    where program.value.names[names].text == "data":
      guard charge(1, for: root),
        let member = data(of: root, function, builtin, arguments, name: names, firstID)
      else { return nil }
      current = member
    default:
      guard let base = evaluate(root),
        let member = member(of: base, names, firstID)
      else { return nil }
      current = member
    }
    for link in 1..<max(1, count) {
      let linkID = ExpressionID(index: firstID.index + link)
      guard let member = member(of: current, names + Int(link), linkID) else { return nil }
      current = member
    }
    return current
  }

  private mutating func watchedMembers(
    _ id: ExpressionID,
    root: ExpressionID,
    firstName: UInt32,
    count: UInt32
  ) -> Borrowed<Value>? {
    // The links before the last one are the expressions just before this one, the outer ones opened first.
    for link in 1..<max(1, count) {
      observer.willEvaluate(ExpressionID(index: id.index - link))
    }
    guard charge(Int(count) - 1, for: id), var current = evaluate(root) else {
      observeFailure(of: id, from: 1, count: count)
      return nil
    }
    for link in 1...max(1, count) {
      let linkID = ExpressionID(index: id.index - (count - link))
      let name = Int(firstName + link - 1)
      let isOfRequest =
        if case .request = program.value.expressions[Int(root.index)] { true } else { false }
      let isKnown = link > 1 || !isOfRequest || checkIsKnown(name, linkID)
      guard isKnown, let member = member(of: current, name, linkID) else {
        observeFailure(of: id, from: link, count: count)
        return nil
      }
      current = member
      if link < count { observer.didEvaluate(linkID, current.value) }
    }
    return current
  }

  private mutating func observeFailure(of id: ExpressionID, from link: UInt32, count: UInt32) {
    guard link < count, let fault else { return }
    for failed in link..<count {
      observer.didFail(ExpressionID(index: id.index - (count - failed)), fault)
    }
  }

  /// The path of a query for collections that are not known is not known either.
  private mutating func checkIsKnown(_ name: Int, _ id: ExpressionID) -> Bool {
    let isUnknown =
      switch program.value.names[name].requestMember {
      case .path: !request.value.path.hasKnownCollection
      case .resource: request.value.unknowns.contains(.requestResource)
      default: false
      }
    if isUnknown { fail(.undetermined, at: id, .start) }
    return !isUnknown
  }

  /// `request.name`, without the map that `request` is.
  private mutating func requestMember(_ name: Int, _ id: ExpressionID) -> Borrowed<Value>? {
    guard checkIsKnown(name, id) else { return nil }
    if let given = parts.given { return member(of: given, name, id) }
    switch (program.value.names[name].requestMember, program.value.service) {
    case (.auth, _): return parts.auth
    case (.method, _): return shared.name(of: request.value.method)
    case (.time, _): return temporaries.push(.timestamp(request.value.time))
    case (.path, _): return temporaries.push(.path(PathValue(plain: request.value.path.segments)))
    case (.resource, .storage): return parts.requestResource ?? shared.null
    case (.resource, _) where request.value.method.isWrite:
      return parts.requestResource ?? shared.null
    case (let member, let service):
      if let value = request.value.rareMember(member, for: service) {
        return temporaries.push(value)
      }
      fail(.undefinedProperty(program.value.names[name].text), at: id, .start)
      return nil
    }
  }

  /// `value.name`.
  @inline(__always)
  func memberOfMap(_ value: Borrowed<Value>, _ name: Int) -> Borrowed<Value>? {
    guard case .map(let map) = value.value else { return nil }
    return map.borrowed(program.value.names.borrowed(name).value)
  }

  mutating func member(
    of value: Borrowed<Value>,
    _ name: Int,
    _ id: ExpressionID
  ) -> Borrowed<Value>? {
    if let member = memberOfMap(value, name) { return member }
    do throws(FaultReason) {
      return temporaries.push(try Operators.member(value.value, program.value.names[name]))
    } catch {
      if case .nullValue = error { fail(error, at: id, .main) } else { fail(error, at: id, .start) }
      return nil
    }
  }
}
