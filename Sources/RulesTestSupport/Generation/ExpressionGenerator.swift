/// Random expressions, most of them of fitting types, some of them wrong.
package struct ExpressionGenerator: Sendable {
  /// Where its choices come from.
  package var random: SeededRandom
  /// The variables in force.
  package var locals: [String] = []
  /// The wildcards in force.
  package var wildcards: [String] = []
  /// The functions that may be called.
  package var functions: [(name: String, parameterCount: Int)] = []
  /// Whether documents are looked up as in Cloud Storage.
  package var isStorage = false

  /// A generator from a seed.
  package init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  /// What an expression should be.
  enum Kind: CaseIterable {
    case bool, int, float, string, bytes, list, set, map, timestamp, duration, latlng, path
  }

  /// An expression that should be true or false.
  package mutating func condition() -> String {
    expression(.bool, random.oneIn(3) ? 4 : 3)
  }

  /// An expression of any type.
  package mutating func anything(depth: Int) -> String {
    expression(random.pick(Kind.allCases), depth)
  }

  /// An expression of a type, seldom of another one.
  mutating func expression(_ kind: Kind, _ depth: Int) -> String {
    if random.oneIn(40) { return anything(depth: max(0, depth - 1)) }
    if random.oneIn(12) { return "(" + expression(kind, depth) + ")" }
    guard depth > 0, !random.oneIn(8) else { return leaf(kind) }
    switch random.below(12) {
    case 0 where !functions.isEmpty: return call(depth)
    case 1:
      return "(\(expression(.bool, depth - 1)) ? \(expression(kind, depth - 1)) : \(leaf(kind)))"
    case 2: return "[\(expression(kind, depth - 1)), \(leaf(kind))][\(random.below(3))]"
    case 3: return "{'a': \(expression(kind, depth - 1)), \(string()): \(leaf(.int))}.a"
    case 4: return variable()
    default: return compound(kind, depth - 1)
    }
  }

  private mutating func call(_ depth: Int) -> String {
    let function = random.pick(functions)
    let count = random.oneIn(20) ? function.parameterCount + 1 : function.parameterCount
    let arguments = (0..<count).map { _ in anything(depth: min(1, depth - 1)) }
    return "\(function.name)(\(arguments.joined(separator: ", ")))"
  }

  private mutating func variable() -> String {
    switch random.below(6) {
    case 0 where !locals.isEmpty: return random.pick(locals)
    case 1 where !wildcards.isEmpty: return random.pick(wildcards)
    case 2:
      return "resource.data." + random.pick(ValueGenerator.fieldNames)
    case 3:
      return "request.resource.data." + random.pick(ValueGenerator.fieldNames)
    case 4:
      return random.pick([
        "request.auth.uid", "request.auth.token.email", "request.method", "request.time",
        "resource.id",
        "request.path", "resource.data", "request.query.limit", "resource.__name__", "request",
        "request.auth", "resource", "request.nothing.at.all", "null.a", "(null).a.b",
        "((request)).auth",
      ])
    default: return random.oneIn(10) ? "nobody" : "resource.data[\(string())]"
    }
  }

  mutating func string() -> String {
    "'" + random.pick(ValueGenerator.texts) + "'"
  }

  mutating func leaf(_ kind: Kind) -> String {
    switch kind {
    case .bool: random.pick(["true", "false", "true", "false", "request.auth != null", "null"])
    case .int:
      random.pick(["0", "1", "2", "-1", "7", "9223372036854775807", "-9223372036854775808"])
    case .float: random.pick(["0.5", "1.0", "-2.5", ".5", "5.", "float('NaN')"])
    case .string: string()
    case .bytes: random.pick(["b'abc'", "b'\\x00\\xff'", "b''"])
    case .list: random.pick(["[]", "[1, 2, 3]", "['a', 'b']", "[[1], {'a': 1}]", "[1, 1.0, null]"])
    case .set: random.pick(["[].toSet()", "[1, 2].toSet()", "['a', 'b', 'a'].toSet()"])
    case .map: random.pick(["{}", "{'a': 1}", "{'a': {'b': true}, 'c': 'x'}", "resource.data"])
    case .timestamp:
      random.pick(["request.time", "timestamp.date(2024, 2, 29)", "timestamp.value(0)"])
    case .duration: random.pick(["duration.value(1, 'd')", "duration.time(1, 2, 3, 4)"])
    case .latlng: random.pick(["latlng.value(1, 2)", "latlng.value(-90.0, 180.0)"])
    case .path: path()
    }
  }

  private mutating func path() -> String {
    let root = "/databases/(default)/documents"
    return random.pick([
      "\(root)/c/x", "\(root)/users/alice", "\(root)/users/$(request.auth.uid)", "/a/b",
      "request.path",
      "\(root)/c/$(resource.id)", "/a/{b}/c", "/{a=**}", "path('a/b/{c}')",
      "/$(1)/$(\(string()))", "\(root)/c/$(\(leaf(.int)))",
    ])
  }

  /// A lookup of a document.
  mutating func lookUp(_ name: String) -> String {
    let base = name.hasPrefix("get") ? "get" : "exists"
    return (isStorage ? "firestore.\(base)" : name) + "(\(path()))"
  }
}
