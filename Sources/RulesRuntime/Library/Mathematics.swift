/// The functions of `math`.
enum Mathematics {
  private static let source = "rules.math; observation: measured values, §8"

  static let builtins: ContiguousArray<Builtin> = [
    Builtin(
      .namespaced("math"),
      "abs",
      [Builtin.Overload([.type(.int)], .int), Builtin.Overload([.type(.float)], .float)],
      summary: "The number without its sign.",
      source: source,
      examples: [Builtin.Example("math.abs(-1)", "1"), Builtin.Example("math.abs(-2.5)", "2.5")],
      .of(abs)
    ),
    Builtin(
      .namespaced("math"),
      "ceil",
      [Builtin.Overload([.type(.float)], .float)],
      summary: "The least whole number that is not below, as a float.",
      source: source,
      examples: [
        Builtin.Example("math.ceil(2.1)", "3.0"),
        Builtin.Example("math.ceil(1.5) is float", "true"),
      ],
      .of { (value: Double) in .float(value.rounded(.up)) }
    ),
    Builtin(
      .namespaced("math"),
      "floor",
      [Builtin.Overload([.type(.float)], .float)],
      summary: "The greatest whole number that is not above, as a float.",
      source: source,
      examples: [Builtin.Example("math.floor(-1.5)", "-2.0")],
      .of { (value: Double) in .float(value.rounded(.down)) }
    ),
    Builtin(
      .namespaced("math"),
      "round",
      [Builtin.Overload([.type(.float)], .int)],
      summary: "The nearest integer; of two the greater.",
      source: source,
      examples: [
        Builtin.Example("math.round(2.5)", "3"), Builtin.Example("math.round(-2.5)", "-2"),
      ],
      .of { (value: Double) in .int(rounded(value)) }
    ),
    Builtin(
      .namespaced("math"),
      "sqrt",
      [Builtin.Overload([.type(.float)], .float)],
      summary: "The square root; NaN for negative numbers.",
      source: source,
      examples: [Builtin.Example("math.sqrt(4)", "2.0")],
      .of { (value: Double) in .float(value.squareRoot()) }
    ),
    Builtin(
      .namespaced("math"),
      "isNaN",
      [Builtin.Overload([.type(.float)], .bool)],
      summary: "Whether the number is NaN.",
      source: source,
      examples: [
        Builtin.Example("math.isNaN(100)", "false"),
        Builtin.Example("math.isNaN(math.sqrt(-1))", "true"),
      ],
      .of { (value: Double) in .bool(value.isNaN) }
    ),
    Builtin(
      .namespaced("math"),
      "pow",
      [Builtin.Overload([.type(.float), .type(.float)], .float)],
      summary: "The first number to the power of the second.",
      source: source,
      examples: [
        Builtin.Example("math.pow(1.5, 2)", "2.25"), Builtin.Example("math.pow(4, 0.5)", "2.0"),
      ],
      .of { (base: Double, exponent: Double) in
        .float(FloatingPointFunctions.power(base, exponent))
      }
    ),
  ]

  private static func abs(_ value: Value) -> Value {
    switch value {
    // The least integer has no positive counterpart and stays.
    case .int(let int): .int(int < 0 ? 0 &- int : int)
    case .float(let float): .float(float.magnitude)
    case .null, .bool, .string, .bytes, .list, .set, .map, .mapDiff, .timestamp, .duration,
      .latlng, .path, .vector, .constraint:
      value
    }
  }

  /// The nearest integer, ties upward; not by adding a half, which would round.
  static func rounded(_ value: Double) -> Int64 {
    let floor = value.rounded(.down)
    return Conversions.saturated(value - floor >= 0.5 ? floor + 1 : floor)
  }
}
