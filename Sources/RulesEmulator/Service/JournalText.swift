import RulesJSON
import RulesRuntime

/// The journal as it is kept on disk: a line for each entry, begun by a checksum of the rest.
package enum JournalText {
  /// The line of an entry, with its break.
  package static func line(_ entry: JournalEntry) -> ContiguousArray<UInt8> {
    let json = entry.json.bytes(.compact)
    var line = ContiguousArray(checksum(json[...]).utf8)
    line.append(UInt8(ascii: " "))
    line.append(contentsOf: json)
    line.append(UInt8(ascii: "\n"))
    return line
  }

  /// The entry of a line without its break; nil for what is cut off or changed.
  package static func entry(_ line: some Collection<UInt8>) -> JournalEntry? {
    let line = ContiguousArray(line)
    guard line.count > 9, line[8] == UInt8(ascii: " ") else { return nil }
    let json = line[9...]
    guard line[..<8].elementsEqual(checksum(json).utf8),
      let value = try? JSONValue(parsing: ContiguousArray(json))
    else { return nil }
    return JournalEntry(value)
  }

  /// The checksum of zip as eight digits.
  private static func checksum(_ bytes: ContiguousArray<UInt8>.SubSequence) -> String {
    CRC32.ieee.checksum(ContiguousArray(bytes)).reversed()
      .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension JournalEntry {
  fileprivate var json: JSONValue {
    let writer = RESTWriter(project: database.project)
    var members: [(String, JSONValue)] = [
      ("project", .string(database.project.utf8)),
      ("database", .string(database.database.utf8)),
      ("time", .string(time.rfc3339)),
    ]
    switch event {
    case .cleared(let path):
      members.append(("cleared", .array(path.map { .string($0.utf8) })))
    case .changes(let changes):
      let documents = changes.map { change -> JSONValue in
        var members: [(String, JSONValue)] = [
          ("path", .array(change.path.map { .string($0.utf8) }))
        ]
        if let document = change.document {
          members.append(("fields", writer.fields(document.fields)))
          members.append(("createTime", .string(document.createTime.rfc3339)))
          members.append(("updateTime", .string(document.updateTime.rfc3339)))
        }
        return .object(members)
      }
      members.append(("changes", .array(documents)))
    }
    return .object(members)
  }

  fileprivate init?(_ json: JSONValue) {
    guard let project = json["project"]?.string, let database = json["database"]?.string,
      let time = JournalEntry.time(json["time"])
    else { return nil }
    self.database = DatabaseName(project: Text(wtf8: project), database: Text(wtf8: database))
    self.time = time
    if let cleared = json["cleared"] {
      event = .cleared(JournalEntry.path(cleared))
      return
    }
    var reader = RESTReader(project: Text(wtf8: project))
    // What the service has computed is stored as it came.
    reader.takesNestedLists = true
    reader.depthLimit = DocumentLimits.computedDepthLimit
    var changes: [Change] = []
    for element in json["changes"]?.array ?? [] {
      guard let change = Change(element, reader) else { return nil }
      changes.append(change)
    }
    event = .changes(changes)
  }

  fileprivate static func time(_ json: JSONValue?) -> Timestamp? {
    json?.string.flatMap { Timestamp(rfc3339: Text(wtf8: $0)) }
  }

  fileprivate static func path(_ json: JSONValue?) -> ContiguousArray<Text> {
    ContiguousArray((json?.array ?? []).compactMap { $0.string.map { Text(wtf8: $0) } })
  }
}

extension JournalEntry.Change {
  fileprivate init?(_ json: JSONValue, _ reader: RESTReader) {
    path = JournalEntry.path(json["path"])
    guard path.count >= 2, path.count.isMultiple(of: 2) else { return nil }
    guard let fields = json["fields"] else {
      document = nil
      return
    }
    guard let read = try? reader.fields(fields),
      let createTime = JournalEntry.time(json["createTime"]),
      let updateTime = JournalEntry.time(json["updateTime"])
    else { return nil }
    document = StoredDocument(fields: read, createTime: createTime, updateTime: updateTime)
  }
}

extension Emulator {
  /// Does again what was done before the service was started.
  package mutating func replay(_ entry: JournalEntry) {
    guard (try? open(entry.database)) != nil else { return }
    switch entry.event {
    case .cleared(let path): databases[entry.database]?.documents.removeSubtree(path)
    case .changes(let changes):
      for change in changes { databases[entry.database]?.documents[change.path] = change.document }
    }
    databases[entry.database]?.noteCommit(entry.time)
  }

  /// The entries that make the documents as they are.
  package var snapshot: [JournalEntry] {
    databases.flatMap { name, database in
      database.documents.collections.map { collection, documents in
        JournalEntry(
          name,
          .changes(
            documents.map {
              JournalEntry.Change(path: collection + [$0.key], document: $0.value)
            }
          ),
          at: database.lastCommit
        )
      }
    }
  }
}
