package import RulesRuntime
package import RulesSource

/// The terms of a file, each held once.
///
/// It is a class, so that a check that reads it does not copy it.
package final class TermTable: Sendable {
  private let terms: TermBuilder

  init(_ builder: consuming TermBuilder) {
    terms = builder
  }

  /// Count of terms.
  package var count: Int { terms.count }

  /// The names that checks ask for.
  package var names: TermNames { terms.names }

  /// The term of an id.
  package subscript(_ id: TermID) -> Term { terms[id] }

  /// The terms of a list.
  package subscript(_ list: TermListID) -> ContiguousArray<TermID> { terms[list] }

  /// The first term of a list.
  func first(of list: TermListID) -> TermID? { terms.first(of: list) }

  /// Count of the terms of a list.
  func count(of list: TermListID) -> Int { terms.count(of: list) }

  /// What a term is made of, itself counted.
  package func mentions(_ id: TermID) -> Mentions { terms.mentions(id) }

  /// What a term is directly made of.
  package func operands(of id: TermID) -> ContiguousArray<TermID>.SubSequence {
    terms.operands(of: id)
  }

  /// The value of a term that is a constant, or a list of constants.
  package func value(of id: TermID) -> Value? { terms.value(of: id) }

  /// The values of terms that are all constants; lists within lists are not looked into.
  func constants(_ list: ContiguousArray<TermID>) -> ContiguousArray<Value>? {
    terms.constants(list)
  }

  /// The text of a name or string.
  package func text(of symbol: Symbol) -> String { terms.text(of: symbol) }

  /// The bytes of a name or string.
  package func bytes(of symbol: Symbol) -> ContiguousArray<UInt8> { terms.bytes(of: symbol) }

  /// The symbol of a name, if the file uses it.
  package func symbol(_ name: String) -> Symbol? { terms.symbol(name) }
}

/// The terms that each table holds.
package protocol TermSource {}

extension TermSource {
  /// `null`.
  package var null: TermID { TermID(index: 0) }
  /// `true`.
  package var yes: TermID { TermID(index: 1) }
  /// `false`.
  package var no: TermID { TermID(index: 2) }
  /// What is always an error.
  package var failure: TermID { TermID(index: 3) }
  /// What is too large to be followed.
  package var unknown: TermID { TermID(index: 4) }
  /// `request`.
  package var request: TermID { TermID(index: 5) }
  /// `resource`.
  package var resource: TermID { TermID(index: 6) }
  /// `request.auth`.
  package var auth: TermID { TermID(index: 7) }
  /// `request.auth.uid`.
  package var uid: TermID { TermID(index: 8) }
  /// `request.auth.token`.
  package var token: TermID { TermID(index: 9) }
  /// `request.resource`.
  package var newResource: TermID { TermID(index: 10) }
  /// `request.resource.data`.
  package var newData: TermID { TermID(index: 11) }
  /// `resource.data`.
  package var oldData: TermID { TermID(index: 12) }
  /// `request.method`.
  package var method: TermID { TermID(index: 13) }
  /// `request.time`.
  package var time: TermID { TermID(index: 14) }
}

extension TermTable: TermSource {}
extension TermBuilder: TermSource {}
