import RulesJSON

/// One figure: what is measured, and what is asked of it.
struct Measurement: Sendable {
  /// What `--only` selects by, such as `decision/w1`.
  let name: String
  /// What it is, in a few words.
  let summary: String
  let unit: Unit
  /// What it must not be above, or below where more is better.
  var bar: Double?
  /// What would be better still.
  var stretch: Double?
  /// Makes ready whatever is not measured, and gives what measures once.
  let prepare: @Sendable (BenchContext) throws -> () throws -> Sample

  enum Unit: String, Sendable {
    case nanoseconds = "ns"
    case microseconds = "µs"
    case milliseconds = "ms"
    case megabytes = "MB"
    case megabytesPerSecond = "MB/s"
    case ratio = "×"

    /// Whether a greater figure is a better one.
    var growsWithSpeed: Bool { self == .megabytesPerSecond }
  }

  /// All figures; a group of them is one file.
  static let all: [Measurement] =
    decisions + scaling + patterns + front + editors + wholeProcesses
}

/// What one round gave.
struct Sample {
  var value: Double
  /// Allocations of one operation, where they were counted.
  var allocations: Double?
}

/// What every measurement may need.
struct BenchContext {
  /// The folder with `data` and `policies`, as `peers/prepare.sh` makes it.
  let folder: String
  /// The command whose whole runs are measured.
  let program: String?
}

/// What kept a measurement from being made.
struct BenchError: Error {
  let message: String
}

/// The samples of one measurement.
struct Summary {
  let measurement: Measurement
  let samples: [Sample]

  private var values: [Double] { samples.map(\.value).sorted() }

  var median: Double { values[values.count / 2] }
  var least: Double { values[0] }
  var greatest: Double { values[values.count - 1] }
  /// Noise only ever adds.
  var best: Double { measurement.unit.growsWithSpeed ? greatest : least }
  var allocations: Double? { samples.compactMap(\.allocations).min() }

  /// How the median stands to what is asked.
  var standing: String {
    func reaches(_ wanted: Double) -> Bool {
      measurement.unit.growsWithSpeed ? median >= wanted : median <= wanted
    }
    if let stretch = measurement.stretch, reaches(stretch) { return "stretch" }
    guard let bar = measurement.bar else { return "" }
    return reaches(bar) ? "bar" : "missed"
  }

  var line: String {
    let asked = [measurement.bar, measurement.stretch].map { $0.map(Self.text) ?? "-" }
    let allocations = allocations.map { "  \(Self.text($0)) allocations" } ?? ""
    return """
      \(measurement.name.padded(30)) \(Self.text(median).padded(8, .left)) \
      \(measurement.unit.rawValue.padded(4)) [\(Self.text(least)) .. \(Self.text(greatest))]  \
      bar \(asked[0]), stretch \(asked[1]): \(standing)\(allocations)
      """
  }

  var json: JSONValue {
    [
      "name": .string(measurement.name),
      "summary": .string(measurement.summary),
      "unit": .string(measurement.unit.rawValue),
      "median": .float(median),
      "least": .float(least),
      "greatest": .float(greatest),
      "allocations": allocations.map { .float($0) } ?? .null,
      "bar": measurement.bar.map { .float($0) } ?? .null,
      "stretch": measurement.stretch.map { .float($0) } ?? .null,
      "standing": .string(standing),
    ]
  }

  /// A number with three digits that count.
  private static func text(_ value: Double) -> String {
    if value >= 100 { return "\(Int(value.rounded()))" }
    let factor: Double = value >= 10 ? 10 : 100
    return "\((value * factor).rounded() / factor)"
  }
}

enum Alignment {
  case left, right
}

extension String {
  /// The text with spaces on one side, up to a width.
  func padded(_ width: Int, _ side: Alignment = .right) -> String {
    let spaces = String(repeating: " ", count: max(0, width - count))
    return side == .right ? self + spaces : spaces + self
  }
}
