extension Measurement {
  /// Decisions: routing, every semantics, every budget.
  static let decisions: [Measurement] = [
    decision("w1", bar: 60, stretch: 25),
    decision("w2", bar: 300, stretch: 120),
    shuffledDecision("w1", bar: 60, stretch: 25),
    shuffledDecision("w2", bar: 300, stretch: 120),
    textDecision("w1", bar: 1800, stretch: 800),
    textDecision("w2", bar: 3000, stretch: 1500),
  ]

  private static func decision(
    _ workload: String,
    bar: Double,
    stretch: Double
  ) -> Measurement {
    Measurement(
      name: "decision/\(workload)",
      summary: "one decision, the request's values at hand, requests in file order",
      unit: .nanoseconds,
      bar: bar,
      stretch: stretch
    ) { context in
      let workload = try Workload(checked: workload, context)
      return { counted(operations: workload.cases.count) { workload.decide() } }
    }
  }

  private static func shuffledDecision(
    _ workload: String,
    bar: Double,
    stretch: Double
  ) -> Measurement {
    Measurement(
      name: "decision/\(workload)/shuffled",
      summary: "one decision, the request's values at hand, another order in each pass",
      unit: .nanoseconds,
      bar: bar,
      stretch: stretch
    ) { context in
      let workload = try Workload(checked: workload, context)
      // Long enough that no pass is like one that the processor remembers.
      let orders = (0..<16).map { workload.order($0) }
      return {
        timed(operations: workload.cases.count * orders.count) {
          orders.reduce(0) { $0 + workload.decide($1) }
        }
      }
    }
  }

  private static func textDecision(
    _ workload: String,
    bar: Double,
    stretch: Double
  ) -> Measurement {
    Measurement(
      name: "decision/\(workload)/json",
      summary: "one decision, the request read from JSON",
      unit: .nanoseconds,
      bar: bar,
      stretch: stretch
    ) { context in
      let workload = try Workload(checked: workload, context)
      var reader = RequestReader()
      return {
        try counted(operations: workload.cases.count) {
          try workload.decideTexts(&reader)
        }
      }
    }
  }
}

extension Workload {
  /// Reads a workload, and checks that each request is decided as it should be.
  init(checked name: String, _ context: BenchContext) throws {
    try self.init(name, in: context.folder)
    let count = differenceCount
    guard count == 0 else {
      throw BenchError(message: "\(name): \(count) requests are decided otherwise than expected")
    }
  }
}
