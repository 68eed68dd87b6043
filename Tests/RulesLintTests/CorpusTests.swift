import RulesLint
import RulesSource
import RulesWorkspace
import Testing

/// Whole files: insecure ones with what is to be found, and sound ones.
struct CorpusTests {
  /// The ids of the checks for who can do what.
  static let securityIDs: Set<String> = [
    "open-write", "open-read", "test-mode-expiry", "recursive-open", "any-signed-in-write",
    "shadowed-restriction", "missing-owner-check", "owner-reassignable", "self-granted-authority",
    "update-bypass", "write-includes-delete", "no-field-validation", "email-without-verified",
    "hardcoded-identity", "storage-upload-unbounded", "storage-content-type", "secret-in-rules",
  ]

  /// What is to be found in each insecure file: line, id, severity.
  static let insecure: [(file: String, findings: [String])] = [
    ("address-as-key", ["9 email-without-verified warning", "9 no-field-validation info"]),
    ("admin-by-request", ["6 self-granted-authority error", "6 write-includes-delete info"]),
    ("broad-block-wins", ["9 shadowed-restriction error"]),
    ("expired-test-mode", ["6 test-mode-expiry warning"]),
    ("named-people", ["7 hardcoded-identity info", "7 no-field-validation info"]),
    ("open-behind-helper", ["15 open-write error"]),
    (
      "open-bucket", ["10 open-write error", "6 recursive-open error", "9 open-read info"]
    ),
    ("open-database", ["6 recursive-open error"]),
    ("owner-can-be-changed", ["6 owner-reassignable warning"]),
    ("owner-on-create-only", ["8 missing-owner-check warning"]),
    ("password-in-document", ["6 secret-in-rules warning", "7 secret-in-rules warning"]),
    (
      "profiles-of-others", ["6 missing-owner-check info", "7 missing-owner-check warning"]
    ),
    ("public-users", ["6 open-read warning", "7 no-field-validation info"]),
    ("reversed-null-check", ["6 open-write error"]),
    ("role-in-own-profile", ["10 no-field-validation info", "10 self-granted-authority error"]),
    ("signed-in-is-enough", ["6 recursive-open error"]),
    ("test-mode", ["6 test-mode-expiry error"]),
    ("update-unchecked", ["12 update-bypass warning"]),
    (
      "uploads-of-any-size",
      [
        "7 storage-content-type warning", "7 storage-upload-unbounded warning",
        "7 write-includes-delete info",
      ]
    ),
    ("uploads-of-anything", ["6 recursive-open error"]),
  ]

  static let sound = [
    "chat", "claims", "closed", "contest", "images", "own-notes", "profiles", "public-catalogue",
    "roles-by-server", "verified-staff",
  ]

  @Test("In an insecure file the dangers are found, and no others", arguments: insecure)
  func findsDangers(file: String, findings: [String]) throws {
    let source = try Self.source("Corpus/insecure/\(file).rules")
    let found = Fixture.findings(source.text(of: SourceRange(0, .max)))
      .filter { Self.securityIDs.contains($0.code.id) }
      .map { "\(source.position(of: $0.range.lowerBound).line) \($0.code.id) \($0.severity.name)" }
    #expect(found.sorted() == findings)
  }

  @Test("In a sound file nothing is found", arguments: sound)
  func findsNothing(file: String) throws {
    let source = try Self.source("Corpus/sound/\(file).rules")
    let found = Fixture.findings(source.text(of: SourceRange(0, .max)))
      .filter { Self.securityIDs.contains($0.code.id) || $0.severity >= .warning }
    #expect(found.map(\.message) == [])
  }

  @Test("Every check for who can do what has a file in which it finds something, or a page")
  func coverage() {
    let ids = Set(LintRule.all.map(\.code.id))
    #expect(Self.securityIDs.isSubset(of: ids))
    #expect(Self.insecure.count == 20 && Self.sound.count == 10)
  }

  static func source(_ path: String) throws -> SourceFile {
    let folder = FilePath.parent(of: #filePath)
    let bytes = try POSIXFileSystem().read(FilePath.joined(folder, path), limit: 1 << 20)
    return SourceFile(name: path, bytes: bytes)
  }
}

/// Files that are right as they stand, and forms that the documentation shows.
struct PrecisionTests {
  @Test(
    "In well-written files of real size no check for who can do what sees more than a remark",
    arguments: [
      "RulesSemanticsTests/Corpus/chat.rules", "RulesSemanticsTests/Corpus/files.rules",
      "RulesSemanticsTests/Corpus/health.rules", "RulesSemanticsTests/Corpus/projects.rules",
      "RulesSemanticsTests/Corpus/school.rules", "RulesSemanticsTests/Corpus/shop.rules",
      "../examples/bookshelf/firestore.rules", "../examples/flashcards/firestore.rules",
      "../examples/hosted-suite/firestore.rules", "../examples/storage-images/storage.rules",
      "../examples/task-burner/firestore.rules",
      "RulesLintTests/Corpus/wellwritten/followers.rules",
      "RulesLintTests/Corpus/wellwritten/messenger.rules",
      "RulesLintTests/Corpus/wellwritten/photos.rules",
      "RulesLintTests/Corpus/wellwritten/store.rules",
      "RulesLintTests/Corpus/wellwritten/tasks.rules",
      "RulesLintTests/Corpus/wellwritten/workspace.rules",
    ]
  )
  func wellWritten(path: String) throws {
    let source = try CorpusTests.source("../\(path)")
    expectRemarksOnly(source.text(of: SourceRange(0, .max)))
  }

  @Test("What the documentation shows is worth a remark at most", arguments: documented)
  func quiet(rules: LintRule.Example) {
    expectRemarksOnly(rules.fileText)
  }

  private func expectRemarksOnly(_ text: String) {
    let found = Fixture.findings(text).filter {
      CorpusTests.securityIDs.contains($0.code.id) && $0.severity > .info
    }
    #expect(found.map { "\($0.code.id): \($0.message)" } == [])
  }

  /// The forms in which the documentation writes conditions; the names are others.
  static let documented: [LintRule.Example] = [
    // Access for users who are signed in.
    .firestore("match /towns/{town} {\n  allow read, write: if request.auth != null;\n}"),
    // One's own document, made by anyone who is signed in.
    .firestore(
      """
      match /people/{userId} {
        allow read, update, delete: if request.auth != null && request.auth.uid == userId;
        allow create: if request.auth != null;
      }
      """
    ),
    // The owner alone.
    .firestore(
      """
      match /pages/{page} {
        allow read: if request.auth.uid == resource.data.author_uid;
        allow create: if request.auth.uid == request.resource.data.author_uid;
        allow update, delete: if request.auth.uid == resource.data.author_uid;
      }
      """
    ),
    // Public and private access in one.
    .firestore(
      """
      match /pages/{page} {
        allow read: if true;
        allow create: if request.auth.uid == request.resource.data.author_uid;
        allow update, delete: if request.auth.uid == resource.data.author_uid;
      }
      """
    ),
    // A right in a claim.
    .firestore(
      """
      match /pages/{page} {
        allow read: if request.auth.token.reader == "true";
        allow write: if request.auth.token.writer == "true";
      }
      """
    ),
    // A right in another document.
    .firestore(
      """
      match /pages/{page} {
        allow read: if get(/databases/$(database)/documents/users/$(request.auth.uid)).data.role == "Reader";
        allow write: if get(/databases/$(database)/documents/users/$(request.auth.uid)).data.role == "Writer";
      }
      """
    ),
    // Data of the document, and of the request.
    .firestore(
      """
      match /towns/{town} {
        allow read: if resource.data.visibility == 'public';
        allow update: if request.resource.data.population > 0
                      && request.resource.data.name == resource.data.name;
      }
      """
    ),
    // Two documents that change together.
    .firestore(
      """
      match /towns/{town} {
        allow write: if request.auth != null
          && getAfter(/databases/$(database)/documents/countries/$(request.resource.data.country)).data.updated == request.time;
      }
      match /countries/{country} {
        allow write: if request.auth != null;
      }
      """
    ),
    // Fields that must be there, may be there, and may change.
    .firestore(
      """
      function hasFields(required, optional) {
        let all = required.concat(optional);
        return request.resource.data.keys().hasAll(required) && request.resource.data.keys().hasOnly(all);
      }
      function changesOnly(fields) {
        return request.resource.data.diff(resource.data).affectedKeys().hasOnly(fields);
      }
      match /bistros/{bistro} {
        allow create: if hasFields(['name', 'place'], ['hours']) && request.resource.data.name is string;
        allow update: if changesOnly(['name', 'hours']);
      }
      """
    ),
    // Files of one user, with a size and a type.
    .storage(
      """
      match /pictures/{userId}/{file} {
        allow read: if request.auth != null;
        allow write: if request.auth != null && request.auth.uid == userId
                     && request.resource.size < 5 * 1024 * 1024
                     && request.resource.contentType.matches('image/.*');
      }
      """
    ),
    // Files of one user.
    .storage(
      """
      match /pictures/{userId}/portrait.png {
        allow read;
        allow write: if request.auth.uid == userId;
      }
      """
    ),
    // A group whose members' tokens name it.
    .storage(
      """
      match /files/{groupId}/{file} {
        allow read: if resource.metadata.owner == request.auth.token.groupId;
        allow write: if request.auth.token.groupId == groupId;
      }
      """
    ),
  ]
}
