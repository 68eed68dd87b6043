/// The methods of sets.
///
/// Elements are compared by exact value: `1` is `1.0`, and NaN is itself.
enum Sets {
  private static let source = "rules.Set; observation: measured values, §6"
  private static let both = [
    Builtin.Overload([.type(.set)], .bool), Builtin.Overload([.type(.list)], .bool),
  ]

  static let builtins: ContiguousArray<Builtin> = [
    Builtin(
      .method(of: .set),
      "size",
      [Builtin.Overload([], .int)],
      summary: "Count of elements.",
      source: source,
      examples: [Builtin.Example("['a', 'b', 'a'].toSet().size()", "2")],
      .of { (set: SetValue) in .int(Int64(set.elements.count)) }
    ),
    Builtin(
      .method(of: .set),
      "union",
      [Builtin.Overload([.type(.set)], .set)],
      summary: "The elements of both sets.",
      source: source,
      examples: [
        Builtin.Example(
          "['a', 'b'].toSet().union(['a', 'c'].toSet())",
          "['a', 'b', 'c'].toSet()"
        )
      ],
      .of(union)
    ),
    Builtin(
      .method(of: .set),
      "intersection",
      [Builtin.Overload([.type(.set)], .set)],
      summary: "The elements that are in both sets.",
      source: source,
      examples: [
        Builtin.Example("['a', 'b'].toSet().intersection(['a', 'c'].toSet())", "['a'].toSet()")
      ],
      .of { (set: SetValue, other: SetValue) throws(FaultReason) -> Value in
        .set(
          SetValue(
            unique: try Membership.filter(
              set.elements,
              by: other.elements,
              .setElement,
              keeping: true
            )
          )
        )
      }
    ),
    Builtin(
      .method(of: .set),
      "difference",
      [Builtin.Overload([.type(.set)], .set)],
      summary: "The elements that are not in the argument.",
      source: source,
      examples: [
        Builtin.Example("['a', 'b'].toSet().difference(['a', 'c'].toSet())", "['b'].toSet()")
      ],
      .of { (set: SetValue, other: SetValue) throws(FaultReason) -> Value in
        .set(
          SetValue(
            unique: try Membership.filter(
              set.elements,
              by: other.elements,
              .setElement,
              keeping: false
            )
          )
        )
      }
    ),
    Builtin(
      .method(of: .set),
      "hasAll",
      both,
      summary: "Whether each element of the argument is in the set.",
      source: source,
      examples: [
        Builtin.Example("['a', 'b'].toSet().hasAll(['a', 'c'])", "false"),
        Builtin.Example("['d', 'e', 'f'].toSet().hasAll(['d', 'e'].toSet())", "true"),
      ],
      .of { (set: SetValue, other: Value) throws(FaultReason) -> Value in
        .bool(try Membership.all(elements(other), in: set.elements, .setElement))
      }
    ),
    Builtin(
      .method(of: .set),
      "hasAny",
      both,
      summary: "Whether at least one element of the argument is in the set.",
      source: source,
      examples: [Builtin.Example("['a', 'b'].toSet().hasAny(['c', 'a'])", "true")],
      .of { (set: SetValue, other: Value) throws(FaultReason) -> Value in
        .bool(try Membership.any(set.elements, in: elements(other), .setElement))
      }
    ),
    Builtin(
      .method(of: .set),
      "hasOnly",
      both,
      summary: "Whether each element of the set is in the argument.",
      source: source,
      examples: [Builtin.Example("['a', 'b'].toSet().hasOnly(['a', 'c'])", "false")],
      .of { (set: SetValue, other: Value) throws(FaultReason) -> Value in
        .bool(try Membership.all(set.elements, in: elements(other), .setElement))
      }
    ),
  ]

  private static func union(_ set: SetValue, _ other: SetValue) throws(FaultReason) -> Value {
    let added = try Membership.filter(
      other.elements,
      by: set.elements,
      .setElement,
      keeping: false
    )
    try ValueLimit.check(elements: set.elements.count + added.count)
    return .set(SetValue(unique: set.elements + added))
  }

  /// The elements of a set or list.
  private static func elements(_ value: Value) -> ContiguousArray<Value> {
    switch value {
    case .list(let list): list.elements
    case .set(let set): set.elements
    case .null, .bool, .int, .float, .string, .bytes, .map, .mapDiff, .timestamp, .duration,
      .latlng, .path, .vector, .constraint:
      []
    }
  }
}
