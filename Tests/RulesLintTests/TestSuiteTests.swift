import RulesLint
import RulesSource
import Testing

/// What checks find in test files.
struct TestSuiteTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let id: String
    let tests: String
    var marked: [String] = []

    var testDescription: String { "\(id): \(tests)" }
  }

  static let rows: [Row] = [
    Row(
      id: "allow-without-negative-test",
      tests: """
        user alice;
        test 'a' {
          allow delete /books/dune as alice;
          allow delete /databases/(default)/documents/books/emma as alice;
          allow get /books/dune;
          allow update /shelves/a/books/b { x: 1 } as alice;
          deny update /books/b { x: 1 };
        }
        """,
      marked: [
        "allow delete /books/dune as alice;", "allow update /shelves/a/books/b { x: 1 } as alice;",
      ]
    ),
    Row(
      id: "allow-without-negative-test",
      tests: """
        user alice;
        group 'g' {
          table /books/dune {
                   | alice | nobody ;
            delete | allow | deny   ;
            create { x: 1 } | allow | allow ;
          }
          test 't' {
            allow set /books/a { x: 1 } as alice;
            deny create /books/b { x: 1 };
            error update /loans/b { x: 1 };
            allow batch as alice { update /loans/c { x: 1 }; delete /loans/c; }
          }
        }
        """,
      marked: ["allow batch as alice { update /loans/c { x: 1 }; delete /loans/c; }"]
    ),
    Row(
      id: "fixture-never-used",
      tests: """
        user alice;
        user bob;
        user carol;
        let title = 'x';
        let unused = 1;
        test 'a' { deny delete /books/dune as alice; deny create /books/a { title: title } as { uid: 'bob' }; }
        group 'b' { user dan; table /books/b { | carol ; delete | deny ; } }
        """,
      marked: ["bob", "unused", "dan"]
    ),
    Row(
      id: "fixture-never-used",
      tests: """
        data {
          /books/dune { a: 1 };
          /books/emma { a: 1 };
          /shelves/a { a: 1 };
          /shelves/a/books/b { a: 1 };
          /shops/x { a: 1 };
        }
        test 'a' {
          data { /books/only { a: 1 }; /loans/l { until: 1 }; /loans/never { until: 1 }; }
          allow get /databases/(default)/documents/books/dune;
          deny delete /loans/l;
          deny list /shelves;
        }
        group 'g' {
          data { /books/emma { a: 1 }; }
          table /books/emma { | nobody; delete | deny; }
          test 't' { deny list group /books limit 1; }
        }
        """,
      marked: ["/shops/x", "/books/only", "/loans/never"]
    ),
    Row(
      id: "request-time-not-pinned",
      tests: """
        test 'a' { data { /loans/a { until: timestamp.date(2030, 1, 1) }; } allow get /loans/a; }
        test 'b' at timestamp.date(2029, 1, 1) {
          data { /loans/a { until: timestamp.date(2030, 1, 1) }; }
          allow get /loans/a;
        }
        test 'c' {
          data { /loans/a { until: timestamp.date(2030, 1, 1) }; }
          allow get /loans/a at timestamp.date(2029, 1, 1);
        }
        test 'd' { allow get /books/a; }
        """,
      marked: ["'a'"]
    ),
  ]

  @Test("A check finds what it is for in test files", arguments: rows)
  func found(row: Row) {
    let text = "rules 'firestore.rules';\n" + row.tests
    let all = Fixture.findings(text, isTests: true)
    let file = SourceFile(name: "example.rulestest", text: text)
    #expect(all.filter { $0.code.id == row.id }.map { file.text(of: $0.range) } == row.marked)
    #expect(!all.contains { $0.severity == .error })
  }
}
