extension ExpressionGenerator {
  /// An expression of a type whose operands go a level deeper.
  mutating func compound(_ kind: Kind, _ depth: Int) -> String {
    switch kind {
    case .bool: bool(depth)
    case .int: int(depth)
    case .float: float(depth)
    case .string: text(depth)
    case .bytes:
      random.pick([
        "\(expression(.string, depth)).toUtf8()", "hashing.md5(\(expression(.string, depth)))",
        "hashing.sha256(\(expression(.bytes, depth)))", "hashing.crc32(\(leaf(.string)))",
        "hashing.crc32c(\(leaf(.bytes)))",
      ])
    case .list: list(depth)
    case .set: set(depth)
    case .map:
      random.pick([
        "{\(string()): \(anything(depth: depth)), 'b': \(anything(depth: depth))}",
        "\(lookUp("get")).data", "\(lookUp("getAfter")).data",
        "{'x': {'y': \(leaf(.map))}}.get(['x', 'y'], {})",
        "{\(leaf(.string)): \(anything(depth: depth))}",
      ])
    case .timestamp:
      random.pick([
        "(\(expression(.timestamp, depth)) + \(expression(.duration, depth)))",
        "(\(expression(.timestamp, depth)) - \(leaf(.duration)))", "\(leaf(.timestamp)).date()",
        "timestamp.value(\(expression(.int, depth)))",
        "timestamp.date(\(leaf(.int)), \(leaf(.int)), \(leaf(.int)))",
      ])
    case .duration:
      random.pick([
        "(\(expression(.timestamp, depth)) - \(expression(.timestamp, depth)))",
        "duration.value(\(expression(.int, depth)), 's')",
        "duration.abs(\(expression(.duration, depth)))",
        "-\(leaf(.duration))", "\(leaf(.timestamp)).time()",
        "(\(leaf(.duration)) + \(leaf(.duration)))",
      ])
    case .latlng: "latlng.value(\(expression(.float, depth)), \(expression(.int, depth)))"
    case .path:
      random.pick([
        "/a/$(\(anything(depth: depth)))/c", "path(\(expression(.string, depth)))",
        "/a/{b}.bind({'b': \(expression(.string, depth))})", "\(leaf(.path))[0:1]",
        "/databases/(default)/documents/c/$(\(expression(.string, depth)))",
      ])
    }
  }

  private mutating func bool(_ depth: Int) -> String {
    let kind = random.pick(Kind.allCases)
    let left = expression(kind, depth)
    let right = expression(kind, depth)
    switch random.below(24) {
    case 0...4: return "(\(expression(.bool, depth)) && \(expression(.bool, depth)))"
    case 5...8: return "\(expression(.bool, depth)) || \(expression(.bool, depth))"
    case 9: return "!(\(expression(.bool, depth)))"
    case 10, 11: return "(\(left) \(random.pick(["==", "!="])) \(right))"
    case 12:
      return "(\(left) \(random.pick(["<", "<=", ">", ">="])) \(right))"
    case 13: return "(\(left) in [\(right), \(leaf(kind))])"
    case 14: return "(\(expression(.string, depth)) in \(expression(.map, depth)))"
    case 15: return "(\(left) in \(expression(.set, depth)))"
    case 16:
      let word = random.pick([
        "bool", "bytes", "duration", "float", "int", "latlng", "list", "number", "map", "string",
        "set",
        "timestamp", "path", "map_diff", "constraint", "vector",
      ])
      return "(\(left) is \(word))"
    case 17:
      let pattern = random.pick(["'a.*'", "'(a|b)+'", "'[A-Z]'", "'^$'", "'a' + 'b'", "'\\\\d+'"])
      return "\(expression(.string, depth)).matches(\(pattern))"
    case 18:
      let method = random.pick(["hasAll", "hasAny", "hasOnly"])
      return "\(expression(.list, depth)).\(method)(\(expression(.list, depth)))"
    case 19:
      let method = random.pick(["hasAll", "hasAny", "hasOnly"])
      return "\(expression(.set, depth)).\(method)(\(leaf(random.oneIn(2) ? .set : .list)))"
    case 20, 21: return lookUp(random.pick(["exists", "existsAfter"]))
    case 22: return "(\(left) in \(right))"
    default: return "math.isNaN(\(expression(.float, depth)))"
    }
  }

  private mutating func int(_ depth: Int) -> String {
    switch random.below(9) {
    case 0...2:
      let operation = random.pick(["+", "-", "*", "/", "%"])
      return "(\(expression(.int, depth)) \(operation) \(expression(.int, depth)))"
    case 3:
      let kind = random.pick([Kind.string, .list, .map, .set, .bytes, .path])
      return "\(expression(kind, depth)).size()"
    case 4: return "-\(leaf(.int))"
    case 5: return "int(\(expression(random.oneIn(2) ? .string : .float, depth)))"
    case 6:
      let method = random.pick([
        "year", "month", "day", "hours", "minutes", "seconds", "nanos", "toMillis", "dayOfWeek",
        "dayOfYear",
      ])
      return "\(expression(.timestamp, depth)).\(method)()"
    case 7: return "\(expression(.duration, depth)).\(random.pick(["seconds", "nanos"]))()"
    default:
      return "math.\(random.pick(["abs", "ceil", "floor", "round"]))(\(expression(.int, depth)))"
    }
  }

  private mutating func float(_ depth: Int) -> String {
    switch random.below(6) {
    case 0, 1:
      let operation = random.pick(["+", "-", "*", "/", "%"])
      return "(\(expression(.float, depth)) \(operation) \(expression(.int, depth)))"
    case 2: return "float(\(expression(.string, depth)))"
    case 3:
      return "math.\(random.pick(["sqrt", "ceil", "floor", "abs"]))(\(expression(.float, depth)))"
    case 4: return "math.pow(\(expression(.float, depth)), \(leaf(.int)))"
    default: return "\(expression(.latlng, depth)).distance(\(leaf(.latlng)))"
    }
  }

  private mutating func text(_ depth: Int) -> String {
    switch random.below(9) {
    case 0, 1: return "(\(expression(.string, depth)) + \(expression(.string, depth)))"
    case 2: return "\(expression(.string, depth)).\(random.pick(["lower", "upper", "trim"]))()"
    case 3: return "string(\(anything(depth: depth)))"
    case 4:
      let pattern = random.pick(["'a'", "'(a)(b)?'", "''", "'.'", "'(' + ')'"])
      return
        "\(expression(.string, depth)).replace(\(pattern), '\(random.pick(["x", "$1", "$2", ""]))')"
    case 5: return "\(expression(.list, depth)).join(\(leaf(.string)))"
    case 6: return "\(expression(.bytes, depth)).\(random.pick(["toBase64", "toHexString"]))()"
    case 7: return "\(expression(.string, depth))[\(leaf(.int)):\(random.pick(["", "2", "5"]))]"
    default: return "\(expression(.path, depth))[\(expression(.int, depth))]"
    }
  }

  private mutating func list(_ depth: Int) -> String {
    switch random.below(8) {
    case 0, 1: return "[\(anything(depth: depth)), \(anything(depth: depth))]"
    case 2:
      return "\(expression(.list, depth)).\(random.pick(["concat", "removeAll"]))(\(leaf(.list)))"
    case 3: return "\(expression(.map, depth)).\(random.pick(["keys", "values"]))()"
    case 4: return "\(expression(.string, depth)).split(\(random.pick(["','", "''", "'[a-c]'"])))"
    case 5:
      return
        "\(expression(.list, depth))[\(random.pick(["0", "", "1"])):\(random.pick(["2", "", "9"]))]"
    case 6: return "[\(expression(.int, depth))]"
    default: return "\(leaf(.path)).segments()"
    }
  }

  private mutating func set(_ depth: Int) -> String {
    switch random.below(4) {
    case 0: return "\(expression(.list, depth)).toSet()"
    case 1:
      let method = random.pick(["union", "intersection", "difference"])
      return "\(expression(.set, depth)).\(method)(\(expression(.set, depth)))"
    case 2:
      let method = random.pick([
        "affectedKeys", "addedKeys", "removedKeys", "changedKeys", "unchangedKeys",
      ])
      return "\(expression(.map, depth)).diff(\(expression(.map, depth))).\(method)()"
    default: return leaf(.set)
    }
  }
}
