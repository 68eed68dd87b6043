import RulesJSON
import RulesRuntime

/// The requests that were answered last, for the page of the service.
struct RequestLog: Sendable {
  /// One request and its answer.
  struct Entry: Sendable {
    /// Counted from 1 since the start of the service.
    let number: Int
    /// When it was answered.
    let time: Timestamp
    /// `GET`, `POST`, ….
    let method: String
    /// Its target, shortened where it is long.
    let target: ContiguousArray<UInt8>
    /// The user's id, `owner`, or nil for nobody.
    let user: Text?
    /// The status of the answer.
    let status: Int
    /// What the answer says, if it is an error.
    let message: String?

    /// The entry as the page has it.
    var json: JSONValue {
      [
        "number": .integer(number), "time": .string(time.rfc3339), "method": .string(method),
        "target": .string(String(decoding: target, as: UTF8.self)),
        "user": user.map { .string(String($0.description.prefix(RequestLog.textLimit))) } ?? .null,
        "status": .integer(status), "message": message.map { .string($0) } ?? .null,
      ]
    }
  }

  private var entries: [Entry] = []
  private var count = 0

  /// The most requests that are kept, and the most letters of a text of one.
  private static let limit = 500
  private static let textLimit = 400
  private static let owner: Text = "owner"
  private static let userID: Text = "uid"

  /// Keeps a request; the oldest ones are dropped together, so that most of the time nothing is moved.
  mutating func add(
    _ call: Call,
    _ method: String,
    _ target: ContiguousArray<UInt8>,
    status: Int,
    message: String?
  ) {
    count += 1
    if entries.count >= 2 * Self.limit { entries.removeFirst(Self.limit) }
    let user: Text? =
      switch call.credentials {
      case .owner: Self.owner
      case .user(.map(let auth)):
        if case .string(let uid) = auth[Self.userID] { uid } else { nil }
      case .user: nil
      }
    entries.append(
      Entry(
        number: count,
        time: call.now,
        method: method,
        target: target.count <= Self.textLimit
          ? target : ContiguousArray(target.prefix(Self.textLimit)),
        user: user,
        status: status,
        message: message.map { String($0.prefix(Self.textLimit)) }
      )
    )
  }

  /// The requests after one, the oldest first.
  func entries(after number: Int) -> [Entry] {
    entries.suffix(Self.limit).filter { $0.number > number }
  }
}
