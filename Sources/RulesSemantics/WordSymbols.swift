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
    append(tree, tokens, in: &table)
  }

  /// The words of a whole file of which an earlier version is known.
  ///
  /// - Parameters:
  ///   - tree: the file's tree.
  ///   - earlier: the words of all of the earlier version.
  ///   - shared: the tokens of both.
  ///   - table: the names of the earlier version; those that are new are added.
  init(
    _ tree: SyntaxTree,
    after earlier: WordSymbols,
    _ shared: SharedTokens,
    in table: inout SymbolTable
  ) {
    firstToken = 0
    symbols.reserveCapacity(tree.tokens.count)
    symbols.append(contentsOf: earlier.symbols[..<shared.prefix])
    append(tree, shared.prefix..<shared.newSuffix, in: &table)
    symbols.append(contentsOf: earlier.symbols[shared.oldSuffix...])
  }

  private mutating func append(
    _ tree: SyntaxTree,
    _ indices: Range<Int>,
    in table: inout SymbolTable
  ) {
    let (text, list) = (tree.source.bytes, tree.tokens)
    let (bytes, tokens) = (text.span, list.span)
    let shift = symbols.count - indices.lowerBound
    symbols.append(contentsOf: repeatElement(Self.none, count: indices.count))
    var places = symbols.mutableSpan
    for index in indices where tokens[index].kind.isWord {
      let range = tokens[index].range
      places[index + shift] =
        table.intern(Int(range.lowerBound)..<Int(range.upperBound), in: bytes).index
    }
  }

  /// The symbol of a token; nil where it is no word, or is not covered.
  subscript(_ token: TokenID) -> Symbol? {
    let place = Int(token.index) - firstToken
    guard symbols.indices.contains(place), symbols[place] != Self.none else { return nil }
    return Symbol(index: symbols[place])
  }
}
