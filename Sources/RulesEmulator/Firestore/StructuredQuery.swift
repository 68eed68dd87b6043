import RulesJSON
import RulesRuntime

/// A query as it is carried out: what rules judge, and what they don't see.
struct StructuredQuery: Sendable {
  /// What rules see of it.
  var query: Query
  /// The fields that the answer is ordered by, the implied ones and the name too.
  var orders: [Order] = []
  /// Where the answer begins.
  var start: Cursor?
  /// Where it ends.
  var end: Cursor?
  /// The fields that are shown; nil for all.
  var mask: FieldMask?
  /// The most documents; nil for any count.
  var limit: Int?
  /// How many documents are skipped.
  var offset = 0
  /// Why it can't be carried out, which only those are told who may ask.
  var refusal: ServiceError?
  /// What is told of a query that can be fulfilled in too many ways, to those whom rules judge before they do.
  private(set) var wayExcess: ServiceError?
  /// How many filters one of its ways has that look into lists.
  private(set) var arrayFilterCount = 0
  /// The orders that are asked for, as they stand.
  var explicitOrders: [Order] = []
  /// The fields that are compared other than for equality.
  var inequalities: [FieldMask.Path] = []
  /// The filters of single fields.
  private(set) var leaves: [FilterReader.Leaf] = []

  /// One field of the order.
  struct Order: Sendable {
    /// The field; the name of the document is `__name__`.
    let path: FieldMask.Path
    /// Whether the greatest comes first.
    let isDescending: Bool
  }

  /// A place in the order.
  struct Cursor: Sendable {
    /// Values of the first fields of the order.
    let values: [Value]
    /// Whether it lies before what has these values, rather than after it.
    let isBefore: Bool
  }

  /// The path that stands for the name of a document.
  static let name: FieldMask.Path = ["__name__"]

  /// A query for all documents of a collection, in the order of their names.
  init(listing collection: Text, below parent: ContiguousArray<Text>) {
    query = Query(parent: parent, collection: collection, isGroup: false)
    orders = [Order(path: Self.name, isDescending: false)]
  }

  /// Reads a `structuredQuery`, whose operators were checked, as far as it has to be to be understood.
  ///
  /// - Parameters:
  ///   - json: the query.
  ///   - parent: the segments of the document that it lies below.
  ///   - reader: reads its values.
  /// - Throws: what is wrong, in the words of the official emulator.
  init(
    _ json: JSONValue,
    below parent: ContiguousArray<Text>,
    _ reader: RESTReader
  ) throws(ServiceError) {
    guard let object = json.object else { throw .payload("Expected a query.") }
    let known = ["select", "from", "where", "orderBy", "startAt", "endAt", "offset", "limit"]
    for member in object.members where !known.contains(member.name) {
      if member.name == "findNearest" {
        throw ServiceError(.unimplemented, "rulescheck does not search for nearest vectors.")
      }
      throw .payload("A query has no `\(member.name)`.")
    }
    var reader = reader
    // Documents hold no lists in lists, but they can be compared with one.
    reader.takesNestedLists = true
    query = Query(parent: parent, collection: nil, isGroup: false)
    try readFrom(object["from"])
    var filters = FilterReader(reader)
    if let filter = object["where"] { query.filter = try filters.read(filter, depth: 0) }
    if let select = object["select"] { mask = try readMask(select) }
    // What is compared with null asks for no order, as nothing can fulfil it.
    inequalities = filters.inequalities.filter { path in
      filters.leaves.contains { $0.path == path && $0.isInequality }
    }
    refuseEqualName(filters)
    if let filter = query.filter {
      arrayFilterCount = filter.arrayFilterCount(reader.project)
      wayExcess = QueryWays.excess(of: filter, project: reader.project)
    }
    if let wayExcess { refuse(wayExcess) }
    try readOrders(object["orderBy"], implied: inequalities)
    limit = try Self.count(object["limit"])
    offset = try Self.count(object["offset"]) ?? 0
    query.limit = limit.map { Int64($0) }
    query.offset = Int64(offset)
    let explicit = object["orderBy"]?.array?.count ?? 0
    start = try readCursor(object["startAt"], explicit, reader)
    end = try readCursor(object["endAt"], explicit, reader)
    leaves = filters.leaves
    refuseDescendingGroup()
    if leaves.allSatisfy({ $0.path == Self.name }) { refuseDescendingNames() }
    // What nothing can fulfil is answered without a plan.
    let isUnfulfillable = query.filter?.isUnfulfillable ?? false
    if isUnfulfillable, refusal?.isOfDescendingNames ?? false { refusal = nil }
  }

  private mutating func readFrom(_ json: JSONValue?) throws(ServiceError) {
    let selectors = json?.array ?? []
    guard selectors.count <= 1 else {
      throw .invalid("StructuredQuery.from cannot have more than one collection selector.")
    }
    guard let selector = selectors.first else { return }
    query.isGroup = selector["allDescendants"]?.bool ?? false
    guard let text = selector["collectionId"]?.string, !text.isEmpty else { return }
    let id = Text(wtf8: text)
    if text.contains(UInt8(ascii: "/")) {
      throw .invalid("Collection id \"\(id)\" is invalid because it contains \"/\".")
    }
    if ResourceName.isReserved(id) {
      throw .invalid("Collection id \"\(id)\" is invalid because it is reserved.")
    }
    query.collection = id
  }

  // MARK: Order

  private mutating func readOrders(
    _ json: JSONValue?,
    implied: [FieldMask.Path]
  ) throws(ServiceError) {
    for element in json?.array ?? [] {
      let text = element["field"]?["fieldPath"]?.string ?? []
      let isDescending = try Self.isDescending(element["direction"])
      query.orderings.append((Text(wtf8: text), isDescending))
      let path = try FieldMask.path(text)
      explicitOrders.append(Order(path: path, isDescending: isDescending))
      addOrder(path, isDescending)
    }
    let isDescending = orders.last?.isDescending ?? false
    let missing = implied.filter { path in !orders.contains { $0.path == path } }
    for path in missing where path != Self.name { addOrder(path, isDescending) }
    if orders.last?.path != Self.name {
      orders.append(Order(path: Self.name, isDescending: isDescending))
    }
  }

  /// Reads orders as the parameter `orderBy` of a list has them: `a desc, b`.
  mutating func readOrders(_ text: ContiguousArray<UInt8>) throws(ServiceError) {
    orders = []
    guard !text.isEmpty else { return }
    let invalid = ServiceError.invalid("Invalid order by clause \"\(Text(wtf8: text))\".")
    let space = UInt8(ascii: " ")
    guard text.first != space, text.last != space else { throw invalid }
    for part in text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      let words = part.split(separator: space)
      guard let field = words.first.map({ ContiguousArray($0) }), words.count <= 2 else {
        throw invalid
      }
      let isDescending =
        switch words.dropFirst().first.map({ String(decoding: $0, as: UTF8.self).lowercased() }) {
        case nil, "asc": false
        case "desc": true
        default: throw invalid
        }
      query.orderings.append((Text(wtf8: field), isDescending))
      guard FieldMask.isWellFormed(field) else { throw invalid }
      addOrder(try FieldMask.path(field), isDescending)
    }
    let isDescending = orders.last?.isDescending ?? false
    if orders.last?.path != Self.name {
      orders.append(Order(path: Self.name, isDescending: isDescending))
    }
    refuseDescendingNames()
  }

  private mutating func addOrder(_ path: FieldMask.Path, _ isDescending: Bool) {
    if orders.last?.path == Self.name {
      refuse(.invalid("order by clause cannot contain more fields after the key"))
    } else if orders.contains(where: { $0.path == path }) {
      let field = Self.text(path)
      refuse(.invalid("order by clause cannot contain duplicate fields \(field)"))
    } else if orders.count >= 100 {
      refuse(.invalid("The query has too many orders."))
    } else {
      orders.append(Order(path: path, isDescending: isDescending))
    }
  }

  private static func isDescending(_ json: JSONValue?) throws(ServiceError) -> Bool {
    switch json?.text {
    case nil, "ASCENDING", "DIRECTION_UNSPECIFIED": false
    case "DESCENDING": true
    default: throw .payload("A direction is ASCENDING or DESCENDING.")
    }
  }

  // MARK: Parts

  private func readMask(_ json: JSONValue) throws(ServiceError) -> FieldMask {
    var paths: [FieldMask.Path] = []
    for field in json["fields"]?.array ?? [] {
      let path = try FieldMask.path(field["fieldPath"]?.string ?? [])
      if path != Self.name { paths.append(path) }
    }
    return FieldMask(paths)
  }

  private static func count(_ json: JSONValue?) throws(ServiceError) -> Int? {
    guard let json, !json.isNull else { return nil }
    guard let count = json.number?.int64 ?? json.text.flatMap({ Int64($0) }) else {
      throw .payload("A count is a number.")
    }
    guard let count = Int32(exactly: count) else { throw .payload("A count has 32 bits.") }
    return Int(count)
  }

  private func readCursor(
    _ json: JSONValue?,
    _ fieldCount: Int,
    _ reader: RESTReader
  ) throws(ServiceError) -> Cursor? {
    guard let json else { return nil }
    let elements = json["values"]?.array ?? []
    guard elements.count <= fieldCount else { throw .invalid("Cursor has too many values.") }
    var values: [Value] = []
    for (element, order) in zip(elements, orders) {
      let value = try reader.value(element)
      if order.path == Self.name {
        guard case .path = value else {
          throw .invalid("Cursor __key__ value is not a document reference.")
        }
      }
      values.append(value)
    }
    return Cursor(values: values, isBefore: json["before"]?.bool ?? false)
  }
}
