import RulesSource
import Testing

@testable import RulesSyntax

@Suite struct ParserTests {
  /// Precedence, written as fully bracketed text.
  @Test(arguments: [
    ("a || b && c", "(a || (b && c))"),
    ("a in b == c", "(a in (b == c))"),
    ("a in b is map", "(a in (b is map))"),
    ("a == b is bool", "((a == b) is bool)"),
    ("a < b is bool * c", "(((a < b) is bool) * c)"),
    ("a - b - c", "((a - b) - c)"),
    ("!a.b == -c[0]", "((! a.b) == (- c[0]))"),
    ("a ? b : c ? d : e", "(a ? b : (c ? d : e))"),
    ("a * b + c % d", "((a * b) + (c % d))"),
    ("a[b:].c(d, [e,])[:f]", "a[b:].c(d, [e])[:f]"),
    ("/a/b / c", "(/a/b / c)"),
    ("/a/b / {}", "(/a/b / {})"),
    ("/a/b / [1, 2]", "(/a/b / [1, 2])"),
    ("/a / {x}", "/a/{x}"),
    ("/a /$(b).c", "/a/$(b).c"),
    ("[1]", "[1]"),
  ])
  func bindsAsMeasured(_ source: String, _ expected: String) {
    let tree = parseExpression(SourceFile(name: "x", text: source))
    #expect(tree.diagnostics.isEmpty)
    #expect(bracketed(tree, tree.root) == expected)
  }

  private func bracketed(_ tree: SyntaxTree, _ id: NodeID) -> String {
    let parts = tree.children(of: id).map { bracketed(tree, $0) }
    let main = tree.mainText(of: id)
    return switch tree.kind(of: id) {
    case .binaryExpression, .isExpression: "(\(parts[0]) \(main) \(parts[1]))"
    case .unaryExpression: "(\(main) \(parts[0]))"
    case .conditionalExpression: "(\(parts[0]) ? \(parts[1]) : \(parts[2]))"
    case .memberExpression: "\(parts[0]).\(main)"
    case .methodCallExpression:
      "\(parts[0]).\(main)(\(parts.dropFirst().joined(separator: ", ")))"
    case .indexExpression: "\(parts[0])[\(parts[1])]"
    case .sliceExpression: "\(parts[0])[\(parts[1]):\(parts[2])]"
    case .listExpression: "[\(parts.joined(separator: ", "))]"
    case .mapExpression: "{\(parts.joined(separator: ", "))}"
    case .path: parts.joined()
    case .captureSegment: "/{\(main)}"
    case .interpolatedSegment: "/$(\(parts[0]))"
    case .omitted: ""
    default: main
    }
  }

  @Test func dumpsTheTree() {
    let tree = parseRules(
      SourceFile(
        name: "x",
        text:
          "function f(a) { let b = a; return b; } service s { match /c/{d=**} { allow get: if f(1); } }"
      )
    )
    #expect(
      tree.dump() == """
        file `function`
          functionDeclaration `f`
            parameter `a`
            letStatement `b`
              nameExpression `a`
            returnStatement `return`
              nameExpression `b`
          serviceDeclaration `service`
            serviceName `s`
            matchDeclaration `match`
              path `/c`
                literalSegment `/c`
                globSegment `d`
              allowStatement `allow`
                method `get`
                callExpression `f`
                  intLiteral `1`

        """
    )
  }

  @Test func viewsByType() throws {
    let file = try #require(
      parseRules(
        SourceFile(
          name: "x",
          text: """
            rules_version = '2';
            function g() { return 1; }
            service cloud.firestore {
              match /a%20b/{c}/{d=**} { function f(p, q) { let r = p; return r; } allow get, list; }
            }
            """
        )
      ).file
    )
    #expect(file.version == ContiguousArray("2".utf8))
    #expect(file.functions.map(\.name.text) == ["g"])
    let service = try #require(file.services.first)
    #expect(service.name.text == "cloud.firestore")
    guard case .match(let match)? = service.items.first else {
      Issue.record("no match")
      return
    }
    let path = try #require(match.path)
    #expect(path.segments.count == 3)
    guard case .literal(let text, _) = path.segments[0],
      case .function(let function) = match.items[0], case .allow(let allow) = match.items[1]
    else {
      Issue.record("other items")
      return
    }
    #expect(String(decoding: text, as: UTF8.self) == "a b")
    #expect(function.parameters.map(\.text) == ["p", "q"])
    #expect(function.lets.map(\.name.text) == ["r"])
    #expect(function.result != nil)
    #expect(allow.methods.map(\.text) == ["get", "list"])
    #expect(allow.condition == nil)
  }

  @Test func readsTestFiles() throws {
    let tree = parseTests(SourceFile(name: "a.rulestest", text: Samples.tests))
    #expect(tree.diagnostics.isEmpty)
    let file = try #require(tree.testFile)
    #expect(file.items.count == 9)
    guard case .test(let test) = file.items[7] else {
      Issue.record("no test")
      return
    }
    #expect(String(decoding: test.title, as: UTF8.self) == "reads")
    #expect(test.modifier == "only")
    #expect(test.items.count == 4)
    guard case .step(let list) = test.items[1], let request = list.request else {
      Issue.record("no request")
      return
    }
    #expect(request.isCollectionGroup)
    #expect(
      request.clauses.map { tree.kind(of: $0) } == [
        .whereClause, .orderByClause, .limitClause, .asClause, .becauseClause,
      ]
    )
    guard case .step(let batch) = test.items[3] else {
      Issue.record("no batch")
      return
    }
    #expect(batch.requests.map(\.method) == ["create", "delete"])
  }
}
