/// The methods of lists.
///
/// Elements are compared as `in` compares them: `1` is not `1.0`.
enum Lists {
  private static let source = "rules.List; observation: measured values, §6"

  static let builtins: ContiguousArray<Builtin> = [
    Builtin(
      .method(of: .list),
      "size",
      [Builtin.Overload([], .int)],
      summary: "Count of elements.",
      source: source,
      examples: [Builtin.Example("[].size()", "0"), Builtin.Example("['a', 1].size()", "2")],
      .of { (list: ListValue) in .int(Int64(list.elements.count)) }
    ),
    Builtin(
      .method(of: .list),
      "toSet",
      [Builtin.Overload([], .set)],
      summary: "The set of the elements, each once; here `1` and `1.0` are the same.",
      source: source,
      examples: [Builtin.Example("['a', 'a', 'b'].toSet().size()", "2")],
      .of { (list: ListValue) throws(FaultReason) -> Value in .set(try SetValue(list.elements)) }
    ),
    Builtin(
      .method(of: .list),
      "concat",
      [Builtin.Overload([.type(.list)], .list)],
      summary: "The elements of the list, then those of the argument.",
      source: source,
      examples: [Builtin.Example("['x'].concat(['y', 'x'])", "['x', 'y', 'x']")],
      .of(concat)
    ),
    Builtin(
      .method(of: .list),
      "hasAll",
      [Builtin.Overload([.type(.list)], .bool)],
      summary: "Whether each element of the argument is in the list.",
      source: source,
      examples: [
        Builtin.Example("['a', 'b'].hasAll(['b', 'a'])", "true"),
        Builtin.Example("['a', 'b'].hasAll(['a', 'c'])", "false"),
      ],
      .of { (list: ListValue, other: ListValue) throws(FaultReason) -> Value in
        .bool(try Membership.all(other.elements, in: list.elements, .listElement))
      }
    ),
    Builtin(
      .method(of: .list),
      "hasAny",
      [Builtin.Overload([.type(.list)], .bool)],
      summary: "Whether at least one element of the argument is in the list.",
      source: source,
      examples: [
        Builtin.Example("['a', 'b'].hasAny(['c', 'b'])", "true"),
        Builtin.Example("['a'].hasAny([])", "false"),
      ],
      .of { (list: ListValue, other: ListValue) throws(FaultReason) -> Value in
        .bool(try Membership.any(list.elements, in: other.elements, .listElement))
      }
    ),
    Builtin(
      .method(of: .list),
      "hasOnly",
      [Builtin.Overload([.type(.list)], .bool)],
      summary: "Whether each element of the list is in the argument.",
      source: source,
      examples: [
        Builtin.Example("['a', 'b'].hasOnly(['a', 'b', 'c'])", "true"),
        Builtin.Example("['a', 'b'].hasOnly(['a', 'c'])", "false"),
      ],
      .of { (list: ListValue, other: ListValue) throws(FaultReason) -> Value in
        .bool(try Membership.all(list.elements, in: other.elements, .listElement))
      }
    ),
    Builtin(
      .method(of: .list),
      "removeAll",
      [Builtin.Overload([.type(.list)], .list)],
      summary: "The elements that are not in the argument, in their order.",
      source: source,
      examples: [
        Builtin.Example("[1, 2, 3, 2].removeAll([2])", "[1, 3]"),
        Builtin.Example("[1, 2].removeAll([1.0])", "[1, 2]"),
      ],
      .of { (list: ListValue, other: ListValue) throws(FaultReason) -> Value in
        .list(
          ListValue(
            try Membership.filter(list.elements, by: other.elements, .listElement, keeping: false)
          )
        )
      }
    ),
    Builtin(
      .method(of: .list),
      "join",
      [Builtin.Overload([.type(.string)], .string)],
      summary: "The elements as `string()` gives them, the separator between them.",
      source: source,
      examples: [
        Builtin.Example("['a', 1, true].join('|')", "'a|1|true'"),
        Builtin.Example("[['a']].join(',')", "error"),
      ],
      .of(join)
    ),
  ]

  private static func concat(
    _ list: ListValue,
    _ other: ListValue
  ) throws(FaultReason) -> Value {
    try ValueLimit.check(elements: list.elements.count + other.elements.count)
    return .list(ListValue(list.elements + other.elements))
  }

  private static func join(_ list: ListValue, _ separator: Text) throws(FaultReason) -> Value {
    var builder = TextBuilder()
    for (index, element) in list.elements.enumerated() {
      if index > 0 { try builder.append(checked: separator) }
      try builder.append(checked: try Conversions.text(of: element))
    }
    return .string(builder.text)
  }
}
