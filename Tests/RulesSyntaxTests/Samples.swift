import RulesSource

@testable import RulesSyntax

/// Sources that several tests start from.
enum Samples {
  /// A rules file with each kind of statement.
  static let rules = """
    rules_version = '2';
    // Functions may stand outside.
    function isOwner(id, data) { let uid = request.auth.uid; return uid == data['owner'] && id != ''; }
    service cloud.firestore {
      match /databases/{database}/documents {
        match /books/{book=**} {
          allow get, list: if isOwner(book, resource.data) || !(request.auth == null);
          allow write /* all */ : if get(/databases/$(database)/documents/a/$(book)).data.x[1:] is list;
          allow create: if -1.5 < .5 ? {'a': [1, 0x, b'\\x41']} == {} : 4 / 2 in [2,];
          allow delete
        }
      }
    }

    """

  /// A test file with each kind of item.
  static let tests = """
    rules 'firestore.rules' database 'main';
    user alice; user guest: anonymous; user root { role: 'admin' } with uid 'root-1';
    data from 'seed.json';
    data { /books/dune { by: 'alice', at: timestamp.date(2021, 5, 20) }; }
    let limit = 20;
    test 'reads' only at timestamp.date(2025, 1, 1) {
      allow get /books/dune as alice;
      deny list group /books where by == 'bob' && (a.b in [1] || tags array-contains-any ['x'])
        orderBy by desc, at limit limit as { uid: 'x' } because 'owner';
      deny get /x/y where a not in [1];
      allow batch as alice { create /o/1 { n: increment(-1) }; delete /o/2; }
    }
    group 'matrix' {
      table /books/dune {
                 | alice | nobody ;
        get      | allow | deny ;
        update { title: 'x' } | allow | error ;
      }
    }

    """

  /// A rules file around the statements of a match; the statements begin in line 4, column 1.
  static func program(_ statements: String) -> SourceFile {
    SourceFile(
      name: "firestore.rules",
      text: """
        rules_version = '2';
        service cloud.firestore {
        match /a/{b} {
        \(statements)
        }
        }
        """
    )
  }
}

/// A generator with a fixed seed, so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
