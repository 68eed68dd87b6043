import RulesRuntime

/// What the words of both grammars mean.
enum WordPages {
  /// A word and what there is to say of it.
  struct Page {
    let word: String
    /// One or two sentences.
    let text: String
    /// How it is written.
    let example: String
  }

  /// The page of a word; nil for a word without one.
  static func page(of word: String, in language: Analysis.Language) -> Page? {
    let pages = language == .rules ? rules : tests + rules
    return pages.first { $0.word.utf8.elementsEqual(word.utf8) }
  }

  /// The words of rules files.
  static let rules: [Page] = [
    Page(
      word: "rules_version",
      text:
        "The version of the language. Version 2 is needed for collection group queries, and lets "
        + "`{name=**}` match no segment at all.",
      example: "rules_version = '2';"
    ),
    Page(
      word: "service",
      text: "What the rules protect: `cloud.firestore` or `firebase.storage`.",
      example: "service cloud.firestore {\n  match /databases/{database}/documents { … }\n}"
    ),
    Page(
      word: "match",
      text:
        "The paths that the statements inside are about. A match inside another one goes on where that "
        + "one's path ends; its statements do not hold for paths below, unless it ends in `{name=**}`.",
      example: "match /books/{book} {\n  allow get: if true;\n}"
    ),
    Page(
      word: "allow",
      text:
        "Grants requests when its condition is true; without a condition, always. One statement that "
        + "grants a request is enough; nothing takes it back.",
      example: "allow read, create: if request.auth != null;"
    ),
    Page(
      word: "if",
      text:
        "The condition of an `allow`. A condition that fails, by an absent field for example, grants "
        + "nothing.",
      example: "allow get: if resource.data.isPublic;"
    ),
    Page(
      word: "function",
      text:
        "A condition with a name. It sees the wildcards of the matches around it, `request` and "
        + "`resource`; it holds up to ten `let`s and one `return`, and can't call itself.",
      example: "function isOwner(user) {\n  return request.auth.uid == user;\n}"
    ),
    Page(
      word: "let",
      text: "A variable of a function, or of a test file. It is evaluated when it is first read.",
      example: "let data = request.resource.data;"
    ),
    Page(word: "return", text: "What the function's value is.", example: "return a && b;"),
    Page(
      word: "in",
      text: "Whether a list or set holds a value, or a map a key.",
      example: "'admin' in request.auth.token.roles"
    ),
    Page(
      word: "is",
      text:
        "Whether a value is of a type: bool, bytes, duration, float, int, latlng, list, map, number, "
        + "path, string, timestamp, and others.",
      example: "request.resource.data.title is string"
    ),
    Page(word: "true", text: "The condition that always holds.", example: "allow read: if true;"),
    Page(word: "false", text: "The condition that never holds.", example: "allow write: if false;"),
    Page(
      word: "null",
      text:
        "No value. `request.auth` is null where nobody is signed in, `resource` where no document is.",
      example: "request.auth != null"
    ),
    Page(
      word: "import",
      text: "Reserved: the service takes no rules that import others.",
      example: "import 'other.rules' as other;"
    ),
  ]

  /// The words of test files, by their bytes.
  static let testWords = Set(tests.map { ContiguousArray($0.word.utf8) })

  /// The functions of test files that stand for what the service computes.
  static let transforms: [Page] = [
    Page(
      word: "serverTimestamp",
      text: "The time of the request, put in by the service.",
      example: "create /orders/o1 { at: serverTimestamp() }"
    ),
    Page(
      word: "increment",
      text: "Adds to the number that is stored.",
      example: "update /stock/dune { left: increment(-1) }"
    ),
    Page(
      word: "arrayUnion",
      text: "Adds the values to the stored list that it does not hold.",
      example: "update /books/dune { tags: arrayUnion(['new']) }"
    ),
    Page(
      word: "arrayRemove",
      text: "Removes the values from the stored list.",
      example: "update /books/dune { tags: arrayRemove(['new']) }"
    ),
    Page(
      word: "deleteField",
      text: "Removes the field from the stored document.",
      example: "update /books/dune { isDraft: deleteField() }"
    ),
  ]

  /// The words of test files.
  static let tests: [Page] =
    transforms + [
      Page(
        word: "rules",
        text: "The rules that are tested, relative to this file.",
        example: "rules 'firestore.rules';"
      ),
      Page(
        word: "database",
        text: "The database that requests go to; `(default)` unless it is named.",
        example: "rules 'firestore.rules' database 'staging';"
      ),
      Page(
        word: "user",
        text:
          "Somebody who is signed in. The id is the name, unless `with uid` gives another; the map holds "
          + "claims of the token.",
        example: "user admin { role: 'admin' } with uid 'root-1';"
      ),
      Page(
        word: "with",
        text: "Gives a user another id than the name.",
        example: "user admin with uid 'root-1';"
      ),
      Page(
        word: "uid",
        text: "The user's id: `request.auth.uid`.",
        example: "user a with uid 'a-1';"
      ),
      Page(
        word: "data",
        text:
          "The documents that are stored before every test of the file or group, or before this one.",
        example: "data {\n  /books/dune { userId: 'alice', pages: 412 };\n}"
      ),
      Page(
        word: "from",
        text: "Documents of a JSON file, by path.",
        example: "data from 'seed.json';"
      ),
      Page(
        word: "test",
        text:
          "Requests that run one after the other, with what the rules must say to each. A write that is "
          + "allowed changes what later steps see.",
        example: "test 'an owner reads' {\n  allow get /books/dune as alice;\n}"
      ),
      Page(
        word: "group",
        text:
          "Tests that share users and data; after `list`, all collections of one name, wherever they "
          + "stand.",
        example: "group 'books' { … }\nallow list group /reviews as alice;"
      ),
      Page(
        word: "table",
        text: "One place, several users: a row for each request, a column for each user.",
        example: "table /books/dune {\n  | alice | nobody ;\n  get | allow | deny ;\n}"
      ),
      Page(word: "only", text: "Runs this test alone.", example: "test 'x' only { … }"),
      Page(word: "skip", text: "Leaves this test out.", example: "test 'x' skip { … }"),
      Page(
        word: "deny",
        text: "The rules must refuse the request.",
        example: "deny get /books/dune as bob because 'isOwner';"
      ),
      Page(
        word: "error",
        text: "The rules must refuse the request because an evaluation fails.",
        example: "error get /books/dune as bob;"
      ),
      Page(
        word: "get",
        text: "Reads one document.",
        example: "allow get /books/dune as alice;"
      ),
      Page(
        word: "list",
        text: "Asks for the documents of a collection.",
        example: "allow list /books where userId == 'alice' limit 20 as alice;"
      ),
      Page(
        word: "create",
        text: "Writes a document that is not there; an error of the test where it is.",
        example: "allow create /books/new { title: 'It' } as alice;"
      ),
      Page(
        word: "update",
        text: "Changes fields of a document that is there and leaves the others.",
        example: "allow update /books/dune { title: 'Dune Messiah' } as alice;"
      ),
      Page(
        word: "set",
        text: "Creates or replaces a document.",
        example: "allow set /books/new { title: 'It' } as alice;"
      ),
      Page(word: "delete", text: "Removes a document.", example: "deny delete /books/dune as bob;"),
      Page(
        word: "batch",
        text: "Writes that are allowed only together; `getAfter()` sees all of them.",
        example:
          "allow batch as alice {\n  create /orders/o1 { item: 'dune' };\n  update /stock/dune { left: "
          + "increment(-1) };\n}"
      ),
      Page(
        word: "transaction",
        text: "Writes that are allowed only together, as in `batch`.",
        example: "allow transaction as alice {\n  update /stock/dune { left: increment(-1) };\n}"
      ),
      Page(
        word: "as",
        text:
          "Who asks: a user, `nobody`, or a user written in place. Without it nobody is signed in.",
        example: "allow get /books/dune as alice;"
      ),
      Page(
        word: "where",
        text: "Which documents a query asks for. The rules must hold for all that it could find.",
        example: "allow list /books where userId == 'alice' && pages > 100 as alice;"
      ),
      Page(
        word: "orderBy",
        text: "The order of a query: `request.query.orderBy`.",
        example: "allow list /books orderBy title desc as alice;"
      ),
      Page(word: "asc", text: "Ascending, as by default.", example: "orderBy title asc"),
      Page(word: "desc", text: "Descending.", example: "orderBy title desc"),
      Page(
        word: "limit",
        text: "The most documents that a query asks for: `request.query.limit`.",
        example: "allow list /books limit 20 as alice;"
      ),
      Page(
        word: "offset",
        text: "How many documents a query skips: `request.query.offset`.",
        example: "allow list /books offset 20 as alice;"
      ),
      Page(
        word: "at",
        text: "The time of a test's requests, or of one: `request.time`. Without it, now.",
        example: "test 'trial ends' at timestamp.date(2025, 1, 1) { … }"
      ),
      Page(
        word: "because",
        text: "A text that the line of the rules must hold which decides the denial.",
        example: "deny delete /books/dune as bob because 'isOwner';"
      ),
      Page(
        word: "allow",
        text: "The rules must allow the request.",
        example: "allow get /books/dune;"
      ),
      Page(
        word: "let",
        text: "A variable of the file, the group or the test.",
        example: "let start = timestamp.date(2025, 1, 1);"
      ),
      Page(
        word: "in",
        text: "Whether the field is one of a list's values.",
        example: "where genre in ['sf', 'crime']"
      ),
      Page(
        word: "not",
        text: "Before `in`: the field is none of a list's values.",
        example: "where a not in [1]"
      ),
      Page(
        word: "nobody",
        text: "The request without sign-in: `request.auth` is null.",
        example: "deny get /books/dune as nobody;"
      ),
    ]

  /// The words after `allow` in rules.
  static let methods: [Page] = [
    Page(word: "read", text: "Both `get` and `list`.", example: "allow read: if true;"),
    Page(
      word: "write",
      text: "`create`, `update` and `delete`.",
      example: "allow write: if isOwner();"
    ),
    Page(word: "get", text: "Reading one document or object.", example: "allow get: if true;"),
    Page(
      word: "list",
      text:
        "Queries and listings. The condition must hold for everything that the query could find.",
      example: "allow list: if request.query.limit <= 50;"
    ),
    Page(
      word: "create",
      text: "Writing where nothing is; `resource` is null.",
      example: "allow create: if request.resource.data.owner == request.auth.uid;"
    ),
    Page(
      word: "update",
      text: "Writing where something is: `resource` before, `request.resource` after.",
      example: "allow update: if request.resource.data.owner == resource.data.owner;"
    ),
    Page(
      word: "delete",
      text: "Removing what is there; a delete has no `request.resource`.",
      example: "allow delete: if resource.data.owner == request.auth.uid;"
    ),
  ]
}
