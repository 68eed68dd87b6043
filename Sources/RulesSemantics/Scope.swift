import RulesSource
import RulesSyntax

/// The index of a scope in `Declarations.scopes`.
struct ScopeID: Sendable, Hashable {
  let index: Int
}

/// What a file, a service or a match block declares.
struct Scope: Sendable {
  /// The scope around it.
  let parent: ScopeID?
  /// The wildcards of a match block's own path, with their places among all captures of its whole pattern.
  var wildcards: [(name: Symbol, capture: UInt32)] = []
  /// What the official compiler thinks each of these wildcards may be.
  var wildcardTypes = OfficialTypes()
  /// The service that it stands in; nil outside of one.
  let service: ServiceKind?

  /// Whether names mean the same in it as in another one, as far as it declares them.
  func agrees(with other: Scope) -> Bool {
    parent == other.parent && service == other.service
      && wildcards.elementsEqual(other.wildcards) { $0 == $1 }
  }
}

/// A service that rules are written for.
enum ServiceKind: Sendable, Hashable {
  case firestore, storage, unknown

  /// The service of a name; `unknown` for a name that nobody knows.
  init(name: String) {
    if name.utf8.elementsEqual("cloud.firestore".utf8) {
      self = .firestore
    } else if name.utf8.elementsEqual("firebase.storage".utf8) {
      self = .storage
    } else {
      self = .unknown
    }
  }
}

/// A service block, as declared.
struct ServiceDeclaration: Sendable {
  /// Its declaration.
  let node: NodeID
  /// The dotted name as it is written.
  let name: String
  /// The service of that name.
  let kind: ServiceKind
  /// What it declares.
  let scope: ScopeID
  /// Whether a service of this name stands before it.
  let isRepeated: Bool
}

/// A user's function, as declared.
struct FunctionDeclaration: Sendable {
  /// Its declaration.
  let node: NodeID
  /// Its name.
  let name: Symbol
  /// The scope that declares it.
  let scope: ScopeID
  /// Its parameters in order.
  let parameters: [Variable]
  /// Its lets in order, with their values.
  let lets: [(variable: Variable, value: NodeID)]
  /// The returned expression; nil where it is missing.
  let result: NodeID?

  /// A parameter or a let.
  struct Variable: Sendable {
    /// Its declaration.
    let node: NodeID
    /// Its name.
    let name: Symbol
  }
}

/// A match block, as declared.
struct BlockDeclaration: Sendable {
  /// Its declaration.
  let node: NodeID
  /// What it declares.
  let scope: ScopeID
  /// The index of the block around it.
  let parent: Int?
  /// The service that it stands in.
  let service: ServiceKind
  /// How many blocks are around it, itself counted.
  let depth: Int
  /// The nodes of the segments of its whole pattern, no more than `segmentLimit` of them.
  let segments: [NodeID]
  /// Count of segments of its whole pattern.
  let segmentCount: Int
  /// Count of wildcards of its whole pattern.
  let wildcardCount: Int
  /// Count of those that take any number of segments.
  let globCount: Int

  /// How many segments of a pattern are kept; a pattern of more is refused.
  static let segmentLimit = 101
  /// Its allow statements.
  var statements: [StatementDeclaration] = []
}

/// An allow statement, as declared.
struct StatementDeclaration: Sendable {
  /// Its declaration.
  let node: NodeID
  /// The condition; nil where there is none.
  let condition: NodeID?
}
