import RulesRuntime
import RulesSyntax

/// What the official checker knows of an operator or a built-in with one count of operands.
struct OfficialSignature: Sendable, Hashable {
  /// What each operand may be, the receiver of a method first.
  var operands: [OfficialTypes]
  /// What comes out.
  var result: OfficialTypes
}

/// The official checker's table of operators and built-ins.
///
/// Source: measured programs, §3.3. Built-ins come from the library that evaluates them; what the official
/// checker thinks otherwise stands in `differences`.
enum OfficialSignatures {
  /// The operators.
  static let member = [one([.map], nil)]
  static let index = [
    one([.string, .int], .string), one([.list, .int], nil), one([.map, .string], nil),
    OfficialSignature(
      operands: [OfficialTypes(.path), OfficialTypes([.int, .string])],
      result: .any
    ),
  ]
  static let slice = [ValueType.string, .list, .path].map {
    let bound = OfficialTypes([.null, .int])
    return OfficialSignature(
      operands: [OfficialTypes($0), bound, bound],
      result: OfficialTypes($0)
    )
  }
  static let not = [one([.bool], .bool)]
  static let minus = [
    OfficialSignature(operands: [numbers], result: numbers), one([.duration], .duration),
  ]
  static let isType = [OfficialSignature(operands: [.any], result: OfficialTypes(.bool))]
  /// What `$( )` takes.
  static let pathPart = OfficialTypes([.path, .null, .int, .float, .string, .bool])

  private static let numbers = OfficialTypes([.int, .float])
  private static let arithmetic = [
    OfficialSignature(operands: [numbers, numbers], result: numbers)
  ]
  private static let logic = [one([.bool, .bool], .bool)]
  private static let equality = [
    OfficialSignature(
      operands: [.anyAfter(.int, .float), .anyAfter(.int, .float)],
      result: OfficialTypes(.bool)
    )
  ]
  private static let order = [
    OfficialSignature(
      operands: [
        .anyAfter(.string, .bytes, .int, .float, .duration, .timestamp, .constraint),
        .anyAfter(.string, .bytes, .int, .float, .duration, .timestamp),
      ],
      result: OfficialTypes(.bool)
    )
  ]
  private static let membership = [
    OfficialSignature(
      operands: [.any, OfficialTypes([.list, .set, .map, .constraint])],
      result: OfficialTypes(.bool)
    )
  ]
  private static let sum =
    arithmetic + [
      one([.string, .string], .string), one([.duration, .duration], .duration),
      one([.duration, .timestamp], .timestamp), one([.timestamp, .duration], .timestamp),
    ]
  private static let difference =
    arithmetic + [
      one([.duration, .duration], .duration), one([.timestamp, .timestamp], .duration),
      one([.timestamp, .duration], .timestamp),
    ]

  /// The signatures of a binary operator; empty for a token that is none.
  static func binary(_ token: TokenKind) -> [OfficialSignature] {
    switch token {
    case .plus: sum
    case .minus: difference
    case .star, .slash, .percent: arithmetic
    case .andAnd, .orOr: logic
    case .equal, .notEqual: equality
    case .less, .lessOrEqual, .greater, .greaterOrEqual: order
    case .inKeyword: membership
    default: []
    }
  }

  private static func one(_ operands: [ValueType], _ result: ValueType?) -> OfficialSignature {
    OfficialSignature(
      operands: operands.map { OfficialTypes($0) },
      result: result.map { OfficialTypes($0) } ?? .any
    )
  }

  // MARK: Built-ins

  /// The methods by name.
  static func method(_ name: ContiguousArray<UInt8>) -> [OfficialSignature]? {
    tables.methods[name]
  }

  /// The functions of one's own by name; those that ask for documents are `serviceFunction`s.
  static func function(_ name: ContiguousArray<UInt8>) -> [OfficialSignature]? {
    tables.functions[name]
  }

  /// The functions of a service by name.
  static func serviceFunction(_ name: ContiguousArray<UInt8>) -> [OfficialSignature]? {
    tables.serviceFunctions[name]
  }

  private struct Tables {
    var methods: [ContiguousArray<UInt8>: [OfficialSignature]] = [:]
    var functions: [ContiguousArray<UInt8>: [OfficialSignature]] = [:]
    var serviceFunctions: [ContiguousArray<UInt8>: [OfficialSignature]] = [:]
  }

  private static let tables: Tables = {
    var tables = Tables()
    for builtin in Library.all {
      let name = ContiguousArray(builtin.name.utf8)
      switch builtin.form {
      // Fields of a query have methods that the official checker does not know.
      case .method(of: .constraint): continue
      case .method(let type):
        tables.methods[name, default: []] += signatures(of: builtin, receiver: type)
      case .namespaced(let namespace):
        tables.functions[ContiguousArray((namespace + "." + builtin.name).utf8)] =
          signatures(of: builtin, receiver: nil)
      case .function: tables.functions[name] = signatures(of: builtin, receiver: nil)
      case .lookup: continue
      }
    }
    apply(&tables)
    return tables
  }()

  private static func signatures(
    of builtin: Builtin,
    receiver: ValueType?
  ) -> [OfficialSignature] {
    builtin.overloads.map { overload in
      let parameters = overload.parameters.map { parameter -> OfficialTypes in
        switch parameter {
        case .any: .any
        case .type(.float): OfficialTypes([.float, .int])
        case .type(let type): OfficialTypes(type)
        }
      }
      return OfficialSignature(
        operands: receiver.map { [OfficialTypes($0)] + parameters } ?? parameters,
        result: overload.result.map { OfficialTypes($0) } ?? .any
      )
    }
  }

  /// What the official checker thinks otherwise than its evaluator.
  private static func apply(_ differences: inout Tables) {
    func name(_ text: String) -> ContiguousArray<UInt8> { ContiguousArray(text.utf8) }
    // A number is one thing: with an int demanded, floats are taken too.
    differences.functions[name("math.abs")] = [
      OfficialSignature(operands: [numbers], result: numbers)
    ]
    // The order in which receivers are listed.
    for method in ["seconds", "nanos"] {
      differences.methods[name(method)] = [one([.duration], .int), one([.timestamp], .int)]
    }
    // A list of strings by the evaluator.
    differences.methods[name("segments")] = [one([.path], .path)]
    // Whatever the evaluator gives, the checker does not say; each takes one path, `debug` anything.
    for function in ["get", "exists", "getAfter", "existsAfter"] {
      differences.serviceFunctions[name(function)] = [one([.path], nil)]
    }
    differences.functions[name("debug")] = nil
    differences.serviceFunctions[name("debug")] = [
      OfficialSignature(operands: [.any], result: .any)
    ]
  }
}
