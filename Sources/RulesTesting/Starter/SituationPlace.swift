import RulesRuntime

/// A part of a situation that can be given a value.
enum SituationPlace {
  /// `request.auth` and what is below it.
  case auth([Text])
  /// What stands at the path of the request, as a whole or a field of it.
  case stored([Text])
  /// Whether something stands there.
  case storedExists
  /// The document after the write.
  case sent([Text])
  /// Another document.
  case other(ContiguousArray<Text>, [Text])
  /// Whether another document is there.
  case otherExists(ContiguousArray<Text>)
  /// A segment of the path.
  case segment(Int)
  case time
  case limit

  /// How odd a change of it is.
  var cost: Int {
    switch self {
    case .stored, .sent, .limit: 1
    case .storedExists, .other, .otherExists, .segment: 2
    case .auth(let names): names.isEmpty ? 1 : names == ["uid"] ? 4 : 3
    case .time: 5
    }
  }

  /// The last name of it, which says what it holds.
  var name: Text? {
    switch self {
    case .auth(let names), .stored(let names), .sent(let names), .other(_, let names): names.last
    case .storedExists, .otherExists, .segment, .time, .limit: nil
    }
  }
}

extension Situation {
  /// The value of a part; nil where there is none.
  func value(at place: SituationPlace) -> Value? {
    switch place {
    case .auth(let names):
      guard let auth = user?.auth(at: time) else { return names.isEmpty ? .null : nil }
      guard case .map(let map) = auth, !names.isEmpty else { return auth }
      return map.value(at: names)
    case .stored(let names): return Self.value(in: stored, at: names)
    case .sent(let names): return Self.value(in: sent, at: names)
    case .other(let path, let names): return Self.value(in: other(path), at: names)
    case .storedExists: return .bool(stored != nil)
    case .otherExists(let path): return .bool(other(path) != nil)
    case .segment(let index): return path.indices.contains(index) ? .string(path[index]) : nil
    case .time: return .timestamp(time)
    case .limit: return limit.map { .int($0) }
    }
  }

  private static func value(in map: MapValue?, at names: [Text]) -> Value? {
    names.isEmpty ? map.map { .map($0) } : map?.value(at: names)
  }

  /// The situation with a part that has another value, or none; nil where that can't be.
  func setting(_ place: SituationPlace, to value: Value?) -> Situation? {
    var changed = self
    changed.cost += place.cost
    switch place {
    case .auth(let names): return changed.setAuth(names, to: value) ? changed : nil
    case .stored(let names):
      if method == .list, service != .storage {
        guard let value, !names.isEmpty else { return nil }
        changed.setFilter(names, .equal, value)
        return changed
      }
      guard method != .create, method != .list else { return nil }
      guard let fields = Self.map(stored, setting: names, to: value) else { return nil }
      changed.stored = fields
    case .storedExists:
      guard method == .get, case .bool(let exists) = value else { return nil }
      changed.stored = exists ? stored ?? .empty : nil
    case .sent(let names):
      guard let sent, let fields = Self.map(sent, setting: names, to: value) else { return nil }
      changed.setSent(fields)
    case .other(let path, let names):
      guard let fields = Self.map(other(path), setting: names, to: value) else { return nil }
      changed.setOther(path, to: fields)
    case .otherExists(let path):
      guard case .bool(let exists) = value else { return nil }
      changed.setOther(path, to: exists ? other(path) ?? .empty : nil)
    case .segment(let index):
      guard case .string(let text) = value, path.indices.contains(index), !text.isEmpty,
        text.utf8.count < 200, !text.utf8.contains(UInt8(ascii: "/"))
      else { return nil }
      changed.path[index] = text
    case .time:
      guard case .timestamp(let time) = value else { return nil }
      changed.time = time.ofRequest
    case .limit:
      guard method == .list, service != .storage else { return nil }
      switch value {
      case .int(let count) where (0...1_000_000).contains(count): changed.limit = count
      case nil, .null: changed.limit = nil
      default: return nil
      }
    }
    return changed
  }

  /// Asks for documents whose field is so.
  mutating func setFilter(_ path: [Text], _ comparison: ListQuery.Comparison, _ value: Value) {
    filters.removeAll { $0.path == path }
    filters.append((path, comparison, value))
  }

  private static func map(_ map: MapValue?, setting names: [Text], to value: Value?) -> MapValue? {
    guard names.isEmpty else { return (map ?? .empty).setting(names, to: value) }
    guard case .map(let whole) = value else { return nil }
    return whole
  }

  // MARK: Users

  /// The one who asks unless something speaks for another one.
  static let somebody = User(name: "", uid: "alice", claims: .empty, provider: .password)

  private mutating func setAuth(_ names: [Text], to value: Value?) -> Bool {
    switch (names.first, value) {
    case (nil, .null), (nil, nil): user = nil
    case (nil, .some): user = user ?? Self.somebody
    case ("uid", .string(let uid)):
      guard !uid.isEmpty, uid.utf8.count <= 128 else { return false }
      user = user ?? Self.somebody
      user?.uid = uid
    case ("token", let value): return setClaim(Array(names.dropFirst()), to: value)
    default: return false
    }
    return true
  }

  private mutating func setClaim(_ names: [Text], to value: Value?) -> Bool {
    var user = user ?? Self.somebody
    switch names.first {
    case nil: return false
    case "sub", "user_id":
      guard case .string(let uid) = value else { return false }
      user.uid = uid
    case "firebase":
      guard names == ["firebase", "sign_in_provider"], case .string(let claim) = value else {
        return false
      }
      // Any other provider will do where one is only not to be another.
      user.provider = SignInProvider.allCases.first { Text($0.claim) == claim } ?? .password
    default: user.claims = user.claims.setting(names, to: value)
    }
    self.user = user
    return true
  }
}
