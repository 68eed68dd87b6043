import RulesSource
import RulesSyntax

/// The symbols of the words among some tokens of a file: each word is looked up once, however often it is asked for.
struct WordSymbols: Sendable {
  /// Index of the first token that is covered.
  private let firstToken: Int
  /// Indices of symbols; `none` for a token that is no word.
  private var symbols: ContiguousArray<UInt32> = []

  private static let none = UInt32.max

  /// No words.
  init() {
    firstToken = 0
  }

  /// The words of some tokens; those that are new are added to the table.
  init(_ tree: SyntaxTree, tokens: Range<Int>, in table: inout SymbolTable) {
    firstToken = tokens.lowerBound
    symbols.reserveCapacity(tokens.count)
    let bytes = tree.source.bytes.span
    for index in tokens {
      let token = tree.tokens[index]
      guard token.kind.isWord else {
        symbols.append(Self.none)
        continue
      }
      let range = Int(token.range.lowerBound)..<Int(token.range.upperBound)
      symbols.append(table.intern(range, in: bytes).index)
    }
  }

  /// The symbol of a token; nil where it is no word, or is not covered.
  subscript(_ token: TokenID) -> Symbol? {
    let place = Int(token.index) - firstToken
    guard symbols.indices.contains(place), symbols[place] != Self.none else { return nil }
    return Symbol(index: symbols[place])
  }
}
