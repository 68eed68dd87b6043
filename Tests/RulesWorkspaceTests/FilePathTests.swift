import RulesWorkspace
import Testing

struct FilePathTests {
  @Test(
    "A path is normalised by its text alone",
    arguments: [
      ("", "."), (".", "."), ("a", "a"), ("./a//b/", "a/b"), ("a/..", "."), ("a/../..", ".."),
      ("../../a", "../../a"), ("/", "/"), ("//", "/"), ("/..", "/"), ("/a/./b/../c", "/a/c"),
      ("...", "..."),
    ]
  )
  func normalized(path: String, expected: String) {
    #expect(FilePath.normalized(path) == expected)
  }

  @Test(
    "A relative path counts from the directory",
    arguments: [
      (".", "a", "a"), ("x", "a", "x/a"), ("x", "/a", "/a"), ("x/y", "../a", "x/a"),
      ("/", "a", "/a"), ("", "a", "/a"), ("..", "a", "../a"), ("x", "", "x"),
    ]
  )
  func joined(directory: String, path: String, expected: String) {
    #expect(FilePath.joined(directory, path) == expected)
  }

  @Test(
    "The parent of a path and its name",
    arguments: [
      ("a/b", "a", "b"), ("a", ".", "a"), ("/a", "/", "a"), ("/", "/", ""), (".", "..", "."),
      ("..", "../..", ".."), ("../..", "../../..", ".."), ("a/b..", "a", "b.."), ("a/b/", "a", "b"),
    ]
  )
  func parts(path: String, parent: String, name: String) {
    #expect(FilePath.parent(of: path) == parent)
    #expect(FilePath.name(of: path) == name)
  }
}
