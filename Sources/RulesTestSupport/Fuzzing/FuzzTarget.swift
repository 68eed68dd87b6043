import RulesSource

/// An entry of the tool that is fed hostile bytes.
package struct FuzzTarget: Sendable {
  /// Its name on the command line.
  package let name: String
  /// Pieces that its inputs are made of.
  package let dictionary: [String]
  /// Feeds an input, and says which property of the answer does not hold; nil where all do.
  package let check: @Sendable (ContiguousArray<UInt8>) -> String?

  /// All targets.
  package static let all: [FuzzTarget] = [
    .syntax, .semantics, .evaluate, .regex, .json, .tests, .wire, .programs, .format, .editor,
    .lint, .server, .service, .export,
  ]

  /// What stands between the parts of an input that has several.
  package static let separator: UInt8 = 0
}

extension FuzzTarget {
  /// The parts of an input, as many as asked for; those that lack are empty.
  static func parts(
    _ input: ContiguousArray<UInt8>,
    _ count: Int
  ) -> [ContiguousArray<UInt8>] {
    var parts = input.split(
      separator: separator,
      maxSplits: count - 1,
      omittingEmptySubsequences: false
    ).map { ContiguousArray($0) }
    while parts.count < count { parts.append([]) }
    return parts
  }

  /// A number that depends on all bytes of an input.
  static func seed(of input: ContiguousArray<UInt8>) -> UInt64 {
    input.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// Renders each diagnostic, as the tool would.
  static func render(_ diagnostics: [Diagnostic], _ file: SourceFile) {
    let renderer = DiagnosticRenderer()
    for diagnostic in diagnostics.prefix(20) { _ = renderer.render(diagnostic, in: file) }
  }
}
