public import RulesRegex

/// A rules file made ready to decide requests: immutable, shared between threads.
public struct Program: Sendable {
  /// Every expression; operands come before what they are operands of.
  public var expressions: ContiguousArray<Expression> = []
  /// Where each expression stands.
  public var origins: ContiguousArray<ExpressionOrigin> = []
  /// Literals.
  public var constants: ContiguousArray<Value> = []
  /// Members and unresolved names.
  public var names: ContiguousArray<Name> = []
  /// Operands of lists, maps and calls.
  public var operands: ContiguousArray<ExpressionID> = []
  /// Parts of paths.
  public var pathParts: ContiguousArray<PathPart> = []
  /// The method names that are called, with the built-ins behind them.
  public var methods: ContiguousArray<MethodReference> = []
  /// Constant patterns.
  public var patterns: ContiguousArray<Pattern> = []
  /// The user's functions.
  public var functions: ContiguousArray<Function> = []
  /// The allow statements, in the order in which they are tried.
  public var statements: ContiguousArray<Statement> = []
  /// The match blocks, a parent before its children.
  public var blocks: ContiguousArray<MatchBlock> = []
  /// Finds the blocks of a path.
  public var routes = RouteTrie()
  /// What the rules are for.
  public var service: Service = .firestore
  /// The version of the rules, 1 or 2.
  public var version = 2

  /// What the fast path runs; nil where it was not made.
  private var madeCode: DecisionCode?

  /// A program without rules.
  public init() {}

  /// The program, made ready to decide many requests: each takes a fraction of the time.
  ///
  /// Changing one of its tables undoes it.
  public func preparedForManyDecisions() -> Program {
    var program = self
    program.madeCode = DecisionCode(self)
    return program
  }

  /// What the fast path runs; nil where it was not made, and where the program was changed since.
  @inline(__always)
  var decisionTables: UnsafeMutablePointer<DecisionCode.Tables>? {
    guard let tables = unsafe madeCode?.tables, unsafe stands(at: tables.pointee.places) else {
      return nil
    }
    return unsafe tables
  }

  /// Where the tables are: what is changed moves, as the code keeps what it was made of.
  @inline(__always)
  var places: Places {
    Places(
      expressions: Self.place(of: expressions),
      constants: Self.place(of: constants),
      names: Self.place(of: names),
      operands: Self.place(of: operands),
      pathParts: Self.place(of: pathParts),
      methods: Self.place(of: methods),
      patterns: Self.place(of: patterns),
      functions: Self.place(of: functions),
      statements: Self.place(of: statements),
      blocks: Self.place(of: blocks)
    )
  }

  @inline(__always)
  private static func place<Element>(of table: borrowing ContiguousArray<Element>) -> UInt {
    // SAFETY: the address is compared only.
    unsafe table.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }

  /// Whether the tables are where they were.
  @inline(__always)
  private func stands(at places: Places) -> Bool {
    Self.place(of: expressions) == places.expressions
      && Self.place(of: constants) == places.constants && Self.place(of: names) == places.names
      && Self.place(of: operands) == places.operands
      && Self.place(of: pathParts) == places.pathParts
      && Self.place(of: methods) == places.methods
      && Self.place(of: patterns) == places.patterns
      && Self.place(of: functions) == places.functions
      && Self.place(of: statements) == places.statements
      && Self.place(of: blocks) == places.blocks
  }

  /// Where the tables of a program are in memory.
  struct Places {
    let expressions, constants, names, operands, pathParts: UInt
    let methods, patterns, functions, statements, blocks: UInt
  }

  /// What a rules file protects.
  public enum Service: Sendable, Hashable {
    case firestore, storage
    /// A service whose requests nobody knows.
    case other
  }

  /// A user's function.
  public struct Function: Sendable {
    /// Its name.
    public var name: Text
    /// The names of its parameters; they take the first slots of its frame.
    public var parameters: [Text]
    /// The values of its lets, which take the next slots.
    public var lets: ContiguousArray<ExpressionID>
    /// What it returns.
    public var result: ExpressionID

    /// A function from its parts.
    public init(
      name: Text,
      parameters: [Text],
      lets: ContiguousArray<ExpressionID>,
      result: ExpressionID
    ) {
      self.name = name
      self.parameters = parameters
      self.lets = lets
      self.result = result
    }
  }

  /// An allow statement.
  public struct Statement: Sendable {
    /// What it grants.
    public var methods: MethodSet
    /// Whether it grants; nil for always.
    public var condition: ExpressionID?
    /// The block that it stands in.
    public var block: BlockID
    /// The byte offset of its `allow`.
    public var offset: UInt32
    /// The byte offset after its end.
    public var endOffset: UInt32

    /// A statement from its parts.
    public init(
      methods: MethodSet,
      condition: ExpressionID?,
      block: BlockID,
      offset: UInt32,
      endOffset: UInt32
    ) {
      self.methods = methods
      self.condition = condition
      self.block = block
      self.offset = offset
      self.endOffset = endOffset
    }
  }

  /// A method name, and the built-ins that have it.
  public struct MethodReference: Sendable {
    /// The name.
    public var name: Text
    /// Its built-ins by type of receiver; nil where no type has such a method.
    public var group: Library.MethodGroup?
    /// The method that the evaluator has a shorter way for.
    let frequent: FrequentMethod?

    /// A reference from its parts.
    public init(name: Text, group: Library.MethodGroup?) {
      self.name = name
      self.group = group
      self.frequent = FrequentMethod.allCases.first { $0.name == name }
    }
  }
}
