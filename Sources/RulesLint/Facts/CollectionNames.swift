import RulesRuntime
import RulesSource

/// What the names of collections say of what they hold.
extension LintContext {
  /// Names of collections that hold what nobody but its owner should see.
  private static let confidentialWords = [
    "orders", "payments", "paymentmethods", "invoices", "private", "privatedata", "secrets",
    "tokens", "patients", "salaries", "addresses", "transactions", "notifications", "carts",
    "emails",
  ]

  /// Names of collections that hold what people rarely publish.
  private static let privateWords = [
    "users", "user", "profiles", "accounts", "customers", "orders", "payments", "invoices",
    "messages", "chats", "conversations", "private", "secrets", "tokens", "emails", "patients",
    "employees", "salaries", "addresses", "members", "subscriptions", "transactions", "logs",
    "notifications",
  ]

  /// Whether the collection of a pattern is named like something private.
  func isPrivate(_ pattern: PathPattern) -> Bool {
    isCollection(of: pattern, namedLike: Self.privateWords)
  }

  /// Whether the collection of a pattern is named like something that concerns its owner alone.
  func isConfidential(_ pattern: PathPattern) -> Bool {
    isCollection(of: pattern, namedLike: Self.confidentialWords)
  }

  private func isCollection(of pattern: PathPattern, namedLike words: [String]) -> Bool {
    for segment in pattern.ownSegments.reversed() {
      guard case .literal(let name) = segment else { continue }
      let letters = name.utf8.compactMap { byte -> UInt8? in
        switch byte {
        case 0x41...0x5A: byte + 32
        case UInt8(ascii: "_"), UInt8(ascii: "-"): nil
        default: byte
        }
      }
      return words.contains { letters.elementsEqual($0.utf8) }
    }
    return false
  }
}
