/// The methods of paths.
enum Paths {
  static let builtins: ContiguousArray<Builtin> = [
    Builtin(
      .method(of: .path),
      "bind",
      [Builtin.Overload([.type(.map)], .path)],
      summary: "The path with its `{captures}` replaced by the values of a map.",
      source: "rules.Path; observation: measured values, §9",
      examples: [
        Builtin.Example("path('users/{uid}').bind({'uid': 'alice'})", "path('users/alice')"),
        Builtin.Example("path('users/{uid}').bind({'name': 'alice'})", "error"),
      ],
      .of { (path: PathValue, map: MapValue) throws(FaultReason) -> Value in
        .path(try path.bound(to: map))
      }
    ),
    Builtin(
      .method(of: .path),
      "segments",
      [Builtin.Overload([], .list)],
      summary: "The texts of the segments.",
      source: "undocumented; observation: measured values, §1.1",
      examples: [Builtin.Example("path('users/alice').segments()", "['users', 'alice']")],
      .of { (path: PathValue) throws(FaultReason) -> Value in
        .list(ListValue(ContiguousArray(try path.boundTexts().map { .string($0) })))
      }
    ),
  ]
}
