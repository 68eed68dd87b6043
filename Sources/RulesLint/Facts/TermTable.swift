package import RulesRuntime
package import RulesSource

/// The terms of a file, each held once.
///
/// It is a class, so that a check that reads it does not copy it, and is not shared between threads.
package final class TermTable {
  private var terms: ContiguousArray<Term> = []
  private var ids: [Term: TermID] = [:]
  private var mentions: ContiguousArray<Mentions> = []
  /// What the terms are directly made of, those of one term side by side.
  private var operandIDs: ContiguousArray<TermID> = []
  /// Where the operands of each term begin, and those of the last one end.
  private var operandStarts: ContiguousArray<UInt32> = [0]
  private var lists: ContiguousArray<ContiguousArray<TermID>> = []
  private var listIDs: [ContiguousArray<TermID>: TermListID] = [:]
  /// Values that have no case of their own.
  private(set) var values: ContiguousArray<Value> = []
  private var timestamps: [Timestamp: UInt32] = [:]
  private var symbols = SymbolTable()

  /// A table that holds the terms that checks ask for by name.
  init() {
    names = Names(&symbols)
    null = TermID(index: 0)
    request = TermID(index: 0)
    resource = TermID(index: 0)
    unknown = TermID(index: 0)
    failure = TermID(index: 0)
    yes = TermID(index: 0)
    no = TermID(index: 0)
    auth = TermID(index: 0)
    uid = TermID(index: 0)
    token = TermID(index: 0)
    newResource = TermID(index: 0)
    newData = TermID(index: 0)
    oldData = TermID(index: 0)
    method = TermID(index: 0)
    time = TermID(index: 0)
    null = add(.null)
    yes = add(.bool(true))
    no = add(.bool(false))
    failure = add(.failure)
    unknown = add(.unknown)
    request = add(.request)
    resource = add(.resource)
    auth = add(.member(request, names.auth))
    uid = add(.member(auth, names.uid))
    token = add(.member(auth, names.token))
    newResource = add(.member(request, names.resource))
    newData = add(.member(newResource, names.data))
    oldData = add(.member(resource, names.data))
    method = add(.member(request, names.method))
    time = add(.member(request, names.time))
  }

  /// `null`.
  package private(set) var null: TermID
  /// `true`.
  package private(set) var yes: TermID
  /// `false`.
  package private(set) var no: TermID
  /// What is always an error.
  package private(set) var failure: TermID
  /// What is too large to be followed.
  package private(set) var unknown: TermID
  /// `request`.
  package private(set) var request: TermID
  /// `resource`.
  package private(set) var resource: TermID
  /// `request.auth`.
  package private(set) var auth: TermID
  /// `request.auth.uid`.
  package private(set) var uid: TermID
  /// `request.auth.token`.
  package private(set) var token: TermID
  /// `request.resource`.
  package private(set) var newResource: TermID
  /// `request.resource.data`.
  package private(set) var newData: TermID
  /// `resource.data`.
  package private(set) var oldData: TermID
  /// `request.method`.
  package private(set) var method: TermID
  /// `request.time`.
  package private(set) var time: TermID
  /// The names that checks ask for.
  package let names: Names

  /// Names of members and methods that checks ask for.
  package struct Names: Sendable {
    /// `auth`.
    package let auth: Symbol
    /// `uid`.
    package let uid: Symbol
    /// `token`.
    package let token: Symbol
    /// `resource`.
    package let resource: Symbol
    /// `data`.
    package let data: Symbol
    /// `method`.
    package let method: Symbol
    /// `time`.
    package let time: Symbol
    /// `get`.
    package let get: Symbol
    /// `keys`.
    package let keys: Symbol
    /// `size`.
    package let size: Symbol
    /// `matches`.
    package let matches: Symbol
    /// `hasOnly`.
    package let hasOnly: Symbol
    /// `hasAll`.
    package let hasAll: Symbol
    /// `hasAny`.
    package let hasAny: Symbol
    /// `diff`.
    package let diff: Symbol
    /// `toSet`.
    package let toSet: Symbol
    /// `difference`.
    package let difference: Symbol
    /// `affectedKeys`.
    package let affectedKeys: Symbol
    /// `changedKeys`.
    package let changedKeys: Symbol
    /// `addedKeys`.
    package let addedKeys: Symbol
    /// `removedKeys`.
    package let removedKeys: Symbol
    /// `unchangedKeys`.
    package let unchangedKeys: Symbol
    /// `email`.
    package let email: Symbol
    /// `email_verified`.
    package let emailVerified: Symbol
    /// `contentType`.
    package let contentType: Symbol
    /// `firebase`.
    package let firebase: Symbol
    /// `sign_in_provider`.
    package let signInProvider: Symbol

    init(_ symbols: inout SymbolTable) {
      auth = symbols.intern("auth")
      uid = symbols.intern("uid")
      token = symbols.intern("token")
      resource = symbols.intern("resource")
      data = symbols.intern("data")
      method = symbols.intern("method")
      time = symbols.intern("time")
      get = symbols.intern("get")
      keys = symbols.intern("keys")
      size = symbols.intern("size")
      matches = symbols.intern("matches")
      hasOnly = symbols.intern("hasOnly")
      hasAll = symbols.intern("hasAll")
      hasAny = symbols.intern("hasAny")
      diff = symbols.intern("diff")
      difference = symbols.intern("difference")
      toSet = symbols.intern("toSet")
      affectedKeys = symbols.intern("affectedKeys")
      changedKeys = symbols.intern("changedKeys")
      addedKeys = symbols.intern("addedKeys")
      removedKeys = symbols.intern("removedKeys")
      unchangedKeys = symbols.intern("unchangedKeys")
      email = symbols.intern("email")
      emailVerified = symbols.intern("email_verified")
      contentType = symbols.intern("contentType")
      firebase = symbols.intern("firebase")
      signInProvider = symbols.intern("sign_in_provider")
    }
  }

  /// What a term is made of, itself counted.
  package func mentions(_ id: TermID) -> Mentions { mentions[Int(id.index)] }

  /// The term of an id.
  package subscript(_ id: TermID) -> Term { terms[Int(id.index)] }

  /// The terms of a list.
  package subscript(_ list: TermListID) -> ContiguousArray<TermID> { lists[Int(list.index)] }

  /// Count of terms.
  package var count: Int { terms.count }

  /// The text of a name or string.
  package func text(of symbol: Symbol) -> String { symbols.text(of: symbol) }

  /// The bytes of a name or string.
  package func bytes(of symbol: Symbol) -> ContiguousArray<UInt8> { symbols.bytes(of: symbol) }

  /// The symbol of a name, if the file uses it.
  package func symbol(_ name: String) -> Symbol? { symbols.symbol(of: ContiguousArray(name.utf8)) }

  func intern(_ text: ContiguousArray<UInt8>) -> Symbol { symbols.intern(text) }

  /// The id of a term that may be new.
  func add(_ term: Term) -> TermID {
    if let id = ids[term] { return id }
    let id = TermID(index: UInt32(truncatingIfNeeded: terms.count))
    terms.append(term)
    ids[term] = id
    appendOperands(of: term)
    var mentioned = Mentions(term)
    for operand in operands(of: id) { mentioned.formUnion(mentions[Int(operand.index)]) }
    if case .member(let base, let name) = term { mentioned.formUnion(Mentions(base, name, self)) }
    mentions.append(mentioned)
    return id
  }

  func add(_ list: ContiguousArray<TermID>) -> TermListID {
    if let id = listIDs[list] { return id }
    let id = TermListID(index: UInt32(truncatingIfNeeded: lists.count))
    lists.append(list)
    listIDs[list] = id
    return id
  }

  /// Lets a term that is folded stand for another one.
  func remember(_ term: Term, as id: TermID) -> TermID {
    ids[term] = id
    return id
  }

  /// The id that a term has, if it was met before.
  func known(_ term: Term) -> TermID? { ids[term] }

  /// The term of a value.
  func add(value: Value) -> TermID {
    switch value {
    case .null: return null
    case .bool(let bool): return bool ? yes : no
    case .int(let int): return add(.int(int))
    case .float(let float): return add(.float(float.bitPattern))
    case .string(let text): return add(.string(symbols.intern(text.utf8)))
    case .timestamp(let time):
      if let place = timestamps[time] { return add(.constant(place)) }
      timestamps[time] = UInt32(truncatingIfNeeded: values.count)
    case .list(let list):
      let elements = ContiguousArray(list.elements.map { add(value: $0) })
      return add(.list(add(elements)))
    case .bytes, .set, .map, .mapDiff, .duration, .latlng, .path, .vector, .constraint: break
    }
    values.append(value)
    return add(.constant(UInt32(truncatingIfNeeded: values.count - 1)))
  }

  /// The value of a term that is a constant, or a list of constants.
  package func value(of id: TermID) -> Value? {
    switch self[id] {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .int(let int): .int(int)
    case .float(let bits): .float(Double(bitPattern: bits))
    case .string(let symbol): .string(Text(wtf8: symbols.bytes(of: symbol)))
    case .constant(let place): values[Int(place)]
    case .list(let list):
      constants(self[list]).map { .list(ListValue($0)) }
    case .wildcard, .request, .resource, .member, .index, .slice, .not, .minus, .binary, .and, .or,
      .contained, .isType, .conditional, .map, .path, .builtin, .lookup, .method, .failure,
      .unknown:
      nil
    }
  }

  /// The values of terms that are all constants; lists within lists are not looked into.
  func constants(_ list: ContiguousArray<TermID>) -> ContiguousArray<Value>? {
    var values: ContiguousArray<Value> = []
    for id in list {
      guard self[id].isConstant, let value = value(of: id) else { return nil }
      values.append(value)
    }
    return values
  }

  /// What a term is directly made of.
  package func operands(of id: TermID) -> ContiguousArray<TermID>.SubSequence {
    let place = Int(id.index)
    return operandIDs[Int(operandStarts[place])..<Int(operandStarts[place + 1])]
  }

  private func appendOperands(of term: Term) {
    switch term {
    case .null, .bool, .int, .float, .string, .constant, .wildcard, .request, .resource, .failure,
      .unknown:
      break
    case .member(let base, _), .not(let base), .minus(let base), .isType(let base, _):
      operandIDs.append(base)
    case .index(let left, let right), .binary(_, let left, let right), .and(let left, let right),
      .or(let left, let right), .contained(let left, let right):
      operandIDs.append(left)
      operandIDs.append(right)
    case .slice(let list), .conditional(let list), .list(let list), .map(let list), .path(let list),
      .builtin(_, let list), .lookup(_, let list), .method(_, let list):
      operandIDs.append(contentsOf: self[list])
    }
    operandStarts.append(UInt32(truncatingIfNeeded: operandIDs.count))
  }
}
