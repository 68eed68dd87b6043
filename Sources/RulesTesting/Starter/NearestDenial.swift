import RulesRuntime

extension Situation {
  /// Somebody else who is signed in.
  static let stranger = User(name: "", uid: "bob", claims: .empty, provider: .password)

  /// The nearest situation that rules deny; nil where none was found.
  ///
  /// Of those that differ by one thing a denial by a condition is better than one by an error.
  func nearestDenial(by program: Program) -> Situation? {
    var byError: Situation?
    for changed in neighbours {
      guard let answer = Answer(to: changed, by: program), !answer.isAllowed else { continue }
      guard answer.decision.isDeniedByFault else { return changed }
      byError = byError ?? changed
    }
    return byError
  }

  /// The same with one thing changed: who asks first, then what is written or asked for, then what is stored.
  private var neighbours: [Situation] {
    users + writes + queries + storedDocuments + otherDocuments + times + claims
  }

  private func with(_ change: (inout Situation) -> Void) -> Situation {
    var changed = self
    change(&changed)
    return changed
  }

  private var users: [Situation] {
    var result: [Situation] = []
    if let user {
      if user.uid != Self.stranger.uid { result.append(with { $0.user = Self.stranger }) }
      result.append(with { $0.user = nil })
      if user.provider != .anonymous { result.append(with { $0.user?.provider = .anonymous }) }
    }
    return result
  }

  private var claims: [Situation] {
    guard let user else { return [] }
    return user.claims.keys.map { name in
      with { $0.user?.claims = user.claims.removing(name) }
    }
  }

  private var writes: [Situation] {
    guard method == .create || method == .update else { return [] }
    var result: [Situation] = []
    for (name, value) in zip(written.keys, written.values) {
      for other in Self.others(than: value) {
        result.append(with { $0.written = written.setting(name, to: other) })
      }
    }
    if method == .create || service == .storage {
      for name in written.keys {
        result.append(with { $0.written = written.removing(name) })
      }
    } else {
      for name in (stored?.keys ?? []) where !removed.contains(name) {
        result.append(
          with {
            $0.written = written.removing(name)
            $0.removed.append(name)
          }
        )
      }
      let stored = stored ?? .empty
      for (name, value) in zip(stored.keys, stored.values) where !written.contains(name) {
        for other in Self.others(than: value) {
          result.append(with { $0.written = written.setting(name, to: other) })
        }
      }
    }
    result.append(with { $0.written = written.setting("extra", to: .string("text")) })
    return result
  }

  private var queries: [Situation] {
    guard method == .list else { return [] }
    var result: [Situation] = []
    for index in filters.indices { result.append(with { $0.filters.remove(at: index) }) }
    if let limit {
      result.append(with { $0.limit = limit &+ 1 })
      result.append(with { $0.limit = nil })
    }
    return result
  }

  private var storedDocuments: [Situation] {
    guard let stored, method != .create, method != .list else { return [] }
    var result: [Situation] = []
    for (name, value) in zip(stored.keys, stored.values) {
      for other in Self.others(than: value) {
        result.append(with { $0.stored = stored.setting(name, to: other) })
      }
    }
    for name in stored.keys { result.append(with { $0.stored = stored.removing(name) }) }
    if method == .get { result.append(with { $0.stored = nil }) }
    return result
  }

  private var otherDocuments: [Situation] {
    var result: [Situation] = []
    for other in others {
      for (name, value) in zip(other.fields.keys, other.fields.values) {
        for changed in Self.others(than: value) {
          result.append(
            with { $0.setOther(other.path, to: other.fields.setting(name, to: changed)) }
          )
        }
      }
      result.append(with { $0.setOther(other.path, to: nil) })
    }
    return result
  }

  private var times: [Situation] {
    [1, -1, 36_500, -18_000].compactMap { days in
      time.adding(days: days).map { time in with { $0.time = time } }
    }
  }

  /// Values that a reader sees to be other ones.
  private static func others(than value: Value) -> [Value] {
    switch value {
    case .string(let text):
      [.string(text == "other" ? "another" : "other"), .string(""), .int(1)]
    case .bool(let bool): [.bool(!bool), .string("yes")]
    case .int(let int):
      [.int(int &+ 1), .int(int &- 1), .int(-1), .int(1_000_000_000), .string("text")]
    case .float(let float): [.float(-float), .string("text")]
    case .timestamp(let time):
      [time.adding(days: 1), time.adding(days: -1)].compactMap { $0.map(Value.timestamp) }
        + [.string("text")]
    case .list(let list):
      [
        .list(ListValue(ContiguousArray(list.elements.dropFirst()))),
        .list(ListValue(list.elements + [.string("other")])), .string("text"),
      ]
    case .map: [.map(.empty), .string("text")]
    default: [.string("text")]
    }
  }
}
