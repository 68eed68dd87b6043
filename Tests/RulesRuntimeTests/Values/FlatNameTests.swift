@testable import RulesRuntime
import Testing

/// Names are told apart by their bytes, whichever of them differ.
struct FlatNameTests {
  @Test(
    "A name is the same as its equal and as no text that differs in one byte",
    arguments: 0..<27
  )
  func oneByte(_ count: Int) {
    let bytes = ContiguousArray((0..<count).map { UInt8(0x61 + $0 % 26) })
    let text = Text(wtf8: bytes)
    // Another buffer, so that nothing is the same by its place.
    #expect(isSame(text, Text(wtf8: ContiguousArray(bytes.map { $0 }))))
    for index in bytes.indices {
      var other = bytes
      other[index] ^= 1
      #expect(!isSame(text, Text(wtf8: other)), "\(index)")
    }
  }

  @Test("A name is the same as no text that is longer or shorter", arguments: 0..<27)
  func length(_ count: Int) {
    let text = Text(wtf8: ContiguousArray(repeating: 0, count: count))
    for other in 0..<27 where other != count {
      #expect(!isSame(text, Text(wtf8: ContiguousArray(repeating: 0, count: other))), "\(other)")
    }
  }

  @Test("A map finds each of its keys, and none that it has not", arguments: [1, 7, 16, 17, 40])
  func keys(_ count: Int) {
    // All of one length, and alike in their first eight bytes.
    let keys = ContiguousArray((0..<count).map { Text("fieldName\($0 + 100)") })
    let map = MapValue(
      keys: keys,
      values: ContiguousArray(keys.indices.map { .int(Int64($0)) })
    )
    for (index, key) in keys.enumerated() {
      #expect(map.index(of: Text(wtf8: ContiguousArray(key.utf8.map { $0 }))) == index)
    }
    for other in ["", "fieldNam", "fieldName", "fieldName1", "fieldName099", "fieldName1000"] {
      #expect(!map.contains(Text(other)), "\(other)")
    }
  }

  /// Whether two texts are one name, in every way in which that is asked.
  private func isSame(_ left: Text, _ right: Text) -> Bool {
    let (name, other) = (FlatName(left), FlatName(right))
    let isSame = name.isSame(as: other)
    #expect(other.isSame(as: name) == isSame)
    #expect(name.hasText(right) == isSame)
    #expect(name.isText(right) == isSame)
    return isSame
  }
}
