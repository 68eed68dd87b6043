/// What one evaluation may cost.
public struct Limits: Sendable, Hashable {
  /// How many expressions may be evaluated for one judged operation.
  public var expressions: Int
  /// How many documents one operation may look up.
  public var lookups: Int
  /// How many documents all writes of one commit may look up together.
  public var lookupsPerCommit: Int
  /// How many documents a query may look up.
  public var lookupsPerQuery: Int

  /// Limits from their figures.
  public init(expressions: Int, lookups: Int, lookupsPerCommit: Int, lookupsPerQuery: Int) {
    self.expressions = expressions
    self.lookups = lookups
    self.lookupsPerCommit = lookupsPerCommit
    self.lookupsPerQuery = lookupsPerQuery
  }

  /// Those of Cloud Firestore.
  ///
  /// Source: recorded from the official emulator; 1000 expressions pass, 1001 fail.
  public static let firestore = Limits(
    expressions: 1000,
    lookups: 10,
    lookupsPerCommit: 20,
    lookupsPerQuery: 20
  )

  /// Those of Cloud Storage, whose rules may look up two Firestore documents.
  public static let storage = Limits(
    expressions: 1000,
    lookups: 2,
    lookupsPerCommit: 2,
    lookupsPerQuery: 2
  )

  /// The deepest nesting of evaluations, function bodies included.
  ///
  /// The static limits of the language keep programs below it (22 bodies of at most 100 levels,
  /// chains of 2,451 links); reaching it is a fault, not a crash.
  static let depth = 12_000
}
