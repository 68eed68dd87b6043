import RulesRuntime
import RulesSource

/// What the statements of a block say of the presence of fields.
struct FieldTests {
  /// Fields for which some statement asks whether they are there, or reads them with a default.
  private var optional: Set<UInt32> = []
  /// Members that are tested to be there: `'f' in data`, `data.keys().hasAll(['f'])`, `data.f is string`.
  private(set) var guarded = MemberSet()

  /// Members that are read with a default.
  private(set) var defaulted = MemberSet()
  /// Fields of new data that are compared with null, and so may hold it.
  private var nullable: Set<UInt32> = []

  /// A field of an object.
  struct Member {
    let base: TermID
    let name: Symbol
  }

  /// Some members; a `Set` of them costs each run that checks one file much to set up.
  struct MemberSet {
    private var members: ContiguousArray<Member> = []
    private var index = HashIndex()

    func contains(_ member: Member) -> Bool {
      index.find(Self.hash(member)) {
        members[$0].base == member.base && members[$0].name == member.name
      } != nil
    }

    mutating func insert(_ member: Member) {
      guard !contains(member) else { return }
      members.append(member)
      index.append(Self.hash(member))
    }

    private static func hash(_ member: Member) -> UInt32 {
      var hash = NumberHash()
      hash.add(UInt64(member.base.index) << 32 | UInt64(member.name.index))
      return hash.value
    }
  }

  /// Reads the tests of some conditions.
  init(_ conditions: some Sequence<ConditionID>, _ facts: FactTables) {
    for condition in conditions {
      facts.forEachLiteral(in: condition) { literal in
        facts.forEachTerm(in: literal.term) { add($0, facts) }
      }
    }
  }

  /// Whether some statement asks whether a field is there, or reads it with a default.
  func isOptional(_ name: Symbol) -> Bool { optional.contains(name.index) }

  /// Whether a field of new data is compared with null, and so may hold it.
  func isNullable(_ name: Symbol) -> Bool { nullable.contains(name.index) }

  private mutating func add(_ id: TermID, _ facts: FactTables) {
    let terms = facts.terms
    switch terms[id] {
    case .contained(let element, let collection):
      guard case .string(let name) = terms[element], facts.access(collection) != nil else { return }
      optional.insert(name.index)
      guarded.insert(Member(base: collection, name: name))
    case .isType(let operand, _):
      if case .member(let base, let name) = terms[operand] {
        guarded.insert(Member(base: base, name: name))
      }
    case .binary(.equal, let left, terms.null):
      guard let access = facts.access(left), access.root == .newData, let name = access.names.last
      else { return }
      nullable.insert(name.index)
    case .method(let method, let list):
      guard method == terms.names.get || method == terms.names.hasAll else { return }
      let operands = terms[list]
      if method == terms.names.get, operands.count >= 2, case .string(let name) = terms[operands[1]]
      {
        optional.insert(name.index)
        defaulted.insert(Member(base: operands[0], name: name))
      }
      guard method == terms.names.hasAll, operands.count == 2,
        case .method(terms.names.keys, let inner) = terms[operands[0]],
        let base = terms.first(of: inner)
      else { return }
      for name in facts.strings(operands[1]) ?? [] {
        guarded.insert(Member(base: base, name: name))
      }
    default: return
    }
  }
}

/// What the statements of blocks say of the presence of fields, found out when it is asked for.
struct BlockFieldTests {
  private let context: LintContext
  private var known: ContiguousArray<FieldTests?>

  init(_ context: LintContext) {
    self.context = context
    known = ContiguousArray(repeating: nil, count: context.program.blocks.count)
  }

  /// What the statements of a block say.
  subscript(_ block: BlockID) -> FieldTests {
    mutating get {
      if let tests = known[Int(block.index)] { return tests }
      let tests = FieldTests(context.statements(of: block).map(\.condition), context.facts)
      known[Int(block.index)] = tests
      return tests
    }
  }
}

extension LintContext {
  /// Whether an expression compares by `!=`, which is told from `!(a == b)` by how it is written.
  func isInequality(_ id: ExpressionID) -> Bool {
    if case .binary(.notEqual, _, _) = program.expressions[Int(id.index)] { true } else { false }
  }
}
