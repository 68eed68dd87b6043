import RulesEmulator
import RulesJSON
import RulesRuntime
import RulesWorkspace
import Synchronization
import Testing

/// An export of the official emulator, with documents of every type, and what it says of them itself.
struct ExportTests {
  private static let file = "small/small.overall_export_metadata"
  private static let entities = "small/all_namespaces/all_kinds/output-0"
  private static let time = Timestamp(seconds: 1_750_000_000, nanos: 0)

  /// Files by their paths.
  private final class Files: Sendable {
    let content: Mutex<[String: ContiguousArray<UInt8>]>

    init(_ content: [String: ContiguousArray<UInt8>]) {
      self.content = Mutex(content)
    }

    var disk: ExportDisk {
      ExportDisk(
        read: { path in
          self.content.withLock { $0[path] }.map { .success($0) }
            ?? .failure(ExportProblem("`\(path)` is not there"))
        },
        names: { folder in
          let prefix = folder.isEmpty ? "" : folder + "/"
          let names = self.content.withLock { content in
            content.keys.filter { $0.hasPrefix(prefix) }.compactMap { path in
              path.dropFirst(prefix.utf8.count).split(separator: "/").first.map(String.init)
            }
          }
          return folder == "new" || !names.isEmpty ? Set(names).sorted() : nil
        },
        write: { path, bytes in
          self.content.withLock { $0[path] = bytes }
          return .success(())
        }
      )
    }
  }

  private static func recorded() throws -> [String: ContiguousArray<UInt8>] {
    let folder = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/")
    var files: [String: ContiguousArray<UInt8>] = [:]
    for name in [
      file, entities,
      "small/all_namespaces/all_kinds/all_namespaces_all_kinds.export_metadata", "documents.json",
    ] {
      files[name] = try POSIXFileSystem().read("\(folder)/Exports/\(name)")
    }
    return files
  }

  private static func send(
    _ emulator: inout Emulator,
    _ target: String,
    _ body: String
  ) throws -> JSONValue {
    var request = HTTPRequest(method: "POST", target: ContiguousArray(target.utf8))
    request.fields = [("authorization", "Bearer owner")]
    request.body = ContiguousArray(body.utf8)
    guard case .reply(let reply) = emulator.handle(request, at: time, isLastTry: true) else {
      return .null
    }
    return try JSONValue(parsing: reply.body)
  }

  /// All documents: their fields by their paths.
  private static func documents(_ emulator: inout Emulator) throws -> [String: JSONValue] {
    let root = "projects/demo-oracle/databases/(default)/documents"
    let rows = try send(
      &emulator,
      "/v1/\(root):runQuery",
      #"{"structuredQuery": {"from": [{"allDescendants": true}]}}"#
    )
    var found: [String: JSONValue] = [:]
    for row in rows.array ?? [] {
      guard let document = row["document"], let name = document["name"]?.text else { continue }
      found[String(name.dropFirst(root.utf8.count + 1))] = sorted(document["fields"] ?? [:])
    }
    return found
  }

  /// JSON whose members are in the order of their names.
  private static func sorted(_ json: JSONValue) -> JSONValue {
    switch json.content {
    case .array(let elements): return .array(elements.map(sorted))
    case .object(let object):
      let members = object.members.map { JSONMember(key: $0.key, value: sorted($0.value)) }
      let ordered = members.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      return JSONValue(.object(JSONObject(ContiguousArray(ordered))))
    case .null, .bool, .number, .string: return json
    }
  }

  private static func problem(_ files: [String: ContiguousArray<UInt8>], _ path: String) -> String?
  {
    var emulator = Emulator(seed: 1)
    emulator.disk = Files(files).disk
    do throws(ExportProblem) {
      _ = try emulator.addSeeds(ofExport: path, time)
      return nil
    } catch {
      return error.message
    }
  }

  @Test("An export of the official emulator is read, at the start and later")
  func reads() throws {
    let files = try Self.recorded()
    let json = try JSONValue(parsing: try #require(files["documents.json"]))
    var wanted: [String: JSONValue] = [:]
    for member in json.object?.members ?? [] { wanted[member.name] = Self.sorted(member.value) }
    #expect(wanted.count == 10)

    var seeded = Emulator(seed: 1)
    seeded.disk = Files(files).disk
    #expect(try seeded.addSeeds(ofExport: "small", Self.time) == 10)
    #expect(try Self.documents(&seeded) == wanted)

    var later = Emulator(seed: 1)
    later.disk = Files(files).disk
    let body =
      #"{"database": "projects/demo-oracle/databases/(default)", "export_directory": "\#(Self.file)"}"#
    #expect(try Self.send(&later, "/emulator/v1/projects/demo-oracle:import", body) == [:])
    #expect(try Self.documents(&later) == wanted)
  }

  @Test("What was read is written as it was")
  func writes() throws {
    let files = Files(try Self.recorded())
    var emulator = Emulator(seed: 1)
    emulator.disk = files.disk
    _ = try emulator.addSeeds(ofExport: "small", Self.time)
    let before = try Self.documents(&emulator)
    let body =
      #"{"database": "projects/demo-oracle/databases/(default)", "export_directory": "new", "export_name": "e"}"#
    #expect(try Self.send(&emulator, "/emulator/v1/projects/demo-oracle:export", body) == [:])
    let written = files.content.withLock { $0 }
    let ours = try #require(written["new/e/all_namespaces/all_kinds/output-0"])
    let theirs = try #require(written[Self.entities])
    // The order of documents is the official emulator's own.
    #expect(ours.count == theirs.count)

    var again = Emulator(seed: 1)
    again.disk = files.disk
    #expect(try again.addSeeds(ofExport: "new", Self.time) == 10)
    #expect(try Self.documents(&again) == before)
  }

  @Test("A folder without an export, with several, and with files outside is told")
  func folders() throws {
    var files = try Self.recorded()
    #expect(Self.problem(files, "nothing") == "`nothing` is not there")
    #expect(
      Self.problem(files, "small/all_namespaces")
        == "`small/all_namespaces` holds no export (a file *.overall_export_metadata)"
    )
    files["g/firebase-export-metadata.json"] = ContiguousArray(
      #"{"firestore": {"metadata_file": "small/small.overall_export_metadata"}}"#.utf8
    )
    #expect(
      Self.problem(files, "g") == "`g/small/small.overall_export_metadata` is not there"
    )
    for (path, content) in files where path.hasPrefix("small/") { files["g/\(path)"] = content }
    #expect(Self.problem(files, "g") == nil)
    files["f/firebase-export-metadata.json"] = ContiguousArray(
      #"{"firestore": {"metadata_file": "../small/small.overall_export_metadata"}}"#.utf8
    )
    #expect(
      Self.problem(files, "f")
        == "`f/firebase-export-metadata.json` names a file outside of its folder"
    )
    files["small/second.overall_export_metadata"] = files[Self.file]
    #expect(
      Self.problem(files, "small")
        == "`small` holds 2 exports; name the file of one (*.overall_export_metadata)"
    )
  }

  @Test("Damaged files have one problem each, and nothing traps")
  func damage() throws {
    let files = try Self.recorded()
    var state: UInt64 = 1
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    for round in 0..<400 {
      var changed = files
      let path = round.isMultiple(of: 4) ? Self.file : Self.entities
      var content = try #require(files[path])
      let isCut = round.isMultiple(of: 3)
      if isCut {
        content.removeLast(1 + random(content.count - 1))
      } else {
        content[random(content.count)] ^= UInt8(1 + random(255))
      }
      changed[path] = content
      let problem = Self.problem(changed, "small")
      // What is cut off between two records is whole.
      #expect(problem != nil || isCut)
    }
  }
}
