package import RulesSource

/// The ways in which the function around a place can be called.
package struct SignatureHelp: Sendable, Hashable {
  /// One way.
  package struct Signature: Sendable, Hashable {
    /// The whole: `matches(re: string): bool`.
    package let label: String
    /// The parameters, as ranges of the label's UTF-8 bytes.
    package let parameters: [SourceRange]
    /// More about it, in Markdown; empty for nothing.
    package let documentation: String
  }

  /// The ways.
  package let signatures: [Signature]
  /// Which of them fits best.
  package let activeSignature: Int
  /// Which parameter the place is in; may be past the last one.
  package let activeParameter: Int
}

extension Analysis {
  /// The characters that open signature help when they are typed.
  package static let signatureTriggers = ["(", ","]

  /// The ways to call the function whose parentheses are around an offset.
  package func signatureHelp(at offset: UInt32, in project: ProjectIndex) -> SignatureHelp? {
    nil
  }
}
