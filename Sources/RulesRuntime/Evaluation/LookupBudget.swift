/// Which documents an operation has looked up, and how many more it may.
///
/// Source: recorded from the official emulator. What counts is each distinct pair of function and document;
/// states before and after the commit are counted apart; the request's own documents are free.
struct LookupBudget: Sendable {
  /// A lookup that has been answered.
  struct Key: Hashable, Sendable {
    let function: LookupFunction
    let path: ContiguousArray<Text>
  }

  /// The most distinct lookups of one state.
  let limit: Int
  /// The documents that the request itself reads or writes.
  let ownDocuments: Set<ContiguousArray<Text>>
  /// The paths of those as `DocumentPath` segments that were answered.
  private(set) var answered: Set<Key> = []
  private var countBefore = 0
  private var countAfter = 0

  init(limit: Int, ownDocuments: Set<ContiguousArray<Text>>) {
    self.limit = limit
    self.ownDocuments = ownDocuments
  }

  /// What became of a lookup that is about to be made.
  enum Admission {
    /// It was made before, or is free.
    case free
    /// It is made for the first time.
    case first
    /// It is one too many.
    case refused
  }

  /// Counts a lookup.
  mutating func admit(_ function: LookupFunction, _ path: ContiguousArray<Text>) -> Admission {
    if ownDocuments.contains(path) { return .free }
    // `value(p)` is `get(p)` under another name.
    let counted = function == .value ? LookupFunction.get : function
    let key = Key(function: counted, path: path)
    if answered.contains(key) { return .free }
    // One that was refused is not answered, so that asking again is refused again.
    if counted.readsAfterState {
      guard countAfter < limit else { return .refused }
      countAfter += 1
    } else {
      guard countBefore < limit else { return .refused }
      countBefore += 1
    }
    answered.insert(key)
    return .first
  }
}
