import RulesJSON

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Measures the figures that the tool is held to.
@main
struct RulesBench {
  static let usage = """
    usage: rules-bench FOLDER [--only NAME]… [--rounds N] [--program RULESCHECK] [--json]
           rules-bench peer FOLDER WORKLOAD

    FOLDER holds the workloads, as Sources/rules-bench/peers/prepare.sh makes it.

      --only NAME          only figures whose name begins so; --list prints all names
      --rounds N           how often each is measured, all in turn; 15 if not given
      --program RULESCHECK the command whose whole runs are measured
      --json               the figures as JSON

    `peer` prints the figures of one workload as peers/compare.py asks for them. The exit code is 1 where a bar
    is missed, 2 where something can't be measured.

    """

  static func main() {
    do {
      exit(try run(Array(CommandLine.arguments.dropFirst())))
    } catch let error as BenchError {
      print("rules-bench: \(error.message)")
    } catch {
      print("rules-bench: \(error)")
    }
    exit(2)
  }

  private static func run(_ arguments: [String]) throws -> Int32 {
    if arguments == ["--list"] {
      for measurement in Measurement.all {
        print("\(measurement.name.padded(30)) \(measurement.summary)")
      }
      return 0
    }
    if arguments.count == 3, arguments[0] == "peer" {
      print(try PeerReport.json(of: arguments[2], in: arguments[1]).jsonText())
      return 0
    }
    guard let options = BenchOptions(arguments) else {
      print(usage, terminator: "")
      return 2
    }
    let summaries = try measure(options)
    if options.isJSON {
      print(JSONValue.array(summaries.map(\.json)).jsonText(.indented))
    } else {
      for summary in summaries { print(summary.line) }
    }
    return summaries.contains { $0.standing == "missed" } ? 1 : 0
  }

  /// Makes all rounds, each of them through all measurements, so that what disturbs the machine hits all alike.
  private static func measure(_ options: BenchOptions) throws -> [Summary] {
    let context = BenchContext(folder: options.folder, program: options.program)
    let chosen = Measurement.all.filter { measurement in
      options.names.isEmpty || options.names.contains { measurement.name.hasPrefix($0) }
    }
    .filter { options.program != nil || !$0.name.hasPrefix("process/") }
    let runs = try chosen.map { try $0.prepare(context) }
    var samples = [[Sample]](repeating: [], count: chosen.count)
    for round in 0...options.rounds {
      for (index, run) in runs.enumerated() {
        let sample = try run()
        // The first round warms up.
        if round > 0 { samples[index].append(sample) }
      }
    }
    return zip(chosen, samples).map { Summary(measurement: $0, samples: $1) }
  }
}

/// What the command line asks for.
struct BenchOptions {
  var folder: String
  var names: [String] = []
  var rounds = 15
  var program: String?
  var isJSON = false

  /// The options of a command line; nil where it is wrong.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    var folder: String?
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": isJSON = true
      case "--only":
        guard let name = rest.popFirst() else { return nil }
        names.append(name)
      case "--rounds":
        guard let count = rest.popFirst().flatMap({ Int($0) }), count > 0 else { return nil }
        rounds = count
      case "--program":
        guard let name = rest.popFirst() else { return nil }
        program = name
      default:
        guard folder == nil, !argument.hasPrefix("--") else { return nil }
        folder = argument
      }
    }
    guard let folder else { return nil }
    self.folder = folder
  }
}
