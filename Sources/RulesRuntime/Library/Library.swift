public import RulesSource

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
    method(named: name.utf8.span)
  }

  /// The methods of a name.
  public static func method(named name: Span<UInt8>) -> MethodGroup? {
    let names = names
    return names.methodTable.index(of: name).map { names.methods[$0] }
  }

  /// The function of a name that stands alone, lookups of documents included.
  public static func function(named name: Text) -> UInt16? {
    function(named: name.utf8.span)
  }

  /// The function of a name that stands alone, lookups of documents included.
  public static func function(named name: Span<UInt8>) -> UInt16? {
    let names = names
    return names.functionTable.index(of: name).map { names.functions[$0] }
  }

  /// The function of a name in a namespace.
  public static func function(named name: Text, in namespace: Text) -> UInt16? {
    namespaceTable.index(of: namespace.utf8.span).flatMap {
      function(named: name.utf8.span, in: $0)
    }
  }

  /// The function of a name in the namespace at an index of `namespaces`.
  public static func function(named name: Span<UInt8>, in namespace: Int) -> UInt16? {
    let names = names.namespaced[namespace]
    return names.table.index(of: name).map { names.functions[$0] }
  }

  /// The namespaces, sorted.
  public static let namespaces: ContiguousArray<Text> = [
    "duration", "hashing", "latlng", "math", "timestamp",
  ]

  /// The namespaces, by their bytes.
  public static let namespaceTable = WordTable(namespaces.map(\.description))

  /// The index of `string`, whose overloads error texts of other functions list.
  static let stringFunction: UInt16 = function(named: "string") ?? 0

  private struct Names {
    var methodTable = WordTable([])
    var methods: ContiguousArray<MethodGroup> = []
    var functionTable = WordTable([])
    var functions: ContiguousArray<UInt16> = []
    /// The functions of each namespace.
    var namespaced: ContiguousArray<(table: WordTable, functions: ContiguousArray<UInt16>)> = []
  }

  private static let names: Names = {
    var names = Names()
    var (methodNames, functionNames): ([String], [String]) = ([], [])
    var methodPlaces: [String: Int] = [:]
    var namespaced = Array(repeating: [String](), count: namespaces.count)
    var namespacedFunctions = Array(
      repeating: ContiguousArray<UInt16>(),
      count: namespaces.count
    )
    for (index, builtin) in all.enumerated() {
      // INVARIANT: fewer than 255 built-ins, so that a byte holds an index; a test counts them.
      let id = UInt16(truncatingIfNeeded: index)
      switch builtin.form {
      case .function, .lookup:
        functionNames.append(builtin.name)
        names.functions.append(id)
      case .namespaced(let namespace):
        guard let place = namespaceTable.index(of: Text(namespace).utf8.span) else { continue }
        namespaced[place].append(builtin.name)
        namespacedFunctions[place].append(id)
      case .method(let type):
        let place = methodPlaces[builtin.name] ?? names.methods.count
        if place == names.methods.count {
          methodPlaces[builtin.name] = place
          methodNames.append(builtin.name)
          names.methods.append(MethodGroup())
        }
        names.methods[place].set(id, for: type)
      }
    }
    names.methodTable = WordTable(methodNames)
    names.functionTable = WordTable(functionNames)
    names.namespaced = ContiguousArray(
      zip(namespaced, namespacedFunctions).map { (WordTable($0), $1) }
    )
    return names
  }()
}
