import RulesJSON

/// Why a request has no result.
package struct ResponseError: Error, Sendable, Hashable {
  /// What kind of error it is.
  package let code: Code
  /// One sentence for people, lower-case start, no final stop.
  package let message: String

  /// The numbers of errors that JSON-RPC and the protocol define.
  package enum Code: Int, Sendable, Hashable, CaseIterable {
    /// The message is no JSON.
    case parseError = -32_700
    /// The message is JSON, but no request; or it is one that may not be sent now.
    case invalidRequest = -32_600
    /// There is no such method.
    case methodNotFound = -32_601
    /// The parameters do not fit the method.
    case invalidParams = -32_602
    /// Something of ours went wrong.
    case internalError = -32_603
    /// A request came before `initialize`.
    case serverNotInitialized = -32_002
    /// The request is right, and yet it can't be done.
    case requestFailed = -32_803
    /// What the request speaks of was changed since.
    case contentModified = -32_801
    /// The client takes the request back.
    case requestCancelled = -32_800
  }

  /// An error from its kind and a sentence.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The request was taken back.
  static let cancelled = ResponseError(.requestCancelled, "the request was cancelled")

  /// The error as it is sent.
  var json: JSONValue {
    ["code": .integer(code.rawValue), "message": .string(message)]
  }
}
