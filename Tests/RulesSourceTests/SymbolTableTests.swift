import RulesSource
import Testing

struct SymbolTableTests {
  /// Names of all lengths up to twenty bytes; many share their last eight bytes, or their first.
  private static let names: [String] = (0..<3_000).map { number in
    let tail = String(repeating: "x", count: number % 20)
    return number % 2 == 0 ? "\(number)\(tail)" : "\(tail)\(number)"
  }

  @Test("Names have one symbol exactly when their bytes are equal")
  func equality() {
    var table = SymbolTable()
    var byName: [[UInt8]: Symbol] = [:]
    for name in Self.names {
      let symbol = table.intern(name)
      #expect(byName[Array(name.utf8), default: symbol] == symbol)
      byName[Array(name.utf8)] = symbol
    }
    #expect(Set(byName.values).count == byName.count)
    #expect(table.count == byName.count)
    for name in Self.names {
      #expect(table.symbol(of: ContiguousArray(name.utf8)) == byName[Array(name.utf8)])
    }
  }

  @Test("A symbol gives its name back")
  func names() {
    var table = SymbolTable(capacity: 2)
    for name in Self.names {
      let symbol = table.intern(name)
      #expect(table.bytes(of: symbol).elementsEqual(name.utf8))
      #expect(table.text(of: symbol) == name)
    }
  }

  @Test("A name that was never interned has no symbol", arguments: ["", "a", "\0", "abcdefghij"])
  func unknown(name: String) {
    var table = SymbolTable()
    #expect(table.symbol(of: ContiguousArray(name.utf8)) == nil)
    _ = table.intern("b")
    _ = table.intern("xbcdefghij")
    #expect(table.symbol(of: ContiguousArray(name.utf8)) == nil)
  }

  /// Text is compared by bytes: `é` is one code point or two.
  @Test("Names that look alike are different")
  func normalization() {
    var table = SymbolTable()
    #expect(table.intern("\u{E9}") != table.intern("e\u{301}"))
    #expect(table.intern("") == table.intern(""))
  }
}
