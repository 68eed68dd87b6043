import RulesSource
import RulesSyntax

/// Checks declarations against the limits of the official compiler.
///
/// Each figure was recorded from it; where the documentation says less, the diagnostic's page says so.
struct LimitChecker {
  let tree: SyntaxTree
  let declarations: Declarations
  let calls: [[Int]]
  var diagnostics: [Diagnostic] = []
  /// The first variable of each name in the function that is checked, by symbol.
  private var variables: ContiguousArray<NodeID?>

  /// Source: the documented limit, measured on the hosted service; one byte less is accepted.
  private static let byteLimit = 262_144
  private static let maximumDepth = 11
  private static let maximumSegments = 100
  private static let maximumWildcards = 20
  private static let maximumParameters = 7
  private static let maximumLets = 11
  /// What the documentation promises.
  private static let promisedLets = 10

  init(_ tree: SyntaxTree, _ declarations: Declarations, calls: [[Int]]) {
    self.tree = tree
    self.declarations = declarations
    self.calls = calls
    variables = ContiguousArray(repeating: nil, count: declarations.symbols.count)
  }

  /// Checks everything.
  mutating func check() {
    checkSize()
    checkServices()
    for block in declarations.blocks { check(block) }
    for function in declarations.functions { check(function) }
    checkDuplicateFunctions()
    checkCalls()
    diagnostics.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  private mutating func checkSize() {
    let count = tree.source.bytes.count
    guard count >= Self.byteLimit else { return }
    diagnostics.append(
      Diagnostic(
        .rulesTooLarge,
        at: SourceRange(0, 1),
        "the rules have \(count) bytes, fewer than \(Self.byteLimit) are allowed"
      )
    )
  }

  private mutating func checkServices() {
    if declarations.version == 1 {
      diagnostics.append(
        Diagnostic(
          .oldVersion,
          at: tree.source.bytes.isEmpty ? SourceRange(at: 0) : SourceRange(0, 1),
          "these rules are of version 1",
          notes: [],
          fixes: tree.children(of: tree.root).contains { tree.kind(of: $0) == .versionStatement }
            ? []
            : [
              FixIt(
                "insert `rules_version = '2';`",
                edits: [
                  TextEdit(replacing: SourceRange(at: 0), with: "rules_version = '2';\n")
                ],
                isSafe: false
              )
            ]
        )
      )
    }
    for service in declarations.services {
      let range =
        tree.children(of: service.node).first.map { tree.range(of: $0) }
        ?? tree.mainRange(of: service.node)
      if service.kind == .unknown {
        let meant = EditDistance.nearest(
          to: service.name,
          among: ["cloud.firestore", "firebase.storage"]
        )
        let corrected = service.name.hasSuffix("storage") ? "firebase.storage" : meant
        diagnostics.append(
          Diagnostic(
            .unknownService,
            at: range,
            "nobody knows a service `\(service.name)`",
            notes: [DiagnosticNote("expected `cloud.firestore` or `firebase.storage`")],
            fixes: corrected.map {
              [FixIt("write `\($0)`", edits: [TextEdit(replacing: range, with: $0)], isSafe: false)]
            } ?? []
          )
        )
      }
      if service.isRepeated {
        diagnostics.append(
          Diagnostic(
            .duplicateService,
            at: range,
            "a second block for the service `\(service.name)`"
          )
        )
      }
    }
  }

  private mutating func check(_ block: BlockDeclaration) {
    let range = tree.mainRange(of: block.node)
    let parent = block.parent.map { declarations.blocks[$0] }
    if block.depth == Self.maximumDepth + 1 {
      diagnostics.append(
        Diagnostic(
          .matchTooDeep,
          at: range,
          "match blocks are nested \(block.depth) deep, at most \(Self.maximumDepth) are allowed"
        )
      )
    }
    if block.segmentCount > Self.maximumSegments,
      (parent?.segmentCount ?? 0) <= Self.maximumSegments
    {
      diagnostics.append(
        Diagnostic(
          .patternTooLong,
          at: range,
          "the pattern has \(block.segmentCount) segments, at most \(Self.maximumSegments) are allowed"
        )
      )
    }
    if block.wildcardCount > Self.maximumWildcards,
      (parent?.wildcardCount ?? 0) <= Self.maximumWildcards
    {
      diagnostics.append(
        Diagnostic(
          .tooManyWildcards,
          at: range,
          "the pattern has \(block.wildcardCount) wildcards, at most \(Self.maximumWildcards) are allowed"
        )
      )
    }
    if declarations.version == 2, block.globCount > 1 { checkGlobs(of: block, in: parent) }
    for statement in block.statements { checkMethods(statement) }
  }

  private mutating func checkGlobs(of block: BlockDeclaration, in parent: BlockDeclaration?) {
    let globs = block.segments.filter { tree.kind(of: $0) == .globSegment }
    let globsAround = parent?.segments.count { tree.kind(of: $0) == .globSegment } ?? 0
    // Two on one path are the parser's to report.
    guard globsAround == 1, globs.count == 2 else { return }
    diagnostics.append(
      Diagnostic(
        .severalGlobs,
        at: tree.mainRange(of: block.node),
        "a second wildcard for any number of segments on one path",
        notes: [DiagnosticNote("the first one", at: tree.range(of: globs[0]))]
      )
    )
  }

  private mutating func checkMethods(_ statement: StatementDeclaration) {
    for place in tree.childPlaces(of: statement.node) {
      let method = tree.childIDs[place]
      guard tree.kind(of: method) == .method else { continue }
      guard tree.mainIndex(of: method, in: RequestMethodWord.table) == nil else { continue }
      let word = tree.mainText(of: method)
      let meant = EditDistance.nearest(to: word, among: RequestMethodWord.all)
      diagnostics.append(
        Diagnostic(
          .unknownMethodWord,
          at: tree.mainRange(of: method),
          "`\(word)` is no kind of request",
          notes: [
            DiagnosticNote(
              "expected \(RequestMethodWord.all.map { "`\($0)`" }.joined(separator: ", "))"
            )
          ],
          fixes: meant.map {
            [
              FixIt(
                "write `\($0)`",
                edits: [TextEdit(replacing: tree.mainRange(of: method), with: $0)],
                isSafe: false
              )
            ]
          } ?? []
        )
      )
    }
  }

  private mutating func check(_ function: FunctionDeclaration) {
    if function.parameters.count > Self.maximumParameters {
      diagnostics.append(
        Diagnostic(
          .tooManyParameters,
          at: tree.mainRange(of: function.node),
          "the function has \(function.parameters.count) parameters, at most \(Self.maximumParameters) are allowed"
        )
      )
    }
    if function.lets.count > Self.maximumLets {
      diagnostics.append(
        Diagnostic(
          .tooManyLets,
          at: tree.mainRange(of: function.lets[Self.maximumLets].variable.node),
          "the function has \(function.lets.count) variables, at most \(Self.maximumLets) are allowed"
        )
      )
    }
    if function.lets.count == Self.promisedLets + 1 {
      diagnostics.append(
        Diagnostic(
          .tooManyLets,
          severity: .info,
          at: tree.mainRange(of: function.lets[Self.promisedLets].variable.node),
          "the function has \(function.lets.count) variables, and \(Self.promisedLets) are promised",
          notes: [
            DiagnosticNote("the official compiler takes one more than its documentation says")
          ]
        )
      )
    }
    if declarations.version == 1, let first = function.lets.first {
      diagnostics.append(
        Diagnostic(
          .letInVersion1,
          at: tree.mainRange(of: first.variable.node),
          "`let` needs rules of version 2",
          notes: [DiagnosticNote("begin the file with `rules_version = '2';`")]
        )
      )
    }
    for parameter in function.parameters { checkName(of: parameter) }
    for binding in function.lets { checkName(of: binding.variable) }
    for parameter in function.parameters { variables[Int(parameter.name.index)] = nil }
    for binding in function.lets { variables[Int(binding.variable.name.index)] = nil }
  }

  private mutating func checkName(of variable: FunctionDeclaration.Variable) {
    guard let first = variables[Int(variable.name.index)] else {
      variables[Int(variable.name.index)] = variable.node
      return
    }
    diagnostics.append(
      Diagnostic(
        .duplicateVariable,
        at: tree.mainRange(of: variable.node),
        "the function has a variable `\(tree.mainText(of: variable.node))` already",
        notes: [DiagnosticNote("declared here", at: tree.mainRange(of: first))]
      )
    )
  }

  private mutating func checkDuplicateFunctions() {
    for (index, first) in declarations.firstNamesakes.enumerated() where first != index {
      let node = declarations.functions[index].node
      let firstNode = declarations.functions[first].node
      diagnostics.append(
        Diagnostic(
          .duplicateFunction,
          at: tree.mainRange(of: node),
          "this block has a function `\(tree.mainText(of: node))` already",
          notes: [DiagnosticNote("declared here", at: tree.mainRange(of: firstNode))]
        )
      )
    }
  }

  private mutating func checkCalls() {
    let graph = CallGraph(calls: calls)
    let chains = graph.chains()
    for cycle in chains.hasCycle ? graph.cycles() : [] {
      let nodes = cycle.map { declarations.functions[$0].node }
      let names = nodes.prefix(8).map { "`\(tree.mainText(of: $0))`" }.joined(separator: ", ")
      diagnostics.append(
        Diagnostic(
          .recursiveFunction,
          at: tree.mainRange(of: nodes[0]),
          cycle.count == 1
            ? "the function \(names) calls itself"
            : "the functions \(names) call one another in a circle"
        )
      )
    }
    for function in chains.functionsPastMaximum {
      let node = declarations.functions[function].node
      diagnostics.append(
        Diagnostic(
          .callsTooDeep,
          at: tree.mainRange(of: node),
          "`\(tree.mainText(of: node))` is the \(CallGraph.maximumChain + 1)nd function of a chain of calls, at most \(CallGraph.maximumChain) are allowed"
        )
      )
    }
  }
}

/// The words that may stand after `allow`.
enum RequestMethodWord {
  /// The words, the two that stand for several first.
  static let all = ["read", "write", "get", "list", "create", "update", "delete"]

  /// The words, by their bytes.
  static let table = WordTable(all)

  /// Whether a word is one of them.
  static func isKnown(_ word: ContiguousArray<UInt8>) -> Bool {
    table.index(of: word.span) != nil
  }
}
