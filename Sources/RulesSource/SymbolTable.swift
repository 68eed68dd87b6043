/// An interned name.
///
/// Two symbols of one table are equal exactly when their bytes are.
public struct Symbol: Sendable, Hashable {
  /// Index into the table.
  public let index: UInt32

  @usableFromInline
  init(index: UInt32) {
    self.index = index
  }
}

/// The names of one compilation, each held once and compared by bytes.
package struct SymbolTable: Sendable {
  private var names: ContiguousArray<ContiguousArray<UInt8>> = []
  private var indices: [ContiguousArray<UInt8>: UInt32] = [:]

  /// An empty table.
  package init() {}

  /// The symbol of a name, made when it is new.
  package mutating func intern(_ name: ContiguousArray<UInt8>) -> Symbol {
    if let index = indices[name] { return Symbol(index: index) }
    let index = UInt32(truncatingIfNeeded: names.count)
    names.append(name)
    indices[name] = index
    return Symbol(index: index)
  }

  /// The symbol of a name, made when it is new.
  package mutating func intern(_ name: String) -> Symbol {
    intern(ContiguousArray(name.utf8))
  }

  /// The symbol of a name that was interned before.
  package func symbol(of name: ContiguousArray<UInt8>) -> Symbol? {
    indices[name].map { Symbol(index: $0) }
  }

  /// The bytes of a symbol of this table.
  package func bytes(of symbol: Symbol) -> ContiguousArray<UInt8> {
    names[Int(symbol.index)]
  }

  /// The text of a symbol of this table.
  package func text(of symbol: Symbol) -> String {
    String(decoding: bytes(of: symbol), as: UTF8.self)
  }

  /// Count of names.
  package var count: Int { names.count }
}
