/// The token types of the official grammar, in the order in which its messages list them.
enum OfficialToken: UInt8, CaseIterable {
  case and, colon, comma, decrement, dot, equal, assign, greater, greaterOrEqual, increment
  case leftBrace, leftBracket, leftParenthesis, less, lessOrEqual, minus, modulo, notEqual, not
  case or, plus, rightBrace, rightBracket, rightParenthesis, semicolon, slash, star, starStar
  case question, dollar
  case allow, `false`, function, `if`, `import`, `in`, `is`, `let`, match, null, `return`, service
  case `true`, version, reserved
  case pathSegment, identifier, int, float, unpairedDoubleQuote, unpairedSingleQuote, string, bytes
  case at, serviceName
  case endOfFile

  /// What messages call it.
  var name: String {
    switch self {
    case .and: "'&&'"
    case .colon: "':'"
    case .comma: "','"
    case .decrement: "'--'"
    case .dot: "'.'"
    case .equal: "'=='"
    case .assign: "'='"
    case .greater: "'>'"
    case .greaterOrEqual: "'>='"
    case .increment: "'++'"
    case .leftBrace: "'{'"
    case .leftBracket: "'['"
    case .leftParenthesis: "'('"
    case .less: "'<'"
    case .lessOrEqual: "'<='"
    case .minus: "'-'"
    case .modulo: "'%'"
    case .notEqual: "'!='"
    case .not: "'!'"
    case .or: "'||'"
    case .plus: "'+'"
    case .rightBrace: "'}'"
    case .rightBracket: "']'"
    case .rightParenthesis: "')'"
    case .semicolon: "';'"
    case .slash: "'/'"
    case .star: "'*'"
    case .starStar: "'**'"
    case .question: "'?'"
    case .dollar: "'$'"
    case .allow: "'allow'"
    case .false: "'false'"
    case .function: "'function'"
    case .if: "'if'"
    case .import: "'import'"
    case .in: "'in'"
    case .is: "'is'"
    case .let: "'let'"
    case .match: "'match'"
    case .null: "'null'"
    case .return: "'return'"
    case .service: "'service'"
    case .true: "'true'"
    case .version: "'rules_version'"
    case .reserved: "RESERVED"
    case .pathSegment: "PATH_SEGMENT"
    case .identifier: "IDENTIFIER"
    case .int: "NUM_INT"
    case .float: "NUM_FLOAT"
    case .unpairedDoubleQuote: "UNPAIRED_DOUBLE_QUOTE"
    case .unpairedSingleQuote: "UNPAIRED_SINGLE_QUOTE"
    case .string: "STRING"
    case .bytes: "BYTES"
    case .at: "'@'"
    case .serviceName: "SERVICE_NAME"
    case .endOfFile: "<EOF>"
    }
  }
}

/// A set of token types, and perhaps "the end of the rule".
struct OfficialTokenSet: Hashable {
  private var bits: UInt64

  /// No token.
  static let empty = OfficialTokenSet(bits: 0)
  /// The end of the rule, reached without a token.
  static let ruleEnd = OfficialTokenSet(bits: 1 << 63)

  private init(bits: UInt64) {
    self.bits = bits
  }

  /// A set of its tokens.
  init(_ tokens: [OfficialToken]) {
    bits = tokens.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
  }

  /// Whether a token belongs to the set.
  @inline(__always)
  func contains(_ token: OfficialToken) -> Bool { bits & 1 << UInt64(token.rawValue) != 0 }

  /// Whether the end of the rule can be reached.
  var containsRuleEnd: Bool { bits & Self.ruleEnd.bits != 0 }

  /// The set without the end of the rule.
  var withoutRuleEnd: OfficialTokenSet { OfficialTokenSet(bits: bits & ~Self.ruleEnd.bits) }

  var isEmpty: Bool { bits == 0 }

  func isDisjoint(with other: OfficialTokenSet) -> Bool { bits & other.bits == 0 }

  mutating func formUnion(_ other: OfficialTokenSet) { bits |= other.bits }

  mutating func insert(_ token: OfficialToken) { bits |= 1 << UInt64(token.rawValue) }

  /// The name of the first member.
  var firstName: String { OfficialToken.allCases.first(where: contains)?.name ?? "" }

  /// The set as messages list it: one name, or several in braces.
  var text: String {
    // The end of the file has the lowest number.
    let members = ([.endOfFile] + OfficialToken.allCases.dropLast()).filter(contains)
    let names = members.map(\.name)
    return names.count == 1 ? names[0] : "{" + names.joined(separator: ", ") + "}"
  }
}
