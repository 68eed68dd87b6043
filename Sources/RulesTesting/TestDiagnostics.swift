package import RulesSource

extension DiagnosticCode {
  static let invalidTestValue = DiagnosticCode(
    "invalid-test-value",
    .error,
    "a value of a test file that is wrong or of a wrong type",
    explanation: """
      Values are written as in rules: 'text', 1, 1.5, true, null, [1, 2], {title: 'x'}, b'\\x00', /users/alice,
      timestamp.date(2025, 1, 31), timestamp.value('2025-01-31T12:00:00Z'), duration.value(90, 's'),
      latlng.value(52.5, 13.4). A key of a map needs no quotes.
      """
  )
  static let invalidTestPath = DiagnosticCode(
    "invalid-test-path",
    .error,
    "a path that can't be asked for",
    explanation: """
      Documents stand at a path of an even count of segments below the database (`/books/dune`), collections at
      an odd one (`/books`). Wildcards belong to rules, not to requests.
      """
  )
  static let unknownUser = DiagnosticCode(
    "unknown-user",
    .error,
    "a user that the test file does not declare",
    explanation: """
      Declare who asks, in the file or in the group around the test: `user alice;`. `as nobody`, or no `as`,
      is a request without sign-in; `as { uid: 'x', token: { admin: true } }` writes somebody in place.
      """
  )
  static let duplicateTestName = DiagnosticCode(
    "duplicate-test-name",
    .error,
    "two users or two tests of one name",
    explanation:
      "Reports and filters tell tests apart by their titles, so each is given once in a group."
  )
  static let unknownProvider = DiagnosticCode(
    "unknown-provider",
    .error,
    "a way to sign in that nobody knows",
    explanation: """
      A user signs in with password (the default), anonymous, apple, google, phone, facebook, github, twitter or
      custom: `user guest: anonymous;`.
      """
  )
  static let impossibleWrite = DiagnosticCode(
    "impossible-write",
    .error,
    "a write that the service would refuse whatever the rules say",
    explanation: """
      `create` needs a document that is not there, `update` one that is; `increment` a number. Such a step says
      nothing about the rules, so it fails instead of passing as a denial. Use `set` to create or replace.
      """
  )
  static let misplacedTestItem = DiagnosticCode(
    "misplaced-test-item",
    .error,
    "a part of a test file that means nothing where it stands",
    explanation: """
      `rules` stands once, at the top of the file. A clause such as `where` belongs to `list`, a map to a write.
      """
  )
  static let evaluationError = DiagnosticCode(
    "evaluation-error",
    .error,
    "an expression that has no value",
    explanation: """
      The expression failed when it was evaluated: a member that is not there, an operand of a wrong type, a
      division by zero. In a rule such a condition does not grant the request. The message is the one of the
      official service.
      """
  )
  /// The rules of a test file can't be found.
  package static let missingRules = DiagnosticCode(
    "missing-rules",
    .error,
    "a test file whose rules can't be found",
    explanation: """
      A test file names the rules that it tests, relative to itself: `rules 'firestore.rules';`. Without such a
      line the rules are the only *.rules file beside it.
      """
  )
  static let invalidFixture = DiagnosticCode(
    "invalid-fixture",
    .error,
    "a file of documents that can't be read",
    explanation: """
      `data from 'seed.json';` reads an object of documents by path, each an object of fields: plain JSON, or the
      values of the Firestore REST API ({"stringValue": "x"}).

        { "books/dune": { "title": "Dune", "pages": 412 } }
      """
  )

  /// The kinds of problem that test files have beyond their syntax.
  package static let testCodes: [DiagnosticCode] = [
    invalidTestValue, invalidTestPath, unknownUser, duplicateTestName, unknownProvider,
    impossibleWrite,
    misplacedTestItem, missingRules, evaluationError, invalidFixture, invalidHostedSuite,
  ]
}
