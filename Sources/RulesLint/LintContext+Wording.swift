package import RulesRuntime
package import RulesSource
import RulesSyntax

extension LintContext {
  /// What a pattern matches, as people say it: "every document under /books", "the document /a/b".
  package func thing(_ pattern: PathPattern) -> String {
    let isStorage = program.service == .storage
    let noun = isStorage ? "file" : "document"
    let own = pattern.ownSegments
    guard let last = own.last else { return isStorage ? "the bucket" : "the database" }
    let text = pattern.text
    switch last {
    case .literal: return pattern.hasGlob ? "every \(noun) `\(text)`" : "the \(noun) `\(text)`"
    case .capture, .glob:
      if own.count == 1, last.isGlob { return "every \(noun)" }
      let parent = own.dropLast().map { "/" + $0.text }.joined()
      if parent.isEmpty { return "every \(noun)" }
      return last.isGlob ? "every \(noun) under `\(parent)`" : "every \(noun) in `\(parent)`"
    }
  }

  /// What methods do, as people say it: "read and write".
  package func verbs(_ methods: [Method]) -> String {
    let set = methods.reduce(into: MethodSet()) { $0.formUnion(MethodSet($1)) }
    var words: [String] = []
    if set.isSuperset(of: .read) { words.append("read") }
    if set.isSuperset(of: .write) { words.append("write") }
    for method in methods {
      if set.isSuperset(of: method.isWrite ? .write : .read) { continue }
      words.append(method.name)
    }
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  /// Why a condition is true for everyone, or for every user.
  package func reasons(of statement: Statement) -> [DiagnosticNote] {
    guard let condition = statement.conditionRange else {
      return [DiagnosticNote("a statement without a condition always allows")]
    }
    let (range, notes) = place(of: facts.conditions.origin(of: statement.condition), in: statement)
    let inner = notes.first?.range ?? range
    if inner == condition { return [] }
    return [DiagnosticNote("it comes down to `\(shown(inner))`", at: inner)]
  }

  /// That what is written is not looked at either, where it is not.
  func dataNotes(of statement: Statement, _ methods: [Method]) -> [DiagnosticNote] {
    let writes = methods.filter { $0 == .create || $0 == .update }
    let isUnseen = writes.contains { method in
      !facts.isNecessary(
        in: statement.condition,
        for: Requester(method, isSignedIn: true),
        { facts.readsNewData($0) }
      )
    }
    guard isUnseen else { return [] }
    let what =
      facts.isFirestore
      ? "any fields of any types are stored" : "files of any size and type are stored"
    return [DiagnosticNote("and nothing looks at what they write: \(what)")]
  }

  /// The source of a range, on one line and not too long.
  package func shown(_ range: SourceRange) -> String {
    let words = tree.source.text(of: range).split {
      $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r"
    }
    let text = words.joined(separator: " ")
    return text.unicodeScalars.count <= 80 ? text : String(text.unicodeScalars.prefix(79)) + "…"
  }

  /// A change after which a statement asks for a user.
  package func closingFixes(of statement: Statement) -> [FixIt] {
    guard let range = statement.conditionRange else { return [] }
    return [
      FixIt(
        "ask for a user who is signed in",
        edits: [TextEdit(replacing: range, with: "request.auth != null")],
        isSafe: false
      )
    ]
  }
}
