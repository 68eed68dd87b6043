package import RulesJSON

/// A message to the client.
package enum OutgoingMessage: Sendable, Hashable {
  /// The answer to a request; without an identifier where none could be read.
  case response(id: RequestID?, Result<JSONValue, ResponseError>)
  /// Something that the client must answer.
  case request(id: RequestID, method: String, parameters: JSONValue)
  /// Something that the client does not answer.
  case notification(method: String, parameters: JSONValue)
  /// A notification that is written already.
  case written(body: ContiguousArray<UInt8>)

  /// The message as a value.
  package var json: JSONValue {
    switch self {
    case .response(let id, .success(let result)):
      ["jsonrpc": "2.0", "id": id?.json ?? .null, "result": result]
    case .response(let id, .failure(let error)):
      ["jsonrpc": "2.0", "id": id?.json ?? .null, "error": error.json]
    case .request(let id, let method, let parameters):
      ["jsonrpc": "2.0", "id": id.json, "method": .string(method), "params": parameters]
    case .notification(let method, let parameters):
      ["jsonrpc": "2.0", "method": .string(method), "params": parameters]
    case .written(let body):
      (try? JSONValue(parsing: body)) ?? .null
    }
  }

  /// The message as it is sent: header and body.
  package var bytes: ContiguousArray<UInt8> {
    let body = if case .written(let body) = self { body } else { json.bytes() }
    var bytes = ContiguousArray("Content-Length: \(body.count)\r\n\r\n".utf8)
    bytes.append(contentsOf: body)
    return bytes
  }
}
