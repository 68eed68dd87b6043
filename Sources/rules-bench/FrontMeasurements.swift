import RulesLint
import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax

extension Measurement {
  /// From the bytes of rules to a program: parsing, checks, and what they cost a whole run.
  static let front: [Measurement] = [
    parsing("parse/w2", "w2, 328 lines", .whole),
    parsing("parse/256k", "256 KB of rules", .largest),
    checking("check/256k", "256 KB of rules", .largest, .megabytesPerSecond, bar: 50, stretch: 120),
    checking("check/w2", "w2, 328 lines", .whole, .milliseconds, bar: 0.5, stretch: 0.15),
    checking("check/2500-lines", "2,500 lines", .lines(2_500), .milliseconds, bar: 5, stretch: 1),
    linting,
    growth,
    start(.milliseconds, bar: 1.5, stretch: 0.9),
    start(.megabytes, bar: nil, stretch: nil),
    checkRun(.milliseconds, bar: 3, stretch: 1.5),
    checkRun(.megabytes, bar: 6, stretch: 4),
  ]

  private static func parsing(_ name: String, _ summary: String, _ size: RulesSize) -> Measurement {
    Measurement(
      name: name,
      summary: "lexing and parsing \(summary)",
      unit: .megabytesPerSecond,
      bar: 150,
      stretch: 400
    ) { context in
      let bytes = try size.rules(context)
      return {
        let sample = timed(operations: 1) {
          parseRules(SourceFile(name: "w2.rules", bytes: bytes)).nodes.count
        }
        return Sample(value: Double(bytes.count) * 1e3 / sample.value)
      }
    }
  }

  private static func checking(
    _ name: String,
    _ summary: String,
    _ size: RulesSize,
    _ unit: Unit,
    bar: Double,
    stretch: Double
  ) -> Measurement {
    Measurement(
      name: name,
      summary: "parsing, all checks and lowering of \(summary)",
      unit: unit,
      bar: bar,
      stretch: stretch
    ) { context in
      let bytes = try size.rules(context)
      return {
        let sample = counted(operations: 1) { check(bytes) }
        let value =
          unit == .milliseconds ? sample.value / 1e6 : Double(bytes.count) * 1e3 / sample.value
        return Sample(value: value, allocations: sample.allocations)
      }
    }
  }

  /// What an editor does after each key: everything that is known of a file.
  private static let linting = Measurement(
    name: "lint/2500-lines",
    summary: "parsing, all checks, lowering and lint of 2,500 lines",
    unit: .milliseconds,
    bar: 5,
    stretch: 1
  ) { context in
    let bytes = try RulesSize.lines(2_500).rules(context)
    let linter = Linter(now: Timestamp(seconds: 1_750_000_000, nanos: 0))
    return {
      let sample = counted(operations: 1) {
        let model = SemanticModel.analyze(SourceFile(name: "w2.rules", bytes: bytes))
        return linter.lint(model).count
      }
      return Sample(value: sample.value / 1e6, allocations: sample.allocations)
    }
  }

  /// How the cost of a byte grows with the size of the file.
  private static let growth = Measurement(
    name: "check/growth",
    summary: "checking a byte of 256 KB over one of w2",
    unit: .ratio,
    bar: 1.5,
    stretch: 1.1
  ) { context in
    let small = try RulesSize.whole.rules(context)
    let large = try RulesSize.largest.rules(context)
    return {
      let first = timed(operations: small.count) { check(small) }
      let second = timed(operations: large.count) { check(large) }
      return Sample(value: second.value / first.value)
    }
  }

  private static func start(_ unit: Unit, bar: Double?, stretch: Double?) -> Measurement {
    run(
      "process/start",
      "starting and ending (`--version`)",
      unit,
      bar: bar,
      stretch: stretch
    ) { _ in ["--version"] }
  }

  private static func checkRun(_ unit: Unit, bar: Double?, stretch: Double?) -> Measurement {
    run("process/check/w2", "checking w2, 328 lines", unit, bar: bar, stretch: stretch) {
      ["check", "\($0.folder)/policies/w2.rules"]
    }
  }

  private static func run(
    _ name: String,
    _ summary: String,
    _ unit: Unit,
    bar: Double?,
    stretch: Double?,
    arguments: @escaping @Sendable (BenchContext) -> [String]
  ) -> Measurement {
    Measurement(
      name: "\(name)/\(unit == .megabytes ? "memory" : "time")",
      summary: "\(unit == .megabytes ? "peak memory" : "processor time") of \(summary)",
      unit: unit,
      bar: bar,
      stretch: stretch
    ) { context in
      guard let program = context.program else {
        throw BenchError(message: "name the command with --program")
      }
      let command = [program] + arguments(context)
      return {
        let cost = try ProcessCost(of: command)
        guard cost.exitCode == 0 else {
          throw BenchError(message: "\(command) ended with \(cost.exitCode)")
        }
        return Sample(value: unit == .megabytes ? cost.megabytes : cost.milliseconds)
      }
    }
  }

  private static func check(_ bytes: ContiguousArray<UInt8>) -> Int {
    SemanticModel.analyze(SourceFile(name: "w2.rules", bytes: bytes)).program?.statements.count ?? 0
  }
}
