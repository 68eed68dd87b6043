import RulesRuntime

/// The fields that the writes of a commit to one document name: for rules they are one write.
///
/// Source: recorded from the official emulator.
package struct TouchedFields: Sendable {
  /// The fields that are stored or removed by each write; nil where the whole document is replaced.
  private var masks: [[FieldChange.Path]]? = []
  /// The fields that the service computes.
  private var transforms: [FieldChange.Path] = []

  /// No write.
  package init() {}

  /// Adds a write that changes some fields, or one that replaces the document.
  ///
  /// - Parameters:
  ///   - added: the fields that are stored or removed; nil where the whole document is replaced.
  ///   - computed: the fields that the service computes.
  package mutating func add(
    mask added: [FieldChange.Path]?,
    transforms computed: [FieldChange.Path]
  ) {
    // Appended where they are: a commit may have any number of writes to one document.
    if let added { masks?.append(added) } else { masks = nil }
    transforms += computed
  }

  /// Adds a write that removes the document: what comes after it makes it anew.
  package mutating func addDelete() {
    masks = nil
    transforms = []
  }

  /// `request.transforms`: the paths that the service computes; null where there are none.
  var transformsValue: Value {
    let paths = transforms.map { Value.path(PathValue(plain: $0)) }
    return paths.isEmpty ? .null : .list(ListValue(ContiguousArray(paths)))
  }

  /// `request.writeFields`: the names of the fields, first those that the service computes; null where no field is
  /// named.
  var writeFieldsValue: Value {
    guard masks != nil || !transforms.isEmpty else { return .null }
    // The fields of a later write are added before those of the earlier ones.
    let paths = transforms + Self.ordered(Array((masks ?? []).reversed().joined()))
    return .list(ListValue(ContiguousArray(paths.map { .string(Self.name($0)) })))
  }

  /// The paths that lie in no other one, each once: the official emulator keeps them in a tree of Java's hash maps.
  ///
  /// - Parameters:
  ///   - paths: the paths, in the order in which they are added.
  ///   - depth: how many names all of them have in common.
  /// - Returns: the paths in the order of the tree.
  private static func ordered(
    _ paths: [FieldChange.Path],
    from depth: Int = 0
  ) -> [FieldChange.Path] {
    var names: ContiguousArray<Text> = []
    var groups: [Text: [FieldChange.Path]] = [:]
    for path in paths where path.count > depth {
      let name = path[depth]
      if groups[name] == nil { names.append(name) }
      groups[name, default: []].append(path)
    }
    return JavaHashOrder.ordered(names).flatMap { name -> [FieldChange.Path] in
      let group = groups[name] ?? []
      if let outermost = group.first(where: { $0.count == depth + 1 }) { return [outermost] }
      return ordered(group, from: depth + 1)
    }
  }

  /// A path as text, with dots between its names; those within names stand behind a backslash, as backslashes do.
  private static func name(_ path: FieldChange.Path) -> Text {
    var bytes: ContiguousArray<UInt8> = []
    for (index, name) in path.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ".")) }
      for byte in name.utf8 {
        if byte == UInt8(ascii: ".") || byte == UInt8(ascii: "\\") {
          bytes.append(UInt8(ascii: "\\"))
        }
        bytes.append(byte)
      }
    }
    return Text(wtf8: bytes)
  }
}
