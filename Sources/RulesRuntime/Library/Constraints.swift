/// The one method of a field of a query's documents.
enum Constraints {
  static let builtins: ContiguousArray<Builtin> = [
    Builtin(
      .method(of: .constraint),
      "hasAny",
      [Builtin.Overload([.type(.list)], .bool)],
      summary: "Whether the query asks for documents whose list holds one of these values.",
      source: "observation: measured programs, §6",
      // A constraint exists in the rules of a query only, so no expression of its own shows it.
      examples: [],
      .binary { (field, values) throws(FaultReason) -> Value in
        guard case .constraint(let constraint) = field, case .list(let list) = values else {
          return .bool(false)
        }
        for value in list.elements where try constraint.contains(value) { return .bool(true) }
        return .bool(false)
      }
    )
  ]
}
