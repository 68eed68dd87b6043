import RulesIDE
import RulesJSON
import RulesSource

/// The words of a document that were sent last.
struct TokenReport: Sendable {
  /// The name of the result.
  let id: Int64
  /// Five numbers for each word, as the protocol has them.
  let data: [Int]
}

extension Feature {
  /// What words mean, for colours.
  static let semanticTokens = Feature(
    "semanticTokensProvider",
    [
      "legend": [
        "tokenTypes": .array(SemanticToken.Kind.allCases.map { .string($0.protocolName) }),
        "tokenModifiers": ["declaration", "readonly", "defaultLibrary"],
      ],
      "range": true,
      "full": ["delta": true],
    ],
    .document("textDocument/semanticTokens/full") { _, view, session in
      let data = numbers(of: view.analysis.semanticTokens(), view.conversions)
      return session.report(data, of: view)
    },
    .document("textDocument/semanticTokens/full/delta") { parameters, view, session in
      let data = numbers(of: view.analysis.semanticTokens(), view.conversions)
      let name = view.analysis.source.name
      guard let last = session.tokens[name],
        parameters["previousResultId"].value.text == String(last.id)
      else { return session.report(data, of: view) }
      let edits = edits(from: last.data, to: data)
      let id = session.nextNumber()
      session.tokens[name] = TokenReport(id: id, data: data)
      return ["resultId": .string(String(id)), "edits": edits]
    },
    .document("textDocument/semanticTokens/range") {
      parameters,
      view,
      _ throws(ResponseError) in
      let range = view.conversions.sourceRange(of: try parameters["range"].range())
      let tokens = view.analysis.semanticTokens().filter { token in
        token.range.upperBound > range.lowerBound && token.range.lowerBound < range.upperBound
      }
      return ["data": json(numbers(of: tokens, view.conversions))]
    }
  )

  /// Five numbers for each word: lines and units since the one before, its length, what it is.
  private static func numbers(
    of tokens: [SemanticToken],
    _ conversions: Conversions
  ) -> [Int] {
    var numbers: [Int] = []
    numbers.reserveCapacity(5 * tokens.count)
    var last = Position(line: 0, character: 0)
    for token in tokens {
      let position = conversions.position(of: token.range.lowerBound)
      let isSameLine = position.line == last.line
      numbers += [
        position.line - last.line,
        isSameLine ? position.character - last.character : position.character,
        conversions.unitCount(of: token.range),
        token.kind.rawValue,
        token.modifiers.rawValue,
      ]
      last = position
    }
    return numbers
  }

  /// One edit that turns numbers into others: what both begin and end with is kept.
  private static func edits(from old: [Int], to new: [Int]) -> JSONValue {
    let shared = zip(old, new).prefix { $0 == $1 }.count
    let room = min(old.count, new.count) - shared
    let tail = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.prefix(room).count
    let deleteCount = old.count - shared - tail
    let inserted = new[shared..<(new.count - tail)]
    guard deleteCount > 0 || !inserted.isEmpty else { return [] }
    return [
      [
        "start": .integer(shared), "deleteCount": .integer(deleteCount),
        "data": json(Array(inserted)),
      ]
    ]
  }

  fileprivate static func json(_ numbers: [Int]) -> JSONValue {
    .array(numbers.lazy.map { JSONValue.integer($0) })
  }
}

extension ServerSession {
  /// Sends all words of a document, and keeps them so that changes can be told.
  fileprivate mutating func report(_ data: [Int], of view: DocumentView) -> JSONValue {
    let id = nextNumber()
    tokens[view.analysis.source.name] = TokenReport(id: id, data: data)
    return ["resultId": .string(String(id)), "data": Feature.json(data)]
  }
}

extension SemanticToken.Kind {
  /// What the protocol calls it, so that themes have a colour for it.
  fileprivate var protocolName: String {
    switch self {
    case .keyword: "keyword"
    case .comment: "comment"
    case .string: "string"
    case .number: "number"
    case .operator: "operator"
    case .function: "function"
    case .method: "method"
    case .parameter: "parameter"
    case .variable: "variable"
    case .property: "property"
    case .namespace: "namespace"
    case .type: "type"
    case .wildcard: "typeParameter"
    case .pathSegment: "enumMember"
    case .user: "class"
    case .verdict: "macro"
    }
  }
}
