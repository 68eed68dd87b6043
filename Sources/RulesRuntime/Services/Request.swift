/// One operation that rules judge.
public struct Request: Sendable {
  /// What it does.
  public var method: Method
  /// The path that it is routed by: `databases`, `(default)`, `documents`, …, or `b`, bucket, `o`, ….
  ///
  /// Its known segments are `request.path`.
  public var path: RoutePath
  /// `request.auth`: null for nobody, else `{uid, token}`.
  public var auth: Value
  /// `request.time`.
  public var time: Timestamp
  /// `resource`: null where nothing is stored at the path; nil where reading it is an error.
  public var resource: Value?
  /// `request.resource`: the document or object after the write; nil where the request has none.
  public var requestResource: Value?
  /// `request.query` of a list.
  public var query: Value?
  /// `request.transforms` of a write: null, or a list of paths of the fields that the service computes.
  public var transforms: Value
  /// `request.writeFields` of a write: null, or the names of the fields that it touches.
  public var writeFields: Value
  /// The Firestore documents (segments below the database's documents) that the whole commit is about.
  public var ownDocuments: Set<ContiguousArray<Text>>
  /// Whether a read belongs to a transaction that may write; each write does.
  public var isInTransaction = false
  /// `request` itself where a test gives it member for member; nil where the service makes it.
  public var given: Value?
  /// What nobody knows yet, so that reading it is undetermined; nothing but where the two passes of the
  /// official emulator are replayed.
  public var unknowns: Unknowns = []

  /// What may not be known of a request before documents are read.
  public struct Unknowns: OptionSet, Sendable {
    /// A bit each.
    public let rawValue: UInt8
    /// A set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `resource`.
    public static let resource = Unknowns(rawValue: 1)
    /// `request.resource`.
    public static let requestResource = Unknowns(rawValue: 2)
    /// What lookups find.
    public static let lookups = Unknowns(rawValue: 4)
  }

  /// A request; what only some methods have is left out by default.
  public init(
    method: Method,
    path: RoutePath,
    auth: Value,
    time: Timestamp,
    resource: Value?,
    requestResource: Value? = nil,
    query: Value? = nil,
    transforms: Value = .null,
    writeFields: Value = .null,
    ownDocuments: Set<ContiguousArray<Text>> = []
  ) {
    self.method = method
    self.path = path
    self.auth = auth
    self.time = time
    self.resource = resource
    self.requestResource = requestResource
    self.query = query
    self.transforms = transforms
    self.writeFields = writeFields
    self.ownDocuments = ownDocuments
  }

  /// A request of which rules see exactly what is given, and nothing is added.
  ///
  /// Source: recorded from the hosted test API.
  public init(given: Value, method: Method, path: RoutePath, resource: Value?) {
    self.init(
      method: method,
      path: path,
      auth: .null,
      time: Timestamp(seconds: 0, nanos: 0),
      resource: resource
    )
    self.given = given
  }

  /// The `request` that rules see.
  ///
  /// Source: recorded from the official emulator; a member that a kind of request does not have is
  /// absent, so that reading it is an error.
  package func value(for service: Program.Service) -> Value {
    if let given { return given }
    var members = RequestMap()
    members.add(.auth, auth)
    members.add(.fields, rareMember(.fields, for: service))
    members.add(.headers, rareMember(.headers, for: service))
    members.add(.inTransaction, rareMember(.inTransaction, for: service))
    members.add(.method, SharedValues.shared.name(of: method).value)
    members.add(.params, rareMember(.params, for: service))
    if path.hasKnownCollection { members.add(.path, .path(PathValue(plain: path.segments))) }
    members.add(.query, rareMember(.query, for: service))
    members.add(.readFields, rareMember(.readFields, for: service))
    if service == .storage || method.isWrite && !unknowns.contains(.requestResource) {
      members.add(.resource, requestResource ?? .null)
    }
    members.add(.time, .timestamp(time))
    members.add(.transforms, rareMember(.transforms, for: service))
    members.add(.writeFields, rareMember(.writeFields, for: service))
    return .map(members.map)
  }

  /// A member of `request` that few rules read; nil for one that it has not.
  func rareMember(_ member: RequestMember, for service: Program.Service) -> Value? {
    switch (member, service) {
    case (.params, .storage): .map(.empty)
    case (_, .storage): nil
    case (.headers, _): .map(.empty)
    case (.inTransaction, _): .bool(method.isWrite || isInTransaction)
    case (.readFields, _): method.isWrite ? .null : nil
    case (.transforms, _): method.isWrite ? transforms : nil
    case (.writeFields, _): method.isWrite ? writeFields : nil
    case (.fields, _): method.isWrite ? nil : .null
    case (.query, _): query
    case (.auth, _), (.method, _), (.time, _), (.path, _), (.params, _), (.resource, _),
      (.other, _):
      nil
    }
  }
}
