import RulesRuntime

/// The words and numbers that rules and tests speak of, from which the values of generated requests are taken.
struct Vocabulary {
  /// Texts of literals, and the ids of users.
  let texts: [Text]
  /// Texts that can be names of fields.
  let names: [Text]
  /// Whole numbers of literals.
  let numbers: [Int64]
  /// Products of numbers, where the rules multiply: a bound may be written as `5 * 1024 * 1024`.
  private let products: [Int64]

  /// The most texts that are tried for one field.
  private static let textLimit = 40
  /// The most numbers that are tried for one field.
  private static let numberLimit = 12
  /// The most products that are tried for one field.
  private static let productLimit = 60
  /// The longest text that is made.
  private static let lengthLimit: Int64 = 3000
  /// The longest list that is made.
  private static let countLimit: Int64 = 100

  init(_ program: Program, users: [User]) {
    var texts: [Text] = []
    var numbers: [Int64] = []
    for constant in program.constants {
      switch constant {
      case .string(let text) where text.utf8.count <= 40: texts.append(text)
      case .int(let number): numbers.append(number)
      default: continue
      }
    }
    let uids = users.map(\.uid)
    self.texts = Array(Self.unique(uids + texts).prefix(Self.textLimit))
    names = Array(
      Self.unique(texts + program.names.map(\.text)).filter { name in
        !name.isEmpty && name.utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
      }.prefix(Self.textLimit)
    )
    let kept = Array(Self.unique(numbers).prefix(Self.numberLimit))
    self.numbers = kept
    let multiplies = program.expressions.contains { expression in
      if case .binary(.multiply, _, _) = expression { true } else { false }
    }
    let squares = multiplies ? Self.products(of: kept, and: kept) : []
    products = Array(
      Self.unique(squares + Self.products(of: squares, and: kept)).prefix(Self.productLimit)
    )
  }

  private static func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
    var seen: Set<Element> = []
    return elements.filter { seen.insert($0).inserted }
  }

  /// Values that a field may have instead of one: of its type, at the bounds, and of another type.
  func variants(of value: Value, depth: Int = 0) -> [Value] {
    switch value {
    case .string(let text):
      [.string("")] + texts.map { .string($0) } + longTexts + others(than: text)
    case .int(let int): integers(near: int) + [.string("x"), .null]
    case .float(let float): [.float(float + 1), .float(-float), .int(1), .string("x")]
    case .bool(let bool): [.bool(!bool), .string("x")]
    case .timestamp(let time):
      [
        .timestamp(Timestamp(seconds: time.seconds &+ 1, nanos: time.nanos)),
        .timestamp(Timestamp(seconds: 946_684_800, nanos: 0)), .string("x"),
      ]
    case .list(let list): lists(from: list.elements, depth: depth)
    case .map(let map): maps(from: map, depth: depth)
    case .null: [.string("x"), .int(1), .bool(true)]
    case .bytes, .set, .mapDiff, .duration, .latlng, .path, .vector, .constraint: [.string("x")]
    }
  }

  /// What is no text, though some of it has a size.
  private func others(than text: Text) -> [Value] {
    [
      .int(1), .null, .list(ListValue([.string(text)])), .map(MapValue([(text, .string(text))])),
      .bytes(Octets(text.utf8)),
    ]
  }

  /// Values for a field that is not there.
  var additions: [Value] {
    [.string("x"), .int(1), .bool(true), .string("")] + texts.prefix(8).map { .string($0) }
  }

  /// Each number, one more and one less.
  private var bounds: [Int64] {
    numbers.flatMap { (number: Int64) -> [Int64] in [number &- 1, number, number &+ 1] }
  }

  /// Texts as long as a number of the rules, one longer, and one shorter.
  private var longTexts: [Value] {
    Self.unique(bounds)
      .filter { (1...Self.lengthLimit).contains($0) }
      .map { .string(Text(wtf8: ContiguousArray(repeating: UInt8(ascii: "x"), count: Int($0)))) }
  }

  private func integers(near int: Int64) -> [Value] {
    let near: [Int64] = [int &- 1, int &+ 1, 0, -1] + bounds
    return Self.unique(near + products + products.map { $0 &+ 1 }).filter { $0 != int }
      .map { .int($0) }
  }

  /// Each of some numbers by each of others, where that is a number.
  private static func products(of lefts: [Int64], and rights: [Int64]) -> [Int64] {
    lefts.flatMap { left in
      rights.compactMap { right in
        let product = left.multipliedReportingOverflow(by: right)
        return product.overflow ? nil : product.partialValue
      }
    }
  }

  private var lengths: [Int] {
    Self.unique(bounds)
      .filter { (0...Self.countLimit).contains($0) }.map { Int($0) }
  }

  private func lists(from elements: ContiguousArray<Value>, depth: Int) -> [Value] {
    let fill = elements.last ?? .string("x")
    let shorter = elements.isEmpty ? [] : [ContiguousArray(elements.dropFirst())]
    let longer = texts.map { elements + [.string($0)] }
    let counted = lengths.map { count in
      ContiguousArray(elements.prefix(count))
        + ContiguousArray(repeating: fill, count: max(0, count - elements.count))
    }
    return ([[]] + shorter + longer + counted).map { .list(ListValue($0)) } + [.string("x")]
  }

  private func maps(from map: MapValue, depth: Int) -> [Value] {
    let entries = ContiguousArray(zip(map.keys, map.values).map { (key: $0, value: $1) })
    var maps: [ContiguousArray<(key: Text, value: Value)>] = [
      [], entries + [("extra", .string("x"))],
    ]
    for index in entries.indices.prefix(8) {
      var without = entries
      without.remove(at: index)
      maps.append(without)
      guard depth < 1 else { continue }
      for variant in variants(of: entries[index].value, depth: depth + 1) {
        var changed = entries
        changed[index].value = variant
        maps.append(changed)
      }
    }
    let fill = entries.last?.value ?? .string("x")
    for count in lengths where count > entries.count {
      let added = (entries.count..<count).map { (key: Text("key\($0)"), value: fill) }
      maps.append(entries + added)
    }
    return maps.map { .map(MapValue($0)) } + [.string("x")]
  }
}
