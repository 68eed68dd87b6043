#if LIBFUZZER
  import Glibc
  import RulesTestSupport

  /// The function of libFuzzer that runs it from a `main` of ours.
  @_silgen_name("LLVMFuzzerRunDriver")
  private func runDriver(
    _ argumentCount: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ feed: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  ) -> CInt

  /// The target that the environment names.
  private let target = FuzzTarget.all.first { target in
    // SAFETY: no thread changes the environment; the text is copied at once.
    guard let name = unsafe getenv("FUZZ_TARGET") else { return false }
    return unsafe String(cString: name) == target.name
  }

  /// Gives the command line to libFuzzer, which feeds the target of the variable `FUZZ_TARGET`.
  func runLibFuzzer() {
    guard target != nil else {
      print("rules-fuzz: set FUZZ_TARGET to one of \(FuzzTarget.all.map(\.name))")
      exit(2)
    }
    var count = CommandLine.argc
    var arguments = unsafe CommandLine.unsafeArgv
    let code = unsafe runDriver(&count, &arguments) { bytes, count in
      let input = unsafe ContiguousArray(UnsafeBufferPointer(start: bytes, count: count))
      if let problem = target?.check(input) {
        print(problem)
        abort()
      }
      return 0
    }
    exit(code)
  }
#endif
