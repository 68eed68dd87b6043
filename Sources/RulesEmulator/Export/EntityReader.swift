import RulesRuntime

extension Entity {
  /// Reads an `EntityProto`.
  ///
  /// - Throws: what no document can be, or hold.
  init(_ bytes: ContiguousArray<UInt8>) throws(ExportProblem) {
    let reader = EntityReader()
    var key: (database: Text, path: ContiguousArray<Text>)?
    var wire = WireReader(bytes[...])
    while let field = try wire.next() {
      if field.number == Field.key, case .bytes(let content) = field.content {
        key = try reader.key(content)
      }
    }
    guard let key, !key.path.isEmpty else { throw ExportProblem("an entity has no key") }
    database = key.database
    path = key.path
    let shown = path.map(\.description).joined(separator: "/")
    do throws(ExportProblem) {
      try reader.checkPath(path)
      fields = try reader.fields(bytes[...], depth: 0)
    } catch {
      throw ExportProblem("`\(shown)` can't be read: \(error.message)")
    }
    do throws(ServiceError) {
      for (name, value) in zip(fields.keys, fields.values) { try DocumentLimits.check(value, name) }
      try DocumentLimits.checkSize(fields, at: path)
    } catch {
      throw ExportProblem("`\(shown)` can't be stored: \(error.message)")
    }
  }
}

/// Reads what entities are made of.
private struct EntityReader {
  typealias Bytes = ContiguousArray<UInt8>.SubSequence

  /// One property, before those of one name are put together.
  private struct Part {
    var meaning: UInt64 = 0
    var name: Text = ""
    var isMultiple = false
    var value: Bytes = []
  }

  // MARK: Keys

  /// Reads a `Reference`.
  func key(
    _ bytes: Bytes
  ) throws(ExportProblem) -> (database: Text, path: ContiguousArray<Text>) {
    var database = Entity.standardDatabase
    var path: ContiguousArray<Text> = []
    var wire = WireReader(bytes)
    while let field = try wire.next() {
      switch (field.number, field.content) {
      case (Entity.Key.database, .bytes(let id)): if !id.isEmpty { database = try text(id) }
      case (Entity.Key.path, .bytes(let content)):
        var elements = WireReader(content)
        while let element = try elements.next() {
          guard element.number == Entity.Key.element, case .group(let group) = element.content
          else { continue }
          path += try self.element(group, Entity.Key.kind, Entity.Key.id, Entity.Key.name)
        }
      default: continue
      }
    }
    return (database, path)
  }

  /// The collection and the id of an element of a path.
  private func element(
    _ bytes: Bytes,
    _ kind: UInt64,
    _ id: UInt64,
    _ name: UInt64
  ) throws(ExportProblem) -> [Text] {
    var collection: Text?
    var document: Text?
    var wire = WireReader(bytes)
    while let field = try wire.next() {
      switch (field.number, field.content) {
      case (kind, .bytes(let content)): collection = try text(content)
      case (name, .bytes(let content)): document = try text(content)
      case (id, .varint(let number)): document = NumericID.text(Int64(bitPattern: number))
      default: continue
      }
    }
    guard let collection, let document else { throw ExportProblem("a key has no id") }
    return [collection, document]
  }

  func checkPath(_ path: ContiguousArray<Text>) throws(ExportProblem) {
    guard path.count <= 2 * ResourceName.collectionDepthLimit else {
      throw ExportProblem("its path is too long")
    }
    for (index, segment) in path.enumerated() {
      do throws(ServiceError) {
        if segment.isEmpty { throw .invalid("An id is empty.") }
        try ResourceName.checkID(segment, isCollection: index.isMultiple(of: 2))
      } catch {
        throw ExportProblem(error.message)
      }
    }
  }

  // MARK: Fields

  /// The fields of an entity, or of the map that it stands for.
  func fields(_ bytes: Bytes, depth: Int) throws(ExportProblem) -> MapValue {
    guard depth <= DocumentLimits.depthLimit else {
      throw ExportProblem("more than \(DocumentLimits.depthLimit) maps and lists lie in each other")
    }
    var places: [Text: Int] = [:]
    var fields: [(first: Part, rest: [Part])] = []
    var wire = WireReader(bytes)
    while let field = try wire.next() {
      guard [Entity.Field.property, Entity.Field.rawProperty].contains(field.number),
        case .bytes(let content) = field.content
      else { continue }
      let part = try part(content)
      if ResourceName.isReserved(part.name) {
        throw ExportProblem("the name `\(part.name)` of a field is reserved")
      }
      if let place = places[part.name] {
        guard part.isMultiple, fields[place].first.isMultiple else {
          throw ExportProblem("the field `\(part.name)` is repeated")
        }
        fields[place].rest.append(part)
      } else {
        places[part.name] = fields.count
        fields.append((part, []))
      }
    }
    var entries: ContiguousArray<(key: Text, value: Value)> = []
    for (first, rest) in fields {
      do throws(ExportProblem) {
        entries.append((first.name, try value(first, rest, depth: depth)))
      } catch {
        throw ExportProblem("the field `\(first.name)`: \(error.message)")
      }
    }
    return MapValue(entries)
  }

  private func part(_ bytes: Bytes) throws(ExportProblem) -> Part {
    var part = Part()
    var wire = WireReader(bytes)
    while let field = try wire.next() {
      switch (field.number, field.content) {
      case (Entity.Property.meaning, .varint(let meaning)): part.meaning = meaning
      case (Entity.Property.name, .bytes(let name)): part.name = try text(name)
      case (Entity.Property.isMultiple, .varint(let number)): part.isMultiple = number != 0
      case (Entity.Property.value, .bytes(let value)): part.value = value
      default: continue
      }
    }
    return part
  }

  /// A value: that of one property, or the list of several.
  private func value(
    _ first: Part,
    _ rest: [Part],
    depth: Int
  ) throws(ExportProblem) -> Value {
    if first.meaning == Entity.Meaning.emptyList { return .list(ListValue([])) }
    guard first.isMultiple else { return try value(first, depth: depth) }
    var elements: ContiguousArray<Value> = [try value(first, depth: depth + 1)]
    for part in rest { elements.append(try value(part, depth: depth + 1)) }
    guard first.meaning == Entity.Meaning.vector else { return .list(ListValue(elements)) }
    var numbers: ContiguousArray<Double> = []
    for element in elements {
      guard case .float(let number) = element else {
        throw ExportProblem("an element of a vector is no float")
      }
      numbers.append(number)
    }
    return .vector(VectorValue(numbers))
  }

  /// The value of one property; none is null.
  private func value(_ part: Part, depth: Int) throws(ExportProblem) -> Value {
    var wire = WireReader(part.value)
    guard let field = try wire.next() else { return .null }
    switch (field.number, field.content) {
    case (Entity.Content.integer, .varint(let bits)):
      let number = Int64(bitPattern: bits)
      guard part.meaning == Entity.Meaning.time else { return .int(number) }
      return .timestamp(try time(number))
    case (Entity.Content.bool, .varint(let number)): return .bool(number != 0)
    case (Entity.Content.double, .fixed64(let bits)):
      let number = Double(bitPattern: bits)
      // The service does not keep the sign of zero.
      return .float(number == 0 ? 0 : number)
    case (Entity.Content.text, .bytes(let content)):
      guard content.count <= DocumentLimits.byteCount else {
        throw ExportProblem("it is longer than \(DocumentLimits.byteCount) bytes")
      }
      switch part.meaning {
      case Entity.Meaning.blob, Entity.Meaning.octets:
        return .bytes(Octets(ContiguousArray(content)))
      case Entity.Meaning.entity: return .map(try fields(content, depth: depth + 1))
      default: return .string(try text(content))
      }
    case (Entity.Content.point, .group(let content)): return .latlng(try point(content))
    case (Entity.Content.reference, .group(let content)): return try reference(content)
    default: throw ExportProblem("its type is not one that documents have")
    }
  }

  // MARK: Values

  /// A time from microseconds.
  private func time(_ micros: Int64) throws(ExportProblem) -> Timestamp {
    let (quotient, remainder) = micros.quotientAndRemainder(dividingBy: 1_000_000)
    let seconds = remainder < 0 ? quotient - 1 : quotient
    guard (-62_135_596_800...253_402_300_799).contains(seconds) else {
      throw ExportProblem("it is no time between the years 1 and 9999")
    }
    let rest = remainder < 0 ? remainder + 1_000_000 : remainder
    return Timestamp(seconds: seconds, nanos: Int32(rest) * 1000)
  }

  private func point(_ bytes: Bytes) throws(ExportProblem) -> LatLngValue {
    var latitude = 0.0
    var longitude = 0.0
    var wire = WireReader(bytes)
    while let field = try wire.next() {
      guard case .fixed64(let bits) = field.content else { continue }
      if field.number == Entity.Content.pointX { latitude = Double(bitPattern: bits) }
      if field.number == Entity.Content.pointY { longitude = Double(bitPattern: bits) }
    }
    guard abs(latitude) <= 90, abs(longitude) <= 180 else {
      throw ExportProblem("a geo point lies outside the earth's degrees")
    }
    return LatLngValue(latitude: latitude, longitude: longitude)
  }

  private func reference(_ bytes: Bytes) throws(ExportProblem) -> Value {
    var database = Entity.standardDatabase
    var path: ContiguousArray<Text> = []
    var wire = WireReader(bytes)
    while let field = try wire.next() {
      switch (field.number, field.content) {
      case (Entity.Key.database, .bytes(let id)): if !id.isEmpty { database = try text(id) }
      case (Entity.Content.element, .group(let group)):
        path += try element(group, Entity.Content.kind, Entity.Content.id, Entity.Content.name)
      default: continue
      }
    }
    guard !path.isEmpty else { throw ExportProblem("a reference has no path") }
    try checkPath(path)
    let segments = FirestorePath.segments(database: database, documentPath: path)
    return .path(PathValue(plain: segments))
  }

  private func text(_ bytes: Bytes) throws(ExportProblem) -> Text {
    let content = ContiguousArray(bytes)
    guard Text.isWellFormed(content) else { throw ExportProblem("a text is no UTF-8") }
    return Text(wtf8: content)
  }
}
