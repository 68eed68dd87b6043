import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax
import RulesTesting

extension FuzzTarget {
  static let words = [
    "rules_version = '2';", "service cloud.firestore {", "service firebase.storage {", "match",
    "match /databases/{database}/documents {", "match /a/{b} {", "/{c=**}", "allow",
    "allow read: if",
    "read", "write", "get", "list", "create", "update", "delete", "if", ":", ";", "function f(a) {",
    "let x =", "return", "import 'x' as y;", "request", "resource", "request.auth.uid", "null",
    "true",
    "false", "&&", "||", "==", "!=", "<=", ">", "+", "-", "*", "/", "%", "!", "?", ":", ".", ",",
    "in",
    "is", "int", "string", "map", "/$(", "$(a)", "(default)", "b'\\x00'", "'\\uD800'", "1.5", ".5",
    "5.",
    "[a:b]", "[0]", "{'a': 1}", "f(a)", "get(/databases/$(d)/documents/a/b)", "exists(", "data.a",
    "math.abs(", "duration.value(1, 's')", "timestamp.value(", "hashing.md5(", "latlng.value(1, 2)",
    ".matches('(a+)+$')", ".replace('a', '$1')", ".split('')", ".size()", ".keys()", ".hasAll([",
    ".toSet()", ".diff({})", ".affectedKeys()", ".union(", ".join(", ".concat(",
    ".bind({'a': 'b'})",
    ".toMillis()", ".distance(", ".toBase64()", ".get('a', 1)", ".get(['a','b'], 1)", "int(",
    "float(",
    "string(", "path(", "debug(", "++", "--", "**", "@", "%41", "/a/b",
  ]

  static let testWords = [
    "rules 'firestore.rules';", "database 'x';", "user alice", "with uid 'x'", "data {",
    "data from 'a.json';",
    "test 'x'", "group 'x'", "only", "skip", "at", "allow", "deny", "error", "get", "list", "set",
    "create",
    "update", "delete", "batch", "transaction", "as alice", "where a == 1", "orderBy a desc",
    "limit 1",
    "offset 1", "because 'x'", "table /a/b", "|", "serverTimestamp()", "deleteField()",
    "increment(1)",
    "arrayUnion([1])", "arrayRemove([1])", "timestamp('2025-01-01')", "let a = 1;", "bytes(",
    "reference(",
  ]

  /// The lexer and the parser, of rules, tests and expressions.
  static let syntax = FuzzTarget(name: "syntax", dictionary: words + testWords) { input in
    let file = SourceFile(name: "input", bytes: input)
    let rules = parseRules(file)
    for tree in [rules, parseTests(file), parseExpression(file)] {
      if !tree.isLossless { return "the tokens are not the source" }
      render(tree.diagnostics, file)
    }
    if input.count < 4096 { _ = rules.dump() }
    let isRefused = rules.diagnostics.contains { $0.severity == .error }
    let issues = officialSyntaxIssues(rules)
    if issues.contains(where: { $0.severity == .error }) != isRefused {
      return "we \(isRefused ? "refuse" : "accept") it, the official compiler does not: \(issues)"
    }
    return nil
  }

  /// Names, limits, types and lowering.
  static let semantics = FuzzTarget(name: "semantics", dictionary: words) { input in
    let file = SourceFile(name: "input", bytes: input)
    let model = SemanticModel.analyze(file)
    render(model.diagnostics, file)
    if model.isDeployable != (model.program != nil) { return "deployable without a program" }
    if model.isDeployable, model.officialIssues.contains(where: { $0.severity == .error }) {
      return "we accept it, the official compiler does not: \(model.officialIssues)"
    }
    return nil
  }

  /// One expression, or where the input is a rules file, requests to it.
  static let evaluate = FuzzTarget(name: "evaluate", dictionary: words) { input in
    let model = SemanticModel.analyze(SourceFile(name: "input", bytes: input))
    guard let program = model.program else {
      let answer = ValueCase(expression: input).answer()
      _ = answer.json.count
      return nil
    }
    let seed = seed(of: input)
    if let problem = checkDecisions(of: program, seed: seed) { return problem }
    // The plain evaluator recurses without a limit of its own.
    guard input.count < 20_000 else { return nil }
    return ReferenceAgreement.difference(program, model.tree, seed: seed, requestCount: 4)
  }

  /// Decides random requests, watched and not.
  static func checkDecisions(of program: Program, seed: UInt64) -> String? {
    var requests = RequestGenerator(program, seed: seed)
    for _ in 0..<4 {
      let (request, documents) = requests.request()
      let decision = program.decide(request, documents: documents)
      let watched = program.decide(request, documents: documents, observer: TraceObserver())
      if decision.answer(of: program) != watched.decision.answer(of: program) {
        return "a trace changes the decision"
      }
      if watched.observer.roots.count > watched.decision.attempts.count {
        return "more conditions were traced than tried"
      }
    }
    return nil
  }

  /// Random programs, decided as the plain evaluator does; an input is but a seed.
  static let programs = FuzzTarget(name: "programs", dictionary: []) { input in
    if case .difference(let text) = ReferenceAgreement.check(seed: seed(of: input)) { return text }
    return nil
  }

  /// Test files, run against rules: the rules, a zero, the tests.
  static let tests = FuzzTarget(name: "tests", dictionary: words + testWords) { input in
    let parts = parts(input, 2)
    let rules = SourceFile(name: "firestore.rules", bytes: parts[0])
    let tree = parseTests(SourceFile(name: "a.rulestest", bytes: parts[1]))
    let model = SemanticModel.analyze(rules)
    let suite = TestFileReader.read(tree, service: model.program?.service ?? .firestore) { path in
      path.hasSuffix("json")
        ? .file(SourceFile(name: path, text: #"{"a/b": {"c": 1}}"#)) : .failure("no such file")
    }
    render(suite.diagnostics, tree.source)
    guard let program = model.program else { return nil }
    var options = TestRunner.Options()
    options.explainsPassingSteps = true
    let runner = TestRunner(
      program,
      rules: RulesText(rules),
      database: suite.database,
      now: Timestamp(seconds: 1_700_000_000, nanos: 0),
      options: options
    )
    for result in runner.run(suite) {
      for explanation in result.steps.flatMap(\.explanation) {
        _ = explanation.lines(in: RulesText(rules))
      }
    }
    return nil
  }
}

extension SyntaxTree {
  /// Whether each byte of the source is in one token or in the trivia before one.
  package var isLossless: Bool {
    var offset: UInt32 = 0
    for index in tokens.indices {
      let id = TokenID(index: UInt32(truncatingIfNeeded: index))
      for piece in trivia(before: id) {
        guard piece.range.lowerBound == offset, !piece.range.isEmpty else { return false }
        offset = piece.range.upperBound
      }
      guard self[id].range.lowerBound == offset else { return false }
      offset = self[id].range.upperBound
    }
    return Int(offset) == source.bytes.count
  }
}
