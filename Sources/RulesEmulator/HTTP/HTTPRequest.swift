/// One request of HTTP/1.1, whole.
package struct HTTPRequest: Sendable {
  /// The method as it was sent: `GET`.
  package var method: String
  /// The target as it was sent: a path, perhaps with a query.
  package var target: ContiguousArray<UInt8>
  /// The fields of the header, names in lower case, in the order of the text.
  package var fields: [(name: String, value: String)] = []
  /// The body, chunks put together.
  package var body: ContiguousArray<UInt8> = []
  /// Whether the connection stays open after the reply.
  package var keepsAlive = true

  /// A request without header and body.
  package init(method: String, target: ContiguousArray<UInt8>) {
    self.method = method
    self.target = target
  }

  /// The value of a field of the header, its name given in lower case; the first where there are several.
  package subscript(_ name: String) -> String? {
    fields.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }
}

/// What can't be read as a request: the status that says so, after which the connection is closed.
package struct HTTPSyntaxError: Error, Sendable, Hashable {
  /// 400, 413, 414, 417, 431, 501 or 505.
  package let status: Int
  /// One sentence for people.
  package let message: String
}

/// What one request may cost.
package struct HTTPLimits: Sendable {
  /// The most bytes of the request line and the header together.
  package var headerByteCount = 64 << 10
  /// The most bytes of a body; the service itself takes requests of 10 MiB.
  package var bodyByteCount = 16 << 20
  /// The most fields of a header.
  package var fieldCount = 200

  /// The limits that are used unless told otherwise.
  package init() {}
}
