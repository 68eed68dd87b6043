import RulesTesting
import Testing

/// Queries are judged by what they ask for.
struct QueryTests {
  private static let rules = """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{database}/documents {
        match /books/{book} {
          allow list: if resource.data.owner == request.auth.uid;
        }
        match /pages/{page} {
          allow list: if request.query.limit <= 10 && request.query.orderBy.at == 'DESC';
        }
        match /{path=**}/reviews/{review} {
          allow list: if resource.data.stars > 3 && resource.data.author != null;
        }
        match /rooms/{room}/messages/{message} {
          allow list: if exists(/databases/$(database)/documents/rooms/$(room)/members/$(request.auth.uid));
        }
        match /tags/{tag} {
          allow list: if 'new' in resource.data.tags;
        }
      }
    }
    """

  @Test(
    "A query is allowed when what it asks for satisfies the rule",
    arguments: [
      "allow list /books where owner == 'alice'", "deny list /books where owner == 'bob'",
      "deny list /books where owner in ['alice', 'bob']",
      "allow list /books where owner in ['alice']",
      "allow list /books where owner == 'alice' && pages > 100 orderBy pages",
      "allow list /books where (pages > 100 || pages < 10) && owner == 'alice'",
      "deny list /books where owner == 'alice' || pages > 100", "deny list /books",
      "allow list /pages limit 10 orderBy at desc", "deny list /pages limit 11 orderBy at desc",
      "deny list /pages limit 10 orderBy at", "error list /pages orderBy at desc",
      "allow list group /reviews where stars > 3 && author == 'x'",
      "allow list group /reviews where stars == 5 && author != null",
      "deny list group /reviews where stars >= 3 && author == 'x'",
      "allow list /books/dune/reviews where stars > 4 && author == 'x'",
      "deny list group /books where owner == 'alice'",
      "allow list /rooms/r/messages", "deny list /rooms/q/messages",
      "allow list /tags where tags array-contains 'new'",
      "allow list /tags where tags array-contains-any ['new']",
      "deny list /tags where tags array-contains 'old'", "deny list /nothing",
    ]
  )
  func queries(step: String) {
    let file = TestFile(
      "user alice; data { /rooms/r/members/alice { }; } test 't' { \(step) as alice; }",
      rules: Self.rules
    )
    #expect(file.failures == [], "\(file.explanation)")
  }

  @Test(
    "A query that is refused is told what it lacks, where that is known",
    arguments: [
      ("/books", "where owner == 'alice'"), ("/books where pages > 1", "where owner == 'alice'"),
      ("/books where owner == 'bob'", nil), ("/rooms/q/messages", nil),
    ] as [(String, String?)]
  )
  func advice(query: String, advice: String?) throws {
    let file = TestFile(
      "user alice; test 't' { allow list \(query) as alice; }",
      rules: Self.rules
    )
    let step = try #require(file.results.first?.steps.first)
    #expect(step.advice == advice)
  }
}
