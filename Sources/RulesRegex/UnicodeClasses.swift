/// The classes that `\p{…}` names: Unicode 6.0 general categories and scripts, as the emulator has
/// them (checked at every border of its tables).
enum UnicodeClasses {
  /// The class of a name, or nil when there is none; names are case sensitive.
  ///
  /// What `(?i)` adds is less than one expects: `(?i)\p{Lu}` has the lower case letters,
  /// `(?i)\p{Ll}` not the upper case ones.
  static func named(_ name: String, ignoringCase: Bool) -> CharacterClass? {
    guard let ranges = ranges(of: name) else { return nil }
    guard ignoringCase else { return CharacterClass(ranges) }
    return CharacterClass(ranges + additions(to: name))
  }

  private static func ranges(of name: String) -> [CodePointRange]? {
    if name == "Any" { return CharacterClass.all.ranges }
    if let index = scriptNames.firstIndex(of: name) { return scripts[index] }
    let members = categoryNames.indices.filter { index in
      let category = categoryNames[index]
      return category == name || (name.utf8.count == 1 && category.utf8.first == name.utf8.first)
    }
    guard !members.isEmpty else { return nil }
    return members.flatMap { categories[$0] }
  }

  private static func additions(to name: String) -> [CodePointRange] {
    guard let entry = foldedAdditions.first(where: { $0.name == name }) else { return [] }
    var numbers = PackedNumbers(entry.runs)
    var ranges: [CodePointRange] = []
    var codePoint: UInt32 = 0
    while let distance = numbers.next(), let count = numbers.next(), let stride = numbers.next() {
      codePoint += distance
      for step in 0..<count {
        let member = codePoint + step * stride
        ranges.append(CodePointRange(lower: member, upper: member))
      }
    }
    return ranges
  }

  private static let categories = unpacked(categoryRuns, count: categoryNames.count)
  private static let scripts = unpacked(scriptRuns, count: scriptNames.count)

  private static func unpacked(_ runs: StaticString, count: Int) -> [[CodePointRange]] {
    var result = [[CodePointRange]](repeating: [], count: count)
    var numbers = PackedNumbers(runs)
    var start: UInt32 = 0
    while let length = numbers.next(), let value = numbers.next() {
      if value > 0 {
        result[Int(value) - 1].append(CodePointRange(lower: start, upper: start + length - 1))
      }
      start += length
    }
    return result
  }
}
