/// Which documents have been looked up for an operation and for its commit, and how many more may be.
///
/// Source: recorded from the official emulator. What counts is each distinct pair of function and document;
/// states before and after the commit are counted apart; the commit's own documents are free.
struct LookupBudget: Sendable {
  /// A lookup that has been made.
  struct Key: Hashable, Sendable {
    let function: LookupFunction
    let path: ContiguousArray<Text>
  }

  /// Distinct lookups of both states.
  struct Tally: Sendable {
    /// The most lookups of one state.
    let limit: Int
    /// The first one, which most often is the only one.
    private var first: Key?
    private var others: Set<Key> = []
    private var countBefore = 0
    private var countAfter = 0

    init(limit: Int) {
      self.limit = limit
    }

    /// Count of lookups.
    var count: Int { countBefore + countAfter }

    /// Counts a lookup; nil where it is one too many, else whether it is made for the first time.
    mutating func admit(_ key: Key) -> Bool? {
      guard first != key, others.isEmpty || !others.contains(key) else { return false }
      let isAfter = key.function.readsAfterState
      guard (isAfter ? countAfter : countBefore) < limit else { return nil }
      if first == nil { first = key } else { others.insert(key) }
      if isAfter { countAfter += 1 } else { countBefore += 1 }
      return true
    }
  }

  /// The lookups of the operation.
  private(set) var operation: Tally
  /// The lookups of all operations of the commit so far; nil where there is but one, whose own limit is the lower one.
  private(set) var commit: Tally?

  /// Whether `get` and `exists` of one document are one lookup.
  private let countsDocuments: Bool

  init(limit: Int, commit: Tally?, countsDocuments: Bool) {
    self.countsDocuments = countsDocuments
    self.operation = Tally(limit: limit)
    self.commit = commit
  }

  /// What becomes of a lookup that is about to be made.
  enum Admission {
    /// It was made before, or is free.
    case free
    /// It is made for the first time.
    case first
    /// It is one too many.
    case refused
  }

  /// Counts a lookup of a document that is none of the operation's own.
  mutating func admit(_ function: LookupFunction, _ path: ContiguousArray<Text>) -> Admission {
    // `value(p)` is `get(p)` under another name. What counts for Storage is the document alone.
    let counted = function == .value || countsDocuments ? LookupFunction.get : function
    let key = Key(function: counted, path: path)
    guard let isFirst = operation.admit(key) else { return .refused }
    if commit != nil, commit?.admit(key) == nil { return .refused }
    return isFirst ? .first : .free
  }
}
