import RulesRuntime
import RulesTesting

/// What the writes of a commit come to, before rules and preconditions are asked.
struct CommitPlan {
  /// The documents that are written, in the order in which they are first.
  private(set) var order: [ContiguousArray<Text>] = []
  /// What rules judge of each; a document that is only verified is read.
  private(set) var judged: [ContiguousArray<Text>: (method: Method, write: AppliedWrite?)] = [:]
  /// The fields of each document after all writes; nil where it is removed.
  private(set) var changes: [ContiguousArray<Text>: MapValue?] = [:]
  /// What the service has computed for each write.
  private(set) var transformed: [[Value]] = []
  /// The documents that are removed before they are written again.
  private(set) var recreated: Set<ContiguousArray<Text>> = []
  /// The documents that are only written whether they are there or not.
  private(set) var unconditional: Set<ContiguousArray<Text>> = []

  /// Checks that the writes can be carried out together.
  static func checkSequence(_ writes: [Write]) throws(ServiceError) {
    try WriteSequence.check(writes)
  }

  /// Applies the writes one after the other; their sequence was checked.
  init(
    _ writes: [Write],
    _ before: DocumentTable,
    at time: Timestamp
  ) throws(ServiceError) {
    var touched: [ContiguousArray<Text>: TouchedFields] = [:]
    for write in writes {
      let path = write.name.path
      touched[path, default: TouchedFields()].add(write)
      let existing: MapValue? = changes[path] ?? before[path]?.fields
      guard let applied = try write.applied(to: existing, at: time) else {
        transformed.append([])
        order.append(path)
        judged[path] = (.get, nil)
        continue
      }
      changes[path] = .some(applied.fields)
      if applied.fields == nil { recreated.insert(path) }
      transformed.append(try write.transformResults(applied.fields, existing, at: time))
      var method = write.method(isThere: before[path] != nil)
      // A document that a former write of the same commit has made is created, whatever else is said of it.
      if let earlier = judged[path], method == .update { method = earlier.method }
      if judged[path] == nil { order.append(path) }
      judged[path] = (method, applied)
    }
    for (path, touched) in touched { judged[path]?.write?.note(touched) }
    let conditional = writes.filter { !$0.isUnconditional }.map(\.name.path)
    unconditional = Set(writes.map(\.name.path)).subtracting(conditional)
  }

  /// Checks what must hold before each write, the ones before it counted as done.
  func checkPreconditions(
    _ writes: [Write],
    _ database: Database,
    _ name: DatabaseName
  ) throws(ServiceError) {
    let before = database.documents
    var isThere: [ContiguousArray<Text>: Bool] = [:]
    for write in writes {
      let path = write.name.path
      let exists = isThere[path] ?? (before[path] != nil)
      switch write.precondition {
      case .exists(true) where !exists: throw Self.missing(write.name)
      case .exists(false) where exists:
        let partition = "EntityRef{partitionRef=dev~\(name.project), path=/"
        let shown = path.map(\.description).joined(separator: "/")
        throw ServiceError(.alreadyExists, "entity already exists: \(partition)\(shown)}")
      case .updateTime(let time):
        try Self.check(time, database.version(of: path), isThere: before[path] != nil, write.name)
      case .exists, nil: break
      }
      switch write.operation {
      case .update: isThere[path] = true
      case .delete: isThere[path] = false
      case .verify: break
      }
    }
  }

  /// Checks the fields of each document as all writes leave it.
  func checkFields(_ writes: [Write]) throws(ServiceError) {
    var written: [ContiguousArray<Text>: WrittenFields] = [:]
    for write in writes { written[write.name.path, default: WrittenFields()].add(write) }
    for path in order {
      guard case .some(.some(let fields)) = changes[path] else { continue }
      try written[path]?.check(fields)
    }
  }

  /// Checks how large each document becomes.
  func checkSizes() throws(ServiceError) {
    for path in order {
      guard case .some(.some(let fields)) = changes[path] else { continue }
      try DocumentLimits.checkSize(fields, at: path)
    }
  }

  /// Checks a version that a document has to have; 0 stands for none.
  private static func check(
    _ time: Timestamp,
    _ stored: Int64,
    isThere: Bool,
    _ name: ResourceName
  ) throws(ServiceError) {
    guard stored != time.micros else { return }
    if isThere, time.micros > stored {
      throw .invalid("Invalid base version, it is greater than the stored version: \(key(name))")
    }
    throw ServiceError(
      .failedPrecondition,
      "the stored version (\(stored)) does not match the required base version (\(time.micros))"
    )
  }

  private static func missing(_ name: ResourceName) -> ServiceError {
    ServiceError(.notFound, "no entity to update: \(key(name))")
  }

  /// The name of a document as the official emulator prints it.
  private static func key(_ name: ResourceName) -> String {
    var message = "app: \"dev~\(name.database.project)\"\npath <\n"
    for pair in stride(from: 0, to: name.path.count - 1, by: 2) {
      message +=
        "  Element {\n    type: \"\(name.path[pair])\"\n    name: \"\(name.path[pair + 1])\"\n  }\n"
    }
    return message + ">\n"
  }
}

/// The fields of one document that a commit has written.
private struct WrittenFields {
  /// Whether all of the document was written.
  private var isWhole = false
  private var names: Set<Text> = []
  /// The fields that the service has computed.
  private var computed: Set<Text> = []

  mutating func add(_ write: Write) {
    switch write.operation {
    case .verify: break
    case .delete: self = WrittenFields()
    case .update(_, let mask, let transforms):
      if let mask {
        let written = mask.paths.compactMap(\.first)
        names.formUnion(written)
        computed.subtract(written)
      } else {
        self = WrittenFields()
        isWhole = true
      }
      computed.formUnion(transforms.compactMap(\.path.first))
    }
  }

  /// Checks the fields of the document after all writes; those that nothing was written to were checked before.
  func check(_ fields: MapValue) throws(ServiceError) {
    for (name, value) in zip(fields.keys, fields.values) {
      if computed.contains(name) {
        try DocumentLimits.checkComputed(value, name)
      } else if isWhole || names.contains(name) {
        try DocumentLimits.check(value, name)
      }
    }
  }
}

/// The writes of a commit to one document, of which some can't follow others.
///
/// Source: recorded from the official emulator.
private struct WriteSequence {
  /// What all writes so far come to, which the first one's precondition decides; nil before it.
  private var written: String?
  private var isThere: Bool?
  private var version: Timestamp?

  /// Checks the writes of a commit; none of them verifies what another one writes.
  static func check(_ writes: [Write]) throws(ServiceError) {
    var sequences: [ContiguousArray<Text>: WriteSequence] = [:]
    for write in writes {
      if case .verify = write.operation { continue }
      try sequences[write.name.path, default: WriteSequence()].add(write)
    }
  }

  /// Adds a write to those before it.
  private mutating func add(_ write: Write) throws(ServiceError) {
    let word = write.word
    if let written {
      let last = isThere == false ? "delete" : written
      switch write.precondition {
      case .exists(let exists) where isThere == !exists:
        throw .invalid("Cannot \(last) then \(word) an entity in the same request.")
      case .updateTime where isThere == false && word != "delete":
        // What has a version is there.
        throw .invalid("Cannot \(last) then \(word) an entity in the same request.")
      case .updateTime(let time) where time != version:
        throw .invalid(
          "Cannot collapse mutations with different version preconditions "
            + "(\(Self.text(version)) and \(Self.text(time)))"
        )
      case .exists, .updateTime, nil: break
      }
    } else if case .updateTime(let time) = write.precondition {
      version = time
    }
    if written == nil { written = write.collapsedWord }
    isThere = if case .delete = write.operation { false } else { true }
  }

  private static func text(_ version: Timestamp?) -> String {
    guard let version else { return "null" }
    return "VersionPrecondition{exactBaseVersion=\(version.micros), maxBaseVersion=null}"
  }
}

extension Write {
  /// What the official emulator calls the write.
  fileprivate var word: String {
    switch (operation, precondition) {
    case (.delete, _): "delete"
    case (.verify, _): "verify"
    case (.update, .exists(false)): "insert"
    case (.update, .exists(true)), (.update, .updateTime): "update"
    case (.update, nil): "upsert"
    }
  }

  /// What it calls the write and those that follow it, unless the document is removed in the end.
  fileprivate var collapsedWord: String {
    switch precondition {
    case .exists(false): "insert"
    case .exists(true), .updateTime: "update"
    case nil: "upsert"
    }
  }
}

extension TouchedFields {
  /// Adds a write of a commit.
  fileprivate mutating func add(_ write: Write) {
    switch write.operation {
    case .verify: break
    case .delete: addDelete()
    case .update(_, let mask, let transforms):
      add(
        mask: mask.map { $0.paths.filter { $0 != StructuredQuery.name } },
        transforms: transforms.map(\.path)
      )
    }
  }
}

extension Write {
  /// What the service has computed: null for lists.
  ///
  /// - Parameters:
  ///   - fields: the fields after the write; nil for none.
  ///   - existing: those before.
  ///   - time: the time that the service writes.
  /// - Returns: the result of each transform.
  /// - Throws: never where the write itself was possible.
  fileprivate func transformResults(
    _ fields: MapValue?,
    _ existing: MapValue?,
    at time: Timestamp
  ) throws(ServiceError) -> [Value] {
    guard case .update(let written, let mask, let transforms) = operation else { return [] }
    guard Set(transforms.map(\.path)).count < transforms.count else {
      return Self.results(of: transforms, in: fields ?? .empty)
    }
    // A field that is computed more than once has a result after each.
    let base = Write(name, .update(written, mask: mask, transforms: []), nil)
    var current = try base.applied(to: existing, at: time)?.fields
    var results: [Value] = []
    for transform in transforms {
      let one = Write(name, .update(.empty, mask: FieldMask([]), transforms: [transform]), nil)
      current = try one.applied(to: current, at: time)?.fields
      results += Self.results(of: [transform], in: current ?? .empty)
    }
    return results
  }

  private static func results(of transforms: [FieldChange], in fields: MapValue) -> [Value] {
    transforms.map { transform in
      switch transform.change {
      case .arrayUnion, .arrayRemove: .null
      case .value, .delete, .serverTimestamp, .increment, .maximum, .minimum:
        fields.value(at: transform.path) ?? .null
      }
    }
  }
}

extension Timestamp {
  /// Microseconds since 1970, as versions are counted; stops at the ends of 64 bits.
  var micros: Int64 {
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    return overflow ? (seconds < 0 ? .min : .max) : whole &+ Int64(nanos / 1000)
  }
}
