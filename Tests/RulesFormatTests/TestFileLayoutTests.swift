import Testing

/// The layout of test files; the texts are written by hand from the style.
struct TestFileLayoutTests {
  private static let files = [
    (
      """
      rules   'firestore.rules'   database 'main' ;
      user alice ; user guest:anonymous; user root{role:'admin'}with uid 'root-1';
      data   from 'seed.json';
      let limit=20;
      data { /books/dune  {by:'alice',at:timestamp.date(2021,5,20)} ; }
      test   'a'   only   at timestamp.date(2025,1,1)  { }
      test 'b' { allow   get /books/dune   as alice ; }
      """,
      """
      rules 'firestore.rules' database 'main';
      user alice;
      user guest: anonymous;
      user root { role: 'admin' } with uid 'root-1';
      data from 'seed.json';
      let limit = 20;
      data {
        /books/dune { by: 'alice', at: timestamp.date(2021, 5, 20) };
      }

      test 'a' only at timestamp.date(2025, 1, 1) {}

      test 'b' {
        allow get /books/dune as alice;
      }

      """
    ),
    (
      """
      test 'queries' {
        deny list group /books where by=='bob'&&(a.b in [1]||tags array-contains-any ['x']) orderBy by desc,at \
      limit limit as {uid:'x'} because 'owner';
        deny get /x/y where a not in [1];
        allow batch as alice {create /o/1 {n:increment(-1)};delete /o/2;}
        error transaction{}
      }
      """,
      """
      test 'queries' {
        deny list group /books where by == 'bob' && (a.b in [1] || tags array-contains-any ['x'])
          orderBy by desc, at limit limit as { uid: 'x' } because 'owner';
        deny get /x/y where a not in [1];
        allow batch as alice {
          create /o/1 { n: increment(-1) };
          delete /o/2;
        }
        error transaction {}
      }

      """
    ),
    (
      """
      test 'writes' {
        deny create /tasks/1 { title: 'Run', user: 'alice', completed: true, createdAt: serverTimestamp() } as a;
        deny create /tasks/1 { title: 'Run', user: 'alice', completed: true, createdAt: serverTimestamp(), \
      more: 'than fits on a line' } as alice because 'completed';
      }
      """,
      """
      test 'writes' {
        deny create /tasks/1
          { title: 'Run', user: 'alice', completed: true, createdAt: serverTimestamp() } as a;
        deny create /tasks/1 {
          title: 'Run',
          user: 'alice',
          completed: true,
          createdAt: serverTimestamp(),
          more: 'than fits on a line'
        } as alice because 'completed';
      }

      """
    ),
    (
      """
      test 'filters' {
        allow list /books where userId == 'alice' && (genre == 'science-fiction' || genre == 'fantasy') && \
      pages > 100 || a == 1 as alice;
      }
      """,
      """
      test 'filters' {
        allow list /books
          where userId == 'alice' && (genre == 'science-fiction' || genre == 'fantasy') && pages > 100
            || a == 1
          as alice;
      }

      """
    ),
    (
      """
      group 'matrix' {
        // Who may do what.
        table /books/dune {
          |alice|nobody;
          get|allow|deny;
          // a comment
          update {title:'x'}|allow|error; // why
          set { title: 'a title that is as long as it takes to leave no room for the cells at all' } | deny | deny ;
        }
      }
      """,
      """
      group 'matrix' {
        // Who may do what.
        table /books/dune {
                                | alice | nobody ;
          get                   | allow | deny ;
          // a comment
          update { title: 'x' } | allow | error ; // why
          set {
            title: 'a title that is as long as it takes to leave no room for the cells at all'
          } | deny  | deny ;
        }
      }

      """
    ),
  ]

  @Test("Test files", arguments: files)
  func file(source: String, expected: String) {
    #expect(layout(source, isTests: true) == expected)
    #expect(layout(expected, isTests: true) == expected)
  }
}
