extension Value {
  /// The value as an expression of the rules language, for people; what is beyond the limit, in bytes,
  /// becomes `…`.
  public func sourceText(limit: Int = 1000) -> String {
    var writer = SourceText(limit: limit)
    writer.add(self, depth: ValueLimit.depth)
    return writer.text
  }
}

/// Writes values as expressions, up to a limit.
private struct SourceText {
  private var bytes: [UInt8] = []
  private let limit: Int
  private var isFull: Bool { bytes.count >= limit }

  init(limit: Int) {
    self.limit = max(limit, 1)
  }

  /// What was written.
  var text: String {
    guard bytes.count > limit else { return String(decoding: bytes, as: UTF8.self) }
    // Not in the middle of a character.
    var end = limit
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self) + "…"
  }

  mutating func add(_ value: Value, depth: Int) {
    guard !isFull, depth > 0 else {
      add("…")
      return
    }
    switch value {
    case .null: add("null")
    case .bool(let bool): add(bool ? "true" : "false")
    case .int(let int): add("\(int)")
    case .float(let float): add(float)
    case .string(let text): add(quoted: text)
    case .bytes(let octets): add(octets)
    case .list(let list): add(list.elements, depth: depth)
    case .set(let set):
      add(set.elements, depth: depth)
      add(".toSet()")
    case .map(let map): add(map, depth: depth)
    case .mapDiff(let difference): add(difference)
    case .timestamp(let timestamp): add(timestamp)
    case .duration(let duration): add(duration)
    case .latlng(let point):
      add("latlng.value(")
      add(point.latitude)
      add(", ")
      add(point.longitude)
      add(")")
    case .path(let path): add(path)
    case .constraint(let constraint): add(constraint)
    case .vector(let vector):
      add("vector(")
      addElements(vector.elements, "[", "]") { writer, float in writer.add(float) }
      add(")")
    }
  }

  private mutating func add(_ string: String) {
    bytes.append(contentsOf: string.utf8)
  }

  private mutating func addElements<Element>(
    _ elements: some Sequence<Element>,
    _ open: String,
    _ close: String,
    _ body: (inout SourceText, Element) -> Void
  ) {
    add(open)
    var isFirst = true
    for element in elements {
      if isFull { break }
      if !isFirst { add(", ") }
      isFirst = false
      body(&self, element)
    }
    add(close)
  }

  private mutating func add(_ elements: ContiguousArray<Value>, depth: Int) {
    addElements(elements, "[", "]") { $0.add($1, depth: depth - 1) }
  }

  private mutating func add(_ map: MapValue, depth: Int) {
    addElements(zip(map.keys, map.values), "{", "}") { writer, entry in
      writer.add(quoted: entry.0)
      writer.add(": ")
      writer.add(entry.1, depth: depth - 1)
    }
  }

  /// A field of a query as what the query says of it.
  private mutating func add(_ constraint: ConstraintValue) {
    add("any value")
    for (index, filter) in constraint.filters.enumerated() {
      add(index == 0 ? " " : " and ")
      add(filter.comparison.symbol)
      add(" ")
      add(filter.operand, depth: ValueLimit.depth)
    }
  }

  /// A difference as the two maps that would give it.
  private mutating func add(_ difference: MapDiffValue) {
    func entries(_ isNew: Bool) -> [(Text, Int)] {
      difference.entries.compactMap { entry in
        switch entry.status {
        case .added: isNew ? (entry.key, 1) : nil
        case .removed: isNew ? nil : (entry.key, 1)
        case .changed: (entry.key, isNew ? 2 : 1)
        case .unchanged: (entry.key, 1)
        }
      }
    }
    func write(_ writer: inout SourceText, _ entry: (Text, Int)) {
      writer.add(quoted: entry.0)
      writer.add(": \(entry.1)")
    }
    addElements(entries(true), "{", "}", write)
    add(".diff(")
    addElements(entries(false), "{", "}", write)
    add(")")
  }

  private mutating func add(_ float: Double) {
    let text = FloatText.text(float)
    // The language has no literals for the others: no exponents, no infinity.
    let isLiteral = text.utf8.allSatisfy { $0 != UInt8(ascii: "E") } && float.isFinite
    add(isLiteral ? text : "float('\(text)')")
  }

  private mutating func add(_ timestamp: Timestamp) {
    let date = timestamp.date
    if timestamp.nanos == 0, timestamp.dayAndSecond.second == 0 {
      add("timestamp.date(\(date.year), \(date.month), \(date.day))")
    } else {
      add("timestamp.value('\(timestamp.text)')")
    }
  }

  private mutating func add(_ duration: Duration) {
    let (seconds, nanos) = (duration.seconds, Int64(duration.nanos))
    if nanos == 0 {
      add("duration.value(\(seconds), 's')")
    } else if nanos % 1_000_000 == 0, (-9_000_000_000...9_000_000_000).contains(seconds) {
      add("duration.value(\(seconds * 1000 + nanos / 1_000_000), 'ms')")
    } else {
      add("duration.time(0, 0, \(seconds), \(nanos))")
    }
  }

  private mutating func add(_ path: PathValue) {
    if path.segments.isEmpty { add("/") }
    for segment in path.segments {
      if isFull { return }
      add("/")
      switch segment {
      case .simple(let text), .capture(_, let text?): add(segment: text)
      case .capture(let name, bound: nil): add("{\(name.description)}")
      case .glob(_, let bound?):
        for (index, text) in bound.texts.enumerated() {
          if index > 0 { add("/") }
          add(segment: text)
        }
      case .glob(let name, bound: nil): add("{\(name.description)=**}")
      }
    }
  }

  /// A segment as it is, or as `$('…')` where its text would be read otherwise.
  private mutating func add(segment text: Text) {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "~"):
        true
      // The name of the default database.
      case UInt8(ascii: "("), UInt8(ascii: ")"): text == "(default)"
      default: false
      }
    }
    if isPlain, !text.isEmpty {
      bytes.append(contentsOf: text.utf8)
    } else {
      add("$(")
      add(quoted: text)
      add(")")
    }
  }

  private mutating func add(quoted text: Text) {
    add("'")
    var index = 0
    while index < text.utf8.count, !isFull {
      let end = text.nextCharacter(after: index)
      let codePoint = text.codePoint(at: index)
      switch codePoint {
      case 0x27: add("\\'")
      case 0x5C: add("\\\\")
      case 0x0A: add("\\n")
      case 0x0D: add("\\r")
      case 0x09: add("\\t")
      case 0..<0x20, 0x7F..<0xA0, 0xD800..<0xE000, 0x2018, 0x2019, 0x2028, 0x2029, 0xFEFF:
        add("\\u")
        for shift in [12, 8, 4, 0] as [UInt32] {
          addHexadecimal(UInt8(truncatingIfNeeded: codePoint >> shift & 15))
        }
      default: bytes.append(contentsOf: text.utf8[index..<end])
      }
      index = end
    }
    add("'")
  }

  private mutating func add(_ octets: Octets) {
    add("b'")
    for byte in octets.bytes {
      if isFull { break }
      switch byte {
      case 0x27: add("\\'")
      case 0x5C: add("\\\\")
      case 0x20..<0x7F: bytes.append(byte)
      default:
        add("\\x")
        addHexadecimal(byte >> 4)
        addHexadecimal(byte & 15)
      }
    }
    add("'")
  }

  private mutating func addHexadecimal(_ digit: UInt8) {
    bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
  }
}

extension Timestamp {
  /// The instant as `2024-01-31T12:30:00.5Z`, the fraction of 0, 3, 6 or 9 digits.
  public var text: String {
    func padded(_ value: Int64, _ width: Int) -> String {
      let digits = "\(value)"
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    let date = date
    let second = dayAndSecond.second
    let fraction =
      switch Int64(nanos) {
      case 0: ""
      case let nanos where nanos % 1_000_000 == 0: "." + padded(nanos / 1_000_000, 3)
      case let nanos where nanos % 1000 == 0: "." + padded(nanos / 1000, 6)
      case let nanos: "." + padded(nanos, 9)
      }
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
      + "T\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
      + "\(fraction)Z"
  }
}
