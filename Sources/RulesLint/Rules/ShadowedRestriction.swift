import RulesRuntime
import RulesSource

extension LintRule {
  static let shadowedRestriction = LintRule(
    "shadowed-restriction",
    .error,
    "a restriction that another block makes void",
    reason: """
      All statements of all blocks that match a path are tried, and one that allows is enough. A block with a \
      narrower path can only add to what a broader one allows; it never takes anything back.
      """,
    bad: .firestore(
      """
      match /{collection}/{id} {
        allow get: if request.auth != null;
      }
      match /salaries/{id} {
        allow get: if request.auth.token.hr == true;
      }
      """
    ),
    good: .firestore(
      """
      match /{collection}/{id} {
        allow get: if request.auth != null && collection in ['news', 'events'];
      }
      match /salaries/{id} {
        allow get: if request.auth.token.hr == true;
      }
      """
    ),
    silence: "Silence it where the narrower statement is there for readers only.",
    check: .rules { context, report in
      var search = ShadowSearch(context)
      for (shadowed, by, methods) in search.find() {
        let broad = context.pattern(of: by)
        report.add(
          at: shadowed.range,
          "this does not restrict who can \(context.verbs(methods)) \(context.thing(context.pattern(of: shadowed))): "
            + "`\(broad.text)` already lets \(search.audienceText(by, methods)) do so",
          notes: [DiagnosticNote("it is allowed here", at: by.range)]
        )
      }
    }
  )
}

/// Looks for statements that are stricter than one of a block that covers theirs.
private struct ShadowSearch {
  private let context: LintContext
  /// How many pairs of blocks are compared, at most.
  private var budget = 200_000
  /// The statements that may make others void, by their blocks.
  private let covering: [(pattern: PathPattern, block: BlockID, statements: [Covering])]
  /// Places of `covering` by the number of the first name.
  private let byName: ContiguousArray<[Int]>
  /// Places of those that begin with a wildcard, which covers any name.
  private let forAnyName: [Int]

  /// A statement that may make others void.
  private struct Covering {
    let statement: LintContext.Statement
    let everyone: MethodSet
    let signedIn: MethodSet
    /// The tests, where the condition is a plain conjunction that reads no wildcard.
    let tests: TestSet?
  }

  init(_ context: LintContext) {
    self.context = context
    var groups: [(pattern: PathPattern, block: BlockID, statements: [Covering])] = []
    for covering in context.statements.compactMap({ Self.covering($0, context) }) {
      if groups.last?.block == covering.statement.block {
        groups[groups.count - 1].statements.append(covering)
      } else {
        let pattern = context.pattern(of: covering.statement)
        groups.append((pattern, covering.statement.block, [covering]))
      }
    }
    covering = groups
    var byName = ContiguousArray<[Int]>(repeating: [], count: context.firstNames.count)
    var forAnyName: [Int] = []
    for (place, group) in groups.enumerated() {
      if let name = context.firstNames.numbers[Int(group.block.index)] {
        byName[name].append(place)
      } else {
        forAnyName.append(place)
      }
    }
    self.byName = byName
    self.forAnyName = forAnyName
  }

  private static func covering(
    _ statement: LintContext.Statement,
    _ context: LintContext
  ) -> Covering? {
    let pattern = context.pattern(of: statement)
    guard pattern.ownSegments.contains(where: { !$0.isLiteral }) else { return nil }
    let everyone = context.methodSet(of: statement, openTo: .everyone)
    let signedIn = context.methodSet(of: statement, openTo: .anySignedIn)
    // An open block for all documents is told by `recursive-open`, with all that it makes void.
    if pattern.hasGlob, !everyone.union(signedIn).isEmpty { return nil }
    let tests = context.facts.conjunction(statement.condition).flatMap { tests in
      tests.terms.contains { context.terms.mentions($0).contains(.wildcard) } ? nil : tests
    }
    guard !everyone.isEmpty || !signedIn.isEmpty || tests != nil else { return nil }
    return Covering(
      statement: statement,
      everyone: everyone,
      signedIn: signedIn,
      tests: tests
    )
  }

  /// The statements that are void, each with the first that makes it so.
  mutating func find() -> [(
    shadowed: LintContext.Statement, by: LintContext.Statement, methods: [Method]
  )] {
    var found: [(LintContext.Statement, LintContext.Statement, [Method])] = []
    var block: BlockID?
    var candidates: [Covering] = []
    for statement in context.statements {
      // The statements of a block follow one another.
      if block != statement.block {
        block = statement.block
        candidates = coverings(of: statement.block)
      }
      for cover in candidates {
        let shared = cover.statement.methods.intersection(statement.methods)
        guard !shared.isEmpty else { continue }
        let methods = Method.all.filter { method in
          shared.contains(MethodSet(method)) && isStricter(statement, than: cover, for: method)
        }
        guard !methods.isEmpty else { continue }
        found.append((statement, cover.statement, methods))
        break
      }
    }
    return found
  }

  /// The statements that may make those of a block void.
  private mutating func coverings(of block: BlockID) -> [Covering] {
    let pattern = context.patterns[Int(block.index)]
    var found: [Covering] = []
    let name = context.firstNames.numbers[Int(block.index)]
    let places = (name.map { byName[$0] } ?? []) + forAnyName
    for place in places where covering[place].block != block {
      guard budget > 0, found.count < 200 else { break }
      budget -= 1
      if covering[place].pattern.covers(pattern) { found += covering[place].statements }
    }
    return found
  }

  private func isStricter(
    _ statement: LintContext.Statement,
    than cover: Covering,
    for method: Method
  ) -> Bool {
    let audience = context.audience(of: statement, for: method)
    let isPossible = context.facts.outcomes(
      of: statement.condition,
      for: Requester(method, isSignedIn: true)
    ).contains(.isTrue)
    if cover.everyone.contains(MethodSet(method)) { return audience != .everyone }
    if cover.signedIn.contains(MethodSet(method)) {
      return audience == .restricted && !isPublic(statement, method)
    }
    guard isPossible, let tests = cover.tests, !tests.isEmpty,
      let own = context.facts.conjunction(statement.condition)
    else { return false }
    return tests.count < own.count && tests.isSubset(of: own)
  }

  /// Whether requests without a user can be allowed, so that it is no stricter for all.
  private func isPublic(_ statement: LintContext.Statement, _ method: Method) -> Bool {
    context.facts.outcomes(of: statement.condition, for: Requester(method, isSignedIn: false))
      .contains(.isTrue)
  }

  /// Whom a statement lets make requests.
  func audienceText(_ statement: LintContext.Statement, _ methods: [Method]) -> String {
    guard let method = methods.first else { return "others" }
    switch context.audience(of: statement, for: method) {
    case .everyone: return "anyone on the internet"
    case .anySignedIn: return "any signed-in user, anonymous ones too,"
    case .restricted: return "more users"
    }
  }
}

extension PatternSegment {
  fileprivate var isLiteral: Bool {
    switch self {
    case .literal: true
    case .capture, .glob: false
    }
  }
}
