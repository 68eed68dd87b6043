import RulesLint
import RulesRuntime
import RulesSemantics
import RulesSource
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Checks of rules of many shapes end, and four times the rules may take about four times the work.
@Suite(.serialized) struct LintGrowthTests {
  private static let now = Timestamp(seconds: 1_796_083_200, nanos: 0)

  /// Time of this thread alone, so that other tests do not count.
  private func seconds(_ work: () -> Void) -> Double {
    func now() -> Double {
      var time = timespec()
      guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    work()
    return now() - start
  }

  private func model(_ blocks: String) -> SemanticModel {
    SemanticModel.analyze(
      SourceFile(name: "firestore.rules", text: LintRule.Example.firestore(blocks).fileText)
    )
  }

  private static func blocks(_ count: Int, _ text: (Int) -> String) -> String {
    (0..<count).map(text).joined(separator: "\n")
  }

  private static let shapes: [(name: String, text: @Sendable (Int) -> String)] = [
    (
      "open blocks that cover one another",
      { blocks($0) { "match /{c}/{b} { allow read, write: if b == '\($0)' || true; }" } }
    ),
    (
      "blocks for all documents",
      { blocks($0) { "match /a\($0)/{b=**} { allow read, write; }" } }
    ),
    (
      "conjunctions in blocks of many names",
      {
        blocks($0) {
          """
          match /c\($0)/{uid} {
            allow write: if request.auth != null && request.auth.uid == uid
              && request.resource.data.a\($0) is string;
          }
          """
        }
      }
    ),
    (
      "statements that read one field each",
      { count in
        "match /a/{b} {\n"
          + blocks(count) { "allow update: if resource.data.o\($0) == request.auth.uid;" } + "}"
      }
    ),
    (
      "rights in documents",
      {
        blocks($0) {
          """
          match /u\($0)/{uid} {
            allow update: if request.auth.uid == uid
              && get(/databases/$(database)/documents/u\($0)/$(request.auth.uid)).data.role == 'admin';
          }
          """
        }
      }
    ),
    (
      "statements of one block that look something up",
      { count in
        "match /a/{b} {\n"
          + blocks(count) {
            "allow get: if exists(/databases/$(database)/documents/m\($0)/$(request.auth.uid));"
          } + "}"
      }
    ),
    (
      "comments above blocks that silence within",
      { count in
        blocks(count) {
          "// rulescheck:ignore open-write -- x\nmatch /a\($0)/{b} { allow delete; }"
        }
      }
    ),
    (
      "many comments above one block",
      { count in
        blocks(count) { _ in "// rulescheck:ignore open-write -- x" } + "\nmatch /a/{b} {\n"
          + blocks(count) { _ in "allow delete: if true;" } + "}"
      }
    ),
    (
      "fields whose types are tested",
      { count in
        "match /a/{b} {\n"
          + blocks(count) {
            "allow create: if request.resource.data.f\($0) is list && 'x' in resource.data.f\($0).keys();"
          } + "}"
      }
    ),
    (
      "comments that silence",
      { count in
        "match /a/{b} {\n"
          + blocks(count) { _ in "// rulescheck:ignore open-write -- x\nallow delete: if true;" }
          + "}"
      }
    ),
  ]

  @Test("Rules of many shapes", arguments: shapes.map(\.name))
  func growth(name: String) throws {
    let shape = try #require(Self.shapes.first { $0.name == name })
    let models = [100, 400].map { model(shape.text($0)) }
    let isLinear = (0..<3).contains { _ in
      let times = models.map { model in
        seconds {
          let found = Linter(now: Self.now).lint(model)
          _ = Suppressions(model.tree).apply(to: found, ids: [], now: Self.now)
        }
      }
      return times[1] < 0.05 || times[1] < 10 * times[0]
    }
    #expect(isLinear)
  }

  @Test("Helpers that call one another twice, with other arguments each time, end")
  func helpers() {
    let functions = (0..<20).map { index in
      index == 0
        ? "function f0(x) { return x == 'a'; }"
        : """
        function f\(index)(x) {
          return f\(index - 1)(x + 'a') && f\(index - 1)(x + 'b') || f\(index - 1)([x]);
        }
        """
    }
    let blocks = Self.blocks(200) {
      "match /c\($0)/{b} { allow read, write: if f19(b + '\($0)'); }"
    }
    let model = model(functions.joined(separator: "\n") + blocks)
    #expect(model.program != nil)
    #expect(seconds { _ = Linter(now: Self.now).lint(model) } < 60)
  }

  @Test("Chains of as many terms as there may be")
  func chains() {
    let chain = (0..<95).map { "request.resource.data.f\($0) is string" }.joined(separator: " && ")
    let model = model(
      Self.blocks(60) { "match /c\($0)/{b} { allow create: if \(chain); }" }
    )
    #expect(model.program != nil)
    #expect(seconds { _ = Linter(now: Self.now).lint(model) } < 60)
  }
}
