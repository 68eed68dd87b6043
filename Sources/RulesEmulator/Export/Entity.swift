import RulesRuntime

/// A document of an export: an `EntityProto` of Datastore, with the fields that Firestore uses.
struct Entity {
  /// The database's id: `(default)`.
  let database: Text
  /// The path of the document.
  let path: ContiguousArray<Text>
  /// What it holds.
  let fields: MapValue

  /// The numbers of fields of `EntityProto`.
  enum Field {
    static let key: UInt64 = 13
    /// A property that is indexed; of documents only empty lists are.
    static let property: UInt64 = 14
    static let rawProperty: UInt64 = 15
    static let group: UInt64 = 16
  }

  /// The numbers of fields of `Reference`, and of the elements of its path.
  enum Key {
    static let app: UInt64 = 13
    static let path: UInt64 = 14
    static let database: UInt64 = 23
    static let element: UInt64 = 1
    static let kind: UInt64 = 2
    static let id: UInt64 = 3
    static let name: UInt64 = 4
  }

  /// The numbers of fields of `Property`.
  enum Property {
    static let meaning: UInt64 = 1
    static let name: UInt64 = 3
    static let isMultiple: UInt64 = 4
    static let value: UInt64 = 5
  }

  /// The numbers of fields of `PropertyValue`, of its points and its references.
  enum Content {
    static let integer: UInt64 = 1
    static let bool: UInt64 = 2
    static let text: UInt64 = 3
    static let double: UInt64 = 4
    static let point: UInt64 = 5
    static let pointX: UInt64 = 6
    static let pointY: UInt64 = 7
    static let reference: UInt64 = 12
    static let element: UInt64 = 14
    static let kind: UInt64 = 15
    static let id: UInt64 = 16
    static let name: UInt64 = 17
  }

  /// What a property's value means besides what its type says.
  enum Meaning {
    static let time: UInt64 = 7
    static let point: UInt64 = 9
    static let blob: UInt64 = 14
    static let text: UInt64 = 15
    static let octets: UInt64 = 16
    static let entity: UInt64 = 19
    static let emptyList: UInt64 = 24
    static let vector: UInt64 = 31
  }

  /// The database of keys that name none.
  static let standardDatabase: Text = "(default)"
}
