import RulesJSON

extension ServerSession {
  /// Answers a message, or does what it says.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - cancellation: tells when a request is taken back; nil for one whose name is in use.
  package mutating func receive(_ message: IncomingMessage, _ cancellation: Cancellation?) {
    guard exitCode == nil else { return }
    switch message {
    case .request(let id, let method, let parameters):
      guard let cancellation else {
        refuse(id, ResponseError(.invalidRequest, "a request with this `id` is not answered yet"))
        return
      }
      answer(id, method, Parameters(parameters), cancellation)
    case .notification(let method, let parameters):
      take(method, Parameters(parameters))
    case .response(let id, let response):
      takeResponse(id, response)
    }
  }

  /// Tells what is wrong with a message.
  package func receive(_ problem: IncomingMessage.Problem) {
    refuse(problem.id, problem.error)
  }

  /// Tells what is wrong with the bytes that came in place of a message.
  package func receive(_ problem: FramingProblem) {
    refuse(nil, ResponseError(.parseError, problem.message))
  }

  /// Notes that nothing will be received any more.
  package mutating func endInput() {
    guard exitCode == nil else { return }
    phase = .ended(code: phase == .shutDown ? 0 : 1)
  }

  private func refuse(_ id: RequestID?, _ error: ResponseError) {
    send(.response(id: id, .failure(error)))
  }

  // MARK: Requests

  private mutating func answer(
    _ id: RequestID,
    _ method: String,
    _ parameters: Parameters,
    _ cancellation: Cancellation
  ) {
    let result: Result<JSONValue?, ResponseError> = Result { () throws(ResponseError) in
      try cancellation.check()
      let request = Request(id: id, parameters: parameters, cancellation: cancellation)
      let result = try answer(method, request)
      try cancellation.check()
      return result
    }
    switch result {
    // A job answers it.
    case .success(nil): return
    case .success(let value?): finish(id, .success(value))
    case .failure(let error): finish(id, .failure(error))
    }
  }

  /// Sends the answer of a request.
  func finish(_ id: RequestID, _ result: Result<JSONValue, ResponseError>) {
    requests.leave(id)
    send(.response(id: id, result))
  }

  private mutating func answer(
    _ method: String,
    _ request: Request
  ) throws(ResponseError) -> JSONValue? {
    switch (phase, method) {
    case (.created, "initialize"):
      return try initialize(request.parameters)
    case (.created, _):
      throw ResponseError(.serverNotInitialized, "expected `initialize` first")
    case (_, "initialize"):
      throw ResponseError(.invalidRequest, "the session was initialized before")
    case (.shutDown, _), (.ended, _):
      throw ResponseError(.invalidRequest, "the session was shut down")
    case (.running, "shutdown"):
      phase = .shutDown
      requests.cancelAll(but: request.id)
      return .null
    case (.running, _):
      guard let handler = Feature.handlers[method] else {
        throw ResponseError(.methodNotFound, "there is no method `\(method)`")
      }
      return try handler.answer(request, &self)
    }
  }

  // MARK: Notifications

  private mutating func take(_ method: String, _ parameters: Parameters) {
    if method == "exit" {
      phase = .ended(code: phase == .shutDown ? 0 : 1)
      return
    }
    guard phase == .running else { return }
    do throws(ResponseError) {
      switch method {
      case "initialized": registerForChanges()
      case "textDocument/didOpen": try open(parameters)
      case "textDocument/didChange": try change(parameters)
      case "textDocument/didSave": try save(parameters)
      case "textDocument/didClose": try close(parameters)
      case "workspace/didChangeWatchedFiles": try takeChangedFiles(parameters)
      case "workspace/didChangeWorkspaceFolders": try changeFolders(parameters)
      case "workspace/didChangeConfiguration": takeConfiguration(parameters)
      case "window/workDoneProgress/cancel": cancelRun(parameters)
      // Clients send more than a server knows; the protocol lets them.
      default: return
      }
    } catch {
      log("`\(method)` is left out: \(error.message)", .warning)
    }
  }

  // MARK: Messages to people

  /// How much a message to people matters, by the numbers of the protocol.
  enum MessageType: Int {
    case error = 1
    case warning, info, log
  }

  /// Writes a line to the log of the client.
  func log(_ message: String, _ type: MessageType) {
    tell("window/logMessage", message, type)
  }

  /// Shows a message to the user.
  func show(_ message: String, _ type: MessageType) {
    tell("window/showMessage", message, type)
  }

  private func tell(_ method: String, _ message: String, _ type: MessageType) {
    send(
      .notification(
        method: method,
        parameters: ["type": .integer(type.rawValue), "message": .string(message)]
      )
    )
  }

  /// Asks the client for something.
  mutating func ask(_ method: String, _ parameters: JSONValue) -> RequestID {
    let id = RequestID.number(nextNumber())
    send(.request(id: id, method: method, parameters: parameters))
    return id
  }
}

/// A request, and whether it is still wanted.
struct Request: Sendable {
  /// What it is called.
  let id: RequestID
  /// What is asked.
  let parameters: Parameters
  /// Whether it was taken back.
  let cancellation: Cancellation
}
