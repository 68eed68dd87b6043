/// What people write who know other languages, and what is made of it.
extension TypeDiagnosticsTests {
  static let foreignRows: [Row] = [
    Row(
      statement: "allow read: if resource.data.a.«length»() > 3;",
      code: "unknown-method",
      message: "no type has a method `length`",
      fixed: "allow read: if resource.data.a.size() > 3;"
    ),
    Row(
      statement: "allow read: if !resource.data.a.«includes»(id + 'x') || id == 'a';",
      code: "unknown-method",
      message: "no type has a method `includes`",
      fixed: "allow read: if !(id + 'x' in resource.data.a) || id == 'a';"
    ),
    Row(
      statement: "allow read: if id.«endsWith»('.org/@x');",
      code: "unknown-method",
      message: "no type has a method `endsWith`",
      fixed: "allow read: if id.matches('.*[.]org/@x');"
    ),
    Row(
      statement: "allow read: if resource.data.a.«toString»() == '1';",
      code: "unknown-method",
      message: "no type has a method `toString`",
      fixed: "allow read: if string(resource.data.a) == '1';"
    ),
    Row(
      statement: "allow read: if exists(/databases/$(id)/documents/a/«$id»);",
      code: "unknown-name",
      message: "nothing declares a variable `$id`",
      fixed: "allow read: if exists(/databases/$(id)/documents/a/$(id));"
    ),
    Row(
      statement: "allow read: if «parseInt»(id) > 1;",
      code: "unknown-function",
      message: "nothing declares a function `parseInt`",
      fixed: "allow read: if int(id) > 1;"
    ),
    Row(
      statement: "allow read: if «matches»(id, 'a.*');",
      code: "unknown-function",
      message: "nothing declares a function `matches`",
      fixed: "allow read: if id.matches('a.*');"
    ),
  ]
}
