import RulesRuntime
import RulesSource

extension LintRule {
  static let updateBypass = LintRule(
    "update-bypass",
    .info,
    "what create checks of the data, update does not",
    reason: """
      A field that is checked when a document is created and not when it is updated is not checked: whoever wants \
      another value creates the document as asked, and then updates it.
      """,
    bad: .firestore(
      """
      match /books/{book} {
        allow create: if request.resource.data.owner == request.auth.uid
                      && request.resource.data.title is string;
        allow update: if resource.data.owner == request.auth.uid
                      && request.resource.data.owner == request.auth.uid;
      }
      """
    ),
    good: .firestore(
      """
      match /books/{book} {
        allow create: if request.resource.data.owner == request.auth.uid
                      && request.resource.data.title is string;
        allow update: if resource.data.owner == request.auth.uid
                      && request.resource.data.owner == request.auth.uid
                      && request.resource.data.title is string;
      }
      """
    ),
    silence: """
      Silence it where only trusted users update. It is a warning where create names all fields that there may be, \
      and update does not.
      """,
    check: .rules { context, report in
      guard context.facts.isFirestore else { return }
      for (create, updates) in context.createsAndUpdates() {
        for update in updates { context.compare(create, update, &report) }
      }
    }
  )
}

extension LintContext {
  /// The statements for creates, with those for updates of the same block that allow none.
  func createsAndUpdates() -> [(create: Statement, updates: [Statement])] {
    var pairs: [(create: Statement, updates: [Statement])] = []
    for block in program.blocks {
      let own = block.statements.compactMap { index in
        statements.indices.contains(Int(index)) ? statements[Int(index)] : nil
      }
      let creates = own.filter { $0.methods.contains(MethodSet(.create)) }
      let updates = own.filter {
        $0.methods.contains(MethodSet(.update)) && !$0.methods.contains(MethodSet(.create))
      }
      // With several statements for creates nobody can tell which of them an update should follow.
      guard creates.count == 1, let create = creates.first, !updates.isEmpty else { continue }
      pairs.append((create, updates))
    }
    return pairs
  }

  /// Whether a statement lets users update who have no right that somebody granted them, and not each of them.
  func isUpdateOfUsers(_ update: Statement) -> Bool {
    let updating = Requester(.update, isSignedIn: true)
    return audience(of: update, for: .update) == .restricted
      && facts.outcomes(of: update.condition, for: updating).contains(.isTrue)
      && !facts.isNecessary(in: update.condition, for: updating) { facts.isGrantedTest($0) }
  }

  fileprivate func compare(_ create: Statement, _ update: Statement, _ report: inout LintReport) {
    let creating = Requester(.create, isSignedIn: true)
    let updating = Requester(.update, isSignedIn: true)
    guard isUpdateOfUsers(update) else { return }
    var fields: [Symbol] = []
    // The time of creation has a check of its own.
    let times = timesOfCreation(create).map(\.field)
    for field in facts.newFields(in: create.condition) where !times.contains(field) {
      let isChecked = facts.isNecessary(in: create.condition, for: creating) {
        facts.constrains($0, field) && facts.ownerField($0) == nil
      }
      guard isChecked else { continue }
      let isKept = facts.isNecessary(in: update.condition, for: updating) {
        facts.constrains($0, field)
      }
      if !isKept { fields.append(field) }
    }
    let limits = facts.isNecessary(in: create.condition, for: creating) {
      facts.allowedKeys($0) != nil
    }
    let keepsLimits = facts.isNecessary(in: update.condition, for: updating) {
      facts.allowedKeys($0) != nil || facts.changeableKeys($0) != nil
    }
    guard !fields.isEmpty || (limits && !keepsLimits) else { return }
    let names = fields.prefix(4).map { "`\(terms.text(of: $0))`" }
    let listed = fields.count > 4 ? names + ["\(fields.count - 4) more"] : names
    let what =
      fields.isEmpty ? "add any field to" : "write anything into \(Self.list(listed)) of"
    report.add(
      severity: limits && !keepsLimits ? .warning : .info,
      at: update.range,
      "an update can \(what) \(thing(pattern(of: update))), which create does not allow",
      notes: [DiagnosticNote("create is checked here", at: create.range)]
    )
  }

  /// Things as people list them.
  static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}
