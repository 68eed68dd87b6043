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
      var seen: Set<ExpressionID> = []
      var types = BlockFieldTypes(context)
      for statement in context.statements {
        context.facts.forEachLiteral(in: statement.condition) { literal in
          guard !seen.contains(literal.origin) else { return }
          let found =
            context.nameTest(literal.term) ?? context.listInList(literal.term)
            ?? context.misuse(in: literal.term, types[statement.block])
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

  /// A use of a field that its type does not allow.
  fileprivate func misuse(in id: TermID, _ types: FieldTypes) -> Confusion? {
    guard !types.isEmpty else { return nil }
    var found: Confusion?
    facts.forEachTerm(in: id) { term in
      guard found == nil else { return }
      switch terms[term] {
      case .contained(_, let collection):
        guard let type = types.type(of: collection, facts), type.value == .string else { return }
        let field = facts.access(collection).map { facts.text(of: $0.names) } ?? ""
        found = Confusion(
          message: "`\(field)` is tested to be a string, and `in` looks into lists, sets and maps",
          notes: [
            note("it is tested here", at: type.origin),
            DiagnosticNote("`matches('.*text.*')` asks for a part of a string"),
          ]
        )
      case .method(let name, let list):
        guard let receiver = terms[list].first, let type = types.type(of: receiver, facts),
          let group = methodGroup(name), group[type.value] == nil
        else { return }
        let field = facts.access(receiver).map { facts.text(of: $0.names) } ?? ""
        found = Confusion(
          message:
            "`\(field)` is tested to be a \(type.value.name), which has no `\(terms.text(of: name))`",
          notes: [note("it is tested here", at: type.origin)]
        )
      case .member(let base, let name):
        guard let type = types.type(of: base, facts), type.value == .list else { return }
        let field = facts.access(base).map { facts.text(of: $0.names) } ?? ""
        found = Confusion(
          message:
            "`\(field)` is tested to be a \(type.value.name), which has no `\(terms.text(of: name))`",
          notes: [note("it is tested here", at: type.origin)]
        )
      default: return
      }
    }
    return found
  }

  /// The built-ins of a method's name.
  private func methodGroup(_ name: Symbol) -> Library.MethodGroup? {
    let bytes = terms.bytes(of: name)
    return program.methods.first { $0.name.utf8.elementsEqual(bytes) }?.group
  }
}

/// The types that statements of a block test fields of new data to have.
private struct FieldTypes {
  private var types: [Symbol: FieldType] = [:]
  private var isMixed: Set<Symbol> = []

  /// A type, and where it is tested.
  struct FieldType {
    let value: ValueType
    let origin: ExpressionID
  }

  /// Whether no field has a type that is known.
  var isEmpty: Bool { types.isEmpty }

  /// Adds what a test says; nil for one that leaves open what the field holds.
  mutating func add(_ field: Symbol, _ type: FieldType?) {
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
    return types[field]
  }
}

/// What the statements of blocks say of the types of fields, found out when it is asked for.
private struct BlockFieldTypes {
  private let context: LintContext
  private var known: [BlockID: FieldTypes] = [:]

  init(_ context: LintContext) {
    self.context = context
  }

  subscript(_ block: BlockID) -> FieldTypes {
    mutating get {
      if let types = known[block] { return types }
      var types = FieldTypes()
      for statement in context.statements(of: block) {
        context.facts.forEachLiteral(in: statement.condition) { literal in
          guard case .isType(let operand, let word) = context.terms[literal.term],
            let access = context.facts.access(operand), access.root == .newData,
            access.names.count == 1, let field = access.names.first
          else { return }
          let type: ValueType? =
            switch word {
            case .list: .list
            case .map: .map
            case .string: .string
            default: nil
            }
          let isSaid = !literal.isNegated
          types.add(
            field,
            isSaid ? type.map { FieldTypes.FieldType(value: $0, origin: literal.origin) } : nil
          )
        }
      }
      known[block] = types
      return types
    }
  }
}
