import RulesJSON

/// What the service answers instead of doing what it was asked.
struct ServiceError: Error, Sendable, Hashable {
  /// The code of gRPC, of which the status of HTTP follows.
  let code: Code
  /// The message, in the words of the official emulator.
  let message: String
  /// What the message leaves out, for people who look at the header of the reply.
  var reason: String?

  /// The codes of gRPC that are used.
  enum Code: Int, Sendable, Hashable {
    case invalidArgument = 3
    case notFound = 5
    case alreadyExists = 6
    case permissionDenied = 7
    case resourceExhausted = 8
    case failedPrecondition = 9
    case aborted = 10
    case unimplemented = 12
    case internalFailure = 13

    /// Its name.
    var name: String {
      switch self {
      case .invalidArgument: "INVALID_ARGUMENT"
      case .notFound: "NOT_FOUND"
      case .alreadyExists: "ALREADY_EXISTS"
      case .permissionDenied: "PERMISSION_DENIED"
      case .resourceExhausted: "RESOURCE_EXHAUSTED"
      case .failedPrecondition: "FAILED_PRECONDITION"
      case .aborted: "ABORTED"
      case .unimplemented: "UNIMPLEMENTED"
      case .internalFailure: "INTERNAL"
      }
    }

    /// The status of HTTP.
    var status: Int {
      switch self {
      case .invalidArgument, .failedPrecondition: 400
      case .notFound: 404
      case .alreadyExists, .aborted: 409
      case .permissionDenied: 403
      case .resourceExhausted: 429
      case .unimplemented: 501
      case .internalFailure: 500
      }
    }
  }

  /// An error from its parts.
  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// A request that says something that can't be.
  static func invalid(_ message: String) -> ServiceError {
    ServiceError(.invalidArgument, message)
  }

  /// A body that is not what the method takes: the official emulator does not say why, so the reason is in the header.
  static func payload(_ reason: String) -> ServiceError {
    var error = ServiceError.invalid("Payload isn't valid for request.")
    error.reason = reason
    return error
  }

  /// Whether it is about a body that is not what the method takes.
  var isPayload: Bool { reason != nil }

  /// The reply that says it.
  var response: HTTPResponse {
    let error: JSONValue = [
      "code": .integer(code.status), "message": .string(message), "status": .string(code.name),
    ]
    var response = HTTPResponse(status: code.status, ["error": error])
    // What users wrote may be in the reason: a line break would end the field.
    if let reason {
      let line = reason.unicodeScalars.map { $0.value < 0x20 || $0.value > 0x7E ? "?" : $0 }
      response.fields.append(("Rulescheck-Reason", String(String.UnicodeScalarView(line))))
    }
    return response
  }
}
