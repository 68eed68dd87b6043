/// The map that `request` is, put together member by member; the maps of requests of one kind share their keys.
struct RequestMap {
  private var members = Members()
  private var values: ContiguousArray<Value> = []

  /// No member.
  init() { values.reserveCapacity(RequestMember.allCases.count) }

  /// Adds a member, unless it has no value; members are added in the order of their names.
  mutating func add(_ member: RequestMember, _ value: Value?) {
    guard let value else { return }
    members.insert(Members(member))
    values.append(value)
  }

  /// The map.
  var map: MapValue { MapValue(Self.shapes[members] ?? members.shape, values) }

  /// Which members a request has.
  private struct Members: OptionSet, Hashable {
    let rawValue: UInt16

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ member: RequestMember) { self.init(rawValue: 1 << member.rawValue) }

    /// The keys of a map of them, in the order of their bytes.
    var shape: MapShape {
      let names = RequestMember.allCases.filter { contains(Members($0)) }.compactMap(\.name)
      return MapShape(
        ContiguousArray(names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
      )
    }
  }

  /// The shapes of all kinds of requests.
  private static let shapes: [Members: MapShape] = {
    let always = members([.auth, .method, .time])
    let firestore = always.union(members([.headers, .inTransaction]))
    let read = firestore.union(members([.fields]))
    let write = firestore.union(members([.readFields, .transforms, .writeFields]))
    let storage = always.union(members([.params, .resource]))
    let kinds = [
      read, read.union(members([.query])), write, write.union(members([.resource])), storage,
    ]
    let path = members([.path])
    return Dictionary(
      (kinds + kinds.map { $0.union(path) }).map { ($0, $0.shape) },
      uniquingKeysWith: { first, _ in first }
    )
  }()

  private static func members(_ members: [RequestMember]) -> Members {
    members.reduce(into: []) { $0.insert(Members($1)) }
  }
}
