extension Query {
  /// The requests that rules judge for a query, one for each way; all must be allowed.
  ///
  /// - Parameters:
  ///   - database: the database's name.
  ///   - auth: `request.auth`.
  ///   - time: `request.time`.
  ///   - documents: the stored documents; a way that fixes the document itself is judged by it.
  /// - Returns: nil for more ways than `wayLimit`.
  public func requests(
    database: Text,
    auth: Value,
    time: Timestamp,
    documents: some DocumentSource
  ) -> [Request]? {
    ways()?.map { way in
      if let path = fixedDocument(way) {
        return read(path, database: database, auth: auth, time: time, documents)
      }
      return Request(
        method: .list,
        path: routePath(database),
        auth: auth,
        time: time,
        resource: resource(way),
        query: value(database: database)
      )
    }
  }

  /// The document that `__name__ ==` names, in segments below the database's documents.
  ///
  /// None is where the name is compared in another way, too, or with another name, nor in a group below a document.
  private func fixedDocument(_ way: [Atom]) -> ContiguousArray<Text>? {
    if isGroup, !parent.isEmpty { return nil }
    var fixed: ContiguousArray<Text>?
    for atom in way where atom.path == ["__name__"] {
      guard atom.comparison == .equal, case .path(let path) = atom.operand else { return nil }
      let texts = path.segments.compactMap { segment -> Text? in
        if case .simple(let text) = segment { text } else { nil }
      }
      guard texts.count > 3 else { return nil }
      let document = ContiguousArray(texts.dropFirst(3))
      guard fixed == nil || fixed == document else { return nil }
      fixed = document
    }
    return fixed
  }

  private func read(
    _ path: ContiguousArray<Text>,
    database: Text,
    auth: Value,
    time: Timestamp,
    _ documents: some DocumentSource
  ) -> Request {
    let fields = documents.fields(at: path, in: .before)
    return Request(
      method: .list,
      path: RoutePath(FirestorePath.segments(database: database, documentPath: path)),
      auth: auth,
      time: time,
      resource: fields.map {
        FirestoreResource.value(fields: $0, documentPath: path, database: database)
      },
      query: value(database: database)
    )
  }

  private func routePath(_ database: Text) -> RoutePath {
    let parentPath = FirestorePath.segments(database: database, documentPath: parent)
    guard let collection else {
      return RoutePath(parentPath, tail: isGroup ? .anything : .anyCollection)
    }
    return isGroup
      ? RoutePath(parentPath, tail: .group(collection))
      : RoutePath(parentPath + [collection], tail: .document)
  }

  // MARK: What is known of the documents

  /// `resource` of a way: the fields that are filtered, and nothing else.
  private func resource(_ way: [Atom]) -> Value {
    var members: ContiguousArray<(key: Text, value: Value)> = [("data", .map(data(way)))]
    if way.contains(where: { $0.path == ["__name__"] }) {
      members.append(("__name__", .constraint(ConstraintValue([]))))
    }
    return .map(MapValue(members))
  }

  private func data(_ way: [Atom]) -> MapValue {
    var order: [[Text]] = []
    var atoms: [[Text]: [Atom]] = [:]
    for atom in way where atom.path != ["__name__"] {
      if atoms[atom.path] == nil { order.append(atom.path) }
      atoms[atom.path, default: []].append(atom)
    }
    var root = FieldTree()
    // The official engine keeps filters in a hash map, the last ones first: of those of a field and of another one
    // within it the one that it comes to last counts.
    for path in JavaHashOrder.ordered(order.reversed()) {
      root.set(known(atoms[path] ?? []), at: path[...])
    }
    return root.map
  }

  /// What the filters say of one field: its value, where a lone equality does, else a constraint.
  private func known(_ atoms: [Atom]) -> Value {
    let first = atoms.first
    let isOne = atoms.dropFirst().allSatisfy { first?.isSame($0) ?? false }
    let filters = (isOne ? atoms.prefix(1) : atoms[...]).flatMap { $0.filters }
    if isOne, filters.count == 1, filters[0].comparison == .equal {
      return filters[0].operand
    }
    return .constraint(ConstraintValue(ContiguousArray(filters)))
  }
}

/// The fields of a document under construction, by name.
private struct FieldTree {
  private var names: [Text] = []
  private var entries: [Text: Entry] = [:]

  private indirect enum Entry {
    case value(Value)
    case tree(FieldTree)
  }

  init() {}

  /// The fields of a map that is known.
  private init(_ map: MapValue) {
    for (name, value) in zip(map.keys, map.values) {
      names.append(name)
      entries[name] = .value(value)
    }
  }

  /// Sets a field; what is known of a map around it and is no map is forgotten.
  mutating func set(_ value: Value, at path: ArraySlice<Text>) {
    guard let name = path.first else { return }
    if entries[name] == nil { names.append(name) }
    if path.count == 1 {
      entries[name] = .value(value)
      return
    }
    // Taken out of the dictionary, so that it is not copied to be changed.
    let entry = entries.removeValue(forKey: name)
    var tree =
      switch entry {
      case .tree(let tree): tree
      case .value(.map(let map)): FieldTree(map)
      case .value, nil: FieldTree()
      }
    tree.set(value, at: path.dropFirst())
    entries[name] = .tree(tree)
  }

  var map: MapValue {
    MapValue(
      ContiguousArray(
        names.compactMap { name in
          switch entries[name] {
          case .value(let value): (name, value)
          case .tree(let tree): (name, .map(tree.map))
          case nil: nil
          }
        }
      )
    )
  }
}

extension Query.Atom {
  /// What it contributes to a constraint.
  fileprivate var filters: [ConstraintValue.Filter] {
    switch test {
    case .isNull: return [ConstraintValue.Filter(.equal, .null)]
    case .isNaN: return [ConstraintValue.Filter(.equal, .float(.nan))]
    case .isNotNull: return [ConstraintValue.Filter(.notEqual, .null)]
    case .isNotNaN: return [ConstraintValue.Filter(.notEqual, .float(.nan))]
    case nil: break
    }
    if comparison == .arrayContains { return [ConstraintValue.Filter(.listContains, operand)] }
    // A comparison with null or NaN, which clients send as a test, matches no document: it is held as an
    // impossible pair.
    switch (comparison, operand) {
    case (.notEqual, .float(let float)) where float.isNaN:
      return [ConstraintValue.Filter(.notEqual, .null)]
    case (_, .null):
      return Self.impossible
    case (_, .float(let float)) where float.isNaN:
      return Self.impossible
    default: break
    }
    switch comparison {
    case .equal: return [ConstraintValue.Filter(.equal, operand)]
    case .notEqual: return [ConstraintValue.Filter(.notEqual, operand)]
    case .less: return range(.less)
    case .lessOrEqual: return range(.lessOrEqual)
    case .greater: return range(.greater)
    case .greaterOrEqual: return range(.greaterOrEqual)
    case .arrayContains, .arrayContainsAny, .in, .notIn: return []
    }
  }

  private static let impossible = [
    ConstraintValue.Filter(.equal, .bool(true)), ConstraintValue.Filter(.equal, .bool(false)),
  ]

  /// A range over values that rules can't order says nothing.
  private func range(
    _ comparison: ConstraintValue.Filter.Comparison
  ) -> [ConstraintValue.Filter] {
    switch operand {
    case .int, .float, .string, .bytes, .timestamp, .duration:
      [ConstraintValue.Filter(comparison, operand)]
    default: []
    }
  }
}
