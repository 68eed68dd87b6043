/// All that the language has built in, found by name and called by index.
public enum Library {
  /// The built-ins; an index here is what `Operation.builtin` holds.
  public static let all: ContiguousArray<Builtin> = {
    // One list of a known type: as a chain of `+` it took the compiler most of a minute.
    let groups: [ContiguousArray<Builtin>] = [
      Strings.builtins, Bytes.builtins, Lists.builtins, Sets.builtins, Maps.builtins,
      MapDiffs.builtins, Timestamps.builtins, Durations.builtins, LatLngs.builtins, Paths.builtins,
      Conversions.builtins, Mathematics.builtins, Hashing.builtins, Lookups.builtins,
      Constraints.builtins,
    ]
    return ContiguousArray(groups.joined())
  }()

  /// The methods of one name: for each type of receiver the built-in, if it has one.
  public struct MethodGroup: Sendable, Hashable {
    // A byte for each type, so that a program can hold groups without reference counting.
    private var low: UInt64 = .max
    private var high: UInt64 = .max

    /// The index of the method of a type in `Library.all`.
    public subscript(_ type: ValueType) -> UInt16? {
      let place = UInt64(type.rawValue & 7) * 8
      let byte = UInt16((type.rawValue < 8 ? low : high) >> place & 0xFF)
      return byte == 0xFF ? nil : byte
    }

    fileprivate mutating func set(_ id: UInt16, for type: ValueType) {
      let place = UInt64(type.rawValue & 7) * 8
      let cleared = ~(UInt64(0xFF) << place)
      if type.rawValue < 8 {
        low = low & cleared | UInt64(id & 0xFF) << place
      } else {
        high = high & cleared | UInt64(id & 0xFF) << place
      }
    }
  }

  /// The methods of a name.
  public static func method(named name: Text) -> MethodGroup? {
    names.methods[name]
  }

  /// The function of a name that stands alone, lookups of documents included.
  public static func function(named name: Text) -> UInt16? {
    names.functions[name]
  }

  /// The function of a name in a namespace.
  public static func function(named name: Text, in namespace: Text) -> UInt16? {
    names.namespaced[namespace]?[name]
  }

  /// The namespaces, sorted.
  public static let namespaces: ContiguousArray<Text> = ContiguousArray(
    names.namespaced.keys.sorted { $0.isOrderedByCodePoints(before: $1) }
  )

  /// The index of `string`, whose overloads error texts of other functions list.
  static let stringFunction: UInt16 = function(named: "string") ?? 0

  private struct Names {
    var methods: [Text: MethodGroup] = [:]
    var functions: [Text: UInt16] = [:]
    var namespaced: [Text: [Text: UInt16]] = [:]
  }

  private static let names: Names = {
    var names = Names()
    for (index, builtin) in all.enumerated() {
      // INVARIANT: fewer than 255 built-ins, so that a byte holds an index; a test counts them.
      let id = UInt16(truncatingIfNeeded: index)
      let name = Text(builtin.name)
      switch builtin.form {
      case .function, .lookup: names.functions[name] = id
      case .namespaced(let namespace): names.namespaced[Text(namespace), default: [:]][name] = id
      case .method(let type): names.methods[name, default: MethodGroup()].set(id, for: type)
      }
    }
    return names
  }()
}
