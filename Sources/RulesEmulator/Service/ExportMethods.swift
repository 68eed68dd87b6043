import RulesJSON
package import RulesRuntime
import RulesTesting

extension Emulator {
  /// `:export` to, and `:import` from, a folder of this machine; nil for another request.
  mutating func exporting(
    _ call: Call,
    _ segments: [Text]
  ) throws(ServiceError) -> HTTPResponse? {
    guard call.method == "POST", [2, 4].contains(segments.count) else { return nil }
    switch call.verb {
    case "export": return try exportFolder(call)
    case "import": return try importFolder(call, segments)
    default: return nil
    }
  }

  private func exportFolder(_ call: Call) throws(ServiceError) -> HTTPResponse {
    let body = try call.object([
      "database", "export_directory", "exportDirectory", "export_name", "exportName", "name",
    ])
    let database = try database(body)
    let folder = (body["export_directory"] ?? body["exportDirectory"])?.text ?? ""
    let given = (body["export_name"] ?? body["exportName"])?.text ?? ""
    let name = given.isEmpty ? "firestore_export_\(call.now.seconds)" : given
    guard ![".", ".."].contains(name), !name.utf8.contains(where: { $0 == 0x2F || $0 == 0 }) else {
      throw .invalid("`export_name` is the name of a folder.")
    }
    do throws(ExportProblem) {
      try ExportFolder(disk: try requireDisk()).write(
        documents(of: database),
        of: database,
        to: folder,
        named: name,
        at: call.now
      )
    } catch {
      throw ServiceError(.failedPrecondition, error.message)
    }
    return HTTPResponse([:])
  }

  private mutating func importFolder(
    _ call: Call,
    _ segments: [Text]
  ) throws(ServiceError) -> HTTPResponse? {
    guard let json = try? JSONValue(parsing: call.body), let body = json.object,
      let path = (body["export_directory"] ?? body["exportDirectory"])?.text
    else { return nil }
    let project = try database(body).project
    let entities: [Entity]
    do throws(ExportProblem) {
      entities = try ExportFolder(disk: try requireDisk()).read(path)
    } catch {
      throw .invalid("Failed to import: \(error.message).")
    }
    var changes: [DatabaseName: [JournalEntry.Change]] = [:]
    for entity in entities {
      let document = StoredDocument(
        fields: FirestoreData.stored(entity.fields),
        createTime: call.now,
        updateTime: call.now
      )
      let name = DatabaseName(project: project, database: entity.database)
      changes[name, default: []].append(
        JournalEntry.Change(path: entity.path, document: document)
      )
    }
    for (name, changes) in changes { try put(changes, in: name, call) }
    return HTTPResponse([:])
  }

  /// Stores documents whatever rules and transactions say.
  private mutating func put(
    _ changes: [JournalEntry.Change],
    in name: DatabaseName,
    _ call: Call
  ) throws(ServiceError) {
    try open(name)
    settleCoverage()
    guard let time = databases[name]?.commitTime(call.now) else { return }
    var stored: [JournalEntry.Change] = []
    for change in changes {
      let document = change.document.map {
        StoredDocument(fields: $0.fields, createTime: time, updateTime: time)
      }
      databases[name]?.store(document, at: change.path, time)
      if keepsJournal { stored.append(JournalEntry.Change(path: change.path, document: document)) }
    }
    if !stored.isEmpty { note(JournalEntry(name, .changes(stored), at: time)) }
  }

  /// The database that a request names.
  private func database(_ body: JSONObject) throws(ServiceError) -> DatabaseName {
    let text = body["database"]?.text ?? ""
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4, parts[0] == "projects", parts[2] == "databases",
      !parts[1].isEmpty, !parts[3].isEmpty
    else {
      throw .invalid(
        text.hasPrefix("projects")
          ? "Database name \"\(text)\" is not projects/PROJECT/databases/DATABASE."
          : "Database name \"\(text)\" lacks \"projects\" at index 0."
      )
    }
    return DatabaseName(project: Text(parts[1]), database: Text(parts[3]))
  }

  private func requireDisk() throws(ExportProblem) -> ExportDisk {
    guard let disk else { throw ExportProblem("this service reads and writes no files") }
    return disk
  }

  /// Reads an export whose documents databases begin with.
  ///
  /// - Parameters:
  ///   - path: the file of its overall metadata, or a folder that holds one export.
  ///   - time: when the documents are created.
  /// - Returns: how many documents there are.
  /// - Throws: what is wrong with it.
  package mutating func addSeeds(
    ofExport path: String,
    _ time: Timestamp
  ) throws(ExportProblem) -> Int {
    let entities = try ExportFolder(disk: try requireDisk()).read(path)
    for entity in entities {
      addSeed(entity.fields, at: entity.path, of: entity.database, time)
    }
    return entities.count
  }
}
