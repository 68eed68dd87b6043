import Testing

/// Conditions that everybody meets, in many spellings.
struct OpennessTests {
  @Test(
    "A condition that is always true is told, however it is written",
    arguments: [
      "", ": if true", ": if 1 == 1", ": if !false", ": if !(1 > 2)", ": if 'a' in ['a', 'b']",
      ": if true || request.auth.uid == 'x'", ": if resource.data.a == 1 || true",
      ": if request.auth == null || request.auth != null",
      ": if null == request.auth || null != request.auth",
      ": if yes()", ": if outer()", ": if same(true)", ": if viaLet()", ": if 2 > 1 ? true : false",
      ": if request.auth != null ? true : true", ": if ((true))", ": if /* a */ true // b\n",
      ": if 'ab'.size() == 2", ": if same(1) == 1", ": if true == true", ": if no() == false",
      ": if !no()", ": if 1 is int", ": if debug(true)",
    ]
  )
  func open(condition: String) {
    let ids = Fixture.ids(
      """
      function yes() { return true; }
      function no() { return !yes(); }
      function outer() { return yes() && !no(); }
      function same(x) { return x; }
      function viaLet() { let open = 1 < 2; let more = open; return more; }
      match /books/{book} {
        allow delete\(condition);
      }
      """
    )
    #expect(ids.filter { $0 == "open-write" } == ["open-write"], "\(condition)")
  }

  @Test(
    "A condition that depends on anything is not told to be open",
    arguments: [
      "request.auth != null", "false", "1 == 2", "resource.data.open", "resource.data.open == true",
      "request.auth.uid == resource.data.owner", "request.auth == null && resource.data.a == 1",
      "request.auth.token.admin || false", "exists(/databases/$(database)/documents/a/b)",
      "no()", "request.time < timestamp.date(2020, 1, 1)",
    ]
  )
  func notOpen(condition: String) {
    let ids = Fixture.ids(
      """
      function no() { return 1 == 2 || false; }
      match /books/{book} {
        allow delete: if \(condition);
      }
      """
    )
    #expect(!ids.contains("open-write"), "\(condition)")
  }
}
