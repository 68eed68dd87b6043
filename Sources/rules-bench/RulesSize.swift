import RulesWorkspace

/// How much of the policy w2 is read: it is copied into blocks of its own.
enum RulesSize: Sendable {
  /// The policy as it is.
  case whole
  /// So many lines, or a few more.
  case lines(Int)
  /// As many copies as the service takes.
  case largest

  /// The service takes rules of fewer bytes.
  private static let byteLimit = 262_144

  /// The bytes of the rules.
  func rules(_ context: BenchContext) throws -> ContiguousArray<UInt8> {
    let bytes = try POSIXFileSystem().read("\(context.folder)/policies/w2.rules")
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard let first = lines.firstIndex(where: { $0.contains("match /databases") }),
      let service = lines.lastIndex(where: { $0.hasPrefix("}") }),
      let last = lines[..<service].lastIndex(where: { $0.hasPrefix("  }") }), first < last
    else { throw BenchError(message: "w2.rules is not as it was") }
    let body = lines[(first + 1)..<last]
    func copies(_ count: Int) -> ContiguousArray<UInt8> {
      var all = Array(lines[...first])
      for number in 0..<count {
        if number > 0 { all.append("    match /copy\(number)/{copy\(number)} {") }
        all += body
        if number > 0 { all.append("    }") }
      }
      return ContiguousArray((all + lines[last...]).joined(separator: "\n").utf8)
    }
    switch self {
    case .whole: return bytes
    case .lines(let count): return copies((count + body.count - 1) / body.count)
    case .largest:
      var count = 1
      while copies(count + 1).count < Self.byteLimit { count += 1 }
      return copies(count)
    }
  }
}
