import RulesRuntime
import RulesSource

/// Makes the terms of a file, each once.
struct TermBuilder: Sendable {
  private var terms: ContiguousArray<Term> = []
  private var ids = HashIndex()
  /// Terms that are folded, with what they come to.
  private var folded: ContiguousArray<(term: Term, id: TermID)> = []
  private var foldedIndex = HashIndex()
  private var mentions: ContiguousArray<Mentions> = []
  /// What the terms are directly made of, those of one term side by side.
  private var operandIDs: ContiguousArray<TermID> = []
  /// Where the operands of each term begin, and those of the last one end.
  private var operandStarts: ContiguousArray<UInt32> = [0]
  private var lists: ContiguousArray<ContiguousArray<TermID>> = []
  private var listIDs = HashIndex()
  /// Values that have no case of their own.
  private(set) var values: ContiguousArray<Value> = []
  private var timestamps: [Timestamp: UInt32] = [:]
  private var symbols = SymbolTable()

  /// A table that holds the terms that checks ask for by name.
  init() {
    names = TermNames(&symbols)
    // INVARIANT: in the order of their constants.
    for term in [Term.null, .bool(true), .bool(false), .failure, .unknown, .request, .resource] {
      _ = add(term)
    }
    for (base, name) in [
      (request, names.auth), (auth, names.uid), (auth, names.token), (request, names.resource),
      (newResource, names.data), (resource, names.data), (request, names.method),
      (request, names.time),
    ] {
      _ = add(.member(base, name))
    }
  }

  /// The names that checks ask for.
  let names: TermNames

  /// What a term is made of, itself counted.
  func mentions(_ id: TermID) -> Mentions { mentions[Int(id.index)] }

  /// The term of an id.
  subscript(_ id: TermID) -> Term { terms[Int(id.index)] }

  /// The terms of a list.
  subscript(_ list: TermListID) -> ContiguousArray<TermID> { lists[Int(list.index)] }

  /// The first term of a list.
  func first(of list: TermListID) -> TermID? { lists[Int(list.index)].first }

  /// Count of the terms of a list.
  func count(of list: TermListID) -> Int { lists[Int(list.index)].count }

  /// Count of terms.
  var count: Int { terms.count }

  /// The text of a name or string.
  func text(of symbol: Symbol) -> String { symbols.text(of: symbol) }

  /// The bytes of a name or string.
  func bytes(of symbol: Symbol) -> ContiguousArray<UInt8> { symbols.bytes(of: symbol) }

  /// The symbol of a name, if the file uses it.
  func symbol(_ name: String) -> Symbol? { symbols.symbol(of: ContiguousArray(name.utf8)) }

  mutating func intern(_ text: ContiguousArray<UInt8>) -> Symbol { symbols.intern(text) }

  /// The id of a term that may be new.
  mutating func add(_ term: Term) -> TermID {
    let hash = term.tableHash
    if let place = ids.find(hash, where: { terms[$0] == term }) {
      return TermID(index: UInt32(truncatingIfNeeded: place))
    }
    let id = TermID(index: UInt32(truncatingIfNeeded: terms.count))
    terms.append(term)
    ids.append(hash)
    appendOperands(of: term)
    var mentioned = Mentions(term)
    for operand in operands(of: id) { mentioned.formUnion(mentions[Int(operand.index)]) }
    if case .member(let base, let name) = term { mentioned.formUnion(Mentions(base, name, self)) }
    mentions.append(mentioned)
    return id
  }

  mutating func add(_ list: ContiguousArray<TermID>) -> TermListID { add(list[...]) }

  /// The id of a list that may be new.
  mutating func add(_ list: ContiguousArray<TermID>.SubSequence) -> TermListID {
    var hash = NumberHash()
    for term in list { hash.add(term.index) }
    if let place = listIDs.find(hash.value, where: { lists[$0].elementsEqual(list) }) {
      return TermListID(index: UInt32(truncatingIfNeeded: place))
    }
    let id = TermListID(index: UInt32(truncatingIfNeeded: lists.count))
    lists.append(ContiguousArray(list))
    listIDs.append(hash.value)
    return id
  }

  /// Lets a term that is folded stand for another one.
  ///
  /// It must not be known as yet.
  mutating func remember(_ term: Term, as id: TermID) -> TermID {
    folded.append((term, id))
    foldedIndex.append(term.tableHash)
    return id
  }

  /// What a term comes to that was folded before.
  func known(_ term: Term) -> TermID? {
    foldedIndex.find(term.tableHash) { folded[$0].term == term }.map { folded[$0].id }
  }

  /// The term of a value.
  mutating func add(value: Value) -> TermID {
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
  func value(of id: TermID) -> Value? {
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
  func operands(of id: TermID) -> ContiguousArray<TermID>.SubSequence {
    let place = Int(id.index)
    return operandIDs[Int(operandStarts[place])..<Int(operandStarts[place + 1])]
  }

  private mutating func appendOperands(of term: Term) {
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
