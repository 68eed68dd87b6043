package import RulesRuntime
package import RulesSource

/// The tests of one `.rulestest` file, read and checked.
package struct TestSuite: Sendable {
  /// The text that it was read from.
  package var source: SourceFile
  /// The rules file that it names, relative to the test file, with the place of its name.
  package var rules: (path: String, range: SourceRange)?
  /// The database that requests go to.
  package var database: Text = "(default)"
  /// The users that are declared, those of groups too, each name once.
  package var users: [User] = []
  /// What the file stores before every test; what a group or a test stores besides is not in it.
  package var documents = DocumentStore()
  /// The tests, those of groups too, in source order.
  package var cases: [TestCase] = []
  /// What is wrong with the file.
  ///
  /// A test with an error in it is not among the cases.
  package var diagnostics: [Diagnostic] = []

  /// A suite without tests.
  package init(source: SourceFile) {
    self.source = source
  }
}

/// One test.
package struct TestCase: Sendable {
  /// The titles of the groups around it, then its own.
  package var titles: [String]
  /// Its declaration's range up to the brace.
  package var range: SourceRange
  /// `only` or `skip`.
  package var modifier: Modifier?
  /// The time of its requests; nil for now.
  package var time: Timestamp?
  /// The documents (or objects) that are stored when it begins.
  package var documents: DocumentStore
  /// Its steps, in source order; the cells of tables too.
  package var steps: [TestStep] = []

  /// The titles as reports show them and filters search them.
  package var title: String { titles.joined(separator: " › ") }

  /// Words after a test's title.
  package enum Modifier: Sendable, Hashable {
    case only, skip
  }
}

/// One expectation about one request or batch.
package struct TestStep: Sendable {
  /// What the rules must say.
  package var expectation: Expectation
  /// Text that the line deciding a denial must hold.
  package var because: String?
  /// What is asked: one operation, or several that are written together.
  package var operations: [TestOperation]
  /// Whether the operations are one commit.
  package var isBatch: Bool
  /// Whether later steps see what it wrote; not those after a cell of a table, which says what one user may
  /// do whatever the others did.
  package var changesData = true
  /// Who asks; nil for nobody.
  package var user: User?
  /// The time of the request, if it is another than the test's.
  package var time: Timestamp?
  /// Where it stands.
  package var range: SourceRange
  /// The request as one line for people.
  package var title: StepTitle

  /// What the rules must say.
  package enum Expectation: String, Sendable, Hashable, CaseIterable {
    case allow, deny, error
  }
}

/// One operation of a step.
package struct TestOperation: Sendable {
  /// What it does.
  package var method: OperationMethod
  /// The segments of its document, object or collection, below the database or bucket.
  package var path: ContiguousArray<Text>
  /// What it writes.
  package var changes: [FieldChange] = []
  /// What it asks for, if it is a list.
  package var query = ListQuery()
  /// Where it stands.
  package var range: SourceRange

  /// An operation that writes nothing and asks for everything.
  package init(method: OperationMethod, path: ContiguousArray<Text>, range: SourceRange) {
    self.method = method
    self.path = path
    self.range = range
  }
}

/// The word that begins a request.
package enum OperationMethod: String, Sendable, Hashable, CaseIterable {
  case get, list, create, update, delete
  /// Creates or replaces.
  case set

  /// Whether it changes data.
  package var isWrite: Bool {
    switch self {
    case .get, .list: false
    case .create, .update, .delete, .set: true
    }
  }
}

/// One field that a write touches.
package struct FieldChange: Sendable {
  /// The names from a document down to a field.
  package typealias Path = [Text]

  /// The names from the document down to the field.
  package var path: Path
  /// What becomes of it.
  package var change: Change
  /// Where it stands.
  package var range: SourceRange

  /// A change from its parts.
  package init(path: [Text], change: Change, range: SourceRange) {
    self.path = path
    self.change = change
    self.range = range
  }

  /// What becomes of a field.
  package enum Change: Sendable {
    case value(Value)
    /// `deleteField()`
    case delete
    /// `serverTimestamp()`
    case serverTimestamp
    /// `increment(n)`
    case increment(Value)
    /// The greater of both numbers; only the wire knows it.
    case maximum(Value)
    /// The lesser of both numbers; only the wire knows it.
    case minimum(Value)
    /// `arrayUnion([…])`
    case arrayUnion(ContiguousArray<Value>)
    /// `arrayRemove([…])`
    case arrayRemove(ContiguousArray<Value>)
  }
}
