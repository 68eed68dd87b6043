import RulesJSON
import RulesRuntime

/// Where exports are read from and written to.
package struct ExportDisk: Sendable {
  /// The content of a file.
  package var read: @Sendable (String) -> Result<ContiguousArray<UInt8>, ExportProblem>
  /// The names in a folder; nil for what is none.
  package var names: @Sendable (String) -> [String]?
  /// Writes a file, and makes the folders that it lies in.
  package var write: @Sendable (String, ContiguousArray<UInt8>) -> Result<Void, ExportProblem>

  /// A disk from what it can do.
  package init(
    read: @escaping @Sendable (String) -> Result<ContiguousArray<UInt8>, ExportProblem>,
    names: @escaping @Sendable (String) -> [String]?,
    write: @escaping @Sendable (String, ContiguousArray<UInt8>) -> Result<Void, ExportProblem>
  ) {
    self.read = read
    self.names = names
    self.write = write
  }
}

/// A folder of files that hold the documents of a database, as the official emulator writes them.
///
/// `NAME/NAME.overall_export_metadata` tells where the other metadata lie, and those which files hold entities.
struct ExportFolder {
  /// Where it is read from or written to.
  let disk: ExportDisk

  /// The most bytes that the files of an export hold together.
  private static let byteLimit = 1 << 30

  private static let suffix = ".overall_export_metadata"
  private static let kinds = "all_namespaces/all_kinds"
  private static let metadata = "all_namespaces_all_kinds.export_metadata"

  // MARK: Reading

  /// The documents of an export.
  ///
  /// - Parameter path: the file of its overall metadata, or a folder that holds one export.
  /// - Returns: the documents.
  /// - Throws: what is wrong with it, and with which file.
  func read(_ path: String) throws(ExportProblem) -> [Entity] {
    let overall = try overallMetadata(path)
    let records = try records(in: try bytes(overall), of: overall)
    guard records.first?.elementsEqual("3".utf8) ?? false else {
      throw ExportProblem("`\(overall)` is no export of version 3")
    }
    var entities: [Entity] = []
    var byteCount = 0
    for record in records.dropFirst() {
      for path in try named(overall, [1, 2], in: record[...]) {
        for file in try named(path, [2, 2], in: try bytes(path, of: overall, &byteCount)[...]) {
          let content = try bytes(file, of: overall, &byteCount)
          for entity in try self.records(in: content, of: file) {
            do throws(ExportProblem) {
              entities.append(try Entity(entity))
            } catch {
              throw ExportProblem("`\(file)`: \(error.message)")
            }
          }
        }
      }
    }
    return entities
  }

  /// The file that an export is read from.
  private func overallMetadata(_ path: String) throws(ExportProblem) -> String {
    guard let names = disk.names(path) else { return path }
    if names.contains("firebase-export-metadata.json") {
      let summary = path + "/firebase-export-metadata.json"
      let json = try? JSONValue(parsing: try bytes(summary))
      guard let file = json?["firestore"]?["metadata_file"]?.text else {
        throw ExportProblem("`\(summary)` names no export of Firestore")
      }
      return try self.path(file, beside: summary)
    }
    var found = names.filter { $0.hasSuffix(Self.suffix) }
    if found.isEmpty {
      found = names.flatMap { folder in
        (disk.names("\(path)/\(folder)") ?? []).filter { $0.hasSuffix(Self.suffix) }
          .map { "\(folder)/\($0)" }
      }
    }
    guard let file = found.first, found.count == 1 else {
      throw ExportProblem(
        found.isEmpty
          ? "`\(path)` holds no export (a file *\(Self.suffix))"
          : "`\(path)` holds \(found.count) exports; name the file of one (*\(Self.suffix))"
      )
    }
    return "\(path)/\(file)"
  }

  /// The files that a message names in a field of a field, beside the file that it stands in.
  private func named(
    _ file: String,
    _ numbers: [UInt64],
    in message: ContiguousArray<UInt8>.SubSequence
  ) throws(ExportProblem) -> [String] {
    var messages = [message]
    for number in numbers {
      var inner: [ContiguousArray<UInt8>.SubSequence] = []
      for message in messages {
        var wire = WireReader(message)
        do throws(ExportProblem) {
          while let field = try wire.next() {
            if field.number == number, case .bytes(let content) = field.content {
              inner.append(content)
            }
          }
        } catch {
          throw ExportProblem("`\(file)` can't be read: \(error.message)")
        }
      }
      messages = inner
    }
    var paths: [String] = []
    for name in messages {
      paths.append(try path(String(decoding: name, as: UTF8.self), beside: file))
    }
    return paths
  }

  /// The path of a file that another one names, which lies in its folder or below.
  private func path(_ name: String, beside file: String) throws(ExportProblem) -> String {
    let segments = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !segments.contains(where: { ["", ".", ".."].contains($0) || $0.utf8.contains(0) }) else {
      throw ExportProblem("`\(file)` names a file outside of its folder")
    }
    let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return (folder + segments).joined(separator: "/")
  }

  private func bytes(_ path: String) throws(ExportProblem) -> ContiguousArray<UInt8> {
    try disk.read(path).get()
  }

  /// The bytes of a file that an export names; one that is named more than once counts as often.
  private func bytes(
    _ path: String,
    of overall: String,
    _ count: inout Int
  ) throws(ExportProblem) -> ContiguousArray<UInt8> {
    let content = try bytes(path)
    count += path.utf8.count + content.count
    guard count <= Self.byteLimit else {
      throw ExportProblem("`\(overall)` names files of more than \(Self.byteLimit) bytes")
    }
    return content
  }

  private func records(
    in content: ContiguousArray<UInt8>,
    of path: String
  ) throws(ExportProblem) -> [ContiguousArray<UInt8>] {
    do throws(ExportProblem) {
      return try LogRecords.read(content)
    } catch {
      throw ExportProblem("`\(path)`: \(error.message)")
    }
  }

  // MARK: Writing

  /// Writes the documents of a database.
  ///
  /// - Parameters:
  ///   - documents: what is stored.
  ///   - database: where.
  ///   - folder: the folder that is given one for the export.
  ///   - name: the name of that.
  ///   - time: the time of the export.
  /// - Throws: what can't be written.
  func write(
    _ documents: DocumentTable,
    of database: DatabaseName,
    to folder: String,
    named name: String,
    at time: Timestamp
  ) throws(ExportProblem) {
    guard disk.names(folder) != nil else {
      throw ExportProblem("export_directory must be a directory")
    }
    var paths = documents.collections.flatMap { collection, stored in
      stored.keys.map { collection + [$0] }
    }
    paths.sort { $0.lexicographicallyPrecedes($1) { $0.precedes($1) } }
    let records = paths.compactMap { path in
      documents[path].map {
        Entity(database: database.database, path: path, fields: $0.fields)
          .bytes(of: database.project)
      }
    }
    let entities = LogRecords.write(records)
    let root = "\(folder)/\(name)"
    try disk.write("\(root)/\(Self.kinds)/output-0", entities).get()
    try disk.write("\(root)/\(Self.kinds)/\(Self.metadata)", Self.metadata(name, time)).get()
    let overall = Self.overall(count: records.count, size: entities.count)
    try disk.write("\(root)/\(name)\(Self.suffix)", overall).get()
  }

  /// Which file holds the entities, and when they were exported.
  private static func metadata(_ name: String, _ time: Timestamp) -> ContiguousArray<UInt8> {
    var about = WireWriter()
    about.bytes(1, name.utf8)
    about.varint(2, UInt64(bitPattern: time.micros))
    about.varint(3, UInt64(bitPattern: time.micros))
    var file = WireWriter()
    file.bytes(1, [])
    file.bytes(2, "output-0".utf8)
    var metadata = WireWriter()
    metadata.bytes(1, about.bytes)
    metadata.bytes(2, file.bytes)
    return metadata.bytes
  }

  /// The version of the format, and where the metadata lie: all kinds of all namespaces are together.
  private static func overall(count: Int, size: Int) -> ContiguousArray<UInt8> {
    var kinds = WireWriter()
    kinds.varint(1, 2)
    kinds.varint(3, 3)
    var part = WireWriter()
    part.bytes(1, kinds.bytes)
    part.bytes(2, "\(Self.kinds)/\(Self.metadata)".utf8)
    part.varint(3, UInt64(count))
    part.varint(4, UInt64(size))
    var overall = WireWriter()
    overall.bytes(1, part.bytes)
    return LogRecords.write([ContiguousArray("3".utf8), overall.bytes])
  }
}
