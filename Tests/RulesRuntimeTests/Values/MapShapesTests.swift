import Testing

@testable import RulesRuntime

struct MapShapesTests {
  private func bytes(_ keys: [String]) -> ContiguousArray<ContiguousArray<UInt8>> {
    ContiguousArray(keys.map { ContiguousArray($0.utf8) })
  }

  private func values(_ count: Int) -> ContiguousArray<Value> {
    ContiguousArray((0..<count).map { .int(Int64($0)) })
  }

  @Test("Maps of the same keys in the same order share a shape, others do not")
  func sharing() {
    var shapes = MapShapes()
    let first = shapes.map(bytes(["a", "b"]), values(2))
    let second = shapes.map(bytes(["a", "b"]), values(2))
    let turned = shapes.map(bytes(["b", "a"]), values(2))
    let longer = shapes.map(bytes(["a", "b", "c"]), values(3))
    #expect(first.storage.shape === second.storage.shape)
    #expect(turned.storage.shape !== first.storage.shape)
    #expect(longer.storage.shape !== first.storage.shape)
    #expect(turned.keys == ["b", "a"])
    #expect(longer.count == 3)
  }

  @Test("Keys are told apart by their bytes")
  func bytes() {
    var shapes = MapShapes()
    let composed = shapes.map(bytes(["\u{E9}"]), values(1))
    let decomposed = shapes.map(bytes(["e\u{301}"]), values(1))
    #expect(composed.storage.shape !== decomposed.storage.shape)
    #expect(decomposed["\u{E9}"] == nil)
  }

  @Test("Of a repeated key the first place and the last value are kept, each time")
  func repeats() {
    var shapes = MapShapes()
    for _ in 0..<2 {
      let map = shapes.map(bytes(["a", "b", "a"]), values(3))
      #expect(map.keys == ["a", "b"])
      guard case .int(2)? = map["a"] else {
        Issue.record("found \(String(describing: map["a"]))")
        return
      }
    }
  }

  @Test("Every key of small and of large maps is found, and no other", arguments: [1, 16, 17, 500])
  func search(count: Int) {
    let names = (0..<count).map { "key\($0)" }
    var shapes = MapShapes()
    let map = shapes.map(bytes(names), values(count))
    for (index, name) in names.enumerated() {
      #expect(map.index(of: Name(Text(name))) == index)
      #expect(map.contains(Text(name)))
    }
    #expect(map["key"] == nil)
    #expect(map[Text("key\(count)")] == nil)
  }

  @Test("Ever new keys cost no more than maps of their own")
  func bound() {
    var shapes = MapShapes()
    for number in 0..<20_000 {
      let map = shapes.map(bytes(["a\(number % 300)", "b\(number)", "c"]), values(3))
      guard map.contains(Text("b\(number)")), map.count == 3 else {
        Issue.record("map \(number) is wrong")
        return
      }
    }
  }

  @Test("A map that is read key by key is the one that is made at once")
  func growing() {
    var shapes = MapShapes()
    // More runs than are kept, more followers than are searched, and keys that repeat.
    for number in 0..<6_000 {
      let names = ["a\(number % 40)", "b\(number)", number % 7 == 0 ? "b\(number)" : "c", "d"]
      var map = MapShapes.Growing()
      for (index, name) in names.enumerated() {
        shapes.add(ContiguousArray(name.utf8).span, to: &map)
        map.values.append(.int(Int64(index)))
      }
      let grown = shapes.map(map)
      let made = MapValue(keys: ContiguousArray(names.map { Text($0) }), values: values(4))
      guard grown.keys == made.keys, grown.values.map({ "\($0)" }) == made.values.map({ "\($0)" })
      else {
        Issue.record("map \(number) is wrong")
        return
      }
    }
    var map = MapShapes.Growing()
    shapes.add(ContiguousArray("a0".utf8).span, to: &map)
    map.values.append(.null)
    #expect(shapes.map(map).storage.shape === shapes.map(bytes(["a0"]), values(1)).storage.shape)
  }
}
