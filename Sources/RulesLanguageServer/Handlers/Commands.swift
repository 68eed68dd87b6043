import RulesIDE
import RulesJSON
import RulesSource

/// The commands that a client may have executed.
enum CommandName: String, CaseIterable {
  /// Runs tests of a test file: its address, and the titles that those of a test must begin with.
  case runTests = "rulescheck.runTests"
  /// Runs all tests of a rules file: its address.
  case runTestsOfRules = "rulescheck.runTestsOfRules"
}

extension Feature {
  /// What lenses do.
  static let commands = Feature(
    "executeCommandProvider",
    handlers: [
      RequestHandler("workspace/executeCommand") { request, session throws(ResponseError) in
        let name = try request.parameters["command"].text()
        guard let command = CommandName(rawValue: name) else {
          throw ResponseError(.invalidParams, "there is no command `\(name)`")
        }
        let arguments = try request.parameters["arguments"].elements()
        guard let first = arguments.first else {
          throw ResponseError(.invalidParams, "`\(name)` expects the address of a document")
        }
        let document = DocumentURI(try first.text()).name
        switch command {
        case .runTests:
          var titles: [String] = []
          for title in arguments.dropFirst() { titles.append(try title.text()) }
          try session.runTests([document], titles: titles, request)
        case .runTestsOfRules:
          try session.runTests(try session.tests(ofRules: document), titles: [], request)
        }
        return nil
      }
    ],
    options: { client in
      [
        "commands": .array(CommandName.allCases.map { .string($0.rawValue) }),
        "workDoneProgress": .bool(client.showsProgress),
      ]
    }
  )
}

extension ServerSession {
  /// The test files that test a rules file.
  fileprivate mutating func tests(ofRules name: String) throws(ResponseError) -> [String] {
    guard let analysis = analysis(of: name) else {
      throw ResponseError(.requestFailed, "`\(name)` can't be read")
    }
    let paths = index(of: analysis).tests.map(\.source.name)
    guard !paths.isEmpty else {
      throw ResponseError(.requestFailed, "no test file tests `\(name)`")
    }
    return paths
  }

  /// Runs tests on another thread.
  fileprivate mutating func runTests(
    _ paths: [String],
    titles: [String],
    _ request: Request
  ) throws(ResponseError) {
    guard let first = paths.first, DocumentURI(first).isFile else {
      throw ResponseError(.requestFailed, "only tests in files can be run")
    }
    let own = RequestID.text(ContiguousArray("run-\(nextNumber())".utf8))
    let progress = Progress(
      titles.last.map { "Running “\($0)”" } ?? "Running tests",
      token: request.parameters["workDoneToken"].value,
      own: client.showsProgress ? own : nil,
      send
    )
    runs[own] = request.id
    let cancellation = request.cancellation
    let order = TestOrder(
      paths: paths,
      titles: titles,
      project: project(of: first),
      fileSystem: overlay,
      isCancelled: { cancellation.isCancelled },
      tellProgress: { progress.tell($0, of: $1) }
    )
    let services = services
    start(
      ServerJob(id: request.id) {
        let run = services.runTests(order)
        progress.end(run.summary)
        return .tests(run, cancellation: cancellation)
      }
    )
  }

  /// Takes the result of a job, and answers its request.
  package mutating func finish(_ id: RequestID, _ result: JobResult) {
    for (token, request) in runs where request == id { runs[token] = nil }
    switch result {
    case .tests(let run, let cancellation):
      guard phase == .running, !cancellation.isCancelled else {
        finish(id, .failure(.cancelled))
        return
      }
      take(run)
      finish(id, .success(run.json))
    }
  }

  /// Keeps what tests came to, and shows it.
  private mutating func take(_ run: TestRun) {
    var last = lastRun ?? LastRun()
    for (document, outcomes) in run.outcomes.outcomes {
      last.outcomes[document, default: [:]].merge(outcomes) { $1 }
    }
    last.coverage.merge(run.outcomes.coverage) { $1 }
    lastRun = last
    changes.runs += 1
    for (path, found) in run.failures {
      failures[path] = found
      if documents[path] != nil { pending.add(path) }
    }
    for problem in run.problems { show(problem, .error) }
    let isClean = run.failedCount == 0 && run.problems.isEmpty
    show(run.summary, isClean ? .info : .warning)
    refreshLenses()
  }
}

extension ServerSession {
  /// Takes a run of tests back whose progress the user does not want to wait for.
  func cancelRun(_ parameters: Parameters) {
    guard let token = RequestID(parameters["token"].value), let id = runs[token] else { return }
    requests.cancel(id)
  }
}

extension TestRun {
  /// `12 tests passed, 1 failed`.
  var summary: String {
    var parts = ["\(passedCount) test\(passedCount == 1 ? "" : "s") passed"]
    if failedCount > 0 { parts.append("\(failedCount) failed") }
    if skippedCount > 0 { parts.append("\(skippedCount) skipped") }
    return parts.joined(separator: ", ")
  }

  /// The counts as they are sent.
  fileprivate var json: JSONValue {
    [
      "passed": .integer(passedCount), "failed": .integer(failedCount),
      "skipped": .integer(skippedCount), "problems": .array(problems.map(JSONValue.string)),
    ]
  }
}
