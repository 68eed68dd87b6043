import RulesRuntime
import RulesSource

extension LintRule {
  static let mapListSetConfusion = LintRule(
    "map-list-set-confusion",
    .warning,
    "a test that takes a map for a list, a list for a map, or a field's name for its value",
    reason: """
      `x in map` asks for a field of that name, not for a value; `[a] in list` asks for an element that is a list. A \
      field that one statement of the block tests to be a list has no `keys()`, one that is a map no `hasAny()`: such \
      a call is an error, and the request is denied. Where the type is known from the same condition, \
      `no-such-method`, `wrong-argument-type` and `wrong-operand-type` tell it.
      """,
    bad: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && 'open' in resource.data.tags.keys();
        allow create: if request.auth != null
                      && request.resource.data.keys().hasOnly(['tags'])
                      && request.resource.data.tags is list;
      }
      """
    ),
    good: .firestore(
      """
      match /cards/{card} {
        allow get: if request.auth != null && 'open' in resource.data.tags;
        allow create: if request.auth != null
                      && request.resource.data.keys().hasOnly(['tags'])
                      && request.resource.data.tags is list;
      }
      """
    ),
    silence: "Silence it where fields are indeed named by users' ids, or lists hold lists.",
    check: .rules { context, report in
      var seen = ExpressionSet()
      let types = BlockFieldTypes(context)
      for statement in context.statements {
        context.facts.forEachLiteral(in: statement.condition) { literal in
          guard !seen.contains(literal.origin) else { return }
          let found =
            context.nameTest(literal.term) ?? context.listInList(literal.term)
            ?? context.misuse(in: literal.term, types, statement.block)
          guard let found else { return }
          seen.insert(literal.origin)
          let (range, notes) = context.place(of: literal.origin, in: statement)
          report.add(
            severity: found.severity,
            at: range,
            found.message,
            notes: notes + found.notes
          )
        }
      }
    }
  )
}

/// What is wrong with a test.
private struct Confusion {
  var severity: Severity = .warning
  let message: String
  var notes: [DiagnosticNote] = []
}

extension LintContext {
  /// A test whether all of a document's data has a field that is named like a value: `request.auth.uid in resource.data`.
  fileprivate func nameTest(_ id: TermID) -> Confusion? {
    guard case .contained(let element, let collection) = terms[id],
      let asked = facts.access(element), !asked.names.isEmpty,
      let searched = facts.access(collection), searched.names.isEmpty
    else { return nil }
    let place: String
    switch searched.root {
    case .newData: place = facts.isFirestore ? "request.resource.data" : "request.resource"
    case .oldData: place = facts.isFirestore ? "resource.data" : "resource"
    case .lookup: place = "the document"
    // Claims are often named by what they are for.
    case .token, .auth, .request: return nil
    }
    return Confusion(
      severity: .info,
      message:
        "this asks whether `\(place)` has a field of that name, not whether a field holds the value",
      notes: [DiagnosticNote("write `… in \(place).members` for a list in the field `members`")]
    )
  }

  /// A test whether a list is an element: `['a'] in resource.data.tags`.
  fileprivate func listInList(_ id: TermID) -> Confusion? {
    guard case .contained(let element, let collection) = terms[id],
      case .list(let elements) = terms[element], !terms[elements].isEmpty,
      let searched = facts.access(collection), !searched.names.isEmpty
    else { return nil }
    let field = facts.text(of: searched.names)
    return Confusion(
      message: "this asks whether an element of `\(field)` is itself a list",
      notes: [
        DiagnosticNote("`\(field).hasAll([…])` asks for each of the elements, `hasAny` for one")
      ]
    )
  }

  /// A use of a field that its type in a block does not allow.
  fileprivate func misuse(
    in id: TermID,
    _ types: BlockFieldTypes,
    _ block: BlockID
  ) -> Confusion? {
    guard !types.suspects.isEmpty else { return nil }
    let fields = types.blocks[Int(block.index)]
    var found: Confusion?
    facts.forEachTerm(in: id) { term in
      guard found == nil, let (receiver, use) = types.suspects[term.index],
        let type = fields.type(of: receiver, facts), !allows(use, type.value)
      else { return }
      let field = facts.access(receiver).map { facts.text(of: $0.names) } ?? ""
      var notes = [note("it is tested here", at: type.origin)]
      let what: String
      switch use {
      case .method(let name), .member(let name): what = "which has no `\(terms.text(of: name))`"
      case .collection:
        what = "and `in` looks into lists, sets and maps"
        notes.append(DiagnosticNote("`matches('.*text.*')` asks for a part of a string"))
      }
      found = Confusion(
        message: "`\(field)` is tested to be a \(type.value.name), \(what)",
        notes: notes
      )
    }
    return found
  }

  /// Whether a value of a type can be used in a way.
  fileprivate func allows(_ use: FieldUse, _ type: ValueType) -> Bool {
    switch use {
    case .method(let name): methodGroup(name).map { $0[type] != nil } ?? true
    // `unknown-member` tells that a string has no members.
    case .member: type != .list
    case .collection: type != .string
    }
  }

  /// The built-ins of a method's name.
  private func methodGroup(_ name: Symbol) -> Library.MethodGroup? {
    let bytes = terms.bytes(of: name)
    return program.methods.first { $0.name.utf8.elementsEqual(bytes) }?.group
  }
}

/// How a field is used.
private enum FieldUse {
  /// A method of the name is called.
  case method(Symbol)
  /// A member of the name is read.
  case member(Symbol)
  /// Something is looked for in it.
  case collection
}

/// The types that statements of a block test fields of new data to have.
private struct FieldTypes {
  /// The types by the symbols of fields.
  private(set) var types: [UInt32: FieldType] = [:]
  private var isMixed: Set<UInt32> = []

  /// A type, and where it is tested.
  struct FieldType {
    let value: ValueType
    let origin: ExpressionID
  }

  /// Adds what a test says; nil for one that leaves open what the field holds.
  mutating func add(_ field: Symbol, _ type: FieldType?) {
    let field = field.index
    guard !isMixed.contains(field) else { return }
    if let type, types[field].map({ $0.value == type.value }) ?? true {
      types[field] = types[field] ?? type
    } else {
      types[field] = nil
      isMixed.insert(field)
    }
  }

  /// The type of a field of the document; nil for anything else, and where nothing or too much is said.
  func type(of id: TermID, _ facts: FactTables) -> FieldType? {
    guard let access = facts.access(id), access.root == .oldData, access.names.count == 1,
      !access.hasDefault, let field = access.names.first
    else { return nil }
    return types[field.index]
  }
}

/// What the statements of blocks say of the types of fields.
private struct BlockFieldTypes {
  /// The types by block; none for a block that says nothing.
  private(set) var blocks: ContiguousArray<FieldTypes>
  /// Terms that use a field in a way that its type in some block does not allow, with what is used.
  private(set) var suspects: [UInt32: (field: TermID, use: FieldUse)] = [:]

  init(_ context: LintContext) {
    blocks = ContiguousArray(repeating: FieldTypes(), count: context.program.blocks.count)
    for statement in context.statements {
      context.facts.forEachLiteral(in: statement.condition) { literal in
        guard case .isType(let operand, let word) = context.terms[literal.term],
          let access = context.facts.access(operand), access.root == .newData,
          access.names.count == 1, let field = access.names.first
        else { return }
        // Another type, or the negation, leaves open what the field holds.
        let type: ValueType? =
          switch word {
          case .list: .list
          case .map: .map
          case .string: .string
          default: nil
          }
        blocks[Int(statement.block.index)].add(
          field,
          literal.isNegated
            ? nil : type.map { FieldTypes.FieldType(value: $0, origin: literal.origin) }
        )
      }
    }
    findSuspects(context)
  }

  private mutating func findSuspects(_ context: LintContext) {
    // For each name a bit for each type that fields of the name have.
    var types: ContiguousArray<UInt32> = []
    for block in blocks {
      for (field, type) in block.types {
        while types.count <= Int(field) { types.append(0) }
        types[Int(field)] |= 1 << UInt32(type.value.rawValue)
      }
    }
    guard !types.isEmpty else { return }
    let terms = context.terms
    for index in 0..<terms.count {
      let id = TermID(index: UInt32(truncatingIfNeeded: index))
      let field: TermID
      let use: FieldUse
      switch terms[id] {
      case .method(let name, let list):
        guard let receiver = terms.first(of: list) else { continue }
        (field, use) = (receiver, .method(name))
      case .member(let base, let name): (field, use) = (base, .member(name))
      case .contained(_, let collection): (field, use) = (collection, .collection)
      default: continue
      }
      guard terms.mentions(field).contains(.oldResource), let access = context.facts.access(field),
        access.root == .oldData, access.names.count == 1, let name = access.names.first,
        Int(name.index) < types.count,
        [ValueType.list, .map, .string].contains(where: {
          types[Int(name.index)] & (1 << UInt32($0.rawValue)) != 0 && !context.allows(use, $0)
        })
      else { continue }
      suspects[id.index] = (field, use)
    }
  }
}
