package import RulesJSON
import RulesSource

/// A message from the client.
package enum IncomingMessage: Sendable, Hashable {
  /// Something that must be answered.
  case request(id: RequestID, method: String, parameters: JSONValue)
  /// Something that must not be answered.
  case notification(method: String, parameters: JSONValue)
  /// The answer to a request of the server.
  case response(id: RequestID, Response)

  /// How the client answers.
  package enum Response: Sendable, Hashable {
    /// The result.
    case result(JSONValue)
    /// What went wrong, in the client's words.
    case error(message: String)
  }

  /// What is wrong with a message, and whom it can be told.
  package struct Problem: Error, Sendable, Hashable {
    /// The identifier of the request, where it could be read.
    package let id: RequestID?
    /// What is wrong.
    package let error: ResponseError
  }

  /// Reads the body of a message.
  package init(_ body: ContiguousArray<UInt8>) throws(Problem) {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONValue(parsing: body)
    } catch {
      let message = "the message is no JSON: \(error.diagnostic.message)"
      throw Problem(id: nil, error: ResponseError(.parseError, message))
    }
    try self.init(value)
  }

  /// Reads a message.
  package init(_ value: JSONValue) throws(Problem) {
    guard value.object != nil else {
      let found = value.array == nil ? value.kindName : "a batch of messages"
      throw Self.invalid(nil, "found \(found), expected one message")
    }
    let identifier = value["id"]
    let id = identifier.flatMap(RequestID.init)
    guard value["jsonrpc"]?.text == "2.0" else {
      throw Self.invalid(id, "`jsonrpc` is not `2.0`")
    }
    guard let method = value["method"] else {
      guard let id else { throw Self.invalid(nil, "the message has no `method`") }
      self = .response(id: id, Self.response(value))
      return
    }
    guard let name = method.text else {
      throw Self.invalid(id, "`method` is \(method.kindName), expected a string")
    }
    let parameters = value["params"] ?? .null
    guard parameters.object != nil || parameters.array != nil || parameters.isNull else {
      throw Problem(
        id: id,
        error: ResponseError(
          .invalidParams,
          "`params` is \(parameters.kindName), expected an object"
        )
      )
    }
    guard let identifier else {
      self = .notification(method: name, parameters: parameters)
      return
    }
    guard let id else {
      throw Self.invalid(nil, "`id` is \(identifier.kindName), expected an integer or a string")
    }
    self = .request(id: id, method: name, parameters: parameters)
  }

  private static func response(_ value: JSONValue) -> Response {
    guard let error = value["error"], !error.isNull else {
      return .result(value["result"] ?? .null)
    }
    return .error(message: error["message"]?.text ?? "no reason given")
  }

  private static func invalid(_ id: RequestID?, _ message: String) -> Problem {
    Problem(id: id, error: ResponseError(.invalidRequest, message))
  }
}
