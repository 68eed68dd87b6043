import RulesSource

extension TreeFinding {
  /// Whether the official compiler looks for it only in a file of a supported version.
  var isOfLastCheck: Bool { kind == .packageAsVariable || kind == .expressionTooComplex }

  /// The finding as the official compiler words and places it.
  func remarks(in tree: SyntaxTree) -> [OfficialRemark] {
    let text = tree.source.text(of: tree[token].range)
    func issue(_ text: String, at token: TokenID? = nil) -> OfficialRemark {
      OfficialRemark(offset: tree[token ?? self.token].range.lowerBound, text: text)
    }
    switch kind {
    case .unsupportedVersion(let version):
      return [issue("Unsupported rules version \(version).")]
    case .importStatement(let module):
      return [
        issue("Import statements are not allowed."),
        issue("Module \"\(module)\" is not part of the standard library."),
      ]
    case .numberOutOfRange:
      return [issue("Invalid number literal \(text).")]
    case .unknownTypeName:
      let next = min(Int(token.index) + 1, tree.tokens.count - 1)
      return [
        issue(
          OfficialWording.unsupportedType(text),
          at: TokenID(index: UInt32(truncatingIfNeeded: next))
        )
      ]
    case .invalidBytesLiteral:
      return [issue("Invalid bytes literal \(text).")]
    case .packageAsVariable:
      return [issue("\(text) is a package and cannot be used as variable name.")]
    case .duplicateWildcard:
      return [issue("Variable \(text) already exists in the PathTemplate.")]
    case .severalRecursiveWildcards:
      return [
        issue(
          "Invalid glob match expression. Only one glob match is permitted in a match declaration"
            + " path."
        )
      ]
    case .recursiveWildcardNotLast:
      return [
        issue(
          "Invalid glob match expression. Glob matches are permitted as the last segment in a match"
            + " declaration path."
        )
      ]
    case .expressionTooComplex:
      return [issue("Expression is too complex to evaluate safely.")]
    }
  }
}
