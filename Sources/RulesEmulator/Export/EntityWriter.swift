import RulesRuntime

extension Entity {
  /// The bytes of an `EntityProto` of a project.
  func bytes(of project: Text) -> ContiguousArray<UInt8> {
    let writer = EntityWriter(app: "dev~\(project)")
    var entity = WireWriter()
    entity.bytes(Field.key, writer.key(path, database))
    writer.write(fields, to: &entity)
    entity.bytes(Field.group, writer.path(path.prefix(2)))
    return entity.bytes
  }
}

/// Writes what entities are made of.
private struct EntityWriter {
  /// The project, as keys have it.
  let app: Text

  init(app: String) {
    self.app = Text(app)
  }

  // MARK: Keys

  func key(_ path: ContiguousArray<Text>, _ database: Text) -> ContiguousArray<UInt8> {
    var key = WireWriter()
    key.bytes(Entity.Key.app, app.utf8)
    key.bytes(Entity.Key.path, self.path(path[...]))
    if database != Entity.standardDatabase { key.bytes(Entity.Key.database, database.utf8) }
    return key.bytes
  }

  func path(_ segments: ContiguousArray<Text>.SubSequence) -> ContiguousArray<UInt8> {
    var path = WireWriter()
    elements(
      segments,
      to: &path,
      (Entity.Key.element, Entity.Key.kind, Entity.Key.id, Entity.Key.name)
    )
    return path.bytes
  }

  private func elements(
    _ segments: ContiguousArray<Text>.SubSequence,
    to wire: inout WireWriter,
    _ numbers: (element: UInt64, kind: UInt64, id: UInt64, name: UInt64)
  ) {
    var rest = segments
    while let collection = rest.popFirst(), let id = rest.popFirst() {
      wire.group(numbers.element) { wire in
        wire.bytes(numbers.kind, collection.utf8)
        if let number = NumericID.number(id) {
          wire.varint(numbers.id, UInt64(bitPattern: number))
        } else {
          wire.bytes(numbers.name, id.utf8)
        }
      }
    }
  }

  // MARK: Fields

  /// Writes the fields of a document or a map: first the lists without elements, which are indexed.
  func write(_ fields: MapValue, to entity: inout WireWriter) {
    var rest = WireWriter()
    for (name, value) in zip(fields.keys, fields.values) {
      switch value {
      case .list(let list) where list.elements.isEmpty:
        entity.bytes(
          Entity.Field.property,
          property(name, Entity.Meaning.emptyList, isMultiple: false, [])
        )
      case .list(let list):
        for element in list.elements {
          rest.bytes(Entity.Field.rawProperty, property(name, element, isMultiple: true))
        }
      case .vector(let vector):
        for number in vector.elements {
          let value = content { $0.double(Entity.Content.double, number) }
          rest.bytes(
            Entity.Field.rawProperty,
            property(name, Entity.Meaning.vector, isMultiple: true, value)
          )
        }
      default: rest.bytes(Entity.Field.rawProperty, property(name, value, isMultiple: false))
      }
    }
    entity.append(rest)
  }

  private func property(_ name: Text, _ value: Value, isMultiple: Bool) -> ContiguousArray<UInt8> {
    let (meaning, content) = content(of: value)
    return property(name, meaning, isMultiple: isMultiple, content)
  }

  private func property(
    _ name: Text,
    _ meaning: UInt64?,
    isMultiple: Bool,
    _ value: ContiguousArray<UInt8>
  ) -> ContiguousArray<UInt8> {
    content { wire in
      if let meaning { wire.varint(Entity.Property.meaning, meaning) }
      wire.bytes(Entity.Property.name, name.utf8)
      wire.varint(Entity.Property.isMultiple, isMultiple ? 1 : 0)
      wire.bytes(Entity.Property.value, value)
    }
  }

  private func content(_ write: (inout WireWriter) -> Void) -> ContiguousArray<UInt8> {
    var wire = WireWriter()
    write(&wire)
    return wire.bytes
  }

  /// The `PropertyValue` of a value, and what it means.
  private func content(of value: Value) -> (meaning: UInt64?, bytes: ContiguousArray<UInt8>) {
    switch value {
    // Documents hold none of the latter, and a list in a list is refused.
    case .null, .list, .set, .mapDiff, .duration, .constraint, .vector: return (nil, [])
    case .bool(let isTrue):
      return (nil, content { $0.varint(Entity.Content.bool, isTrue ? 1 : 0) })
    case .int(let number):
      return (nil, content { $0.varint(Entity.Content.integer, UInt64(bitPattern: number)) })
    case .float(let number): return (nil, content { $0.double(Entity.Content.double, number) })
    case .string(let text): return (nil, content { $0.bytes(Entity.Content.text, text.utf8) })
    case .bytes(let octets):
      return (Entity.Meaning.blob, content { $0.bytes(Entity.Content.text, octets.bytes) })
    case .timestamp(let time):
      let micros = UInt64(bitPattern: time.micros)
      return (Entity.Meaning.time, content { $0.varint(Entity.Content.integer, micros) })
    case .latlng(let point):
      let bytes = content { wire in
        wire.group(Entity.Content.point) { wire in
          wire.double(Entity.Content.pointX, point.latitude)
          wire.double(Entity.Content.pointY, point.longitude)
        }
      }
      return (Entity.Meaning.point, bytes)
    case .path(let path): return (nil, reference(ValueOrder.texts(path)))
    case .map(let map):
      let bytes = content { wire in
        wire.bytes(Entity.Content.text, content { self.map(map, to: &$0) })
      }
      return (Entity.Meaning.entity, bytes)
    }
  }

  /// A map is an entity with an empty key.
  private func map(_ map: MapValue, to entity: inout WireWriter) {
    let key = content { wire in
      wire.bytes(Entity.Key.app, [])
      wire.bytes(Entity.Key.path, [])
    }
    entity.bytes(Entity.Field.key, key)
    write(map, to: &entity)
    entity.bytes(Entity.Field.group, [])
  }

  /// A reference; its segments are `databases`, the id, `documents`, and the path.
  private func reference(_ segments: ContiguousArray<Text>) -> ContiguousArray<UInt8> {
    content { wire in
      wire.group(Entity.Content.reference) { wire in
        wire.bytes(Entity.Key.app, app.utf8)
        elements(
          segments.dropFirst(3),
          to: &wire,
          (Entity.Content.element, Entity.Content.kind, Entity.Content.id, Entity.Content.name)
        )
        if segments.count > 1, segments[1] != Entity.standardDatabase {
          wire.bytes(Entity.Key.database, segments[1].utf8)
        }
      }
    }
  }
}
