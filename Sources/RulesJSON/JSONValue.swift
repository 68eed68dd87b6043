package import RulesSource

/// A JSON value, and where it stands in the text that it was read from.
///
/// Equality compares what the values say: ranges don't count, numbers are equal when they are
/// spelled alike, and objects when their members follow each other in the same order.
package struct JSONValue: Sendable, Hashable {
  /// What the value is.
  package var content: Content

  /// The bytes it was read from; the empty range at 0 for a value made by the program.
  package var range: SourceRange

  /// The six kinds of value.
  package enum Content: Sendable, Hashable {
    /// The literal `null`.
    case null
    /// The literal `true` or `false`.
    case bool(Bool)
    /// A number, as it is spelled.
    case number(JSONNumber)
    /// The bytes of a string: UTF-8, where a surrogate that was escaped alone takes three bytes
    /// (WTF-8).
    case string(ContiguousArray<UInt8>)
    /// The elements of an array.
    case array(ContiguousArray<JSONValue>)
    /// The members of an object.
    case object(JSONObject)
  }

  /// A value from its content, with the place it was read from.
  package init(_ content: Content, at range: SourceRange = SourceRange(at: 0)) {
    self.content = content
    self.range = range
  }

  /// Two values are the same when their contents are.
  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    left.content == right.content
  }

  /// Feeds the content.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(content)
  }
}

extension JSONValue {
  /// Whether the value is `null`.
  package var isNull: Bool {
    if case .null = content { true } else { false }
  }

  /// The truth value, if it is one.
  package var bool: Bool? {
    if case .bool(let value) = content { value } else { nil }
  }

  /// The number, if it is one.
  package var number: JSONNumber? {
    if case .number(let value) = content { value } else { nil }
  }

  /// The bytes of the string, if it is one.
  package var string: ContiguousArray<UInt8>? {
    if case .string(let value) = content { value } else { nil }
  }

  /// The string as text, lone surrogates repaired with U+FFFD, if it is one.
  package var text: String? {
    string.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The elements, if it is an array.
  package var array: ContiguousArray<JSONValue>? {
    if case .array(let value) = content { value } else { nil }
  }

  /// The members, if it is an object.
  package var object: JSONObject? {
    if case .object(let value) = content { value } else { nil }
  }

  /// The value of a member, if this is an object that has it; the last one where there are several.
  package subscript(_ key: String) -> JSONValue? {
    object?[key]
  }

  /// The element at an index, if this is an array that has it.
  package subscript(_ index: Int) -> JSONValue? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }

  /// What the value is, for messages: "a string", "`null`".
  package var kindName: String {
    switch content {
    case .null: "`null`"
    case .bool(let value): value ? "`true`" : "`false`"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
