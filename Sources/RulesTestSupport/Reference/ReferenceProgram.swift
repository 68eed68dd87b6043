import RulesRuntime
package import RulesSyntax

/// A rules file for the reference evaluator: blocks and functions found by name in the tree, and nothing prepared.
package struct ReferenceProgram: Sendable {
  /// The tree.
  let tree: SyntaxTree
  /// Blocks in source order, a block before those in it.
  var blocks: [Block] = []
  /// Scopes; the first is the file's.
  var scopes: [Scope] = [Scope(parent: nil, isStorage: false)]
  /// Whether it is for Cloud Storage.
  private(set) var isStorage = false
  private(set) var version = 1

  /// What declares names.
  struct Scope: Sendable {
    let parent: Int?
    let isStorage: Bool
    var functions: [String: FunctionSyntax] = [:]
    var wildcards: [String] = []
  }

  /// A match block with its whole pattern.
  struct Block: Sendable {
    let scope: Int
    let pattern: [Segment]
    let statements: [AllowSyntax]
  }

  /// A segment of a pattern.
  enum Segment: Sendable {
    case literal(Text)
    case wildcard(String)
    case glob(String, minimum: Int)
  }

  /// The program of a tree that the official compiler takes.
  package init(_ tree: SyntaxTree) {
    self.tree = tree
    guard let file = tree.file else { return }
    version = file.version.map { $0.elementsEqual("2".utf8) } == true ? 2 : 1
    let kinds = file.services.map(\.name.text)
    isStorage =
      kinds.first { $0 == "cloud.firestore" || $0 == "firebase.storage" } == "firebase.storage"
    // Functions outside of services see what those of the first service do.
    scopes[0] = Scope(parent: nil, isStorage: kinds.first == "firebase.storage")
    for function in file.functions { declare(function, in: 0) }
    for service in file.services {
      let isStorageService = service.name.text == "firebase.storage"
      scopes.append(Scope(parent: 0, isStorage: isStorageService))
      let isTried =
        isStorageService == isStorage
        && (isStorageService || service.name.text == "cloud.firestore"
          || !kinds.contains("cloud.firestore"))
      add(service.items, to: scopes.count - 1, pattern: [], isTried: isTried)
    }
  }

  private mutating func declare(_ function: FunctionSyntax, in scope: Int) {
    if scopes[scope].functions[function.name.text] == nil {
      scopes[scope].functions[function.name.text] = function
    }
  }

  private mutating func add(_ items: [ItemSyntax], to scope: Int, pattern: [Segment], isTried: Bool)
  {
    for item in items {
      if case .function(let function) = item { declare(function, in: scope) }
    }
    for case .match(let match) in items {
      var inner = Scope(parent: scope, isStorage: scopes[scope].isStorage)
      var whole = pattern
      for segment in match.path?.segments ?? [] {
        switch segment {
        case .literal(let bytes, _): whole.append(.literal(Text(wtf8: bytes)))
        case .capture(let name, _):
          whole.append(.wildcard(name.text))
          inner.wildcards.append(name.text)
        case .glob(let name, _):
          whole.append(.glob(name.text, minimum: version == 1 ? 1 : 0))
          inner.wildcards.append(name.text)
        case .interpolated: continue
        }
      }
      scopes.append(inner)
      let statements = match.items.compactMap { item -> AllowSyntax? in
        if case .allow(let allow) = item { allow } else { nil }
      }
      let index = scopes.count - 1
      if isTried { blocks.append(Block(scope: index, pattern: whole, statements: statements)) }
      add(match.items, to: index, pattern: whole, isTried: isTried)
    }
  }

  /// The function that a name means in a scope, and the scope that declares it.
  func function(named name: String, from scope: Int) -> (function: FunctionSyntax, scope: Int)? {
    var current: Int? = scope
    while let index = current {
      if let function = scopes[index].functions[name] { return (function, index) }
      current = scopes[index].parent
    }
    return nil
  }
}

/// What a pattern makes of a path.
struct ReferenceMatch {
  /// The value of each wildcard, the outermost first; nil for one that is not known.
  private(set) var values: [(name: String, value: Value?)] = []

  /// Places of a path; nil for the id of any document.
  private enum Place {
    case text(Text)
    case anyDocument
    case anyRun
  }

  /// The wildcards' values; nil where the pattern does not cover the path.
  init?(_ pattern: [ReferenceProgram.Segment], _ path: RoutePath) {
    var places = path.segments.map { Place.text($0) }
    switch path.tail {
    case .none: break
    case .document: places.append(.anyDocument)
    case .group(let collection): places += [.anyRun, .text(collection), .anyDocument]
    case .anything: places.append(.anyRun)
    case .anyCollection: places += [.anyDocument, .anyDocument]
    }
    var next = 0
    for (index, segment) in pattern.enumerated() {
      switch segment {
      case .literal(let text):
        guard next < places.count, case .text(let found) = places[next], found == text else {
          return nil
        }
        next += 1
      case .wildcard(let name):
        guard next < places.count else { return nil }
        switch places[next] {
        case .text(let text): values.append((name, .string(text)))
        case .anyDocument: values.append((name, nil))
        case .anyRun: return nil
        }
        next += 1
      case .glob(let name, let minimum):
        // All that the segments behind it leave.
        let count = places.count - next - (pattern.count - index - 1)
        guard count >= minimum else { return nil }
        let run = places[next..<next + count].map { place -> PathValue.Segment in
          if case .text(let text) = place { .simple(text) } else { .capture(name: "", bound: nil) }
        }
        // A glob takes at least one segment in version 1 only, where what is not known is not waited for.
        let isKnown =
          minimum == 0 || run.allSatisfy { if case .simple = $0 { true } else { false } }
        values.append((name, isKnown ? .path(PathValue(ContiguousArray(run))) : nil))
        next += count
      }
    }
    guard next == places.count else { return nil }
  }
}
