import RulesJSON
import RulesRuntime
import RulesSource

/// A request to the service, taken apart as far as every method needs it.
struct Call: Sendable {
  /// `GET`, `POST`, ….
  let method: String
  /// The decoded path behind the version of the interface, where it has one.
  let resource: ContiguousArray<UInt8>
  /// The word behind the last colon of a `POST`: `runQuery`.
  let verb: String?
  /// The parameters.
  let target: HTTPTarget
  /// The time.
  let now: Timestamp
  /// Whether the request has waited as long as it may.
  let isLastTry: Bool
  /// Whether it goes to the documents, rather than to the control interface.
  let isFirestore: Bool
  /// Who asks.
  var credentials = Credentials.user(.null)
  /// The body.
  let body: ContiguousArray<UInt8>

  /// The words that can follow a colon.
  private static let verbs = [
    "batchGet", "batchWrite", "beginTransaction", "commit", "executePipeline", "listCollectionIds",
    "partitionQuery", "rollback", "runAggregationQuery", "runQuery", "securityRules",
    "ruleCoverage", "ruleCoverage.html", "export", "import", "test", "getExecutable", "explain",
    "requests",
  ]

  /// Takes a request apart.
  init(
    _ request: HTTPRequest,
    _ target: HTTPTarget,
    at now: Timestamp,
    isLastTry: Bool
  ) throws(ServiceError) {
    method = request.method
    self.target = target
    self.now = now
    self.isLastTry = isLastTry
    body = request.body
    var path = target.path[...]
    if path.starts(with: "/v1/".utf8) {
      path = path.dropFirst("/v1/".utf8.count)
      isFirestore = true
    } else if path.starts(with: "/v1beta1/".utf8) {
      path = path.dropFirst("/v1beta1/".utf8.count)
      isFirestore = true
    } else {
      isFirestore = false
    }
    // An id may hold a colon, so only what is a word of the interface ends the name.
    let word = path.lastIndex(of: UInt8(ascii: ":")).map { colon in
      String(decoding: path[(colon + 1)...], as: UTF8.self)
    }
    if let word, Self.verbs.contains(word), method != "GET" || !isFirestore {
      verb = word
      resource = ContiguousArray(path.dropLast(word.utf8.count + 1))
    } else {
      verb = nil
      resource = ContiguousArray(path)
    }
    guard Text.isWellFormed(resource) else {
      throw .invalid("The address is no UTF-8.")
    }
  }

  /// The body as an object; an empty body is an empty object.
  ///
  /// - Parameter known: the names that it may have.
  /// - Returns: the object.
  /// - Throws: the error of a body that is another one.
  func object(_ known: [String]) throws(ServiceError) -> JSONObject {
    guard !body.isEmpty else { return JSONObject() }
    let json: JSONValue
    do throws(JSONSyntaxError) {
      json = try JSONValue(parsing: body)
    } catch {
      throw .payload("The body is no JSON: \(error.diagnostic.message).")
    }
    guard let object = json.object else { throw .payload("Expected an object.") }
    for member in object.members where !known.contains(member.name) {
      throw .payload("`\(member.name)` is not known here.")
    }
    return object
  }

  /// Whether the address is that of the service itself.
  var isRoot: Bool { resource.elementsEqual("/".utf8) }

  /// `request.time`: the service gives milliseconds.
  var requestTime: Timestamp {
    Timestamp(seconds: now.seconds, nanos: now.nanos / 1_000_000 * 1_000_000)
  }

  /// `request.auth`; null for the owner, whom rules are not asked about.
  var auth: Value {
    switch credentials {
    case .owner: .null
    case .user(let auth): auth
    }
  }

  /// Whether rules are not asked.
  var isOwner: Bool {
    if case .owner = credentials { true } else { false }
  }

  /// Refuses what only the owner may do.
  func requireOwner(_ subject: String) throws(ServiceError) {
    guard isOwner else {
      throw ServiceError(.permissionDenied, "\(subject) require admin authentication.")
    }
  }
}

extension Text {
  /// Whether bytes are UTF-8, so that they can be the bytes of a text.
  static func isWellFormed(_ bytes: ContiguousArray<UInt8>) -> Bool {
    (try? UTF8Span(validating: bytes.span)) != nil
  }
}
