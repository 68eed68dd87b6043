/// Random test files (`*.rulestest`) of which the parser knows each construct; they mean nothing.
package struct TestFileGenerator: Sendable {
  private var expressions: ExpressionGenerator

  /// A generator from a seed.
  package init(seed: UInt64) {
    expressions = ExpressionGenerator(seed: seed)
  }

  /// A whole file.
  package mutating func file() -> String {
    var text = ""
    if !expressions.random.oneIn(4) { text += "rules 'firestore.rules';\n" }
    for _ in 0..<expressions.random.below(8) { text += item(depth: 0) }
    return text
  }

  private mutating func item(depth: Int) -> String {
    switch expressions.random.below(depth < 3 ? 10 : 8) {
    case 0: return "rules 'a.rules' database 'main';\n"
    case 1: return user()
    case 2: return data()
    case 3: return "data from 'seed.json';\n"
    case 4: return "let x = \(expressions.anything(depth: 2));\n"
    case 5: return table()
    case 6, 7: return test()
    default:
      let items = (0..<expressions.random.below(3)).map { _ in item(depth: depth + 1) }
        .filter { !$0.hasPrefix("rules") }
      return "group 'g' {\n\(items.joined())}\n"
    }
  }

  private mutating func user() -> String {
    let provider = expressions.random.pick(["", ": apple", ": anonymous"])
    let claims = expressions.random.oneIn(2) ? " \(map())" : ""
    let identifier = expressions.random.oneIn(3) ? " with uid 'u-1'" : ""
    return "user alice\(provider)\(claims)\(identifier);\n"
  }

  private mutating func data() -> String {
    let documents = (0..<expressions.random.below(3)).map { _ in "\(path()) \(map());\n" }
    return "data {\n\(documents.joined())}\n"
  }

  private mutating func path() -> String {
    expressions.random.pick([
      "/books/dune", "/a/b/c/d", "/databases/(default)/documents/a/b", "/a/$(x)", "/a/$(x + 'y')/b",
    ])
  }

  private mutating func map() -> String {
    let entries = (0..<expressions.random.below(5)).map { _ in
      let key = expressions.random.pick(["title", "by", "'a.b'", "pages"])
      return "\(key): \(expressions.anything(depth: 1))"
    }
    return entries.isEmpty ? "{}" : "{ \(entries.joined(separator: ", ")) }"
  }

  // MARK: Tests

  private mutating func test() -> String {
    let modifier = expressions.random.pick(["", "", " only", " skip"])
    let time = expressions.random.oneIn(4) ? " at timestamp.date(2025, 1, 31)" : ""
    let statements = (0..<expressions.random.below(5)).map { _ in statement() }
    return "test 'it\\'s so'\(modifier)\(time) {\n\(statements.joined())}\n"
  }

  private mutating func statement() -> String {
    let verdict = expressions.random.pick(["allow", "deny", "error"])
    switch expressions.random.below(9) {
    case 0: return data()
    case 1: return "let y = \(expressions.anything(depth: 2));\n"
    case 2: return table()
    case 3:
      let requests = (0..<expressions.random.below(4)).map { _ in "\(request())\n" }
      let word = expressions.random.pick(["batch", "transaction"])
      return "\(verdict) \(word)\(clauses()) {\n\(requests.joined())}\n"
    default: return "\(verdict) \(request())\n"
    }
  }

  private mutating func request() -> String {
    let method = expressions.random.pick(["get", "list", "list group", "create", "update", "set"])
    let fields = expressions.random.oneIn(2) ? " \(map())" : ""
    return "\(method) \(path())\(fields)\(clauses());"
  }

  private mutating func clauses() -> String {
    (0..<expressions.random.below(4)).map { _ in " \(clause())" }.joined()
  }

  private mutating func clause() -> String {
    switch expressions.random.below(8) {
    case 0: return "as alice"
    case 1: return "as \(map())"
    case 2: return "orderBy title desc, a.b, 'odd' asc"
    case 3: return "limit 10 + 1"
    case 4: return "offset x"
    case 5: return "at timestamp.date(2025, 1, 1)"
    case 6: return "because 'owner'"
    default: return "where \(filter(depth: 2))"
    }
  }

  private mutating func filter(depth: Int) -> String {
    guard depth > 0, !expressions.random.oneIn(3) else {
      let comparison = expressions.random.pick([
        "==", "!=", "<", ">=", "in", "not in", "array-contains", "array-contains-any",
      ])
      let field = expressions.random.pick(["a", "author.name", "'odd.name'"])
      return "\(field) \(comparison) \(expressions.random.pick(["1", "'x'", "[1, 2]", "x + 1"]))"
    }
    let parts = (0..<2 + expressions.random.below(2)).map { _ in
      let part = filter(depth: depth - 1)
      return expressions.random.oneIn(2) ? "(\(part))" : part
    }
    return parts.joined(separator: expressions.random.pick([" && ", " || "]))
  }

  private mutating func table() -> String {
    let columnCount = 1 + expressions.random.below(3)
    let header = (0..<columnCount).map { _ in "| \(expressions.random.pick(["al", "nobody"])) " }
    let rows = (0..<expressions.random.below(4)).map { _ in
      let method = expressions.random.pick(["get", "delete", "update \(map())"])
      let cells = (0..<columnCount).map { _ in
        "| \(expressions.random.pick(["allow", "deny", "error"])) "
      }
      return "\(method) \(cells.joined());\n"
    }
    return "table \(path()) {\n\(header.joined());\n\(rows.joined())}\n"
  }
}
