import RulesJSON
import RulesLanguageServer
import RulesTestSupport
import RulesWorkspace
import Testing

/// Documents, versions, and requests that are taken back.
struct SessionTests {
  private static let rules = """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{database}/documents {
        match /books/{book} {
          allow read: if request.auth.uid == book;
        }
      }
    }

    """

  @Test("A document that is opened, changed and closed has diagnostics for each version")
  func versions() {
    var client = Client()
    let path = "/p/firestore.rules"
    client.open(path, Self.rules)
    #expect(client.codes(of: path) == [])
    #expect(client.lastDiagnostics(of: path)?["version"] == 1)
    client.change(path, edit((4, 21), (4, 28), "reqest"))
    #expect(client.codes(of: path) == ["unknown-name"])
    #expect(client.lastDiagnostics(of: path)?["version"] == 2)
    client.change(path, edit((4, 21), (4, 27), "request"), edit((0, 0), (0, 0), "// é\r\n"))
    #expect(client.codes(of: path) == [])
    client.change(path, ["text": "service"])
    #expect(client.codes(of: path) != [])
    client.notify("textDocument/didClose", ["textDocument": ["uri": "file:///p/firestore.rules"]])
    #expect(client.codes(of: path) == [])
    #expect(client.lastDiagnostics(of: path)?["version"] == nil)
  }

  @Test("Messages that come together are answered for the text that each was asked on")
  func order() {
    var client = Client()
    let path = "/p/firestore.rules"
    client.open(path, Self.rules)
    func symbols(_ id: Int) -> JSONValue {
      ServerStream.request(
        id,
        "textDocument/documentSymbol",
        ["textDocument": ["uri": "file:///p/firestore.rules"]]
      )
    }
    let change = ServerStream.notification(
      "textDocument/didChange",
      Client.change(path, version: 2, [edit((0, 0), (0, 0), "\n\n\n")])
    )
    let answers = client.server.feed([symbols(101), change, symbols(102), change, symbols(103)])
    let lines = answers.compactMap { answer -> Int64? in
      guard case .response(_, .success(let value)) = answer else { return nil }
      return value[0]?["range"]?["start"]?["line"]?.number?.int64
    }
    #expect(lines == [1, 4, 7])
    // Diagnostics wait until nothing else does, and then are those of the last version.
    let published = answers.filter {
      if case .notification("textDocument/publishDiagnostics", _) = $0 { true } else { false }
    }
    #expect(published.count == 1)
    #expect(answers.last == published.first)
  }

  @Test("A change that can't be understood is told, and the next whole text mends it")
  func outOfStep() {
    var client = Client()
    let path = "/p/firestore.rules"
    client.open(path, Self.rules)
    client.change(path, edit((-1, 0), (0, 0), "x"))
    #expect(
      client.shown == [
        "the text of `/p/firestore.rules` is lost, open it again: "
          + "`params.contentChanges[0].range.start.line` is a number, expected an integer from 0 to 2147483647"
      ]
    )
    let parameters: JSONValue = ["textDocument": ["uri": .string("file://\(path)")]]
    guard case .failure(let error) = client.request("textDocument/foldingRange", parameters) else {
      Issue.record("a text that is not the client's has no ranges")
      return
    }
    #expect(error.code == .contentModified)
    client.change(path, ["text": .string(Self.rules)])
    #expect(client.result("textDocument/foldingRange", path)?.array?.isEmpty == false)
  }

  @Test("A request that is taken back before it is answered gets no result")
  func cancellation() {
    var client = Client()
    client.open("/p/firestore.rules", Self.rules)
    client.server.runsJobsAtOnce = false
    let run = ServerStream.request(
      50,
      "workspace/executeCommand",
      ["command": "rulescheck.runTestsOfRules", "arguments": ["file:///p/none.rules"]]
    )
    // A name that is in use can't be used for another request.
    let missing = client.server.feed([run])
    #expect(
      missing == [
        .response(
          id: .number(50),
          .failure(ResponseError(.requestFailed, "`/p/none.rules` can't be read"))
        )
      ]
    )
  }

  @Test("Tests that are taken back while they run, or wait for it, get no result")
  func cancelledTests() {
    let files = InMemoryFileSystem([
      "/p/firestore.rules": Self.rules,
      "/p/a.rulestest": "rules 'firestore.rules';\ntest 'a' { deny get /books/a; }\n",
    ])
    var client = Client(files, folder: "/p")
    client.server.runsJobsAtOnce = false
    func run(_ id: Int) -> JSONValue {
      ServerStream.request(
        id,
        "workspace/executeCommand",
        ["command": "rulescheck.runTests", "arguments": ["file:///p/a.rulestest"]]
      )
    }
    let cancel = ServerStream.notification("$/cancelRequest", ["id": 61])
    #expect(client.server.feed([run(60), run(61)]) == [])
    // A name in use is refused, and what it names goes on.
    #expect(
      client.server.feed([run(61), cancel]) == [
        .response(
          id: .number(61),
          .failure(ResponseError(.invalidRequest, "a request with this `id` is not answered yet"))
        )
      ]
    )
    let first = client.server.runJob()
    #expect(
      first.contains { if case .response(.number(60), .success) = $0 { true } else { false } }
    )
    #expect(
      client.server.runJob() == [
        .response(
          id: .number(61),
          .failure(ResponseError(.requestCancelled, "the request was cancelled"))
        )
      ]
    )
  }

  @Test("Each feature that is announced answers")
  func announcement() throws {
    let files = InMemoryFileSystem(["/p/firestore.rules": Self.rules])
    var client = Client(files, folder: "/p")
    client.open("/p/firestore.rules", Self.rules)
    for message in ServerStream.messages([]) {
      guard let method = message["method"]?.text, message["id"] != nil, method != "initialize",
        method != "workspace/executeCommand",
        var parameters = message["params"]?.object
      else { continue }
      for index in parameters.members.indices where parameters.members[index].name == "textDocument"
      {
        parameters.members[index].value = ["uri": "file:///p/firestore.rules"]
      }
      switch client.request(method, JSONValue(.object(parameters))) {
      case nil: Issue.record("no answer to \(method)")
      case .failure(let error): #expect(error.code == .requestFailed, "\(method): \(error.message)")
      case .success: continue
      }
    }
  }

  @Test("What is known at once is shown at once, beside what was known of the version before")
  func stages() throws {
    var client = Client()
    let path = "/p/firestore.rules"
    client.open(
      path,
      """
      rules_version = '2';
      service cloud.firestore {
        match /databases/{d}/documents/a/{b} {
          allow read, write;
        }
      }
      """
    )
    func change(_ text: String, _ start: (Int, Int), _ end: (Int, Int)) -> [[String]] {
      client.heard = []
      client.notify(
        "textDocument/didChange",
        Client.change(path, version: 2, [edit(start, end, text)])
      )
      return client.heard.compactMap { message in
        guard case .notification("textDocument/publishDiagnostics", let parameters) = message else {
          return nil
        }
        return parameters["diagnostics"]?.array?.map { item in
          let line = item["range"]?["start"]?["line"]?.number?.int64 ?? -1
          return "\(item["code"]?.text ?? "") \(line)"
        }
      }
    }
    // What the linter has found moves along.
    #expect(change("\n", (1, 0), (1, 0)) == [["open-write 4", "open-read 4"]])
    // An unknown name is shown before the linter has looked; what it found elsewhere stands beside.
    let unknown = change(": if isOwner();\n    allow list", (4, 21), (4, 21))
    #expect(unknown.first?.contains("unknown-function 4") == true)
    // What was changed itself is not shown until it is found again.
    let text = "service cloud.firestore { match /databases/{d}/documents/a/{b} { allow read; } }"
    #expect(change(text, (1, 0), (8, 0)) == [[], ["open-read 1"]])
  }

  @Test("Memory stays the same over 100,000 changes")
  func memory() throws {
    var client = Client()
    let path = "/p/firestore.rules"
    client.open(path, Self.rules)
    var random = SeededRandom(seed: 3)
    func type(_ count: Int) {
      // Editors send each key; what depends on the text is asked for when the user rests.
      for _ in 0..<count / 1_000 {
        var messages: [JSONValue] = []
        for _ in 0..<500 {
          let line = random.below(8)
          messages.append(
            ServerStream.notification(
              "textDocument/didChange",
              Client.change(path, version: 2, [edit((line, 0), (line, 0), " ")])
            )
          )
          messages.append(
            ServerStream.notification(
              "textDocument/didChange",
              Client.change(path, version: 3, [edit((line, 0), (line, 1), "")])
            )
          )
        }
        messages.append(
          ServerStream.request(
            9,
            "textDocument/semanticTokens/full",
            ["textDocument": ["uri": .string("file://\(path)")]]
          )
        )
        _ = client.server.feed(messages)
      }
    }
    type(10_000)
    // Other tests of the process take memory at the same time, so what counts is the part in which least was
    // added: what is kept of each change is added in all of them.
    var growth = Int.max
    for _ in 0..<10 {
      let before = try #require(ProcessMemory.byteCount())
      type(10_000)
      growth = min(growth, try #require(ProcessMemory.byteCount()) - before)
    }
    #expect(growth < 1 << 20, "at least \(growth >> 10) KiB more for each 10,000 changes")
    #expect(client.result("textDocument/documentSymbol", path)?[0]?["name"] == "cloud.firestore")
  }

  @Test("A hostile stream neither stops the server nor makes it forget", arguments: 0..<8)
  func hostileStreams(part: Int) {
    var random = SeededRandom(seed: UInt64(1_000 + part))
    for _ in 0..<15 {
      let stream = ServerStream.hostile(ContiguousArray(Self.rules.utf8), &random)
      let problem = FuzzTarget.checkServer(stream)
      #expect(problem == nil, "\(String(decoding: stream.prefix(4000), as: UTF8.self))")
    }
  }
}
