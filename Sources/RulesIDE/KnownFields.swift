import RulesSource
import RulesSyntax

/// A field of documents that a project's files name.
struct KnownField {
  /// Its name.
  let name: String
  /// Whether documents of the asked path have it.
  let isNear: Bool
  /// Where it was seen, for people.
  let origin: String
}

extension Analysis {
  /// The most fields that are told.
  private static let fieldLimit = 300

  /// The fields that documents have in the tests of these rules, or that the rules read.
  ///
  /// - Parameters:
  ///   - match: the match whose documents are asked for; nil for none.
  ///   - project: where the tests are.
  /// - Returns: each name once, those of the match's documents first.
  func knownFields(around match: NodeID?, in project: ProjectIndex) -> [KnownField] {
    let pattern = match.flatMap { match in patterns().first { $0.match == match } }
    let seen = project.tests.flatMap { test in
      test.fieldsWritten(isStorage: isStorageRules).map {
        (name: $0.name, isNear: pattern?.covers($0.path) ?? false)
      }
    }
    let own = fieldsRead().map { field in
      KnownField(
        name: field.name,
        isNear: match.map { tree.range(of: $0).holds(field.range) } ?? false,
        origin: "read in this file"
      )
    }
    let tested = seen.map {
      KnownField(name: $0.name, isNear: $0.isNear, origin: "in test data")
    }
    return Self.distinct(tested.filter(\.isNear) + own.filter(\.isNear) + tested + own)
  }

  /// The fields of the documents that a path of a test file leads to.
  func knownFields(at path: [MatchPattern.Segment], in project: ProjectIndex) -> [KnownField] {
    let seen = ([self] + project.tests).flatMap {
      $0.fieldsWritten(isStorage: project.isStorage)
    }.map { field in
      KnownField(
        name: field.name,
        isNear: Self.isSibling(field.path, of: path),
        origin: "in test data"
      )
    }
    let rules = project.rules
    let patterns = rules?.patterns().filter { $0.covers(path) } ?? []
    let ranges = patterns.map { rules?.tree.range(of: $0.match) ?? SourceRange(at: 0) }
    let read = (rules?.fieldsRead() ?? []).map { field in
      KnownField(
        name: field.name,
        isNear: ranges.contains { $0.holds(field.range) },
        origin: "read by the rules"
      )
    }
    return Self.distinct(seen.filter(\.isNear) + read.filter(\.isNear) + seen + read)
  }

  private static func distinct(_ fields: [KnownField]) -> [KnownField] {
    var names: Set<String> = []
    return Array(fields.filter { names.insert($0.name).inserted }.prefix(fieldLimit))
  }

  /// Whether two documents stand in collections of one name.
  private static func isSibling(
    _ left: [MatchPattern.Segment],
    of right: [MatchPattern.Segment]
  ) -> Bool {
    left.count >= 2 && right.count >= 2 && left[left.count - 2] == right[right.count - 2]
  }

  // MARK: What one file names

  /// The fields of the documents that a test file stores or writes, with the paths of the documents.
  private func fieldsWritten(isStorage: Bool) -> [(name: String, path: [MatchPattern.Segment])] {
    guard language == .tests else { return [] }
    var found: [(name: String, path: [MatchPattern.Segment])] = []
    for index in tree.nodes.indices where found.count < 20 * Self.fieldLimit {
      let node = NodeID(index: UInt32(truncatingIfNeeded: index))
      guard tree.kind(of: node) == .documentEntry || tree.kind(of: node) == .requestSyntax,
        let map = tree.child(of: node, .mapExpression), let path = tree.child(of: node, .path)
      else { continue }
      let whole = wholePath(path, owner: node, isStorage: isStorage)
      found += tree.keys(of: map).map { ($0, whole) }
    }
    return found
  }

  /// The fields that a rules file names: members of `data`, and strings that maps are asked for.
  private func fieldsRead() -> [(name: String, range: SourceRange)] {
    tree.nodes.indices.flatMap { index -> [(name: String, range: SourceRange)] in
      let node = NodeID(index: UInt32(truncatingIfNeeded: index))
      switch tree.kind(of: node) {
      case .memberExpression:
        guard let base = tree.child(0, of: node), tree.kind(of: base) == .memberExpression,
          tree.mainBytes(of: base).elementsEqual("data".utf8)
        else { return [] }
        return [(tree.mainText(of: node), tree.range(of: node))]
      case .methodCallExpression:
        let names = ["hasAll", "hasAny", "hasOnly"]
        guard names.contains(where: { tree.mainBytes(of: node).elementsEqual($0.utf8) }),
          let list = tree.child(1, of: node), tree.kind(of: list) == .listExpression
        else { return [] }
        return tree.children(of: list, .stringLiteral).map { string in
          (String(decoding: tree.stringValue(of: string), as: UTF8.self), tree.range(of: string))
        }
      case .binaryExpression:
        guard tree[tree[node].mainToken].kind == .inKeyword, let key = tree.child(0, of: node),
          let map = tree.child(1, of: node), tree.kind(of: key) == .stringLiteral,
          tree.kind(of: map) == .memberExpression
        else { return [] }
        return [(String(decoding: tree.stringValue(of: key), as: UTF8.self), tree.range(of: key))]
      default: return []
      }
    }.filter { !$0.name.utf8.elementsEqual("completionPlace".utf8) && !$0.name.isEmpty }
  }

  // MARK: Paths

  /// The segments that known paths have behind others, each once.
  func knownSegments(
    behind prefix: [MatchPattern.Segment],
    in project: ProjectIndex
  ) -> [String] {
    let isStorage = language == .rules ? isStorageRules : project.isStorage
    var paths = project.tests.flatMap { $0.pathsNamed(isStorage: isStorage) }
    if let rules = project.rules { paths += rules.patterns().map(\.segments) }
    switch language {
    case .rules: paths += patterns().map(\.segments)
    case .tests: paths += pathsNamed(isStorage: isStorage)
    }
    var names: Set<String> = []
    var found: [String] = []
    for path in paths where path.count > prefix.count {
      guard case .literal(let name) = path[prefix.count],
        zip(path, prefix).allSatisfy({ $0 == $1 || $0 == .any || $1 == .any })
      else { continue }
      let text = String(decoding: name, as: UTF8.self)
      if !text.utf8.elementsEqual("completionPlace".utf8), names.insert(text).inserted {
        found.append(text)
      }
    }
    return found
  }

  /// The paths of the requests and documents of a test file.
  private func pathsNamed(isStorage: Bool) -> [[MatchPattern.Segment]] {
    guard language == .tests else { return [] }
    return tree.nodes.indices.compactMap { index in
      let node = NodeID(index: UInt32(truncatingIfNeeded: index))
      switch tree.kind(of: node) {
      case .documentEntry, .requestSyntax, .tableDeclaration:
        return tree.child(of: node, .path).map { wholePath($0, owner: node, isStorage: isStorage) }
      default: return nil
      }
    }
  }
}

extension SyntaxTree {
  /// The keys of a map that are names or strings.
  func keys(of map: NodeID) -> [String] {
    children(of: map, .mapEntry).compactMap { entry in
      guard let key = child(0, of: entry) else { return nil }
      switch kind(of: key) {
      case .nameExpression: return mainText(of: key)
      case .stringLiteral: return String(decoding: stringValue(of: key), as: UTF8.self)
      default: return nil
      }
    }.filter { !$0.utf8.elementsEqual("completionPlace".utf8) && !$0.isEmpty }
  }
}
