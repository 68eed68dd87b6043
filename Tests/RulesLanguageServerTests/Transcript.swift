import RulesCommands
import RulesJSON
import RulesLanguageServer
import RulesRuntime
import RulesTestSupport
import RulesWorkspace

/// A recorded session of a client and the server.
///
///     === file /p/firestore.rules
///     service cloud.firestore {
///     === session
///     → textDocument/hover /p/firestore.rules 4:12 {"more": 1}
///     ← {
///     …
///
/// A line that begins with `→` is what the client sends: a method, the document that it is about, a 0-based
/// place in it, and further members of the parameters. Methods without a document take an object only.
/// `open` knows the texts of the files, `modern` announces a client that can do all in the folder `/p`, and
/// changes have the versions that follow. What the server says to it follows, each message with `←`. A line
/// that begins with `#` is a remark.
struct Transcript {
  private var files: [(path: String, text: String)] = []
  private var lines: [String] = []

  /// Reads what is to be sent; what was recorded is not needed.
  init(_ text: String) {
    var isSession = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("=== file ") {
        files.append((String(line.dropFirst("=== file ".count)), ""))
      } else if line == "=== session" {
        isSession = true
      } else if isSession {
        if line.hasPrefix("→ ") || line.hasPrefix("# ") || line.isEmpty { lines.append(line) }
      } else if let last = files.indices.last {
        files[last].text += "\(line)\n"
      }
    }
    while lines.last?.isEmpty ?? false { lines.removeLast() }
  }

  /// The session as it goes now.
  func replay() -> String {
    var fileSystem = InMemoryFileSystem()
    for file in files { fileSystem.addFile(file.path, ContiguousArray(file.text.utf8)) }
    var server = ScriptedServer(Client.services(fileSystem), fileSystem)
    var text = files.map { "=== file \($0.path)\n\($0.text)" }.joined() + "=== session\n"
    var counts = Counts()
    for line in lines {
      text += "\(line)\n"
      guard line.hasPrefix("→ ") else { continue }
      if line == "→ modern" {
        _ = server.feed([
          ServerStream.request(
            0,
            "initialize",
            [
              "processId": .null, "capabilities": Client.modern,
              "workspaceFolders": [["uri": "file:///p", "name": "p"]],
            ]
          )
        ])
        continue
      }
      guard let message = message(String(line.dropFirst(2)), &counts) else {
        text += "← what is to be sent can't be read\n"
        continue
      }
      for answer in server.feed([message]) { text += Self.recorded(answer) }
    }
    if let code = server.exitCode { text += "=== exit \(code)\n" }
    return text
  }

  /// A message as it is shown: what it is, then the value.
  private static func recorded(_ message: OutgoingMessage) -> String {
    switch message {
    case .response(_, .success(let result)): "← \(layout(result))\n"
    case .response(_, .failure(let error)): "← error \(error.code.rawValue): \(error.message)\n"
    case .request(_, let method, let parameters): "← asks \(method) \(layout(parameters))\n"
    case .notification(let method, let parameters): "← tells \(method) \(layout(parameters))\n"
    case .written: "← tells \(layout(message.json))\n"
    }
  }

  /// A value on one line where it is short, else with a line for each member.
  private static func layout(_ value: JSONValue, depth: Int = 0) -> String {
    let compact = value.jsonText()
    let margin = String(repeating: "  ", count: depth + 1)
    guard compact.utf8.count + margin.utf8.count > 100 else { return compact }
    switch value.content {
    case .array(let elements) where elements.allSatisfy({ $0.number != nil }):
      // Five numbers are one word.
      let rows = stride(from: 0, to: elements.count, by: 5).map { start in
        elements[start..<min(start + 5, elements.count)].map { $0.jsonText() }.joined(
          separator: ","
        )
      }
      return "[\n\(margin)\(rows.joined(separator: ", "))\n\(margin.dropLast(2))]"
    case .array(let elements):
      let lines = elements.map { margin + layout($0, depth: depth + 1) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(margin.dropLast(2))]"
    case .object(let object):
      let lines = object.members.map { member in
        "\(margin)\(JSONValue.string(member.key).jsonText()): \(layout(member.value, depth: depth + 1))"
      }
      return "{\n\(lines.joined(separator: ",\n"))\n\(margin.dropLast(2))}"
    case .null, .bool, .number, .string: return compact
    }
  }

  // MARK: What the client sends

  /// What is numbered in a session.
  private struct Counts {
    var lastID = 0
    var lastVersion = 1
  }

  private func message(_ line: String, _ counts: inout Counts) -> JSONValue? {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard let method = words.first else { return nil }
    var rest = words.count > 1 ? words[1] : ""
    var members: [(String, JSONValue)] = []
    var path: String?
    if rest.hasPrefix("/") {
      let parts = rest.split(separator: " ", maxSplits: 1).map(String.init)
      path = parts[0]
      rest = parts.count > 1 ? parts[1] : ""
    }
    if let path, method != "open" {
      var document: [(String, JSONValue)] = [("uri", .string("file://\(path)"))]
      if method == "textDocument/didChange" {
        counts.lastVersion += 1
        document.append(("version", .integer(counts.lastVersion)))
      }
      members.append(("textDocument", .object(document)))
    }
    if let first = rest.utf8.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= first {
      let parts = rest.split(separator: " ", maxSplits: 1).map(String.init)
      let numbers = parts[0].split(separator: ":").compactMap { Int($0) }
      guard numbers.count == 2 else { return nil }
      members.append(
        ("position", ["line": .integer(numbers[0]), "character": .integer(numbers[1])])
      )
      rest = parts.count > 1 ? parts[1] : ""
    }
    if !rest.isEmpty {
      guard let more = try? JSONValue(parsing: ContiguousArray(rest.utf8)).object else {
        return nil
      }
      members += more.members.map { ($0.name, $0.value) }
    }
    if method == "open" {
      return path.flatMap(opening)
    }
    let isNotification = Self.notifications.contains(method)
    if !isNotification { counts.lastID += 1 }
    return isNotification
      ? ServerStream.notification(method, .object(members))
      : ServerStream.request(counts.lastID, method, .object(members))
  }

  private func opening(_ path: String) -> JSONValue? {
    guard let file = files.first(where: { $0.path == path }) else { return nil }
    return ServerStream.notification(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string("file://\(path)"), "languageId": "rules", "version": 1,
          "text": .string(file.text),
        ]
      ]
    )
  }

  private static let notifications: Set<String> = [
    "initialized", "exit", "textDocument/didChange", "textDocument/didSave",
    "textDocument/didClose",
    "workspace/didChangeConfiguration", "workspace/didChangeWatchedFiles",
    "workspace/didChangeWorkspaceFolders", "$/cancelRequest",
  ]
}
