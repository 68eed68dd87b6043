import RulesLint
import Testing

/// Helpers, lets, reversed operands, comments and nesting fool none of the checks for who can do what.
struct SpellingTests {
  private static let helpers = """
    function signedIn() { return request.auth != null; }
    function user() { let id = request.auth.uid; return id; }
    function owns(data) { let owner = data.owner; return user() == owner; }
    function new() { return request.resource.data; }
    function pinned(field) { return !(field in new().diff(resource.data).affectedKeys()); }
    function role(uid) { return get(/databases/$(database)/documents/users/$(uid)).data.role; }

    """

  @Test(
    "A danger is told however it is written",
    arguments: [
      ("missing-owner-check", "match /users/{uid} { allow update: if signedIn(); }"),
      ("missing-owner-check", "match /users/{uid} { allow update: if null != request.auth; }"),
      ("missing-owner-check", "match /users/{uid} { allow update: if !(request.auth == null); }"),
      (
        "missing-owner-check",
        "match /users/{user_id} { allow delete: if signedIn() && resource.data.a == 1; }"
      ),
      (
        "missing-owner-check",
        "match /users/{uid} { allow delete: if user() == uid || signedIn() /* && owns() */; }"
      ),
      (
        "missing-owner-check",
        "match /users/{uid} { allow delete: if signedIn() ? true : user() == uid; }"
      ),
      ("missing-owner-check", "match /users/{uid} { allow update: if request.auth.uid != null; }"),
      (
        "owner-reassignable",
        "match /a/{b} { allow update: if owns(resource.data) && new().title is string; }"
      ),
      (
        "owner-reassignable",
        "match /a/{b} { allow update: if resource.data['owner'] == user() && pinned('title'); }"
      ),
      (
        "self-granted-authority",
        "match /a/{b} { allow create: if signedIn() && 'admin' == new()['role']; }"
      ),
      (
        "self-granted-authority",
        "match /n/{i} { allow delete: if 'admin' == role(user()); } match /users/{uid} { allow update: if uid == user() && new().name is string; }"
      ),
      (
        "test-mode-expiry",
        "match /a/{b} { allow delete: if timestamp.date(2030, 1, 1) > request.time; }"
      ),
      (
        "test-mode-expiry",
        "function open() { let end = timestamp.value(1893456000000); return request.time <= end; } match /a/{b} { allow delete: if open(); }"
      ),
      (
        "test-mode-expiry",
        "match /a/{b} { allow delete: if !(request.time >= timestamp.date(2030, 1, 1)); }"
      ),
      ("recursive-open", "match /{all=**} { allow delete: if signedIn() || !signedIn(); }"),
      (
        "email-without-verified",
        "match /a/{b} { allow get: if 'x@example.com' == request.auth.token['email']; }"
      ),
      (
        "hardcoded-identity", "match /a/{b} { allow get: if 'k3VqLwPz' == user(); }"
      ),
      (
        "write-includes-delete",
        "match /a/{b} { allow write: if new().owner == user() && new().title is string; }"
      ),
      (
        "shadowed-restriction",
        "match /{c}/{d} { allow get: if signedIn(); } match /a/{b} { allow get: if signedIn() && role(user()) == 'x'; }"
      ),
    ]
  )
  func told(id: String, blocks: String) {
    #expect(Fixture.ids(Self.helpers + blocks).contains(id), "\(blocks)")
  }

  @Test(
    "What protects is seen however it is written",
    arguments: [
      ("missing-owner-check", "match /users/{uid} { allow update: if uid == user(); }"),
      (
        "missing-owner-check",
        "match /users/{uid} { allow update: if signedIn() && [uid].hasAny([user()]); }"
      ),
      (
        "missing-owner-check",
        "match /users/{uid} { allow update: if signedIn() ? user() == uid : false; }"
      ),
      ("missing-owner-check", "match /users/{uid} { allow update: if role(user()) == 'admin'; }"),
      ("missing-owner-check", "match /users/{uid} { allow update: if !(user() != uid); }"),
      (
        "owner-reassignable",
        "match /a/{b} { allow update: if owns(resource.data) && pinned('owner') && new().t is string; }"
      ),
      (
        "owner-reassignable",
        "match /a/{b} { allow update: if owns(resource.data) && owns(new()) && new().t is string; }"
      ),
      (
        "owner-reassignable",
        "match /a/{b} { allow update: if owns(resource.data) && new().diff(resource.data).affectedKeys().hasOnly(['t'].concat(['u'])); }"
      ),
      (
        "self-granted-authority",
        "match /a/{b} { allow create: if role(user()) == 'admin' && new().role == 'admin'; }"
      ),
      (
        "self-granted-authority",
        "match /n/{i} { allow delete: if role(user()) == 'admin'; } match /users/{uid} { allow update: if uid == user() && pinned('role'); allow create: if uid == user() && new().keys().hasOnly(['name']); }"
      ),
      (
        "email-without-verified",
        "match /a/{b} { allow get: if request.auth.token.email_verified && request.auth.token.email == 'x@example.com'; }"
      ),
      (
        "write-includes-delete",
        "match /a/{b} { allow write: if request.method == 'delete' || new().t is string; }"
      ),
      (
        "shadowed-restriction",
        "match /{c}/{d} { allow get: if c == 'b' && signedIn(); } match /a/{b} { allow get: if signedIn() && role(user()) == 'x'; }"
      ),
      (
        "shadowed-restriction",
        "match /a/{b}/c/{d} { allow get: if signedIn(); } match /a/{b} { allow get: if signedIn() && role(user()) == 'x'; }"
      ),
    ]
  )
  func protected(id: String, blocks: String) {
    #expect(!Fixture.ids(Self.helpers + blocks).contains(id), "\(blocks)")
  }
}
