package import RulesRuntime

/// What a write does to the stored documents, as the service does it.
package struct AppliedWrite {
  /// How rules see the write.
  package var method: Method
  /// The document after it; nil for none.
  package var fields: MapValue?
  /// `request.transforms`.
  package var transforms: Value = .null
  /// `request.writeFields`.
  package var writeFields: Value = .null

  /// The most fields of one write that the service computes.
  ///
  /// Source: the quotas of Cloud Firestore.
  package static let transformLimit = 500

  /// A write that the service refuses whatever the rules say.
  package struct Impossible: Error {
    /// One sentence, lower-case start, no final stop.
    package let reason: String
  }

  /// Applies an operation to a document.
  ///
  /// - Parameters:
  ///   - operation: what is written.
  ///   - existing: the document as it is before.
  ///   - time: the time of the request, which `serverTimestamp()` gives.
  /// - Throws: why the service refuses the write whatever the rules say.
  package init(
    _ operation: TestOperation,
    to existing: MapValue?,
    at time: Timestamp
  ) throws(Impossible) {
    switch operation.method {
    case .get, .list:
      throw Impossible(reason: "`\(operation.method.rawValue)` is no write")
    case .delete:
      method = .delete
      fields = nil
      return
    case .create:
      guard existing == nil else {
        throw Impossible(
          reason: "`create` needs a path at which nothing stands; `set` creates or replaces"
        )
      }
      method = .create
    case .update:
      guard existing != nil else {
        throw Impossible(
          reason: "`update` needs a document that is there; `set` creates or replaces"
        )
      }
      method = .update
    case .set:
      method = existing == nil ? .create : .update
    }
    let isMerge = operation.method == .update
    let transformCount = operation.changes.count { $0.isTransform }
    guard transformCount <= Self.transformLimit else {
      throw Impossible(
        reason:
          "the service takes \(Self.transformLimit) transforms a write, found \(transformCount)"
      )
    }
    // The plain fields make one map at once, as making one for each takes quadratic time.
    let base = isMerge ? existing ?? .empty : .empty
    var keys = base.keys
    var values = ContiguousArray(base.values)
    keys.reserveCapacity(keys.count + operation.changes.count)
    values.reserveCapacity(values.count + operation.changes.count)
    var others: [FieldChange] = []
    for change in operation.changes {
      if change.path.count == 1, case .value(let value) = change.change {
        keys.append(change.path[0])
        values.append(value)
      } else {
        others.append(change)
      }
    }
    var result = MapValue(keys: keys, values: values)
    var start = others.startIndex
    while start < others.endIndex {
      // What is only stored or removed is so together, up to the next field that the service computes.
      let end = others[start...].firstIndex(where: \.isTransform) ?? others.endIndex
      result = result.applying(others[start..<end].map(\.plain)[...])
      guard end < others.endIndex else { break }
      result = try Self.apply(others[end], to: result, at: time)
      start = end + 1
    }
    fields = FirestoreData.stored(result)
    // Of a document that is replaced no field is named.
    guard isMerge || transformCount > 0 else { return }
    var touched = TouchedFields()
    touched.add(operation)
    note(touched)
  }

  /// Notes the fields that are named by the write, or by all writes of a commit to the document.
  package mutating func note(_ touched: TouchedFields) {
    transforms = touched.transformsValue
    writeFields = touched.writeFieldsValue
  }

  /// Makes a write that stores something a `create` or an `update`, by what was there before the whole commit.
  mutating func setMethod(whereThereWas existing: MapValue?) {
    if method != .delete { method = existing == nil ? .create : .update }
  }

  private static func apply(
    _ change: FieldChange,
    to fields: MapValue,
    at time: Timestamp
  ) throws(Impossible) -> MapValue {
    // What is compared with the elements of a list is compared as it is stored.
    let current = fields.value(at: change.path).map { FirestoreData.stored($0) }
    switch change.change {
    case .value(let value): return fields.setting(change.path, to: value)
    case .delete: return fields.setting(change.path, to: nil)
    case .serverTimestamp: return fields.setting(change.path, to: .timestamp(time))
    case .increment(let amount):
      return fields.setting(change.path, to: incremented(current, by: amount))
    case .maximum(let other):
      return fields.setting(change.path, to: extreme(current, other, isMaximum: true))
    case .minimum(let other):
      return fields.setting(change.path, to: extreme(current, other, isMaximum: false))
    case .arrayUnion(let elements):
      let list = try appended(FirestoreData.stored(elements), to: list(current))
      return fields.setting(change.path, to: .list(ListValue(list)))
    case .arrayRemove(let elements):
      let list = try removed(FirestoreData.stored(elements), from: list(current))
      return fields.setting(change.path, to: .list(ListValue(list)))
    }
  }

  private static func list(_ value: Value?) -> ContiguousArray<Value> {
    if case .list(let list) = value { list.elements } else { [] }
  }

  /// The list with the elements added that are missing; what was there keeps its repeats.
  private static func appended(
    _ added: ContiguousArray<Value>,
    to existing: ContiguousArray<Value>
  ) throws(Impossible) -> ContiguousArray<Value> {
    do throws(FaultReason) {
      let distinctCount = try SetValue(existing).elements.count
      return existing + (try SetValue(existing + added).elements.dropFirst(distinctCount))
    } catch {
      throw Impossible(reason: error.message.description)
    }
  }

  private static func removed(
    _ removed: ContiguousArray<Value>,
    from existing: ContiguousArray<Value>
  ) throws(Impossible) -> ContiguousArray<Value> {
    do throws(FaultReason) {
      let removed = Value.set(try SetValue(removed))
      var kept: ContiguousArray<Value> = []
      for element in existing where !(try Operators.isContained(element, in: removed)) {
        kept.append(element)
      }
      return kept
    } catch {
      throw Impossible(reason: error.message.description)
    }
  }

  /// A number and the amount; ints stop at their limits, and what is no number is replaced by the amount.
  private static func incremented(_ current: Value?, by amount: Value) -> Value {
    switch (current, amount) {
    case (.int(let number), .int(let amount)):
      let (sum, overflow) = number.addingReportingOverflow(amount)
      return .int(overflow ? (amount < 0 ? .min : .max) : sum)
    case (.int(let number), .float(let amount)): return .float(Double(number) + amount)
    case (.float(let number), .int(let amount)): return .float(number + Double(amount))
    case (.float(let number), .float(let amount)): return .float(number + amount)
    default: return amount
    }
  }

  /// The greater or lesser of two numbers, the stored one where both are equal, and the one that is not a number
  /// where there is such a one; what is no number is replaced.
  ///
  /// Source: recorded from the official emulator.
  private static func extreme(_ current: Value?, _ other: Value, isMaximum: Bool) -> Value {
    if case .float(let float) = other, float.isNaN { return other }
    switch current {
    case .int, .float:
      guard let current else { return other }
      return (isMaximum ? isLess(current, other) : isLess(other, current)) ? other : current
    default: return other
    }
  }

  /// Whether a number is less than another; an int and a float are compared exactly.
  private static func isLess(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.int(let left), .int(let right)): left < right
    case (.float(let left), .float(let right)): left < right
    case (.int(let left), .float(let right)):
      // The least whole number that is not below the float is the same for each int that is below it.
      Int64(exactly: right.rounded(.up)).map { left < $0 } ?? (right > 0)
    case (.float(let left), .int(let right)):
      Int64(exactly: left.rounded(.down)).map { $0 < right } ?? (left < 0)
    default: false
    }
  }
}

extension TouchedFields {
  /// Adds a write of a test.
  mutating func add(_ operation: TestOperation) {
    guard operation.method != .delete else {
      addDelete()
      return
    }
    let stored = operation.changes.filter { !$0.isTransform }.map(\.path)
    add(
      mask: operation.method == .update ? stored : nil,
      transforms: operation.changes.filter(\.isTransform).map(\.path)
    )
  }
}

extension FieldChange {
  /// Whether the service computes the field.
  fileprivate var isTransform: Bool {
    switch change {
    case .value, .delete: false
    case .serverTimestamp, .increment, .maximum, .minimum, .arrayUnion, .arrayRemove: true
    }
  }

  /// What is stored at the path; nil where the field is removed.
  fileprivate var plain: MapValue.Replacement {
    if case .value(let value) = change { (path[...], value) } else { (path[...], nil) }
  }
}
