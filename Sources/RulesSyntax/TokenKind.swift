/// What a token is.
///
/// Spelled-out names follow the grammar's.
public enum TokenKind: UInt8, Sendable, Hashable, CaseIterable {
  // Words that the grammar reserves and uses.
  case allowKeyword, falseKeyword, functionKeyword, ifKeyword, importKeyword, inKeyword, isKeyword
  case letKeyword, matchKeyword, nullKeyword, returnKeyword, serviceKeyword, trueKeyword
  case rulesVersionKeyword
  /// A word that is reserved but has no use: `var`, `while`, `default`, ….
  case reservedWord
  case identifier

  // Literals.
  case intLiteral, floatLiteral, stringLiteral, bytesLiteral
  /// A quote with no partner on its line, and the rest of that line.
  case unterminatedString
  /// `/` and the path characters behind it.
  case pathSegment

  // Punctuation.
  case slash, dollar, leftParenthesis, rightParenthesis, leftBrace, rightBrace
  case leftBracket, rightBracket, comma, colon, semicolon, dot, question, assign, at
  case starStar, plusPlus, minusMinus

  // Operators.
  case star, percent, plus, minus, less, lessOrEqual, greater, greaterOrEqual
  case equal, notEqual, andAnd, orOr, not

  /// Bytes that no token starts with.
  case unknown
  case endOfFile
}
