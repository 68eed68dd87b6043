/// The methods of what `diff()` gives.
enum MapDiffs {
  private static let source = "rules.MapDiff; observation: measured values, §6"

  static let builtins: ContiguousArray<Builtin> = [
    keys(
      "addedKeys",
      [.added],
      "The keys that the map has and the argument of `diff()` has not.",
      Builtin.Example("{'a': 1}.diff({}).addedKeys()", "['a'].toSet()")
    ),
    keys(
      "removedKeys",
      [.removed],
      "The keys that the argument of `diff()` has and the map has not.",
      Builtin.Example("{}.diff({'a': 1}).removedKeys()", "['a'].toSet()")
    ),
    keys(
      "changedKeys",
      [.changed],
      "The keys that both maps have, with different values.",
      Builtin.Example("{'a': 0}.diff({'a': 1, 'b': 4}).changedKeys()", "['a'].toSet()")
    ),
    keys(
      "unchangedKeys",
      [.unchanged],
      "The keys that both maps have, with equal values.",
      Builtin.Example("{'a': 0}.diff({'a': 0}).unchangedKeys()", "['a'].toSet()")
    ),
    keys(
      "affectedKeys",
      [.added, .removed, .changed],
      "The keys that were added, removed or changed.",
      Builtin.Example(
        "{'a': 0, 'c': 0, 'u': 0}.diff({'r': 0, 'c': 1, 'u': 0}).affectedKeys()",
        "['a', 'r', 'c'].toSet()"
      )
    ),
  ]

  private static func keys(
    _ name: String,
    _ statuses: Set<KeyStatus>,
    _ summary: String,
    _ example: Builtin.Example
  ) -> Builtin {
    Builtin(
      .method(of: .mapDiff),
      name,
      [Builtin.Overload([], .set)],
      summary: summary,
      source: source,
      examples: [example],
      .of { (difference: MapDiffValue) in
        let keys = difference.entries.filter { statuses.contains($0.status) }
        // INVARIANT: each key has one entry, so the set's elements are unique.
        return .set(SetValue(unique: ContiguousArray(keys.map { .string($0.key) })))
      }
    )
  }
}
