/// A function or method that the language has: signature, page and implementation in one value.
public struct Builtin: Sendable {
  /// How it is called.
  public enum Form: Sendable, Hashable {
    /// `size(x)`-like: `int(x)`.
    case function
    /// `math.abs(x)`: the namespace.
    case namespaced(String)
    /// `x.size()`: the type of `x`.
    case method(of: ValueType)
    /// `get(path)`: answered from the documents of the service, not from its arguments alone.
    case lookup
  }

  /// What one parameter takes.
  ///
  /// An int is taken where a float is asked for.
  public enum Parameter: Sendable, Hashable {
    case any
    case type(ValueType)
  }

  /// One list of parameters that it takes, and what it then gives.
  public struct Overload: Sendable, Hashable {
    /// The parameters, the receiver of a method left out.
    public let parameters: [Parameter]
    /// The result's type; nil for any.
    public let result: ValueType?

    /// An overload.
    public init(_ parameters: [Parameter], _ result: ValueType?) {
      self.parameters = parameters
      self.result = result
    }
  }

  /// What it does.
  ///
  /// The receiver of a method is the first value. Operands fit an overload, ints widened where a
  /// float is asked for.
  public enum Implementation: Sendable {
    case unary(@Sendable (Value) throws(FaultReason) -> Value)
    case binary(@Sendable (Value, Value) throws(FaultReason) -> Value)
    case ternary(@Sendable (Value, Value, Value) throws(FaultReason) -> Value)
    case quaternary(@Sendable (Value, Value, Value, Value) throws(FaultReason) -> Value)
    /// Takes any number; never of a fixed one.
    case variadic(@Sendable (ContiguousArray<Value>) throws(FaultReason) -> Value)
    /// Done by the evaluator, which knows the documents.
    case lookup
  }

  /// An example of its page, evaluated by a test: both sides are expressions, or the right one is `error`.
  public struct Example: Sendable, Hashable {
    /// The call.
    public let expression: String
    /// What it is equal to.
    public let result: String

    /// An example.
    public init(_ expression: String, _ result: String) {
      self.expression = expression
      self.result = result
    }
  }

  /// How it is called.
  public let form: Form
  /// The bare name.
  public let name: String
  /// The overloads in the order in which error texts list them.
  public let overloads: [Overload]
  /// One sentence on what it gives.
  public let summary: String
  /// Where the behaviour was taken from.
  public let source: String
  /// Calls with their results.
  public let examples: [Example]
  /// What it does.
  public let implementation: Implementation

  /// Declares a built-in.
  public init(
    _ form: Form,
    _ name: String,
    _ overloads: [Overload],
    summary: String,
    source: String,
    examples: [Example],
    _ implementation: Implementation
  ) {
    self.form = form
    self.name = name
    self.overloads = overloads
    self.summary = summary
    self.source = source
    self.examples = examples
    self.implementation = implementation
  }
}
