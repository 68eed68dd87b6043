/// Arithmetic on the text of paths; it never looks at a disk.
package enum FilePath {
  /// A path that is relative to a directory, made relative to where the directory's path is.
  ///
  ///     joined("rules", "a.rulestest")   // rules/a.rulestest
  ///     joined(".", "a.rulestest")       // a.rulestest
  ///     joined("rules", "/a")            // /a
  package static func joined(_ directory: String, _ path: String) -> String {
    isAbsolute(path) ? normalized(path) : normalized("\(directory)/\(path)")
  }

  /// The path without empty parts and `.`, each `..` taking the part before it with it.
  ///
  /// This is right as long as the part before `..` is no symbolic link. `..` at the root stays there;
  /// the empty path and what becomes empty is `.`.
  package static func normalized(_ path: String) -> String {
    guard !isNormalized(path) else { return path }
    let isAbsolute = isAbsolute(path)
    var parts: [Substring] = []
    for part in path.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init) {
      switch part {
      case ".":
        continue
      case "..":
        if let last = parts.last, last != ".." {
          parts.removeLast()
        } else if !isAbsolute {
          parts.append(part)
        }
      default:
        parts.append(part)
      }
    }
    let text = parts.joined(separator: "/")
    return isAbsolute ? "/\(text)" : text.isEmpty ? "." : text
  }

  /// Whether a path has neither empty parts, nor parts of dots behind others: most paths have none.
  private static func isNormalized(_ path: String) -> Bool {
    let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
    // Count of the part's bytes, and whether it is made of dots; only `..` may be, and only before all other parts.
    var (count, isDots, mayAscend) = (0, true, !isAbsolute(path))
    func isPartAllowed() -> Bool {
      guard count > 0 else { return false }
      if isDots, count < 3 { return count == 2 && mayAscend }
      mayAscend = false
      return true
    }
    for byte in path.utf8.dropFirst(isAbsolute(path) ? 1 : 0) {
      if byte == slash {
        guard isPartAllowed() else { return false }
        (count, isDots) = (0, true)
      } else {
        count += 1
        isDots = isDots && byte == dot
      }
    }
    return isPartAllowed()
  }

  /// The path of the directory that holds a path; `.` for a name alone, `/` for the root.
  package static func parent(of path: String) -> String {
    let path = normalized(path)
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return path == "." || path.utf8.elementsEqual("..".utf8) ? joined(path, "..") : "."
    }
    if path.hasSuffix("..") { return joined(path, "..") }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  package static func name(of path: String) -> String {
    let path = normalized(path)
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// A path as it is named from a directory, both from one place; absolute where one of them is.
  ///
  ///     relative("rules/a.rules", from: "tests")   // ../rules/a.rules
  package static func relative(_ path: String, from directory: String) -> String {
    let path = normalized(path)
    let directory = normalized(directory)
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init)
    let base =
      directory == "."
      ? [] : directory.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init)
    guard isAbsolute(path) == isAbsolute(directory), !base.contains("..") else { return path }
    let common = zip(parts.dropLast(), base).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let up = Array(repeating: Substring(".."), count: base.count - common)
    return (up + parts[common...]).joined(separator: "/")
  }

  /// Whether a path starts at the root.
  package static func isAbsolute(_ path: String) -> Bool {
    path.utf8.first == UInt8(ascii: "/")
  }
}
