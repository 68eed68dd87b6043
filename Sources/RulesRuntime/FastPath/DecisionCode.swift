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
    /// The names that those constants are that are texts.
    let constantNames: UnsafeMutableBufferPointer<FlatName>
    /// Keeps what the constants point to.
    private let constantValues: ContiguousArray<Value>
    let names: UnsafeMutableBufferPointer<FlatName>
    private let nameTexts: ContiguousArray<Name>
    let functions: UnsafeMutableBufferPointer<Function>
    let pathParts: UnsafeMutableBufferPointer<PathPart>
    let captures: UnsafeMutableBufferPointer<Capture>
    let blocks: UnsafeMutableBufferPointer<Block>
    let statements: UnsafeMutableBufferPointer<Program.Statement>
    /// The statements of the blocks at each node of the trie that grant each method, in the order of both.
    let trials: UnsafeMutableBufferPointer<Trial>
    /// The trials of each node and method.
    let groups: UnsafeMutableBufferPointer<TrialGroup>
    /// Where the tables of the program are that this was made of.
    let places: Program.Places
    let patterns: ContiguousArray<Pattern>
    let routes: RouteTrie
    let nodes: UnsafeMutableBufferPointer<RouteTrie.FlatNode>
    /// The node behind `/databases/{any}/documents`, where all blocks stand behind it; 0 where not.
    let entry: UInt32
    /// What any expression needs.
    let needs: DecisionNeeds
    /// The steps of the trie where several texts lead on.
    let edges: RouteEdges.Flat
    /// Whether two functions that look up one document are one lookup.
    let countsDocuments: Bool
    /// The member of a document that holds its fields.
    let fieldsName = FlatName(fieldsText)
    /// Where the shape of documents is, whose fields come first.
    let documentShape = unsafe Unmanaged.passUnretained(FirestoreResource.shape).toOpaque()
    /// What the path of every document begins with.
    let root = unsafe Self.kept(Self.rootTexts.map { FlatValue.text($0) })
    /// What the paths of all documents have in common.
    let databases = FlatName(rootTexts[0])
    let documents = FlatName(rootTexts[2])

    private static let noText: Text = ""

    static let rootTexts: ContiguousArray<Text> = [
      FirestorePath.databases, "(default)", FirestorePath.documents,
    ]

    fileprivate init(_ program: Program) {
      var builder = DecisionCodeBuilder(program)
      builder.build()
      unsafe instructions = Self.kept(builder.instructions)
      unsafe operands = Self.kept(builder.operands)
      constantValues = builder.constants
      unsafe constants = Self.kept(constantValues.map { FlatValue($0) })
      unsafe constantNames = Self.kept(
        constants.map { FlatName($0.kind == .text ? $0 : .text(Self.noText)) }
      )
      unsafe names = Self.kept(program.names.map { FlatName($0.text) })
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
      let needs = DecisionNeeds.all(of: program, builder.instructions)
      let trials = unsafe Self.trials(of: flat, blocks, statements, needs)
      unsafe self.trials = Self.kept(trials.all)
      unsafe groups = Self.kept(trials.groups)
      entry = Self.entry(of: flat.nodes)
      self.needs = needs.reduce(into: DecisionNeeds()) { $0.formUnion($1) }
      edges = routes.flatEdges
      countsDocuments = program.service == .storage
    }

    /// The statements that are tried at each node for each method.
    private static func trials(
      of flat: (nodes: ContiguousArray<RouteTrie.FlatNode>, blocks: ContiguousArray<BlockID>),
      _ blocks: UnsafeMutableBufferPointer<Block>,
      _ statements: UnsafeMutableBufferPointer<Program.Statement>,
      _ needs: ContiguousArray<DecisionNeeds>
    ) -> (all: ContiguousArray<Trial>, groups: ContiguousArray<TrialGroup>) {
      var all: ContiguousArray<Trial> = []
      var groups: ContiguousArray<TrialGroup> = []
      for node in flat.nodes {
        for method in Method.allCases {
          let first = UInt32(truncatingIfNeeded: all.count)
          var groupNeeds = DecisionNeeds()
          for block in flat.blocks[Int(node.blocks.lowerBound)..<Int(node.blocks.upperBound)] {
            let block = unsafe blocks[Int(block.index)]
            for index in block.statements {
              let statement = unsafe statements[Int(index)]
              guard statement.methods.contains(MethodSet(method)) else { continue }
              let condition = statement.condition
              let capture = block.firstCapture
              if let condition { groupNeeds.formUnion(needs[Int(condition.index)]) }
              all.append(
                Trial(condition: condition?.index, statement: index, firstCapture: capture)
              )
            }
          }
          let end = UInt32(truncatingIfNeeded: all.count)
          groups.append(TrialGroup(first: first, end: end, needs: groupNeeds))
        }
      }
      return (all, groups)
    }

    /// The node behind `/databases/{any}/documents`, where there is no other way from the root.
    private static func entry(of nodes: ContiguousArray<RouteTrie.FlatNode>) -> UInt32 {
      func next(_ node: UInt32, over text: Text) -> UInt32 {
        let node = nodes[Int(node)]
        guard node.literalCount == 1, node.literal.hasText(text), node.wildcard == 0, !node.hasGlob
        else { return 0 }
        return node.afterLiteral
      }
      let database = nodes[Int(next(0, over: rootTexts[0]))]
      guard database.literalCount == 0, !database.hasGlob else { return 0 }
      return next(database.wildcard, over: rootTexts[2])
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
      unsafe constantNames.deallocate()
      unsafe names.deallocate()
      unsafe functions.deallocate()
      unsafe pathParts.deallocate()
      unsafe captures.deallocate()
      unsafe blocks.deallocate()
      unsafe statements.deallocate()
      unsafe nodes.deallocate()
      unsafe trials.deallocate()
      unsafe groups.deallocate()
      edges.free()
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

  /// The statements of one node that grant one method.
  struct TrialGroup {
    let first, end: UInt32
    /// What their conditions need.
    let needs: DecisionNeeds
  }

  /// A statement that is tried.
  struct Trial {
    /// Whether it grants; nil for always.
    let condition: UInt32?
    let statement: UInt32
    /// Where the captures of its block begin.
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
