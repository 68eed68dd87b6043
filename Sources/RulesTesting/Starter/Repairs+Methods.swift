import RulesRuntime

extension Repairs {
  /// What methods come to, by what their receivers come to.
  mutating func repairMethod(
    _ node: TraceNode,
    _ name: Text,
    _ frame: TraceFrame?,
    _ goal: Goal
  ) {
    guard let receiver = node.children.first else { return }
    let arguments = node.children.dropFirst()
    if let fault = arguments.first(where: { $0.value == nil }), receiver.value != nil {
      repair(fault, frame, to: .present)
      return
    }
    let members = arguments.first?.value?.members
    switch (name, goal.truth) {
    case ("hasAll", let truth?):
      guard let members else { return }
      repair(receiver, frame, to: truth ? .containing(members) : .lacking(members))
    case ("hasAny", let truth?):
      guard let members else { return }
      if truth {
        for member in members.prefix(4) { repair(receiver, frame, to: .containing([member])) }
      } else {
        repair(receiver, frame, to: .lacking(members))
      }
    case ("hasOnly", let truth?):
      guard let members else { return }
      repair(receiver, frame, to: truth ? .only(members) : .containing([.string("other")]))
      if truth { repair(receiver, frame, to: .compare(.equal, .list(ListValue(members)))) }
    case ("matches", let truth?):
      guard let pattern = arguments.first?.value?.text else { return }
      repair(receiver, frame, to: .matching(pattern.utf8, truth))
    case ("size", _):
      guard case .compare(let operation, .int(let count)) = goal else {
        repair(receiver, frame, to: .type(.string, true))
        return
      }
      repair(receiver, frame, to: .size(operation, count))
    case ("keys", _): repair(receiver, frame, to: .keys(goal))
    case ("values", _): repair(receiver, frame, to: .values(goal))
    case ("affectedKeys", _), ("changedKeys", _), ("addedKeys", _), ("removedKeys", _),
      ("unchangedKeys", _):
      repairDifference(receiver, frame, goal, isReversed: name == "unchangedKeys")
    case ("toSet", _), ("lower", _), ("upper", _), ("trim", _), ("concat", _), ("union", _):
      repair(receiver, frame, to: goal)
    case ("toMillis", _):
      guard case .compare(let operation, .int(let count)) = goal else { return }
      let time = Timestamp(
        seconds: count / 1000,
        nanos: Int32(truncatingIfNeeded: max(0, count % 1000) * 1_000_000)
      )
      repair(receiver, frame, to: .compare(operation, .timestamp(time)))
    default: repairCauses(of: node, frame)
    }
  }

  /// `after.diff(before).affectedKeys()`: a key that is not to be there gets its value back.
  private mutating func repairDifference(
    _ difference: TraceNode,
    _ frame: TraceFrame?,
    _ goal: Goal,
    isReversed: Bool
  ) {
    guard case .method = program.expressions[Int(difference.expression.index)],
      difference.children.count > 1, case .map(let left) = difference.children[0].value,
      case .map(let right) = difference.children[1].value
    else {
      repairCauses(of: difference, frame)
      return
    }
    let all = Set(left.keys + right.keys)
    let affected = all.filter { key in
      guard let first = left[key], let second = right[key] else { return true }
      return !first.isSame(as: second)
    }
    let (restored, changed) = keys(goal, affected, of: all, isReversed)
    for (own, other) in [(0, right), (1, left)] {
      guard case .map(let map) = difference.children[own].value else { continue }
      var fields = map
      for key in restored.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
        fields = other[key].map { fields.setting(key, to: $0) } ?? fields.removing(key)
      }
      for key in changed where other[key].map({ fields[key]?.isSame(as: $0) ?? false }) ?? true {
        let value = values.candidates(for: .compare(.notEqual, other[key] ?? .null), nil)[0]
        fields = fields.setting(key, to: value ?? .string("other"))
      }
      repair(difference.children[own], frame, to: .compare(.equal, .map(fields)))
    }
  }

  /// The keys that are to be equal again, and those that are to be other ones.
  private func keys(
    _ goal: Goal,
    _ affected: Set<Text>,
    of all: Set<Text>,
    _ isReversed: Bool
  ) -> (restored: Set<Text>, changed: [Text]) {
    switch goal {
    case .only(let values):
      let allowed = Set(values.compactMap(\.text))
      return (isReversed ? [] : affected.subtracting(allowed), [])
    case .lacking(let values):
      let names = values.compactMap(\.text)
      return isReversed ? ([], names) : (affected.intersection(names), [])
    case .containing(let values):
      let names = values.compactMap(\.text)
      return isReversed ? (affected.intersection(names), []) : ([], names)
    case .compare(.equal, let value):
      let names = (value.members ?? []).compactMap(\.text)
      return isReversed ? ([], []) : (affected.subtracting(names), names)
    case .size(let operation, 0) where operation == .equal || operation == .lessOrEqual:
      return (isReversed ? [] : affected, [])
    case .size(.greater, _), .size(.greaterOrEqual, _): return ([], ["title"])
    default: return ([], [])
    }
  }
}
