import AllocationCounter

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The time that this thread has spent on a processor, in nanoseconds: what others do on a shared machine does not
/// count.
func threadNanoseconds() -> Double {
  var time = timespec()
  // SAFETY: the call writes the time it is given.
  guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Measures passes over some operations until they took long enough to be told from the clock's own cost.
///
/// - Parameters:
///   - operations: how many one pass makes.
///   - pass: makes them, and gives a number that depends on all, so that none is left out.
/// - Returns: nanoseconds of one operation.
func timed(operations: Int, _ pass: () throws -> Int) rethrows -> Sample {
  let shortest = 4e6
  var passes = 0
  var spent = 0.0
  repeat {
    let start = threadNanoseconds()
    let result = try pass()
    spent += threadNanoseconds() - start
    passes += 1
    // Never true; keeps the result needed.
    if result == .min { print(result) }
  } while spent < shortest
  return Sample(value: spent / Double(operations * passes))
}

/// Measures as `timed(operations:_:)` does, and counts the allocations of one more pass.
func counted(operations: Int, _ pass: () throws -> Int) rethrows -> Sample {
  var sample = try timed(operations: operations, pass)
  let before = allocation_count()
  _ = try pass()
  let count = allocation_count() - before
  sample.allocations = before < 0 ? nil : Double(count) / Double(operations)
  return sample
}
