import RulesRuntime

/// Writes requests as steps of a test file.
struct StepText {
  /// The users that can be named.
  let users: [User]
  /// How the fields of a write are laid out.
  let layout: Layout

  /// How the fields of a write are laid out.
  enum Layout {
    /// On the line of the step.
    case line
    /// Each on a line of its own.
    case lines
  }

  init(users: [User], layout: Layout = .line) {
    self.users = users
    self.layout = layout
  }

  /// The request without its verdict and stop; nil where a test file has no words for it.
  func request(_ operations: [TestOperation], isBatch: Bool, as user: User?) -> String? {
    let suffix = user.map { " as \(name(of: $0))" } ?? ""
    let texts = operations.compactMap { operation($0) }
    guard texts.count == operations.count, let first = texts.first else { return nil }
    return isBatch
      ? "batch\(suffix) { \(texts.map { "\($0);" }.joined(separator: " ")) }" : first + suffix
  }

  /// The user's name, or the user in place.
  func name(of user: User) -> String {
    if users.contains(where: { $0.name.utf8.elementsEqual(user.name.utf8) && $0.uid == user.uid }) {
      return user.name
    }
    let uid = Value.string(user.uid).sourceText(limit: .max)
    guard !user.claims.keys.isEmpty else { return "{ uid: \(uid) }" }
    return "{ uid: \(uid), token: \(Value.map(user.claims).sourceText(limit: .max)) }"
  }

  private func operation(_ operation: TestOperation) -> String? {
    let path = Value.path(PathValue(plain: operation.path)).sourceText(limit: .max)
    var words = [operation.method.rawValue]
    if operation.query.isCollectionGroup { words.append("group") }
    words.append(path)
    switch operation.method {
    case .get, .delete: break
    case .list:
      guard let clauses = clauses(operation.query) else { return nil }
      words += clauses
    case .create, .update, .set:
      guard let map = map(operation.changes, for: operation.method) else { return nil }
      words.append(map)
    }
    return words.joined(separator: " ")
  }

  // MARK: Writes

  private func map(_ changes: [FieldChange], for method: OperationMethod) -> String? {
    let entries = changes.compactMap { change -> String? in
      guard let value = text(of: change.change) else { return nil }
      guard change.path.count > 1 || method == .update else {
        return change.path.first.map { "\(key($0)): \(value)" }
      }
      guard method == .update, !change.path.contains(where: { $0.utf8.contains(0x2E) }) else {
        return nil
      }
      let path = Text(change.path.map(\.description).joined(separator: "."))
      return "\(key(path)): \(value)"
    }
    guard entries.count == changes.count else { return nil }
    return braced(entries)
  }

  /// A map whose keys are names, as test files have it.
  func map(_ map: MapValue) -> String {
    braced(zip(map.keys, map.values).map { "\(key($0)): \(text(of: $1))" })
  }

  private func braced(_ entries: [String]) -> String {
    guard !entries.isEmpty else { return "{}" }
    return switch layout {
    case .line: "{ \(entries.joined(separator: ", ")) }"
    case .lines: "{\n  \(entries.joined(separator: ",\n  "))\n}"
    }
  }

  private func key(_ name: Text) -> String {
    isWord(name) ? name.description : Value.string(name).sourceText(limit: .max)
  }

  private func text(of change: FieldChange.Change) -> String? {
    switch change {
    case .value(let value): text(of: value)
    case .delete: "deleteField()"
    case .serverTimestamp: "serverTimestamp()"
    case .increment(let amount): "increment(\(text(of: amount)))"
    case .arrayUnion(let elements): "arrayUnion(\(text(of: .list(ListValue(elements)))))"
    case .arrayRemove(let elements): "arrayRemove(\(text(of: .list(ListValue(elements)))))"
    case .maximum, .minimum: nil
    }
  }

  /// The longest run of one character that is written out.
  private static let runLimit = 50

  /// The value as an expression; a long run of one character as what makes it.
  private func text(of value: Value) -> String {
    guard case .string(let text) = value, text.utf8.count > Self.runLimit * 2,
      let byte = text.utf8.first, byte >= 0x30, byte < 0x7B, text.utf8.allSatisfy({ $0 == byte })
    else { return value.sourceText(limit: .max) }
    let letter = String(decoding: [byte], as: UTF8.self)
    let run = { (count: Int) in "'\(String(repeating: letter, count: count))'" }
    let (whole, rest) = text.utf8.count.quotientAndRemainder(dividingBy: Self.runLimit)
    let product = "\(run(whole)).replace('\(letter)', \(run(Self.runLimit)))"
    return rest == 0 ? product : "\(product) + \(run(rest))"
  }

  // MARK: Queries

  private func clauses(_ query: ListQuery) -> [String]? {
    var clauses: [String] = []
    if let filter = query.filter {
      guard let text = text(of: filter, isNested: false) else { return nil }
      clauses.append("where \(text)")
    }
    if !query.orderings.isEmpty {
      let fields = query.orderings.compactMap { ordering in
        field(ordering.path).map { "\($0)\(ordering.isDescending ? " desc" : "")" }
      }
      guard fields.count == query.orderings.count else { return nil }
      clauses.append("orderBy \(fields.joined(separator: ", "))")
    }
    if let limit = query.limit { clauses.append("limit \(text(of: limit))") }
    if let offset = query.offset { clauses.append("offset \(text(of: offset))") }
    return clauses
  }

  /// Filters nest as deep as the parser allows.
  private func text(of filter: ListQuery.Filter, isNested: Bool) -> String? {
    switch filter {
    case .and(let left, let right), .or(let left, let right):
      guard let left = text(of: left, isNested: true), let right = text(of: right, isNested: true)
      else { return nil }
      let text = "\(left) \(filter.isAnd ? "&&" : "||") \(right)"
      return isNested ? "(\(text))" : text
    case .field(let path, let comparison, let value):
      return field(path).map { "\($0) \(comparison.rawValue) \(text(of: value))" }
    }
  }

  private func field(_ path: [Text]) -> String? {
    path.allSatisfy { isWord($0) } ? path.map(\.description).joined(separator: ".") : nil
  }

  /// Words that are no names.
  private static let reserved: Set<Text> = [
    "true", "false", "null", "in", "is", "if", "return", "let", "function", "match", "allow",
    "service", "as", "where", "orderBy", "limit", "offset", "at", "because", "asc", "desc",
  ]

  private func isWord(_ name: Text) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return !Self.reserved.contains(name)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
        default: false
        }
      }
  }
}

extension ListQuery.Filter {
  fileprivate var isAnd: Bool {
    if case .and = self { true } else { false }
  }
}
