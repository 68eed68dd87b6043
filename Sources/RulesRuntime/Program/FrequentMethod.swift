/// A method that rules call so often that the evaluator has a way of its own for it, which makes no list or set that
/// nobody sees.
enum FrequentMethod: UInt8, Sendable, CaseIterable {
  case size, keys, get, hasAll, hasAny, hasOnly, concat, diff, affectedKeys

  /// The name as written.
  var name: Text {
    switch self {
    case .size: "size"
    case .keys: "keys"
    case .get: "get"
    case .hasAll: "hasAll"
    case .hasAny: "hasAny"
    case .hasOnly: "hasOnly"
    case .concat: "concat"
    case .diff: "diff"
    case .affectedKeys: "affectedKeys"
    }
  }
}
