import Foundation

/// A source file as the scans of this target see it.
struct SwiftFile {
  /// The path from the top of the package: `Sources/RulesJSON/JSONValue.swift`.
  let path: String

  /// The lines as they are.
  let lines: [String]

  /// The lines with the text of comments and strings blanked, so that a scan meets only code.
  let codeLines: [String]

  init(path: String, text: String) {
    self.path = path
    lines = text.components(separatedBy: "\n")
    codeLines = SourceBlanker(text).blanked().components(separatedBy: "\n")
  }

  /// The target or test target that the file belongs to.
  var target: String {
    path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
  }

  /// `path:line`, from a 0-based index of a line.
  func place(_ index: Int) -> String { "\(path):\(index + 1)" }

  /// The modules that the file imports, with the 0-based indices of their lines.
  var imports: [(module: String, line: Int)] {
    codeLines.enumerated().compactMap { index, line in
      let words = line.split(separator: " ")
      guard let position = words.firstIndex(of: "import"),
        words[..<position].allSatisfy({ $0.first == "@" || Self.accessWords.contains($0) })
      else { return nil }
      let name = words[(position + 1)...].last?.split(separator: ".").first
      return name.map { (String($0), index) }
    }
  }

  private static let accessWords: Set<Substring> = [
    "public", "package", "internal", "private", "fileprivate",
  ]
}

/// The package that this file belongs to.
enum Repository {
  static let top = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let sources = swiftFiles(in: "Sources")
  static let tests = swiftFiles(in: "Tests")

  /// The text of a file, by its path from the top.
  static func text(of path: String) -> String? {
    try? String(contentsOf: top.appending(path: path), encoding: .utf8)
  }

  /// The names of what lies in a folder, sorted.
  static func names(in folder: String) -> [String] {
    let path = top.appending(path: folder).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// The paths of the folders in a folder.
  static func folders(in folder: String) -> [String] {
    names(in: folder).filter { isFolder("\(folder)/\($0)") }
  }

  /// The paths of all files in a folder and below, hidden ones left out.
  static func files(below folder: String) -> [String] {
    names(in: folder).filter { !$0.hasPrefix(".") }.flatMap { name in
      let path = "\(folder)/\(name)"
      return isFolder(path) ? files(below: path) : [path]
    }
  }

  private static func swiftFiles(in folder: String) -> [SwiftFile] {
    files(below: folder).filter { $0.hasSuffix(".swift") }.compactMap { path in
      text(of: path).map { SwiftFile(path: path, text: $0) }
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    let values = try? top.appending(path: path).resolvingSymlinksInPath()
      .resourceValues(forKeys: [.isDirectoryKey])
    return values?.isDirectory ?? false
  }
}
