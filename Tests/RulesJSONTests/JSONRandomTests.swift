import RulesJSON
import RulesSource
import Testing

/// A small generator with a fixed seed, so that a failure comes back (splitmix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

struct JSONRandomTests {
  @Test("What is written is read back as the same, in both layouts")
  func roundTrip() throws {
    var generator = SeededGenerator(state: 1)
    for _ in 0..<1_000 {
      let value = randomValue(depth: 0, using: &generator)
      #expect(try JSONValue(parsing: value.bytes(.compact)) == value)
      #expect(try JSONValue(parsing: value.bytes(.indented)) == value)
    }
  }

  @Test("A double comes back with the same bits")
  func doubles() throws {
    var generator = SeededGenerator(state: 2)
    for _ in 0..<2_000 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      let read = try JSONValue(parsing: JSONValue.float(value).bytes()).number
      #expect(read?.double?.bitPattern == value.bitPattern)
      #expect(read?.isInteger == false)
    }
  }

  @Test("No bytes trap, and an error lies inside the text", arguments: [false, true])
  func mutations(isRelaxed: Bool) {
    var generator = SeededGenerator(state: 3)
    let seed = ContiguousArray(
      (#"{"a":[1,-2.5e+3,true,null,"é\ud83d\ude00\n"],"b":{"c":"\u0000"}, // x"# + "\n}").utf8
    )
    for _ in 0..<20_000 {
      var bytes = seed
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
        case 1: bytes.remove(at: index)
        default: bytes.insert(seed[Int.random(in: 0..<seed.count, using: &generator)], at: index)
        }
      }
      check(bytes, isRelaxed ? .relaxed : .strict)
      check(ContiguousArray(bytes.prefix(Int.random(in: 0...40, using: &generator))), .strict)
    }
  }

  private func check(_ bytes: ContiguousArray<UInt8>, _ dialect: JSONDialect) {
    do throws(JSONSyntaxError) {
      let value = try JSONValue(parsing: bytes, dialect: dialect)
      #expect(Int(value.range.upperBound) <= bytes.count)
    } catch {
      #expect(Int(error.diagnostic.range.upperBound) <= bytes.count)
    }
  }

  private func randomValue(depth: Int, using generator: inout SeededGenerator) -> JSONValue {
    let count = Int.random(in: 0...4, using: &generator)
    switch Int.random(in: 0..<(depth < 5 ? 7 : 5), using: &generator) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &generator))
    case 2: return .integer(Int64.random(in: .min ... .max, using: &generator))
    case 3: return .float(Double.random(in: -1e6...1e6, using: &generator))
    case 4: return .string(randomText(using: &generator))
    case 5: return .array((0..<count).map { _ in randomValue(depth: depth + 1, using: &generator) })
    default:
      return .object(
        (0..<count).map { _ in
          (randomText(using: &generator), randomValue(depth: depth + 1, using: &generator))
        }
      )
    }
  }

  private func randomText(using generator: inout SeededGenerator) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...8, using: &generator) {
      let limit: UInt32 = Bool.random(using: &generator) ? 0x80 : 0x10FFFF
      if let scalar = Unicode.Scalar(UInt32.random(in: 0...limit, using: &generator)) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
