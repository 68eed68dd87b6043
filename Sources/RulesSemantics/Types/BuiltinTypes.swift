import RulesRuntime

/// The overloads of the built-ins, as sets of types that are compared at once.
enum BuiltinTypes {
  /// One list of parameters.
  struct Overload: Sendable {
    /// Count of parameters.
    let count: Int
    /// What it gives.
    let result: TypeSet
    /// Sixteen bits for each parameter: the types that it takes.
    private let accepted: UInt64

    fileprivate init(_ overload: Builtin.Overload) {
      count = overload.parameters.count
      result = overload.result.map { TypeSet($0) } ?? .any
      var accepted: UInt64 = 0
      for (place, parameter) in overload.parameters.prefix(4).enumerated() {
        accepted |= UInt64(parameter.types.rawValue) << UInt64(16 * place)
      }
      self.accepted = accepted
    }

    /// The types that a parameter takes.
    func types(at place: Int) -> TypeSet {
      TypeSet(rawValue: UInt16(truncatingIfNeeded: accepted >> UInt64(16 * place)))
    }
  }

  /// The overloads of a built-in.
  static func overloads(of builtin: UInt16) -> ContiguousArray<Overload>.SubSequence {
    let table = table
    return table.overloads[table.starts[Int(builtin)]..<table.starts[Int(builtin) + 1]]
  }

  private struct Table: Sendable {
    var overloads: ContiguousArray<Overload> = []
    /// Where the overloads of each built-in begin, and the end of the last.
    var starts: ContiguousArray<Int> = [0]
  }

  private static let table: Table = {
    var table = Table()
    for builtin in Library.all {
      // INVARIANT: no built-in takes more than four arguments, but those that take any number.
      table.overloads.append(contentsOf: builtin.overloads.lazy.map(Overload.init))
      table.starts.append(table.overloads.count)
    }
    return table
  }()
}

extension Builtin.Parameter {
  /// The types that it takes; an int is taken where a float is asked for.
  var types: TypeSet {
    switch self {
    case .any: .any
    case .type(.float): .number
    case .type(let type): TypeSet(type)
    }
  }
}
