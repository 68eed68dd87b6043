import RulesJSON
import RulesSource
package import RulesWorkspace

/// Inputs that fuzzing begins with: recorded expressions and rules, and the examples.
package struct FuzzCorpus: Sendable {
  /// Whole rules files.
  package var rules: [ContiguousArray<UInt8>] = []
  /// Expressions.
  package var expressions: [ContiguousArray<UInt8>] = []
  /// Rules, a zero, and tests of them.
  package var tests: [ContiguousArray<UInt8>] = []
  /// Texts of JSON.
  package var json: [ContiguousArray<UInt8>] = []

  /// What lies below a folder: `*.jsonl`, `*.rules`, and `*.rulestest` beside rules.
  package init(folders: [String], _ files: some FileSystem) {
    for folder in folders { add(folder, files, depth: 4) }
  }

  private mutating func add(_ folder: String, _ files: some FileSystem, depth: Int) {
    guard depth > 0, let entries = try? files.entries(of: folder) else { return }
    var rules: ContiguousArray<UInt8> = []
    for entry in entries {
      let path = "\(folder)/\(entry.name)"
      if entry.name.hasSuffix(".jsonl") {
        addRows((try? files.read(path, limit: 1 << 26)) ?? [])
      } else if entry.name.hasSuffix(".rules") {
        rules = (try? files.read(path, limit: 1 << 20)) ?? []
        self.rules.append(rules)
      } else if !entry.name.contains(".") {
        add(path, files, depth: depth - 1)
      }
    }
    for entry in entries where entry.name.hasSuffix(".rulestest") {
      let bytes = (try? files.read("\(folder)/\(entry.name)", limit: 1 << 20)) ?? []
      tests.append(rules + [FuzzTarget.separator] + bytes)
    }
  }

  private mutating func addRows(_ bytes: ContiguousArray<UInt8>) {
    for line in JSONLines(bytes) {
      // One in ten is enough: the rows are alike.
      guard line.number.isMultiple(of: 10), case .success(let row) = line.result else { continue }
      if let expression = row.object?["expr"]?.string { expressions.append(expression) }
      if let source = row.object?["source"]?.string { rules.append(source) }
      json.append(row.bytes())
    }
  }

  /// The inputs of a target.
  package func inputs(of target: FuzzTarget) -> [ContiguousArray<UInt8>] {
    switch target.name {
    case "syntax", "format":
      rules + expressions + tests.map { ContiguousArray($0.drop { $0 != 0 }.dropFirst()) }
    case "semantics": rules
    case "evaluate": rules + expressions
    case "regex": expressions.filter(Self.hasPattern).map(Self.patternInput)
    case "json", "wire": json
    case "tests", "editor": tests
    case "server": rules.filter { $0.count < 4096 }.prefix(200).map(ServerStream.session)
    default: []
    }
  }

  private static func hasPattern(_ expression: ContiguousArray<UInt8>) -> Bool {
    let text = String(decoding: expression, as: UTF8.self)
    return [".matches('", ".replace('", ".split('"].contains { text.contains($0) }
  }

  /// `'s'.replace('p', 't')` as an input of the target for patterns.
  private static func patternInput(_ expression: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
    let parts = expression.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
    func part(_ index: Int) -> ContiguousArray<UInt8> {
      index < parts.count ? ContiguousArray(parts[index]) : []
    }
    return part(3) + [FuzzTarget.separator] + part(1) + [FuzzTarget.separator] + part(5)
  }
}
