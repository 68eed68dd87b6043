/// One step of a program's arena: what is computed, and from which other expressions.
///
/// Brackets have vanished; names are resolved to slots, functions to ids, members to names with hashes.
public enum Expression: Sendable {
  /// `Program.constants[index]`.
  case constant(UInt32)
  /// A parameter or a `let`: its slot in the frame.
  case local(UInt32)
  /// A wildcard: its place in the block's `captures`.
  case wildcard(UInt32)
  /// The `request` of the service.
  case request
  /// The `resource` of the service.
  case resource
  /// A name that nothing declares: `Program.names[index]`. Always a fault.
  case unresolvedName(UInt32)
  /// `root.a.b.c`: `count` names from `Program.names[firstName]` on. The links in between are the
  /// expressions just before this one, so a chain is walked without recursion.
  case members(root: ExpressionID, firstName: UInt32, count: UInt32)
  case index(ExpressionID, ExpressionID)
  /// The bounds are nil where they are left out.
  case slice(ExpressionID, lower: ExpressionID?, upper: ExpressionID?)
  case unary(UnaryOperator, ExpressionID)
  case binary(BinaryOperator, ExpressionID, ExpressionID)
  case and(ExpressionID, ExpressionID)
  case or(ExpressionID, ExpressionID)
  /// `element in collection`.
  case contained(element: ExpressionID, collection: ExpressionID)
  case isType(ExpressionID, TypeWord)
  case conditional(ExpressionID, then: ExpressionID, otherwise: ExpressionID)
  /// Elements in `Program.operands`.
  case list(TableSlice)
  /// Keys and values by turns in `Program.operands`.
  case map(TableSlice)
  /// Parts in `Program.pathParts`.
  case path(TableSlice)
  /// A built-in function; arguments in `Program.operands`.
  case builtin(UInt16, TableSlice)
  /// A lookup of documents; arguments in `Program.operands`.
  case lookup(LookupFunction, builtin: UInt16, TableSlice)
  /// A method: `Program.methods[index]`; receiver and arguments in `Program.operands`.
  case method(UInt32, TableSlice)
  /// `matches`, `replace` or `split` whose pattern is a literal; the operands as those of a method, the pattern's
  /// own expression too.
  case patternMethod(PatternMethod, TableSlice)
  /// A user's function with as many arguments as it has parameters.
  case call(FunctionID, TableSlice)
  /// A user's function with another count of arguments. Always a fault, once the arguments are evaluated.
  case callWithWrongCount(FunctionID, TableSlice)
  /// A call of a function that nothing declares: `Program.names[index]`. Always a fault, once the arguments are
  /// evaluated.
  case unresolvedFunction(UInt32, TableSlice)
}

/// A method with a compiled pattern.
public struct PatternMethod: Sendable, Hashable {
  /// Which method.
  public enum Kind: UInt8, Sendable, Hashable {
    case matches, replace, split
  }

  /// Which method.
  public let kind: Kind
  /// Its index in `Program.methods`, for receivers that are no strings.
  public let method: UInt16
  /// The pattern's index in `Program.patterns`.
  public let pattern: UInt32

  /// A method from its parts.
  public init(_ kind: Kind, method: UInt16, pattern: UInt32) {
    self.kind = kind
    self.method = method
    self.pattern = pattern
  }
}

/// A part of a path expression.
public enum PathPart: Sendable {
  /// Text that stands in the source.
  case literal(Text)
  /// `{name}`.
  case capture(Text)
  /// `{name=**}`.
  case glob(Text)
  /// `$(e)`.
  case interpolation(ExpressionID)
}

/// A function that asks for documents.
public enum LookupFunction: UInt8, Sendable, Hashable {
  case get, exists, getAfter, existsAfter, value

  /// Whether it sees the state after the whole commit.
  var readsAfterState: Bool {
    switch self {
    case .getAfter, .existsAfter: true
    case .get, .exists, .value: false
    }
  }
}

/// Where an expression stands in the source, in byte offsets.
public struct ExpressionOrigin: Sendable, Hashable {
  /// Its first token, brackets directly around it included.
  public var start: UInt32
  /// The token that most of its errors point at: the operator, the name.
  public var main: UInt32
  /// Its own tokens, brackets around it left out.
  public var lowerBound: UInt32
  /// The end of its last token.
  public var upperBound: UInt32

  /// An origin from its offsets.
  public init(start: UInt32, main: UInt32, lowerBound: UInt32, upperBound: UInt32) {
    self.start = start
    self.main = main
    self.lowerBound = lowerBound
    self.upperBound = upperBound
  }
}
