import RulesRuntime
import RulesSource
import RulesSyntax

extension TestFileReader {
  /// Reads a test: its data, then its steps and tables in order.
  mutating func readTest(_ node: NodeID, _ environment: Environment) {
    let header = SourceRange(
      tree.range(of: node).lowerBound,
      tree.mainRange(of: node).upperBound
    )
    var test = TestCase(
      titles: environment.titles + [Text(wtf8: tree.stringValue(of: node)).description],
      range: header,
      documents: environment.documents
    )
    fixtures.variables.enterScope()
    defer { fixtures.variables.leaveScope() }
    let problemCount = suite.diagnostics.count + fixtures.diagnostics.count
    for child in tree.children(of: node) {
      switch tree.kind(of: child) {
      case .testModifier: test.modifier = TestCase.Modifier(tree.mainText(of: child))
      case .atClause:
        test.time = tree.child(0, of: child).flatMap { fixtures.timestamp($0, "as time") }
      case .letStatement: readLet(child)
      case .dataBlock: readData(child, &test.documents)
      case .dataFile: readDataFile(child, &test.documents)
      case .stepStatement: readStep(child).map { test.steps.append($0) }
      case .tableDeclaration: test.steps += readTable(child)
      default: continue
      }
    }
    // A test that is half read would report nonsense; its mistakes have been reported.
    guard problemCount == suite.diagnostics.count + fixtures.diagnostics.count else { return }
    suite.cases.append(test)
  }

  /// A table that stands in a group is a test of its own.
  mutating func readTableAsTest(_ node: NodeID, _ environment: Environment) {
    guard let path = tree.children(of: node).first else { return }
    let title = "table " + tree.source.text(of: tree.range(of: path))
    let problemCount = suite.diagnostics.count + fixtures.diagnostics.count
    var test = TestCase(
      titles: environment.titles + [title],
      range: tree.mainRange(of: node),
      documents: environment.documents
    )
    test.steps = readTable(node)
    guard problemCount == suite.diagnostics.count + fixtures.diagnostics.count else { return }
    suite.cases.append(test)
  }

  private mutating func readStep(_ node: NodeID) -> TestStep? {
    guard let expectation: TestStep.Expectation = tree.word(of: node, TestStep.Expectation.words),
      let request = tree.child(0, of: node)
    else { return nil }
    var step = TestStep(
      expectation: expectation,
      operations: [],
      isBatch: false,
      range: tree.range(of: node),
      title: .source(tree.source, tree.range(of: request))
    )
    switch tree.kind(of: request) {
    case .requestSyntax:
      readOperation(request, &step)
    case .batchSyntax:
      step.isBatch = true
      readBatch(request, &step)
    default: return nil
    }
    if step.because != nil, step.expectation == .allow {
      report(
        .misplacedTestItem,
        tree.range(of: node),
        "`because` belongs to a `deny` or an `error`",
        note: "it names the line of the rules that denies"
      )
    }
    return step.operations.isEmpty ? nil : step
  }

  private mutating func readBatch(
    _ node: NodeID,
    _ step: inout TestStep
  ) {
    var clauses: [SyntaxKind] = []
    for child in tree.children(of: node) {
      guard tree.kind(of: child) == .requestSyntax else {
        if clauses.addIfNew(tree.kind(of: child)) {
          readClause(child, &step, nil)
        } else {
          reportRepeated(child)
        }
        continue
      }
      readOperation(child, &step)
    }
    for operation in step.operations where !operation.method.isWrite {
      report(
        .misplacedTestItem,
        operation.range,
        "a batch holds writes",
        note: "reads of a transaction are steps of their own"
      )
    }
    guard tree.children(of: node).contains(where: { tree.kind(of: $0) == .requestSyntax }) else {
      report(
        .misplacedTestItem,
        tree.mainRange(of: node),
        "a batch without writes asks for nothing"
      )
      return
    }
  }

  private mutating func reportRepeated(_ node: NodeID) {
    report(
      .misplacedTestItem,
      tree.range(of: node),
      "a second `\(clauseWord(node))` of one request"
    )
  }

  /// The word that a clause begins with.
  private func clauseWord(_ node: NodeID) -> String {
    tree.source.text(of: tree[tree[node].firstToken].range)
  }

  private mutating func readOperation(
    _ node: NodeID,
    _ step: inout TestStep
  ) {
    guard let method: OperationMethod = tree.word(of: node, OperationMethod.words) else { return }
    var operation = TestOperation(method: method, path: [], range: tree.range(of: node))
    var path: (segments: ContiguousArray<Text>, range: SourceRange)?
    // There are few kinds of clauses, and a list of them is allocated only where one is read.
    var clauses: [SyntaxKind] = []
    for child in tree.children(of: node) {
      switch tree.kind(of: child) {
      case .collectionGroup:
        operation.query.isCollectionGroup = true
        guard method != .list else { continue }
        report(.misplacedTestItem, tree.range(of: child), "`group` belongs to a `list`")
      case .path:
        path = fixtures.path(child).map { ($0, tree.range(of: child)) }
      case .mapExpression:
        operation.changes = readFields(child, of: method)
      case let kind where !clauses.addIfNew(kind):
        reportRepeated(child)
      case .asClause where step.isBatch, .atClause where step.isBatch,
        .becauseClause where step.isBatch:
        report(
          .misplacedTestItem,
          tree.range(of: child),
          "`\(clauseWord(child))` belongs to the whole batch",
          note: "write it after `batch`"
        )
      default: readClause(child, &step, method, &operation.query)
      }
    }
    guard let path, check(path.segments, path.range, &operation) else { return }
    step.operations.append(operation)
  }

  /// The map after a request.
  mutating func readFields(_ node: NodeID, of method: OperationMethod) -> [FieldChange] {
    guard method.isWrite, method != .delete else {
      report(.misplacedTestItem, tree.range(of: node), "`\(method.rawValue)` writes no fields")
      return []
    }
    return readChanges(node, for: method)
  }

  /// Puts the path of a request below its database or bucket, and checks that it can be asked for.
  mutating func check(
    _ path: ContiguousArray<Text>,
    _ range: SourceRange,
    _ operation: inout TestOperation
  ) -> Bool {
    guard let placed = placed(path, range) else { return false }
    switch placed {
    case .object(let segments):
      operation.path = segments
      guard segments.isEmpty, operation.method != .list else { return true }
      report(.invalidTestPath, range, "this names no object")
      return false
    case .document(let segments):
      operation.path = segments
      let wantsCollection = operation.method == .list
      guard service != .storage else {
        report(.invalidTestPath, range, "Storage rules decide about objects, not documents")
        return false
      }
      guard segments.count.isMultiple(of: 2) != wantsCollection, !segments.isEmpty else {
        report(
          .invalidTestPath,
          range,
          wantsCollection
            ? "a list asks for a collection, not a document"
            : "this names a collection, not a document",
          note: wantsCollection
            ? "a collection's path has an odd count of segments: `/collection`"
            : "a document's path has an even count of segments: `/collection/id`"
        )
        return false
      }
      return true
    }
  }

  private mutating func readClause(
    _ node: NodeID,
    _ step: inout TestStep,
    _ method: OperationMethod?
  ) {
    var query = ListQuery()
    readClause(node, &step, method, &query)
  }

  private mutating func readClause(
    _ node: NodeID,
    _ step: inout TestStep,
    _ method: OperationMethod?,
    _ query: inout ListQuery
  ) {
    let isList = method == .list
    let child = tree.child(0, of: node)
    switch tree.kind(of: node) {
    case .asClause: step.user = child.flatMap { readUserReference($0) }
    case .atClause: step.time = child.flatMap { fixtures.timestamp($0, "as time") }
    case .becauseClause: step.because = Text(wtf8: tree.stringValue(of: node)).description
    case .whereClause, .orderByClause, .limitClause, .offsetClause:
      guard isList else {
        report(
          .misplacedTestItem,
          tree.range(of: node),
          "`\(clauseWord(node))` belongs to a `list`"
        )
        return
      }
      readQueryClause(node, &query)
    default: return
    }
  }

  private mutating func readQueryClause(_ node: NodeID, _ query: inout ListQuery) {
    let child = tree.child(0, of: node)
    switch tree.kind(of: node) {
    case .whereClause:
      guard let child, checkConditionCount(child) else { return }
      query.filter = readFilter(child)
    case .limitClause: query.limit = child.flatMap { readCount($0) }
    case .offsetClause: query.offset = child.flatMap { readCount($0) }
    case .orderByClause:
      for ordering in tree.children(of: node) where tree.kind(of: ordering) == .ordering {
        guard let field = tree.child(0, of: ordering) else { continue }
        let isDescending = tree.mainText(of: ordering).utf8.elementsEqual("desc".utf8)
        query.orderings.append((fieldPath(field), isDescending))
      }
    default: return
    }
  }

  private mutating func readCount(_ node: NodeID) -> Value? {
    guard let value = fixtures.value(node) else { return nil }
    guard case .int(let count) = value, count >= 0 else {
      report(.invalidTestValue, tree.range(of: node), "expected a count, such as `10`")
      return nil
    }
    return value
  }

  /// The most unknown users for each of which all others are compared, to find the one that is meant.
  private static let unknownUserLimit = 50

  mutating func readUserReference(_ node: NodeID) -> User? {
    guard tree.kind(of: node) == .nameExpression else { return readUserInPlace(node) }
    let name = tree.mainBytes(of: node)
    if name.elementsEqual("nobody".utf8) { return nil }
    if let user = users[name] { return user }
    unknownUserCount += 1
    let known =
      unknownUserCount > Self.unknownUserLimit
      ? [] : users.values.keys.sorted { $0.lexicographicallyPrecedes($1) }
    let meant = EditDistance.nearest(to: name, among: known)
      .map { String(decoding: $0, as: UTF8.self) }
    suite.diagnostics.append(
      Diagnostic(
        .unknownUser,
        at: tree.mainRange(of: node),
        "no user `\(tree.mainText(of: node))` is declared",
        fixes: meant.map {
          [
            FixIt(
              "write `\($0)`",
              edits: [TextEdit(replacing: tree.mainRange(of: node), with: $0)],
              isSafe: true
            )
          ]
        } ?? []
      )
    )
    return nil
  }

  /// `as { uid: 'x', token: { … } }`.
  private mutating func readUserInPlace(_ node: NodeID) -> User? {
    guard let map = fixtures.map(node, "of a user") else { return nil }
    guard case .string(let uid) = map[Self.uidName] else {
      report(
        .invalidTestValue,
        tree.range(of: node),
        "a user in place needs a `uid`",
        note: "write `as { uid: 'x' }`, or `as { uid: 'x', token: { admin: true } }`"
      )
      return nil
    }
    var claims = MapValue.empty
    if case .map(let token) = map[Self.tokenName] { claims = token }
    return User(name: uid.description, uid: uid, claims: claims, provider: .custom)
  }

  private static let uidName: Text = "uid"
  private static let tokenName: Text = "token"
}

extension SyntaxTree {
  /// Which of the cases of a type the main token of a node names, by the table of their words.
  fileprivate func word<Meaning: CaseIterable>(of node: NodeID, _ words: WordTable) -> Meaning?
  where Meaning.AllCases == [Meaning] {
    let range = mainRange(of: node)
    let bytes = source.bytes
    return words.index(of: Int(range.lowerBound)..<Int(range.upperBound), in: bytes.span)
      .map { Meaning.allCases[$0] }
  }
}

extension [SyntaxKind] {
  /// Adds a kind, and says whether it was not there.
  fileprivate mutating func addIfNew(_ kind: SyntaxKind) -> Bool {
    guard !contains(kind) else { return false }
    append(kind)
    return true
  }
}

extension TestStep.Expectation {
  fileprivate static let words = WordTable(allCases.map(\.rawValue))
}

extension OperationMethod {
  fileprivate static let words = WordTable(allCases.map(\.rawValue))
}

extension TestCase.Modifier {
  fileprivate init?(_ word: String) {
    switch word {
    case "only": self = .only
    case "skip": self = .skip
    default: return nil
    }
  }
}
