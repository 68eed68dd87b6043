package import RulesJSON

/// What a request is called, so that its response can be told from others.
package enum RequestID: Sendable, Hashable {
  /// A number.
  case number(Int64)
  /// A text, as its bytes.
  case text(ContiguousArray<UInt8>)

  /// The identifier that a value is; nil for other values.
  package init?(_ value: JSONValue) {
    if let number = value.number?.int64 {
      self = .number(number)
    } else if let text = value.string {
      self = .text(text)
    } else {
      return nil
    }
  }

  /// The identifier as it is sent.
  package var json: JSONValue {
    switch self {
    case .number(let number): .integer(number)
    case .text(let bytes): .string(bytes)
    }
  }
}
