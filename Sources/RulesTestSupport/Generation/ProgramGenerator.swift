/// Random rules files that the official compiler takes: both services, functions, lets, wildcards of both kinds,
/// nested blocks, every operator and built-in.
package struct ProgramGenerator: Sendable {
  private var expressions: ExpressionGenerator
  /// The functions so far that each block around sees, with their counts of parameters.
  private var functions: [[(name: String, parameterCount: Int)]] = []
  private var functionCount = 0
  private var isStorage = false

  /// A generator from a seed.
  package init(seed: UInt64) {
    expressions = ExpressionGenerator(seed: seed)
  }

  /// A whole file.
  package mutating func program() -> String {
    isStorage = expressions.random.oneIn(5)
    functions = [[]]
    functionCount = 0
    expressions.isStorage = isStorage
    expressions.wildcards = []
    var text = expressions.random.oneIn(12) ? "" : "rules_version = '2';\n"
    let isVersion1 = text.isEmpty
    if expressions.random.oneIn(3) { text += function(indent: "", hasLets: !isVersion1) }
    text += "service \(isStorage ? "firebase.storage" : "cloud.firestore") {\n"
    let root = isStorage ? "/b/{bucket}/o" : "/databases/{database}/documents"
    text += match(root, ["bucket", "database"], indent: "  ", depth: 0, isVersion1, hasGlob: false)
    if expressions.random.oneIn(4) {
      functions = [functions[0]]
      text += match("/{every=**}", ["every"], indent: "  ", depth: 2, isVersion1, hasGlob: true)
    }
    return text + "}\n"
  }

  private mutating func match(
    _ pattern: String,
    _ wildcards: [String],
    indent: String,
    depth: Int,
    _ isVersion1: Bool,
    hasGlob: Bool
  ) -> String {
    let outer = expressions.wildcards
    expressions.wildcards += wildcards
    functions.append([])
    var text = "\(indent)match \(pattern) {\n"
    let inner = indent + "  "
    for _ in 0..<expressions.random.below(3) {
      text += function(indent: inner, hasLets: !isVersion1)
    }
    for _ in 0..<1 + expressions.random.below(3) { text += allow(indent: inner) }
    for _
      in 0..<(depth < 3 ? expressions.random.below(depth == 0 ? 4 : 2) + (depth == 0 ? 1 : 0) : 0)
    {
      let (pattern, names, isGlob) = path(isVersion1, hasGlob: hasGlob)
      text += match(
        pattern,
        names,
        indent: inner,
        depth: depth + 1,
        isVersion1,
        hasGlob: hasGlob || isGlob
      )
    }
    functions.removeLast()
    expressions.wildcards = outer
    return text + "\(indent)}\n"
  }

  private mutating func path(
    _ isVersion1: Bool,
    hasGlob: Bool
  ) -> (pattern: String, wildcards: [String], isGlob: Bool) {
    let collection = expressions.random.pick(["c", "users", "a%20b", "posts"])
    let name = expressions.random.pick(["id", "other", "x"])
    if isVersion1 { return ("/\(collection)/{\(name)}", [name], false) }
    switch expressions.random.below(hasGlob ? 3 : 6) {
    case 0: return ("/\(collection)/x", [], false)
    case 1, 2: return ("/\(collection)/{\(name)}", [name], false)
    case 3: return ("/{rest=**}", ["rest"], true)
    case 4: return ("/{rest=**}/\(collection)/{\(name)}", ["rest", name], true)
    default: return ("/\(collection)/{\(name)}/{rest=**}", [name, "rest"], true)
    }
  }

  private mutating func allow(indent: String) -> String {
    let methods = expressions.random.pick([
      "read", "write", "get", "list", "create", "update", "delete", "read, write", "create, update",
    ])
    if expressions.random.oneIn(30) { return "\(indent)allow \(methods);\n" }
    expressions.locals = []
    expressions.functions = functions.flatMap(\.self)
    return "\(indent)allow \(methods): if \(expressions.condition());\n"
  }

  private mutating func function(indent: String, hasLets: Bool) -> String {
    functionCount += 1
    let name = expressions.random.oneIn(10) ? "size" : "f\(functionCount)"
    guard !functions[functions.count - 1].contains(where: { $0.name == name }) else { return "" }
    let parameters = (0..<expressions.random.below(3)).map { "p\($0)" }
    expressions.locals = parameters
    // Only functions before this one, so that none calls itself; a name in use hides one outside.
    expressions.functions = functions.flatMap(\.self).filter { $0.name != name }
    var text = "\(indent)function \(name)(\(parameters.joined(separator: ", "))) {\n"
    for index in 0..<(hasLets ? expressions.random.below(3) : 0) {
      text += "\(indent)  let v\(index) = \(expressions.anything(depth: 2));\n"
      expressions.locals.append("v\(index)")
    }
    text += "\(indent)  return \(expressions.condition());\n\(indent)}\n"
    functions[functions.count - 1].append((name, parameters.count))
    return text
  }
}
