import RulesRuntime
import RulesSource
import RulesSyntax

/// The methods and functions of other languages that people write, and what does their work here.
enum ForeignNames {
  /// A name of another language.
  struct Name {
    /// What does its work, for a note.
    let ours: String
    var form = Form.none
  }

  /// How a call is written here.
  enum Form {
    /// Only a person can tell.
    case none
    /// Under this name.
    case renamed(String)
    /// `x.f(a)` as `(a in x)`.
    case membership
    /// `x.f('a')` as `x.matches('…')`, with any text behind or before it.
    case pattern(before: String, after: String)
    /// `x.f()` as `f(x)`.
    case function(String)
    /// `f(x, a)` as `x.f(a)`.
    case method(String)
  }

  /// What is meant by a method that no type has.
  static func method(_ name: ContiguousArray<UInt8>) -> Name? {
    switch String(decoding: name, as: UTF8.self) {
    case "length", "count", "len": Name(ours: "`size()`", form: .renamed("size"))
    case "toLowerCase", "lowercase", "toLower": Name(ours: "`lower()`", form: .renamed("lower"))
    case "toUpperCase", "uppercase", "toUpper": Name(ours: "`upper()`", form: .renamed("upper"))
    case "strip": Name(ours: "`trim()`", form: .renamed("trim"))
    case "includes", "contains":
      Name(ours: "`value in list`, and `matches('.*part.*')` for text", form: .membership)
    case "indexOf": Name(ours: "`value in list`")
    case "startsWith":
      Name(ours: "`matches('start.*')`", form: .pattern(before: "", after: ".*"))
    case "endsWith": Name(ours: "`matches('.*end')`", form: .pattern(before: ".*", after: ""))
    case "hasKey", "hasOwnProperty", "containsKey", "has":
      Name(ours: "`'key' in map`", form: .membership)
    case "test", "match": Name(ours: "`matches(pattern)`")
    case "isEmpty": Name(ours: "`size() == 0`")
    case "toString": Name(ours: "`string(value)`", form: .function("string"))
    case "substring", "substr", "slice": Name(ours: "`text[from:to]`")
    case "filter", "map", "every", "some", "forEach", "exists", "all":
      Name(ours: "no way to look at each element, but `hasAll`, `hasAny` and `hasOnly`")
    case "getTime", "valueOf": Name(ours: "`toMillis()` of a timestamp", form: .renamed("toMillis"))
    default: nil
    }
  }

  /// What is meant by a function that nothing declares.
  static func function(_ name: ContiguousArray<UInt8>) -> Name? {
    switch String(decoding: name, as: UTF8.self) {
    case "parseInt": Name(ours: "`int(text)`", form: .renamed("int"))
    case "parseFloat": Name(ours: "`float(text)`", form: .renamed("float"))
    case "Number": Name(ours: "`int(text)` and `float(text)`")
    case "String", "str": Name(ours: "`string(value)`", form: .renamed("string"))
    case "Boolean", "bool": Name(ours: "`text == 'true'`")
    case "typeof": Name(ours: "`value is string` and so on")
    case "len": Name(ours: "`value.size()`", form: .method("size"))
    case "min", "max": Name(ours: "`a < b ? a : b`")
    case "now": Name(ours: "`request.time`")
    case "isNaN": Name(ours: "`math.isNaN(number)`", form: .renamed("math.isNaN"))
    case "abs": Name(ours: "`math.abs(number)`", form: .renamed("math.abs"))
    default: methodWrittenAsFunction(name)
    }
  }

  /// `size(x)`: a method that is written in front of its receiver.
  private static func methodWrittenAsFunction(_ name: ContiguousArray<UInt8>) -> Name? {
    guard Library.method(named: Text(wtf8: name)) != nil else { return nil }
    let text = String(decoding: name, as: UTF8.self)
    return Name(ours: "`value.\(text)(…)`, a method,", form: .method(text))
  }

  /// The change of a call to what is meant; nil where only a person can tell.
  static func fix(of call: NodeID, _ meant: Name, _ tree: SyntaxTree) -> FixIt? {
    let operands = tree.children(of: call).map { $0 }
    func text(_ place: Int) -> String { tree.source.text(of: tree.range(of: operands[place])) }
    let isMethod = tree.kind(of: call) == .methodCallExpression
    switch meant.form {
    case .none: return nil
    case .renamed(let name):
      return FixIt(
        "write `\(name)`",
        edits: [TextEdit(replacing: tree.mainRange(of: call), with: name)],
        isSafe: false
      )
    case .membership:
      guard operands.count == 2 else { return nil }
      return replacement(of: call, by: "(\(text(1)) in \(text(0)))", tree)
    case .pattern(let before, let after):
      guard operands.count == 2, tree.kind(of: operands[1]) == .stringLiteral,
        let pattern = pattern(for: tree.stringValue(of: operands[1]))
      else { return nil }
      return replacement(of: call, by: "\(text(0)).matches('\(before)\(pattern)\(after)')", tree)
    case .function(let name):
      guard isMethod, operands.count == 1 else { return nil }
      return replacement(of: call, by: "\(name)(\(text(0)))", tree)
    case .method(let name):
      guard !isMethod, let receiver = operands.first, isOperand(receiver, tree) else { return nil }
      let arguments = operands.dropFirst().map { tree.source.text(of: tree.range(of: $0)) }
      return replacement(
        of: call,
        by: "\(text(0)).\(name)(\(arguments.joined(separator: ", ")))",
        tree
      )
    }
  }

  /// Whether an expression can stand before a dot as it is.
  private static func isOperand(_ node: NodeID, _ tree: SyntaxTree) -> Bool {
    switch tree.kind(of: node) {
    case .nameExpression, .memberExpression, .callExpression, .methodCallExpression,
      .indexExpression, .listExpression, .stringLiteral, .parenthesizedExpression:
      true
    default: false
    }
  }

  /// A pattern that matches a text itself; nil where the text has more than plain characters.
  private static func pattern(for text: ContiguousArray<UInt8>) -> String? {
    var pattern = ""
    for byte in text {
      switch byte {
      case UInt8(ascii: "."): pattern += "[.]"
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: " "),
        UInt8(ascii: "#"), UInt8(ascii: "="), UInt8(ascii: ","):
        pattern.unicodeScalars.append(Unicode.Scalar(byte))
      default: return nil
      }
    }
    return pattern
  }

  private static func replacement(of node: NodeID, by text: String, _ tree: SyntaxTree) -> FixIt {
    FixIt(
      "write `\(text)`",
      edits: [TextEdit(replacing: tree.range(of: node), with: text)],
      isSafe: false
    )
  }
}
