import RulesTestSupport

/// What the command line asks for.
struct FuzzOptions {
  let target: FuzzTarget
  var seconds = 60.0
  var seed: UInt64 = 1
  var folders: [String] = []
  var input: String?
  var last: String

  /// The options of a command line; nil where it is wrong.
  init?(_ arguments: [String]) {
    guard let name = arguments.first,
      let target = FuzzTarget.all.first(where: { $0.name == name })
    else { return nil }
    self.target = target
    last = "fuzz-\(name).input"
    var rest = arguments.dropFirst()
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { return nil }
      switch option {
      case "--seconds":
        guard let seconds = Double(value) else { return nil }
        self.seconds = seconds
      case "--seed":
        guard let seed = UInt64(value) else { return nil }
        self.seed = seed
      case "--corpus": folders.append(value)
      case "--input": input = value
      case "--last": last = value
      default: return nil
      }
    }
    if folders.isEmpty { folders = ["Tests/Conformance/rows", "examples"] }
  }
}
