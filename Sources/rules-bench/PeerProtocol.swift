import RulesJSON
import RulesRuntime
import RulesSemantics
import RulesSource

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The answers that `peers/compare.py` asks every engine for.
struct PeerReport {
  /// The figures of one workload.
  static func json(of name: String, in folder: String) throws -> JSONValue {
    let before = peakMegabytes()
    let workload = try Workload(name, in: folder)
    let size = workload.rules.bytes.count
    let count = workload.cases.count
    var reader = RequestReader()
    let load = median {
      timed(operations: 1) { SemanticModel.analyze(workload.rules).program?.statements.count ?? 0 }
    }
    let decision = median { timed(operations: count) { workload.decide() } }
    let fromText = try median {
      try timed(operations: count) { try workload.decideTexts(&reader) }
    }
    return [
      "ns": .float(decision),
      "ns_conv": .float(fromText),
      // Nothing lies between the measurement and the engine.
      "ns_empty": .float(0),
      "load_ns": .float(load),
      "policy_bytes": .integer(size),
      "rss_mb": .float(peakMegabytes()),
      "rss_before_mb": .float(before),
      "checked": .integer(count),
      "differ": .integer(workload.differenceCount),
    ]
  }

  private static func median(_ sample: () throws -> Sample) rethrows -> Double {
    let values = try (0..<25).map { _ in try sample().value }.sorted()
    return values[values.count / 2]
  }

  private static func peakMegabytes() -> Double {
    var usage = rusage()
    #if canImport(Glibc)
      let itself = __rusage_who_t(RUSAGE_SELF.rawValue)
    #else
      let itself = RUSAGE_SELF
    #endif
    // SAFETY: the call writes the value that it is given.
    guard unsafe getrusage(itself, &usage) == 0 else { return 0 }
    return Double(usage.ru_maxrss) / 1024
  }
}
