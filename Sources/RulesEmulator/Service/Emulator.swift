package import RulesRuntime
import RulesTesting

/// A Firestore on this machine: documents in memory, and rules that decide each request for them.
///
/// It does no input or output of its own: requests come as values, and so does the time.
package struct Emulator: Sendable {
  /// The rules of projects whose own were set through the control interface.
  private var projectRules: [Text: ActiveRules] = [:]
  /// The rules of databases, from files; those of the empty name are for databases that have none of their own.
  private var databaseRules: [Text: ActiveRules] = [:]
  /// The databases by name; one that nobody has written to is not there.
  var databases: [DatabaseName: Database] = [:]
  /// What was written and not yet put on disk, in order.
  package private(set) var journal: [JournalEntry] = []
  /// The documents that databases begin with, by id; those of the empty id are for each that has none of its own.
  private var seeds: [Text: DocumentTable] = [:]
  /// Where exports are read from and written to; nil for nowhere.
  package var disk: ExportDisk?
  /// Whether writes are noted in the journal.
  package var keepsJournal = false
  /// The rulesets and releases of each project.
  var rulesets: [String: ProjectRulesets] = [:]
  /// The requests that were answered last.
  private(set) var log = RequestLog()
  /// What rules have said last.
  private(set) var evaluations = EvaluationLog()
  /// Makes ids for documents that are created without one.
  private var identifiers: IdentifierGenerator
  /// The ledgers in which reads wait to be counted.
  private var uncounted: [CoverageLedger] = []
  /// The documents that were read last, as replies show them.
  var documentTexts = DocumentTexts()
  /// Credentials by the field that they were read from.
  private var knownCredentials: [String: Credentials] = [:]

  /// The most databases; each takes memory of its own.
  static let databaseLimit = 1000

  /// A service without documents.
  ///
  /// - Parameter seed: where the ids of new documents begin; two services with one seed make the same.
  package init(seed: UInt64) {
    identifiers = IdentifierGenerator(seed: seed)
  }

  /// What becomes of a request.
  package enum Outcome: Sendable {
    /// It is answered.
    case reply(HTTPResponse)
    /// It waits for a transaction to end; it is to be asked again when one has, or when its time is up.
    case waits
  }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: what is asked.
  ///   - now: the time.
  ///   - isLastTry: whether it has waited as long as it may.
  /// - Returns: the reply, or that it has to wait.
  package mutating func handle(
    _ request: HTTPRequest,
    at now: Timestamp,
    isLastTry: Bool
  ) -> Outcome {
    let target = HTTPTarget(request.target)
    do throws(ServiceError) {
      let call = try Call(request, target, at: now, isLastTry: isLastTry)
      if target.path.elementsEqual("/requests".utf8) { return .reply(watching(request)) }
      if call.isRoot, Page.isWanted(by: request) { return .reply(Page.response) }
      if let response = try control(call) { return .reply(response) }
      guard call.isFirestore else { return .reply(.notFound) }
      if let response = try rulesService(call) { return .reply(response) }
      return answer(request, call)
    } catch {
      return .reply(error.response)
    }
  }

  /// Answers a request for documents, and keeps it in the log.
  private mutating func answer(_ request: HTTPRequest, _ call: Call) -> Outcome {
    var call = call
    // What the page itself asks for would hide what it is to show.
    let isLogged = request["rulescheck-page"] == nil
    do throws(ServiceError) {
      call.credentials = try credentials(of: request)
      let outcome = try firestore(call)
      if isLogged, case .reply(let response) = outcome {
        log.add(call, request.method, request.target, status: response.status, message: nil)
      }
      return outcome
    } catch {
      if isLogged {
        let status = error.code.status
        log.add(call, request.method, request.target, status: status, message: error.message)
      }
      return .reply(error.response)
    }
  }

  private mutating func credentials(of request: HTTPRequest) throws(ServiceError) -> Credentials {
    guard let field = request["authorization"] else { return .user(.null) }
    if let known = knownCredentials[field] { return known }
    let credentials = try Credentials(field)
    // Tokens of a usual length, so that the table stays small whatever is sent.
    guard field.utf8.count <= 4096 else { return credentials }
    if knownCredentials.count >= 1000 { knownCredentials = [:] }
    knownCredentials[field] = credentials
    return credentials
  }

  // MARK: Rules

  /// Sets the rules that come from files.
  ///
  /// - Parameters:
  ///   - rules: what is in force from now on.
  ///   - database: the database's id; empty for each that has none of its own.
  package mutating func setRules(_ rules: ActiveRules, forDatabase database: String) {
    databaseRules[Text(database)] = rules
  }

  /// Sets the rules of a project.
  mutating func setRules(_ rules: ActiveRules, forProject project: Text) throws(ServiceError) {
    guard projectRules[project] != nil || projectRules.count < Self.databaseLimit else {
      throw ServiceError(.resourceExhausted, "Too many projects have rules.")
    }
    projectRules[project] = rules
  }

  /// The rules of a database.
  func rules(for name: DatabaseName) -> ActiveRules {
    ownRules(of: name) ?? .open
  }

  /// The rules that somebody has set for a database.
  private func ownRules(of name: DatabaseName) -> ActiveRules? {
    projectRules[name.project] ?? databaseRules[name.database] ?? databaseRules[""]
  }

  /// The rules of a database; those that let everybody do everything are kept, as they count what they come to.
  private mutating func rulesInForce(for name: DatabaseName) -> ActiveRules {
    if let rules = ownRules(of: name) { return rules }
    let rules = ActiveRules.open
    databaseRules[""] = rules
    return rules
  }

  /// All rules that were in force in the end, those of projects too.
  package var allRules: [ActiveRules] {
    Array(databaseRules.values) + projectRules.values
  }

  /// Decides the requests of a commit by the rules of a database.
  ///
  /// - Throws: the denial.
  mutating func authorize(
    _ commit: [Request],
    unconditional: Set<ContiguousArray<Text>>,
    on name: DatabaseName,
    _ documents: CommittedDocuments
  ) throws(ServiceError) {
    let rules = rulesInForce(for: name)
    try enter(
      commit,
      rules.answer(to: commit, unconditional: unconditional, documents),
      by: rules,
      name
    )
  }

  /// Decides the requests of a read by the rules of a database.
  ///
  /// - Throws: the denial.
  mutating func authorize(
    _ read: [Request],
    on name: DatabaseName,
    _ documents: DocumentTable
  ) throws(ServiceError) {
    let rules = rulesInForce(for: name)
    let (answer, isFirst) = rules.answer(to: read, documents)
    if isFirst { uncounted.append(rules.ledger) }
    try enter(read, answer, by: rules, name)
  }

  private mutating func enter(
    _ requests: [Request],
    _ answer: ActiveRules.Answer,
    by rules: ActiveRules,
    _ name: DatabaseName
  ) throws(ServiceError) {
    for (request, decision) in zip(requests, answer.decisions) {
      evaluations.add(request, decision, by: rules.judged, name.project)
    }
    if let denial = answer.denial { throw ServiceError(.permissionDenied, denial) }
  }

  /// Takes out the ledgers in which reads wait to be counted, as far as nobody has been told of them.
  package mutating func takeUncounted() -> [CoverageLedger] {
    defer { uncounted.removeAll(keepingCapacity: true) }
    return uncounted
  }

  /// Counts the reads that wait: what holds documents makes it dear to change them.
  mutating func settleCoverage() {
    for rules in allRules { rules.ledger.settle() }
  }

  // MARK: Documents

  /// The database of a name, which is made where there is none.
  mutating func open(_ name: DatabaseName) throws(ServiceError) {
    guard databases.index(forKey: name) == nil else { return }
    guard databases.count < Self.databaseLimit else {
      throw ServiceError(.resourceExhausted, "Too many databases.")
    }
    var database = Database()
    database.documents = seeds(of: name)
    databases[name] = database
  }

  /// The documents of a database as they are.
  func documents(of name: DatabaseName) -> DocumentTable {
    databases[name]?.documents ?? seeds(of: name)
  }

  private func seeds(of name: DatabaseName) -> DocumentTable {
    seeds[name.database] ?? seeds[""] ?? DocumentTable()
  }

  /// Adds a document that databases begin with which are not there yet.
  ///
  /// - Parameters:
  ///   - fields: what it holds.
  ///   - path: where it lies.
  ///   - database: the database's id; empty for all.
  ///   - time: when it is created.
  package mutating func addSeed(
    _ fields: MapValue,
    at path: ContiguousArray<Text>,
    of database: Text = "",
    _ time: Timestamp
  ) {
    let stored = FirestoreData.stored(fields)
    let document = StoredDocument(fields: stored, createTime: time, updateTime: time)
    if seeds[database] == nil { seeds[database] = seeds[""] ?? DocumentTable() }
    seeds[database]?[path] = document
  }

  /// Notes what was written, so that it can be kept.
  mutating func note(_ entry: JournalEntry) {
    if keepsJournal { journal.append(entry) }
  }

  /// Takes the journal out, which is empty then.
  package mutating func takeJournal() -> [JournalEntry] {
    defer { journal.removeAll(keepingCapacity: true) }
    return journal
  }

  /// A new id for a document.
  mutating func nextIdentifier() -> Text { identifiers.next() }
}

extension HTTPResponse {
  /// There is nothing at this address.
  package static let notFound = HTTPResponse(status: 404, text: "Not Found\n")
}

/// Makes ids of documents: twenty letters and digits, as clients make them.
struct IdentifierGenerator: Sendable {
  private var state: UInt64

  /// A generator; the same seed gives the same ids.
  init(seed: UInt64) {
    state = seed
  }

  /// The next id.
  mutating func next() -> Text {
    let letters = ContiguousArray(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8
    )
    var id: ContiguousArray<UInt8> = []
    for _ in 0..<20 { id.append(letters[Int(random() % UInt64(letters.count))]) }
    return Text(wtf8: id)
  }

  /// SplitMix64.
  private mutating func random() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
