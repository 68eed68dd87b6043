import RulesRuntime

/// The database of a project.
struct DatabaseName: Sendable, Hashable {
  /// The project's id.
  var project: Text
  /// The database's id: `(default)`.
  var database: Text

  /// `projects/P/databases/D/documents`.
  var root: String { "projects/\(project)/databases/\(database)/documents" }
}

/// The name of a document, or of what stands above it.
struct ResourceName: Sendable, Hashable {
  /// Where it lies.
  var database: DatabaseName
  /// The segments below the documents of the database: collection, id, collection, id, ….
  var path: ContiguousArray<Text>

  /// The whole name, as replies show it.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The whole name, as replies show it.
  var bytes: ContiguousArray<UInt8> {
    var bytes: ContiguousArray<UInt8> = []
    bytes.reserveCapacity(128)
    bytes.append(contentsOf: "projects/".utf8)
    bytes.append(contentsOf: database.project.utf8)
    bytes.append(contentsOf: "/databases/".utf8)
    bytes.append(contentsOf: database.database.utf8)
    bytes.append(contentsOf: "/documents".utf8)
    for segment in path {
      bytes.append(UInt8(ascii: "/"))
      bytes.append(contentsOf: segment.utf8)
    }
    return bytes
  }

  /// The most bytes of an id.
  ///
  /// Source: the quotas of Cloud Firestore.
  static let idByteLimit = 1500
  /// The most collections that lie in each other.
  static let collectionDepthLimit = 100
  /// The most bytes of a whole name.
  static let byteLimit = 6 << 10

  /// What a name may name.
  enum Kind: String, Sendable {
    /// A document.
    case document = "Document name"
    /// A document or the root, in which collections lie.
    case parent = "Document parent name"
    /// A document that a field refers to.
    case reference = "Resource name"
  }

  /// Reads `projects/P/databases/D/documents/…`.
  ///
  /// - Parameters:
  ///   - text: the name.
  ///   - kind: what it may name.
  /// - Throws: what is wrong, in the words of the official emulator.
  init(
    parsing text: ContiguousArray<UInt8>,
    as kind: Kind = .document
  ) throws(ServiceError) {
    var reader = NameReader(text, kind.rawValue)
    try reader.expect("projects")
    try reader.expect("/")
    let project = try reader.segment("a project id")
    try reader.expect("/")
    try reader.expect("databases")
    try reader.expect("/")
    let id = try reader.segment("a database id")
    try reader.expect("/")
    try reader.expect("documents")
    database = DatabaseName(project: project, database: id)
    path = []
    while !reader.isAtEnd || (path.isEmpty && kind != .parent) {
      try reader.expect("/")
      path.append(try reader.segment("a collection id", isCollection: true))
      try reader.expect("/")
      path.append(try reader.segment("a document id"))
    }
    guard text.count <= Self.byteLimit, path.count <= 2 * Self.collectionDepthLimit else {
      throw .invalid("\(kind.rawValue) is too long.")
    }
  }

  /// A name from its parts.
  init(database: DatabaseName, path: ContiguousArray<Text>) {
    self.database = database
    self.path = path
  }

  /// Checks an id that a client gives to a new document or asks a collection by.
  static func checkID(_ id: Text, isCollection: Bool) throws(ServiceError) {
    if id.utf8.contains(UInt8(ascii: "/")) {
      throw .invalid("Resource id \"\(id)\" is invalid because it contains \"/\".")
    }
    if id == "." || id == ".." {
      throw .invalid("Resource id \"\(id)\" is invalid because it is reserved.")
    }
    try checkReserved(id, isCollection: isCollection)
    if id.utf8.count > idByteLimit {
      throw .invalid("Resource id is longer than \(idByteLimit) bytes.")
    }
  }

  /// Refuses an id that is reserved; of those of documents, numbers are not.
  static func checkReserved(_ id: Text, isCollection: Bool) throws(ServiceError) {
    guard isReserved(id) else { return }
    if isCollection {
      throw .invalid("Collection id \"\(id)\" is invalid because it is reserved.")
    }
    if NumericID.number(id) != nil { return }
    let reason = NumericID.isOutOfRange(id) ? "is not a 64 bit integer" : "is reserved"
    throw .invalid("Resource id \"\(id)\" is invalid because it \(reason).")
  }

  /// Whether the name of a field is written `__like this__`.
  static func isReservedField(_ name: Text) -> Bool { name.utf8.count > 4 && isReserved(name) }

  /// Whether an id is written `__like this__`.
  static func isReserved(_ id: Text) -> Bool {
    let (bytes, mark) = (id.utf8, UInt8(ascii: "_"))
    return bytes.count >= 4 && bytes[0] == mark && bytes[1] == mark
      && bytes[bytes.count - 2] == mark && bytes[bytes.count - 1] == mark
  }
}

/// Reads a name from left to right.
private struct NameReader {
  private let text: ContiguousArray<UInt8>
  private let subject: String
  private var index = 0

  init(_ text: ContiguousArray<UInt8>, _ subject: String) {
    self.text = text
    self.subject = subject
  }

  var isAtEnd: Bool { index == text.count }

  private var shown: String { Text(wtf8: text).description }

  mutating func expect(_ literal: StaticString) throws(ServiceError) {
    guard hasNext(literal) else {
      throw .invalid("\(subject) \"\(shown)\" lacks \"\(literal)\" at index \(index).")
    }
    index += literal.utf8CodeUnitCount
  }

  /// Whether a literal of ASCII comes next.
  private func hasNext(_ literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    guard text.count - index >= count else { return false }
    return literal.withUTF8Buffer { bytes in
      (0..<count).allSatisfy { unsafe bytes[$0] == text[index + $0] }
    }
  }

  mutating func segment(
    _ what: String,
    isCollection: Bool = false
  ) throws(ServiceError) -> Text {
    let start = index
    while index < text.count, text[index] != UInt8(ascii: "/") { index += 1 }
    guard index > start else {
      throw .invalid("\(subject) \"\(shown)\" lacks \(what) at index \(start).")
    }
    let segment = Text(wtf8: ContiguousArray(text[start..<index]))
    if segment.utf8.count <= 2, segment.utf8.allSatisfy({ $0 == UInt8(ascii: ".") }) {
      throw .invalid(
        "\(subject) \"\(shown)\" contains a resource id \"\(segment)\" at index \(start)."
      )
    }
    try ResourceName.checkReserved(segment, isCollection: isCollection)
    if segment.utf8.count > ResourceName.idByteLimit {
      throw .invalid("Resource id is longer than \(ResourceName.idByteLimit) bytes.")
    }
    return segment
  }
}
