import RulesJSON
import RulesRuntime

/// The rulesets and releases of one project, as the service that manages rules keeps them.
struct ProjectRulesets: Sendable {
  /// Rules that were stored.
  struct Ruleset: Sendable {
    /// `projects/P/rulesets/ID`.
    let name: String
    /// The `source` as it was given.
    let source: JSONValue
    /// When it was stored.
    let createTime: Timestamp
    /// The service that the rules are for.
    let service: String

    /// The ruleset with its rules, or without them as lists have it.
    func json(withSource: Bool) -> JSONValue {
      var members: [(String, JSONValue)] = [("name", .string(name))]
      if withSource { members.append(("source", source)) }
      members.append(("createTime", .string(createTime.rfc3339)))
      members.append(("metadata", ["services": [.string(service)]]))
      return .object(members)
    }
  }

  /// A name under which a ruleset is in force.
  struct Release: Sendable {
    /// `projects/P/releases/cloud.firestore`.
    let name: String
    /// The ruleset.
    var rulesetName: String
    /// When it was made.
    let createTime: Timestamp
    /// When it was last changed.
    var updateTime: Timestamp

    /// The release.
    var json: JSONValue {
      [
        "name": .string(name), "rulesetName": .string(rulesetName),
        "createTime": .string(createTime.rfc3339), "updateTime": .string(updateTime.rfc3339),
      ]
    }
  }

  /// The rulesets, the newest last.
  var rulesets: [Ruleset] = []
  /// The releases, in the order in which they were made.
  var releases: [Release] = []

  /// The most rulesets of a project.
  ///
  /// Source: the quotas of Firebase Security Rules.
  static let limit = 2500
}

/// One page of a list, as the Google APIs cut lists.
struct ListPage {
  /// What the page shows.
  let range: Range<Int>
  /// Where the next one begins; nil for the last.
  let nextToken: String?

  /// The page that the parameters of an address ask for.
  init(of count: Int, _ target: HTTPTarget) throws(ServiceError) {
    var size = 10
    if let text = target.text("pageSize"), !text.isEmpty {
      guard let number = Int(text), number >= 0 else { throw .invalid("Invalid page size.") }
      if number > 0 { size = min(number, 100) }
    }
    var start = 0
    if let text = target.text("pageToken"), !text.isEmpty {
      guard let number = Int(text), number >= 0, number <= count else {
        throw .invalid("Invalid page token.")
      }
      start = number
    }
    let end = min(count, start + size)
    range = start..<end
    nextToken = end < count ? String(end) : nil
  }

  /// The reply with the elements of the page.
  func reply(_ name: String, _ elements: [JSONValue]) -> HTTPResponse {
    var members: [(String, JSONValue)] = []
    if !range.isEmpty { members.append((name, .array(elements[range]))) }
    if let nextToken { members.append(("nextPageToken", .string(nextToken))) }
    return HTTPResponse(.object(members))
  }
}
