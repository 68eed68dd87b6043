extension Measurement {
  /// How the cost of a decision grows with the count of rules.
  static let scaling: [Measurement] = [
    Measurement(
      name: "scaling/s1000-to-s10",
      summary: "time of a decision with 1,000 rules over that with 10, the same kinds of rules",
      unit: .ratio,
      bar: 1.3,
      stretch: 1.1
    ) { context in
      let small = try Workload(checked: "s10", context)
      let large = try Workload(checked: "s1000", context)
      return {
        let first = timed(operations: small.cases.count) { small.decide() }
        let second = timed(operations: large.cases.count) { large.decide() }
        return Sample(value: second.value / first.value)
      }
    },
    time("s10"), time("s1000"),
  ]

  private static func time(_ workload: String) -> Measurement {
    Measurement(
      name: "scaling/\(workload)",
      summary: "one decision, the request's values at hand",
      unit: .nanoseconds
    ) { context in
      let workload = try Workload(checked: workload, context)
      return { timed(operations: workload.cases.count) { workload.decide() } }
    }
  }
}
