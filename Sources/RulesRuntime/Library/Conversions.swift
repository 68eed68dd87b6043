/// The functions that make one type of another.
enum Conversions {
  private static let observed = "observation: measured values, §3"

  static let builtins: ContiguousArray<Builtin> = [
    Builtin(
      .function,
      "int",
      [
        Builtin.Overload([.type(.int)], .int), Builtin.Overload([.type(.float)], .int),
        Builtin.Overload([.type(.string)], .int),
      ],
      summary: "The integer that a string spells, or that a float holds, cut toward zero.",
      source: "rules.Integer; \(observed)",
      examples: [
        Builtin.Example("int('2')", "2"), Builtin.Example("int(-2.9)", "-2"),
        Builtin.Example("int(' 2')", "error"),
      ],
      .of(int)
    ),
    Builtin(
      .function,
      "float",
      [
        Builtin.Overload([.type(.int)], .float), Builtin.Overload([.type(.float)], .float),
        Builtin.Overload([.type(.string)], .float),
      ],
      summary: "The float that a string spells, or that is nearest to an integer.",
      source: "rules.Float; \(observed)",
      examples: [
        Builtin.Example("float('2.2')", "2.2"), Builtin.Example("float(2)", "2.0"),
        Builtin.Example("float('0x1p3')", "8.0"),
      ],
      .of(float)
    ),
    Builtin(
      .function,
      "string",
      [
        Builtin.Overload([.type(.int)], .string), Builtin.Overload([.type(.float)], .string),
        Builtin.Overload([.type(.null)], .string), Builtin.Overload([.type(.string)], .string),
        Builtin.Overload([.type(.bool)], .string), Builtin.Overload([.type(.path)], .string),
      ],
      summary: "The text of a number, boolean, null or path.",
      source: "rules.String; \(observed)",
      examples: [
        Builtin.Example("string(true)", "'true'"), Builtin.Example("string(2.0)", "'2.0'"),
        Builtin.Example("string(path('a/b'))", "'/a/b'"), Builtin.Example("string([])", "error"),
      ],
      .of { (value: Value) throws(FaultReason) -> Value in .string(try text(of: value)) }
    ),
    Builtin(
      .function,
      "path",
      [Builtin.Overload([.type(.string)], .path)],
      summary: "The path that a string spells; `{name}` is a capture that `bind` fills.",
      source: "rules.Path; observation: measured values, §9",
      examples: [
        Builtin.Example("path('path/to/resource') == /path/to/resource", "true"),
        Builtin.Example("path('')", "error"),
      ],
      .of { (text: Text) throws(FaultReason) -> Value in .path(try PathValue(template: text)) }
    ),
    Builtin(
      .function,
      "vector",
      [Builtin.Overload([.type(.list)], .vector)],
      summary: "The vector of a list of floats.",
      source: "undocumented; observation: measured values, §1.1",
      examples: [
        Builtin.Example("vector([1.0, 2.0]) is vector", "true"),
        Builtin.Example("vector([1])", "error"),
      ],
      .of(vector)
    ),
    Builtin(
      .function,
      "debug",
      [Builtin.Overload([.any], nil)],
      summary: "Its first argument, which the emulator also prints to its log.",
      source: "rules.debug; observation: measured values, §3",
      examples: [Builtin.Example("debug(1)", "1"), Builtin.Example("debug('a', 2)", "'a'")],
      .variadic { (values: ContiguousArray<Value>) throws(FaultReason) -> Value in
        guard let first = values.first else { throw .serviceCall("debug", argument: nil) }
        return first
      }
    ),
  ]

  /// What `string(x)` gives.
  ///
  /// - Throws: The overload fault of `string`, also where `join()` or `/$(x)` asks.
  static func text(of value: Value) throws(FaultReason) -> Text {
    switch value {
    case .string(let text): text
    case .int(let int): Text("\(int)")
    case .float(let float): Text(FloatText.text(float))
    case .bool(let bool): bool ? "true" : "false"
    case .null: "null"
    case .path(let path): try path.text()
    case .bytes, .list, .set, .map, .mapDiff, .timestamp, .duration, .latlng, .vector,
      .constraint:
      throw .unsupportedOperation(.builtin(Library.stringFunction), TypeList(value.type))
    }
  }

  private static func int(_ value: Value) throws(FaultReason) -> Value {
    switch value {
    case .int: return value
    case .float(let float): return .int(saturated(float))
    case .string(let text):
      guard let int = IntegerParsing.parse(text.units) else {
        throw .conversion(text, from: .string, to: .int)
      }
      return .int(int)
    case .null, .bool, .bytes, .list, .set, .map, .mapDiff, .timestamp, .duration, .latlng,
      .path, .vector, .constraint:
      throw .conversion("", from: value.type, to: .int)
    }
  }

  /// The integer of a float, cut toward zero; the nearest one where none fits, and 0 for NaN.
  static func saturated(_ float: Double) -> Int64 {
    if float.isNaN { return 0 }
    return Int64(exactly: float.rounded(.towardZero)) ?? (float < 0 ? .min : .max)
  }

  private static func float(_ value: Value) throws(FaultReason) -> Value {
    switch value {
    case .float: return value
    case .int(let int): return .float(Double(int))
    case .string(let text):
      guard let float = FloatParsing.parse(text) else {
        throw .conversion(text, from: .string, to: .float)
      }
      return .float(float)
    case .null, .bool, .bytes, .list, .set, .map, .mapDiff, .timestamp, .duration, .latlng,
      .path, .vector, .constraint:
      throw .conversion("", from: value.type, to: .float)
    }
  }

  private static func vector(_ list: ListValue) throws(FaultReason) -> Value {
    var elements: ContiguousArray<Double> = []
    for element in list.elements {
      guard case .float(let float) = element else {
        throw .conversion(ProtobufText.text(elements: list), from: .list, to: .vector)
      }
      elements.append(float)
    }
    return .vector(VectorValue(elements))
  }
}
