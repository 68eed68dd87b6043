extension JSONValue {
  /// The value `null`.
  package static let null = JSONValue(.null)

  /// A truth value.
  package static func bool(_ value: Bool) -> JSONValue { JSONValue(.bool(value)) }

  /// An integer.
  package static func integer(_ value: some FixedWidthInteger) -> JSONValue {
    JSONValue(.number(JSONNumber(value)))
  }

  /// A floating-point number; `null` for an infinity and for NaN, which JSON can't spell.
  package static func float(_ value: Double) -> JSONValue {
    JSONNumber(value).map { JSONValue(.number($0)) } ?? .null
  }

  /// A string from text.
  package static func string(_ text: String) -> JSONValue {
    JSONValue(.string(ContiguousArray(text.utf8)))
  }

  /// A string from its bytes.
  package static func string(_ bytes: ContiguousArray<UInt8>) -> JSONValue {
    JSONValue(.string(bytes))
  }

  /// An array from its elements.
  package static func array(_ elements: some Sequence<JSONValue>) -> JSONValue {
    JSONValue(.array(ContiguousArray(elements)))
  }

  /// An object from its names and values, in the order given.
  package static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    object(members.lazy.map { ($0.key, $0.value) })
  }

  /// An object from a sequence of names and values, in its order.
  package static func object(_ members: some Sequence<(String, JSONValue)>) -> JSONValue {
    let members = members.map { JSONMember(key: ContiguousArray($0.0.utf8), value: $0.1) }
    return JSONValue(.object(JSONObject(ContiguousArray(members))))
  }
}

extension JSONValue: ExpressibleByStringLiteral {
  /// A string.
  package init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  /// An integer.
  package init(integerLiteral value: Int64) { self = .integer(value) }
}

extension JSONValue: ExpressibleByFloatLiteral {
  /// A floating-point number.
  package init(floatLiteral value: Double) { self = .float(value) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  /// A truth value.
  package init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
  /// An array.
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// An object, its members in the order of the literal.
  package init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(elements) }
}
