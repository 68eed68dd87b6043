import RulesJSON
import RulesRuntime
import RulesSource
import RulesTesting

extension Emulator {
  /// Answers what the page asks, besides what every client can; nil for another request.
  mutating func page(_ call: Call, _ segments: [Text]) throws(ServiceError) -> HTTPResponse? {
    switch (call.method, call.verb, segments.count) {
    case ("GET", nil, 1): return HTTPResponse(["databases": .array(databaseList)])
    case ("GET", "requests", 2):
      let number = call.target.text("after").flatMap { Int($0) } ?? 0
      let entries = log.entries(after: number).map(\.json)
      return HTTPResponse(["requests": .array(entries)])
    case ("GET", "ruleCoverage.html", 2):
      let text = HTML.text(rules(for: standardDatabase(segments[1])).coverage)
      return HTTPResponse(
        status: 200,
        contentType: "text/html; charset=utf-8",
        body: ContiguousArray(text.utf8)
      )
    case ("POST", "explain", 2): return try explain(segments[1], call)
    case ("GET", "export", 2): return HTTPResponse(export(standardDatabase(segments[1])))
    case ("POST", "import", 2): return try importDocuments(standardDatabase(segments[1]), call)
    default: return nil
    }
  }

  /// The default database of a project.
  private func standardDatabase(_ project: Text) -> DatabaseName {
    DatabaseName(project: project, database: "(default)")
  }

  private var databaseList: [JSONValue] {
    let names = databases.keys.sorted {
      $0.project == $1.project
        ? $0.database.precedes($1.database) : $0.project.precedes($1.project)
    }
    return names.map { name in
      ["project": .string(name.project.utf8), "database": .string(name.database.utf8)]
    }
  }

  // MARK: Explaining

  /// Says what rules would answer to a request in the words of a test file, and why; nothing is written.
  private func explain(_ project: Text, _ call: Call) throws(ServiceError) -> HTTPResponse {
    let body = try call.object(["request", "user", "database"])
    let database = body["database"]?.string.map { Text(wtf8: $0) } ?? "(default)"
    let name = DatabaseName(project: project, database: database)
    let active = rules(for: name)
    let question = RequestQuestion(
      request: body["request"]?.text ?? "",
      user: body["user"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    )
    var suite: TestSuite
    do throws(RequestQuestion.Problem) {
      suite = try question.read(after: nil, service: active.service) { _ in
        .failure("there are no files here")
      }
    } catch {
      let messages = error.diagnostics.map { JSONValue.string($0.message) }
      return HTTPResponse(["problems": .array(messages)])
    }
    suite.database = database
    for (collection, stored) in documents(of: name).collections {
      for (id, document) in stored {
        suite.cases[0].documents.documents[collection + [id]] = document.fields
      }
    }
    guard let explanation = active.explain(suite, at: call.now) else {
      return HTTPResponse(["problems": ["the request can't be asked"]])
    }
    let rules = RulesText(active.source)
    let text = explanation.lines(in: rules).joined(separator: "\n")
    let isAllowed = explanation.outcome == .allowed
    return HTTPResponse(["allowed": .bool(isAllowed), "text": .string(text)])
  }

  // MARK: Seed data

  /// All documents of a database, as `--documents` and `data from` of test files read them.
  private func export(_ name: DatabaseName) -> JSONValue {
    let writer = RESTWriter(project: name.project)
    var members: ContiguousArray<JSONMember> = []
    for (collection, documents) in documents(of: name).collections {
      for (id, document) in documents {
        let path = (collection + [id]).map(\.description).joined(separator: "/")
        members.append(
          JSONMember(key: ContiguousArray(path.utf8), value: writer.fields(document.fields))
        )
      }
    }
    members.sort { $0.key.lexicographicallyPrecedes($1.key) }
    return JSONValue(.object(JSONObject(members)))
  }

  /// Writes the documents of a file, whatever the rules say.
  private mutating func importDocuments(
    _ name: DatabaseName,
    _ call: Call
  ) throws(ServiceError) -> HTTPResponse {
    let documents: [FixtureDocuments.Document]
    switch FixtureDocuments.read(SourceFile(name: "body", bytes: call.body)) {
    case .success(let read): documents = read
    case .failure(let error): throw .payload(error.message)
    }
    var writes: [Write] = []
    for document in documents {
      let path = ResourceName(database: name, path: document.path)
      guard document.path.count.isMultiple(of: 2) else {
        throw .invalid("`\(path.text)` is no document.")
      }
      _ = try ResourceName(parsing: ContiguousArray(path.text.utf8))
      writes.append(Write(path, .update(document.fields, mask: nil, transforms: []), nil))
    }
    var owner = call
    owner.credentials = .owner
    guard try commit(writes, to: name, owner) != nil else {
      throw ServiceError(.aborted, "A transaction holds one of the documents.")
    }
    return HTTPResponse(["count": .integer(writes.count)])
  }
}
