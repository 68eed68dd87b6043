package import RulesSource

/// One name and value of an object.
package struct JSONMember: Sendable, Hashable {
  /// The bytes of the name, coded as those of a string value.
  package var key: ContiguousArray<UInt8>

  /// The place of the name, quotes included.
  package var keyRange: SourceRange

  /// The value.
  package var value: JSONValue

  /// A member, with the place that its name was read from.
  package init(
    key: ContiguousArray<UInt8>,
    at keyRange: SourceRange = SourceRange(at: 0),
    value: JSONValue
  ) {
    self.key = key
    self.keyRange = keyRange
    self.value = value
  }

  /// The name as text, lone surrogates repaired with U+FFFD.
  package var name: String { String(decoding: key, as: UTF8.self) }

  /// Two members are the same when their names and values are.
  package static func == (left: JSONMember, right: JSONMember) -> Bool {
    left.key == right.key && left.value == right.value
  }

  /// Feeds the name and the value.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(value)
  }
}

/// The members of an object in the order of the text, repeated names included.
package struct JSONObject: Sendable, Hashable {
  /// The members.
  package var members: ContiguousArray<JSONMember>

  /// An object from its members.
  package init(_ members: ContiguousArray<JSONMember> = []) {
    self.members = members
  }

  /// The value of a name; the last one where it is repeated.
  ///
  /// Complexity: O(members). Iterate `members` rather than look up each name of a large object.
  package subscript(_ key: String) -> JSONValue? {
    members.last { $0.key.elementsEqual(key.utf8) }?.value
  }

  /// The value of a name given in bytes; the last one where it is repeated.
  ///
  /// Complexity: O(members).
  package subscript(_ key: ContiguousArray<UInt8>) -> JSONValue? {
    members.last { $0.key == key }?.value
  }

  /// The members whose names were given before in the same object.
  ///
  /// Complexity: O(members).
  package var repeatedMembers: [JSONMember] {
    var seen: Set<ContiguousArray<UInt8>> = []
    return members.filter { !seen.insert($0.key).inserted }
  }
}
