import RulesTestSupport
import RulesWorkspace

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Feeds hostile inputs to one part of the tool until the time is over.
@main
struct RulesFuzz {
  static let usage = """
    usage: rules-fuzz TARGET [--seconds N] [--seed S] [--corpus FOLDER]… [--input FILE] [--last FILE]

    Targets: \(FuzzTarget.all.map(\.name).joined(separator: ", ")).

      --seconds N      how long; 60 if not given
      --seed S         the first number of the sequence; 1 if not given
      --corpus FOLDER  where inputs to begin with are; Tests/Conformance/rows and examples if not given
      --input FILE     feeds this one input and ends
      --last FILE      where each input is kept before it is fed; fuzz-TARGET.input if not given

    A crash leaves its input in the file of --last. An input that is slow or takes much memory, or that gets an
    answer it should not, is kept beside it. The exit code is 1 where there was one.

    """

  static func main() {
    #if LIBFUZZER
      runLibFuzzer()
    #else
      guard let options = FuzzOptions(Array(CommandLine.arguments.dropFirst())) else {
        print(usage, terminator: "")
        exit(2)
      }
      exit(run(options))
    #endif
  }

  /// Fuzzes, or feeds the one input.
  private static func run(_ options: FuzzOptions) -> Int32 {
    let files = POSIXFileSystem()
    var session = FuzzSession(options)
    if let path = options.input {
      guard let input = try? files.read(path, limit: 1 << 30) else {
        print("rules-fuzz: can't read \(path)")
        return 2
      }
      session.feed(input)
      return session.problemCount == 0 ? 0 : 1
    }
    let corpus = FuzzCorpus(folders: options.folders, files)
    let seeds = corpus.inputs(of: options.target)
    let mutator = Mutator(seeds: seeds, dictionary: options.target.dictionary)
    var random = SeededRandom(seed: options.seed)
    print("\(options.target.name): \(seeds.count) inputs to begin with, seed \(options.seed)")
    let start = monotonicSeconds()
    var nextReport = start + 30
    while session.now < start + options.seconds {
      session.feed(mutator.input(&random))
      guard session.now > nextReport else { continue }
      session.report(since: start)
      nextReport += 30
    }
    session.report(since: start)
    return session.problemCount == 0 ? 0 : 1
  }
}

/// The time of a clock that never goes back.
func monotonicSeconds() -> Double { seconds(of: CLOCK_MONOTONIC) }

/// The time that this process has spent on a processor.
func processorSeconds() -> Double { seconds(of: CLOCK_PROCESS_CPUTIME_ID) }

private func seconds(of clock: clockid_t) -> Double {
  var time = timespec()
  // SAFETY: the call writes the time it is given.
  guard unsafe clock_gettime(clock, &time) == 0 else { return 0 }
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
