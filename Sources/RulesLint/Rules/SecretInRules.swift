import RulesRuntime
import RulesSource
import RulesSyntax

extension LintRule {
  static let secretInRules = LintRule(
    "secret-in-rules",
    .warning,
    "a key or password written into the rules",
    reason: """
      Rules are read by everyone who has a role in the project, lie in its repository and its history, and are shown \
      in the console. A shared password also stands in every app that sends it, and in every document that holds it.
      """,
    bad: .firestore(
      """
      match /orders/{order} {
        allow delete: if resource.data.apiKey == 'sk_live_4eC39HqLyjWDarjtT1zdp7dc';
      }
      """
    ),
    good: .firestore(
      """
      match /orders/{order} {
        allow delete: if request.auth.token.admin == true;
      }
      """
    ),
    silence:
      "Silence it for a text that only looks like a secret, such as the hash of a public file.",
    check: .rules { context, report in
      let tree = context.tree
      var told: Set<UInt32> = []
      for statement in context.statements {
        context.facts.forEachLiteral(in: statement.condition) { literal in
          guard let name = context.comparedSecret(literal),
            told.insert(literal.origin.index).inserted
          else { return }
          report.add(
            at: context.range(of: literal.origin),
            "the `\(name)` that opens \(context.thing(context.pattern(of: statement))) stands in the rules"
          )
        }
      }
      let places = report.diagnostics.map(\.range)
      for node in context.nodes[.stringLiteral] {
        let range = tree.range(of: node)
        guard range.count >= 18, let kind = SecretShape.kind(of: tree.stringValue(of: node)),
          !places.contains(where: { $0.contains(range.lowerBound) })
        else { continue }
        report.add(at: range, "this looks like \(kind), and everyone who reads the rules has it")
      }
    }
  )
}

extension LintContext {
  private static let secretWords = [
    "password", "passwd", "secret", "apikey", "token", "accesstoken", "passcode", "pin",
    "secretkey",
    "adminkey", "authtoken",
  ]

  /// The name of the field that a test compares with a text in the rules, where it is that of a secret.
  fileprivate func comparedSecret(_ literal: Condition.Literal) -> String? {
    guard case .binary(.equal, let left, let right) = terms[literal.term],
      case .string(let text) = terms[right], !terms.bytes(of: text).isEmpty,
      let access = facts.access(left), access.root == .newData || access.root == .oldData,
      let last = access.names.last
    else { return nil }
    let letters = terms.bytes(of: last).compactMap { byte -> UInt8? in
      switch byte {
      case 0x41...0x5A: byte + 32
      case 0x5F: nil
      default: byte
      }
    }
    guard Self.secretWords.contains(where: { letters.elementsEqual($0.utf8) }) else { return nil }
    return terms.text(of: last)
  }
}

/// How keys of well-known services look.
private enum SecretShape {
  /// What a text is, where it is a secret.
  static func kind(of bytes: ContiguousArray<UInt8>) -> String? {
    for (prefix, length, kind) in prefixes
    where bytes.count >= length && bytes.starts(with: prefix.utf8)
      && bytes.dropFirst(prefix.utf8.count).allSatisfy({ isKeyByte($0) })
    {
      return kind
    }
    if bytes.starts(with: "-----BEGIN".utf8) { return "a private key" }
    return nil
  }

  private static let prefixes = [
    ("AIza", 39, "a key of a Google API"), ("sk_live_", 20, "a secret key of Stripe"),
    ("rk_live_", 20, "a secret key of Stripe"), ("ghp_", 36, "a token of GitHub"),
    ("github_pat_", 40, "a token of GitHub"), ("AKIA", 20, "a key of AWS"),
    ("xoxb-", 20, "a token of Slack"), ("xoxp-", 20, "a token of Slack"),
    ("SG.", 40, "a key of SendGrid"), ("eyJ", 60, "a signed token"),
    ("glpat-", 20, "a token of GitLab"),
    ("ya29.", 30, "an access token of Google"),
  ]

  private static func isKeyByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}
