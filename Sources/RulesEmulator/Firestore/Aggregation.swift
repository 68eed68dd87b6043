import RulesJSON
import RulesRuntime

/// What is computed of the documents that a query finds.
struct Aggregation: Sendable {
  /// What it is called in the reply.
  let alias: Text
  /// Whether the request has called it so.
  let isNamed: Bool
  /// What it computes.
  let operation: Operation

  /// What can be computed.
  enum Operation: Sendable {
    /// How many there are, counted no further than a limit.
    case count(upTo: Int64?)
    /// The sum of the numbers of a field.
    case sum(FieldMask.Path)
    /// The mean of the numbers of a field.
    case average(FieldMask.Path)
  }

  /// Reads the `aggregations` of a request, as far as they have to be to be understood.
  static func read(_ json: JSONValue?) throws(ServiceError) -> [Aggregation] {
    var aggregations: [Aggregation] = []
    var unnamedCount = 0
    for element in json?.array ?? [] {
      var alias = Text(wtf8: element["alias"]?.string ?? [])
      let isNamed = !alias.isEmpty
      if !isNamed {
        unnamedCount += 1
        alias = Text("field_\(unnamedCount)")
      }
      let operation = try operation(element)
      aggregations.append(Aggregation(alias: alias, isNamed: isNamed, operation: operation))
    }
    return aggregations
  }

  /// Checks what is known of aggregations only when their query has been read.
  static func check(_ aggregations: [Aggregation]) throws(ServiceError) {
    guard !aggregations.isEmpty else { throw .invalid("Aggregations can not be empty.") }
    guard aggregations.count <= 5 else {
      throw .invalid("Number of aggregations exceeds the maximum of 5.")
    }
    for aggregation in aggregations where aggregation.isNamed {
      try DocumentLimits.checkName(aggregation.alias)
      if ResourceName.isReserved(aggregation.alias) {
        throw .invalid("The property.name \"\(aggregation.alias)\" is reserved.")
      }
    }
    var aliases: Set<Text> = []
    for aggregation in aggregations {
      guard aliases.insert(aggregation.alias).inserted else {
        throw .invalid("Aggregation aliases contain duplicate alias: \(aggregation.alias).")
      }
      guard aggregation.field != StructuredQuery.name else {
        throw .invalid("Aggregations are not supported for the property: __key__")
      }
    }
  }

  private static func operation(_ json: JSONValue) throws(ServiceError) -> Operation {
    if let count = json["count"] {
      guard let limit = count["upTo"] else { return .count(upTo: nil) }
      guard let number = limit.number?.int64 ?? limit.text.flatMap({ Int64($0) }) else {
        throw .payload("A count is a number.")
      }
      guard number >= 0 else {
        throw .invalid(
          "The `up_to` value in a COUNT aggregation must be greater than or equal to zero."
        )
      }
      return .count(upTo: number)
    }
    if let sum = json["sum"] { return .sum(try path(sum)) }
    if let average = json["avg"] { return .average(try path(average)) }
    throw .invalid("Operator field in Aggregation is not set.")
  }

  private static func path(_ json: JSONValue) throws(ServiceError) -> FieldMask.Path {
    try FieldMask.path(json["field"]?["fieldPath"]?.string ?? [])
  }

  /// The field that is aggregated, if one is.
  var field: FieldMask.Path? {
    switch operation {
    case .count: nil
    case .sum(let path), .average(let path): path
    }
  }

  /// The result over documents, all of which have each field that is aggregated.
  func value(
    over documents: [QueryRunner.Found],
    _ field: (FieldMask.Path, QueryRunner.Found) -> Value?
  ) -> Value {
    switch operation {
    case .count(let limit):
      let count = Int64(documents.count)
      return .int(limit.map { min($0, count) } ?? count)
    case .sum(let path): return Total(documents.compactMap { field(path, $0) }).sum
    case .average(let path): return Total(documents.compactMap { field(path, $0) }).average
    }
  }

  /// What the numbers among some values come to: whole ones are added exactly, apart from the others.
  ///
  /// Source: recorded from the official emulator, which adds floats in an order of its own.
  private struct Total {
    private var integers: Int128 = 0
    private var floats = 0.0
    private var count = 0
    private var hasFloat = false

    init(_ values: [Value]) {
      for value in values {
        switch value {
        case .int(let number): integers += Int128(number)
        case .float(let number):
          floats += number
          hasFloat = true
        default: continue
        }
        count += 1
      }
    }

    private var float: Double { Double(integers) + floats }

    /// An integer where all are and it fits, else a float.
    var sum: Value {
      if !hasFloat, let integer = Int64(exactly: integers) { return .int(integer) }
      return .float(float)
    }

    /// Null where there is no number.
    var average: Value { count == 0 ? .null : .float(float / Double(count)) }
  }
}
