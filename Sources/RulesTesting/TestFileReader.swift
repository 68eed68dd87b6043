package import RulesRuntime
package import RulesSource
package import RulesSyntax

/// A file that a test file names, or why it can't be read.
package enum NamedFile: Sendable {
  case file(SourceFile)
  /// One sentence, lower-case start, no final stop.
  case failure(String)
}

/// Reads the tests of a tree.
package struct TestFileReader {
  let tree: SyntaxTree
  let service: Program.Service
  let load: (String) -> NamedFile
  var suite: TestSuite
  var fixtures: FixtureReader
  /// The users that are in force.
  var users = ScopedNames<User>()
  /// The names of the users that the suite lists.
  private var listedUsers: Set<ContiguousArray<UInt8>> = []
  /// Count of users that are not declared.
  var unknownUserCount = 0

  /// What the items of a file or group see.
  struct Environment {
    var documents = DocumentStore()
    var titles: [String] = []
  }

  /// The rules file that a test file names, relative to it.
  package static func rulesPath(_ tree: SyntaxTree) -> (path: String, range: SourceRange)? {
    for item in tree.children(of: tree.root) where tree.kind(of: item) == .rulesDirective {
      let path = Text(wtf8: tree.stringValue(of: item)).description
      return (path, tree.mainRange(of: item))
    }
    return nil
  }

  /// Reads a test file.
  ///
  /// - Parameters:
  ///   - tree: the file's tree.
  ///   - service: what the rules are for, as paths are read by it.
  ///   - load: gives the files that `data from` names.
  /// - Returns: the tests, with what is wrong with the file.
  package static func read(
    _ tree: SyntaxTree,
    service: Program.Service,
    load: @escaping (String) -> NamedFile
  ) -> TestSuite {
    var reader = TestFileReader(tree, service: service, load: load)
    var environment = Environment()
    reader.readItems(of: tree.root, &environment)
    reader.suite.diagnostics =
      (tree.diagnostics + reader.suite.diagnostics + reader.fixtures.diagnostics)
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
    return reader.suite
  }

  private init(_ tree: SyntaxTree, service: Program.Service, load: @escaping (String) -> NamedFile)
  {
    self.tree = tree
    self.service = service
    self.load = load
    self.suite = TestSuite(source: tree.source)
    self.suite.rules = Self.rulesPath(tree)
    self.fixtures = FixtureReader(tree)
  }

  /// Reads the items of a file or group.
  ///
  /// Declarations hold for the whole of it, wherever they stand.
  private mutating func readItems(of node: NodeID, _ environment: inout Environment) {
    users.enterScope()
    fixtures.variables.enterScope()
    defer {
      users.leaveScope()
      fixtures.variables.leaveScope()
    }
    let items = tree.children(of: node)
    for item in items {
      switch tree.kind(of: item) {
      case .rulesDirective: readRules(item, isTopLevel: node == tree.root)
      case .letStatement: readLet(item)
      case .userDeclaration: readUser(item)
      case .dataBlock: readData(item, &environment.documents)
      case .dataFile: readDataFile(item, &environment.documents)
      default: continue
      }
    }
    environment.documents = environment.documents.settled()
    if node == tree.root { suite.documents = environment.documents }
    var titles: Set<[UInt8]> = []
    for item in items {
      switch tree.kind(of: item) {
      case .testDeclaration, .groupDeclaration:
        let title = title(of: item)
        if !titles.insert(Array(title.utf8)).inserted {
          report(.duplicateTestName, tree.mainRange(of: item), "a second test or group `\(title)`")
        }
        if tree.kind(of: item) == .testDeclaration {
          readTest(item, environment)
        } else {
          var inner = environment
          inner.titles.append(title)
          readItems(of: item, &inner)
        }
      case .tableDeclaration:
        readTableAsTest(item, environment)
      default: continue
      }
    }
  }

  private func title(of node: NodeID) -> String {
    Text(wtf8: tree.stringValue(of: node)).description
  }

  private mutating func readRules(_ node: NodeID, isTopLevel: Bool) {
    guard isTopLevel, let rules = suite.rules, rules.range == tree.mainRange(of: node) else {
      report(
        .misplacedTestItem,
        tree.range(of: node),
        "`rules` stands once, outside of groups",
        note: "tests of another rules file belong in a test file of their own"
      )
      return
    }
    for child in tree.children(of: node) where tree.kind(of: child) == .databaseName {
      suite.database = Text(wtf8: tree.stringValue(of: child))
    }
  }

  mutating func readLet(_ node: NodeID) {
    guard let valueNode = tree.child(0, of: node) else { return }
    // A `let` that is wrong is reported once, so its name is known nevertheless.
    fixtures.variables.declare(tree.mainBytes(of: node), fixtures.value(valueNode) ?? .null)
  }

  // MARK: Users

  private mutating func readUser(_ node: NodeID) {
    let name = tree.mainBytes(of: node)
    var user = User(
      name: String(decoding: name, as: UTF8.self),
      uid: Text(wtf8: name),
      claims: .empty,
      provider: .password
    )
    for child in tree.children(of: node) {
      switch tree.kind(of: child) {
      case .userProvider:
        guard let provider = SignInProvider(rawValue: tree.mainText(of: child)) else {
          reportUnknownProvider(child)
          continue
        }
        user.provider = provider
      case .mapExpression:
        if let claims = fixtures.map(child, "of claims") { user.claims = claims }
      case .userIdentifier:
        if let expression = tree.child(0, of: child), let uid = fixtures.text(expression, "as uid")
        {
          user.uid = uid
        }
      default: continue
      }
    }
    let isFirst = users.declare(name, user)
    if name.elementsEqual("nobody".utf8) {
      report(
        .duplicateTestName,
        tree.mainRange(of: node),
        "`nobody` is the request without sign-in",
        note: "give the user another name"
      )
    } else if !isFirst {
      report(.duplicateTestName, tree.mainRange(of: node), "a second user `\(user.name)`")
    }
    if listedUsers.insert(name).inserted { suite.users.append(user) }
  }

  private mutating func reportUnknownProvider(_ node: NodeID) {
    let word = tree.mainText(of: node)
    let known = SignInProvider.allCases.map(\.rawValue)
    let meant = EditDistance.nearest(to: word, among: known)
    suite.diagnostics.append(
      Diagnostic(
        .unknownProvider,
        at: tree.mainRange(of: node),
        "nobody signs in with `\(word)`",
        notes: [DiagnosticNote("expected \(known.map { "`\($0)`" }.joined(separator: ", "))")],
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
  }

  // MARK: Data

  mutating func readData(_ node: NodeID, _ store: inout DocumentStore) {
    for entry in tree.children(of: node) where tree.kind(of: entry) == .documentEntry {
      let children = Array(tree.children(of: entry))
      guard children.count == 2, let path = fixtures.path(children[0]),
        let fields = fixtures.map(children[1], "of fields")
      else { continue }
      self.store(fields, at: path, tree.range(of: children[0]), &store)
    }
  }

  /// Puts a document or object where its path says.
  private mutating func store(
    _ fields: MapValue,
    at path: ContiguousArray<Text>,
    _ range: SourceRange,
    _ store: inout DocumentStore
  ) {
    guard let placed = placed(path, range) else { return }
    switch placed {
    case .document(let segments) where segments.count.isMultiple(of: 2) && !segments.isEmpty:
      store.documents[segments] = FirestoreData.stored(fields)
    case .object(let segments) where !segments.isEmpty:
      store.objects[segments] = fields
    case .document, .object:
      report(
        .invalidTestPath,
        range,
        "no document can stand here",
        note: "a document's path has an even count of segments: `/collection/id`"
      )
    }
  }

  mutating func readDataFile(_ node: NodeID, _ store: inout DocumentStore) {
    let path = Text(wtf8: tree.stringValue(of: node)).description
    switch load(path) {
    case .failure(let reason):
      report(.invalidFixture, tree.mainRange(of: node), reason)
    case .file(let file):
      switch FixtureDocuments.read(file) {
      case .failure(let diagnostic):
        let position = file.position(of: diagnostic.range.lowerBound)
        report(
          .invalidFixture,
          tree.mainRange(of: node),
          "\(file.name):\(position.line):\(position.column): \(diagnostic.message)"
        )
      case .success(let documents):
        for document in documents {
          self.store(document.fields, at: document.path, tree.mainRange(of: node), &store)
        }
      }
    }
  }

  /// Where a path of the test file leads.
  enum Placed {
    /// Segments below the database's documents.
    case document(ContiguousArray<Text>)
    /// Segments below the bucket's objects.
    case object(ContiguousArray<Text>)
  }

  /// Reads a path by the service of the rules: without `/databases/…` or `/b/…` it is the default one's.
  ///
  /// - Returns: where it leads; nil for another database, which has been reported.
  mutating func placed(_ path: ContiguousArray<Text>, _ range: SourceRange) -> Placed? {
    if path.count >= 3, path[0] == "databases", path[2] == "documents" {
      guard path[1] == suite.database else {
        report(
          .invalidTestPath,
          range,
          "requests go to the database `\(suite.database.description)`, not `\(path[1].description)`",
          note: "`rules 'firestore.rules' database 'name';` names another database"
        )
        return nil
      }
      return .document(ContiguousArray(path.dropFirst(3)))
    }
    guard service == .storage else { return .document(path) }
    if path.count >= 3, path[0] == "b", path[2] == "o" {
      guard path[1] == RequestBuilder.bucket else {
        report(
          .invalidTestPath,
          range,
          "requests go to the default bucket, not `\(path[1].description)`",
          note: "leave `/b/…/o` away, or write `/b/\(RequestBuilder.bucket.description)/o`"
        )
        return nil
      }
      return .object(ContiguousArray(path.dropFirst(3)))
    }
    return .object(path)
  }

  // MARK: Reporting

  mutating func report(
    _ code: DiagnosticCode,
    _ range: SourceRange,
    _ message: String,
    note: String? = nil
  ) {
    suite.diagnostics.append(
      Diagnostic(code, at: range, message, notes: note.map { [DiagnosticNote($0)] } ?? [])
    )
  }
}
