import RulesRuntime
import RulesSource
import RulesSyntax

extension LintRule {
  static let storageUploadUnbounded = LintRule(
    "storage-upload-unbounded",
    .info,
    "an upload of any size",
    reason: """
      Storage takes files of up to 5 TiB, and whoever may upload one decides how much you pay for. Compare \
      `request.resource.size`, in bytes, with the largest that makes sense.
      """,
    bad: .storage(
      """
      match /avatars/{uid} {
        allow create: if request.auth.uid == uid && request.resource.contentType.matches('image/.*');
      }
      """
    ),
    good: .storage(
      """
      match /avatars/{uid} {
        allow create: if request.auth.uid == uid && request.resource.contentType.matches('image/.*')
                      && request.resource.size < 5 * 1024 * 1024;
      }
      """
    ),
    silence: """
      Silence it where only trusted people upload. It is a warning where the condition looks at the new file \
      otherwise, and a remark where it does not.
      """,
    check: .rules { context, report in
      for (statement, methods) in context.uploads() {
        let readsFile = methods.allSatisfy { method in
          context.isNecessary(in: statement, for: method) { context.facts.readsNewData($0) }
        }
        let unbounded = methods.filter { method in
          !context.isNecessary(in: statement, for: method) { context.boundsSize($0) }
        }
        guard !unbounded.isEmpty else { continue }
        let thing = context.thing(context.pattern(of: statement))
        report.add(
          severity: readsFile && unbounded.contains(.create) ? .warning : .info,
          at: statement.range,
          "whoever may \(context.verbs(unbounded)) \(thing) can upload files of any size"
            + (readsFile ? "" : " and any type")
        )
      }
    }
  )

  static let storageContentType = LintRule(
    "storage-content-type",
    .info,
    "an upload whose content type is not tested, or not as meant",
    reason: """
      A file is served with the content type that its sender gave it: a page of HTML with scripts runs in the \
      browser of whoever opens the link. `matches` compares the whole text, so that `matches('image/')` is never \
      true and `matches('.*')` always.
      """,
    bad: .storage(
      """
      match /avatars/{uid} {
        allow create: if request.auth.uid == uid && request.resource.size < 5 * 1024 * 1024
                      && request.resource.contentType.matches('image/');
      }
      """
    ),
    good: .storage(
      """
      match /avatars/{uid} {
        allow create: if request.auth.uid == uid && request.resource.size < 5 * 1024 * 1024
                      && request.resource.contentType.matches('image/.*');
      }
      """
    ),
    silence: "Silence it where files of any type are meant, and served as downloads only.",
    check: .rules { context, report in
      context.reportPatterns(&report)
      for (statement, methods) in context.uploads() {
        let untested = methods.filter { method in
          // What is bounded in no way at all is told by `storage-upload-unbounded`.
          context.isNecessary(in: statement, for: method) { context.boundsSize($0) }
            && !context.isNecessary(in: statement, for: method) { context.testsType($0) }
        }
        guard !untested.isEmpty else { continue }
        let thing = context.thing(context.pattern(of: statement))
        report.add(
          at: statement.range,
          "whoever may \(context.verbs(untested)) \(thing) can upload files of any type"
        )
      }
    }
  )
}

extension LintContext {
  /// The statements of Storage by which users, but not all of them, upload.
  fileprivate func uploads() -> [(statement: Statement, methods: [Method])] {
    guard program.service == .storage else { return [] }
    return statements.compactMap { statement in
      let methods = [Method.create, .update].filter { method in
        let requester = Requester(method, isSignedIn: true)
        return statement.methods.contains(MethodSet(method))
          && audience(of: statement, for: method) == .restricted
          && facts.outcomes(of: statement.condition, for: requester).contains(.isTrue)
          && !facts.isNecessary(in: statement.condition, for: requester) {
            facts.isGrantedTest($0)
          }
      }
      return methods.isEmpty ? nil : (statement, methods)
    }
  }

  fileprivate func isNecessary(
    in statement: Statement,
    for method: Method,
    _ predicate: (Condition.Literal) -> Bool
  ) -> Bool {
    facts.isNecessary(
      in: statement.condition,
      for: Requester(method, isSignedIn: true),
      predicate
    )
  }

  /// Whether a test limits the size of the new file.
  fileprivate func boundsSize(_ literal: Condition.Literal) -> Bool {
    guard case .binary(let operation, let left, let right) = terms[literal.term] else {
      return false
    }
    let isLeft = mentionsSize(left)
    guard isLeft != mentionsSize(right) else { return false }
    switch operation {
    case .less, .lessOrEqual: return isLeft != literal.isNegated
    case .greater, .greaterOrEqual: return isLeft == literal.isNegated
    case .equal: return !literal.isNegated
    case .add, .subtract, .multiply, .divide, .remainder, .notEqual: return false
    }
  }

  private func mentionsSize(_ id: TermID) -> Bool {
    facts.contains(id) { id in
      facts.access(id).map { $0.root == .newData && $0.names == [terms.names.size] } ?? false
    }
  }

  private func isContentType(_ id: TermID) -> Bool {
    facts.access(id).map { $0.root == .newData && $0.names == [terms.names.contentType] } ?? false
  }

  /// Whether a test is about the content type of the new file.
  fileprivate func testsType(_ literal: Condition.Literal) -> Bool {
    facts.contains(literal.term) { isContentType($0) }
  }

  /// Reports patterns that no content type matches, and those that each matches.
  fileprivate func reportPatterns(_ report: inout LintReport) {
    guard program.service == .storage else { return }
    var seen = ExpressionSet()
    for statement in statements {
      facts.forEachLiteral(in: statement.condition) { literal in
        guard case .method(terms.names.matches, let list) = terms[literal.term],
          terms.count(of: list) == 2, isContentType(terms[list][0]),
          case .string(let symbol) = terms[terms[list][1]], seen.insert(literal.origin)
        else { return }
        let pattern = terms.bytes(of: symbol)
        let text = terms.text(of: symbol)
        if [".*", ".+", "^.*$", ".*/.*"].contains(where: { pattern.elementsEqual($0.utf8) }) {
          report.add(
            severity: .warning,
            at: range(of: literal.origin),
            "`\(text)` matches every content type, so that files of any type can be uploaded"
          )
        } else if Self.matchesNoType(pattern) {
          report.add(
            severity: .warning,
            at: range(of: literal.origin),
            "`\(text)` matches no content type: `matches` compares the whole text, as `image/png`",
            notes: [DiagnosticNote("did you mean `\(Self.completed(text))`?")],
            fixes: patternFix(literal, text)
          )
        }
      }
    }
  }

  /// Whether a pattern is plain text that is no whole content type.
  private static func matchesNoType(_ pattern: ContiguousArray<UInt8>) -> Bool {
    let letters = pattern.filter { $0 != UInt8(ascii: "^") && $0 != UInt8(ascii: "$") }
    let isPlain = letters.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "/"), UInt8(ascii: "-"): true
      default: false
      }
    }
    guard isPlain else { return false }
    return letters.last == UInt8(ascii: "/") || !letters.contains(UInt8(ascii: "/"))
  }

  private static func completed(_ text: String) -> String {
    let plain = text.filter { $0 != "^" && $0 != "$" }
    return plain.hasSuffix("/") ? plain + ".*" : plain + "/.*"
  }

  private func patternFix(_ literal: Condition.Literal, _ text: String) -> [FixIt] {
    let place = range(of: literal.origin)
    let source = tree.source.text(of: place)
    for quote in ["'", "\""] {
      guard let range = source.range(of: quote + text + quote, in: place) else { continue }
      let completed = Self.completed(text)
      return [
        FixIt(
          "match `\(completed)`",
          edits: [TextEdit(replacing: range, with: quote + completed + quote)],
          isSafe: false
        )
      ]
    }
    return []
  }
}

extension String {
  /// Where a text stands within this one, which itself stands at a place of a file.
  fileprivate func range(of text: String, in place: SourceRange) -> SourceRange? {
    let bytes = Array(utf8)
    let wanted = Array(text.utf8)
    guard bytes.count >= wanted.count else { return nil }
    for start in 0...bytes.count - wanted.count
    where bytes[start..<start + wanted.count].elementsEqual(wanted) {
      let lower = place.lowerBound + UInt32(truncatingIfNeeded: start)
      return SourceRange(lower, lower + UInt32(truncatingIfNeeded: wanted.count))
    }
    return nil
  }
}
