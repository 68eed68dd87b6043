/// The functions that read documents; the evaluator answers them.
enum Lookups {
  static let builtins: ContiguousArray<Builtin> = [
    Builtin(
      .lookup,
      "get",
      [Builtin.Overload([.type(.path)], .map)],
      summary: "The document at a path, as it is before the request.",
      source: "rules.firestore; observation: measured values, §12",
      examples: [Builtin.Example("get(/a/b)", "error")],
      .lookup
    ),
    Builtin(
      .lookup,
      "exists",
      [Builtin.Overload([.type(.path)], .bool)],
      summary: "Whether there is a document at a path before the request.",
      source: "rules.firestore; observation: measured values, §12",
      examples: [Builtin.Example("exists(/a/b)", "error")],
      .lookup
    ),
    Builtin(
      .lookup,
      "getAfter",
      [Builtin.Overload([.type(.path)], .map)],
      summary: "The document at a path, as the request with its whole batch would leave it.",
      source: "rules.firestore; observation: measured values, §12",
      examples: [Builtin.Example("getAfter(/a/b)", "error")],
      .lookup
    ),
    Builtin(
      .lookup,
      "existsAfter",
      [Builtin.Overload([.type(.path)], .bool)],
      summary: "Whether there would be a document at a path after the request.",
      source: "rules.firestore; observation: measured values, §12",
      examples: [Builtin.Example("existsAfter(/a/b)", "error")],
      .lookup
    ),
    Builtin(
      .lookup,
      "value",
      [Builtin.Overload([.type(.path)], .map)],
      summary: "The same as `get`.",
      source: "undocumented; observation: measured values, §1.1",
      examples: [Builtin.Example("value(/a/b)", "error")],
      .lookup
    ),
  ]
}
