import RulesRegex

/// What the fast path runs: the expressions of a program without anything whose references would have to be counted.
///
/// It says to a request what the program says, or that it can't tell; then the program is asked. What it can tell are
/// conditions that come to a bool, so a fault is always the evaluator's to find.
@safe
final class DecisionCode: @unchecked Sendable {  // Nothing of it changes once it is made.
  /// The member of a document that holds its fields.
  static let fieldsText: Text = "data"

  /// The tables, which stay where they are.
  let tables: UnsafeMutablePointer<Tables>

  /// Keeps what the flat values and names point to.
  private let program: Program

  /// Translates a program.
  init(_ program: Program) {
    self.program = program
    unsafe tables = .allocate(capacity: 1)
    unsafe tables.initialize(to: Tables(program))
  }

  deinit {
    unsafe tables.pointee.free()
    unsafe tables.deinitialize(count: 1)
    unsafe tables.deallocate()
  }

  /// Everything that a decision reads.
  @safe
  struct Tables {
    /// By index of the expression.
    let instructions: UnsafeMutableBufferPointer<Instruction>
    /// Operands of instructions: indices of instructions or of constants.
    let operands: UnsafeMutableBufferPointer<UInt32>
    let constants: UnsafeMutableBufferPointer<FlatValue>
    /// The hashes of those constants that are texts, as maps hash their keys.
    let constantHashes: UnsafeMutableBufferPointer<UInt32>
    /// Keeps what the constants point to.
    private let constantValues: ContiguousArray<Value>
    let names: UnsafeMutableBufferPointer<FlatName>
    private let nameTexts: ContiguousArray<Name>
    let functions: UnsafeMutableBufferPointer<Function>
    let pathParts: UnsafeMutableBufferPointer<PathPart>
    let captures: UnsafeMutableBufferPointer<Capture>
    let blocks: UnsafeMutableBufferPointer<Block>
    let statements: UnsafeMutableBufferPointer<Program.Statement>
    /// Where the tables of the program are that this was made of.
    let places: Program.Places
    let patterns: ContiguousArray<Pattern>
    let routes: RouteTrie
    let nodes: UnsafeMutableBufferPointer<RouteTrie.FlatNode>
    let nodeBlocks: UnsafeMutableBufferPointer<BlockID>
    /// Whether any expression makes a path, as those must that look up a document.
    let makesPaths: Bool
    /// Whether two functions that look up one document are one lookup.
    let countsDocuments: Bool
    /// The member of a document that holds its fields.
    let fieldsName = FlatName(fieldsText, hash: Name.hash(fieldsText.utf8))
    /// Where the shape of documents is, whose fields come first.
    let documentShape = unsafe Unmanaged.passUnretained(FirestoreResource.shape).toOpaque()
    /// What the path of every document begins with.
    let root = unsafe Self.kept(Self.rootTexts.map { FlatValue.text($0) })

    static let rootTexts: ContiguousArray<Text> = ["databases", "(default)", "documents"]

    fileprivate init(_ program: Program) {
      var builder = DecisionCodeBuilder(program)
      builder.build()
      unsafe instructions = Self.kept(builder.instructions)
      unsafe operands = Self.kept(builder.operands)
      constantValues = builder.constants
      unsafe constants = Self.kept(constantValues.map { FlatValue($0) })
      unsafe constantHashes = Self.kept(
        constantValues.map { if case .string(let text) = $0 { Name.hash(text.utf8) } else { 0 } }
      )
      unsafe names = Self.kept(program.names.map { FlatName($0.text, hash: $0.hash) })
      nameTexts = program.names
      unsafe functions = Self.kept(builder.functions)
      unsafe pathParts = Self.kept(program.pathParts.map { PathPart($0) })
      unsafe captures = Self.kept(program.blocks.flatMap { $0.captures.map { Capture($0) } })
      var first: UInt32 = 0
      unsafe blocks = Self.kept(
        program.blocks.map { block in
          defer { first += UInt32(truncatingIfNeeded: block.captures.count) }
          return Block(statements: block.statements, firstCapture: first)
        }
      )
      unsafe statements = Self.kept(program.statements)
      places = program.places
      patterns = program.patterns
      routes = program.routes
      let flat = routes.flatNodes
      unsafe nodes = Self.kept(flat.nodes)
      unsafe nodeBlocks = Self.kept(flat.blocks)
      makesPaths = builder.instructions.contains { if case .path = $0 { true } else { false } }
      countsDocuments = program.service == .storage
    }

    /// A copy of some elements, none of which holds a reference.
    private static func kept<Element>(
      _ elements: some Collection<Element>
    ) -> UnsafeMutableBufferPointer<Element> {
      let buffer = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
      _ = unsafe buffer.initialize(fromContentsOf: elements)
      return unsafe buffer
    }

    /// The text of a name.
    func nameText(_ index: UInt32) -> Text { nameTexts[Int(index)].text }

    fileprivate func free() {
      unsafe root.deallocate()
      unsafe instructions.deallocate()
      unsafe operands.deallocate()
      unsafe constants.deallocate()
      unsafe constantHashes.deallocate()
      unsafe names.deallocate()
      unsafe functions.deallocate()
      unsafe pathParts.deallocate()
      unsafe captures.deallocate()
      unsafe blocks.deallocate()
      unsafe statements.deallocate()
      unsafe nodes.deallocate()
      unsafe nodeBlocks.deallocate()
    }
  }

  /// A user's function: its lets follow one another among the operands.
  struct Function {
    let lets: TableSlice
    let result: UInt32
  }

  /// A block: its statements, and where its captures begin.
  struct Block {
    let statements: Range<UInt32>
    let firstCapture: UInt32
  }

  /// A part of a path.
  enum PathPart {
    case literal(FlatValue)
    case interpolation(UInt32)
    /// A capture, which the fast path does not make.
    case capture
  }

  /// Where the value of a wildcard stands.
  enum Capture {
    case fromStart(UInt32)
    case fromEnd(UInt32)
    /// A run of segments, which the fast path does not make.
    case run
  }
}

extension DecisionCode.Capture {
  fileprivate init(_ capture: MatchBlock.Capture) {
    switch capture {
    case .fromStart(let place): self = .fromStart(place)
    case .fromEnd(let distance): self = .fromEnd(distance)
    case .run: self = .run
    }
  }
}

extension DecisionCode.PathPart {
  fileprivate init(_ part: PathPart) {
    switch part {
    case .literal(let text): self = .literal(.text(text))
    case .interpolation(let expression): self = .interpolation(expression.index)
    case .capture, .glob: self = .capture
    }
  }
}
