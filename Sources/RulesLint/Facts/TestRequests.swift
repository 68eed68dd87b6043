import RulesRuntime
import RulesSource
import RulesSyntax

/// A request of a test file, and what it is expected to come to.
struct TestRequest {
  /// Where it stands.
  let range: SourceRange
  /// The word for what it does; `set` creates or replaces.
  let method: String
  /// The collections that its path goes through, or in Storage the folders: `/books/*/pages`.
  let place: String
  /// Whether it should be allowed.
  let isAllowed: Bool
}

extension SyntaxTree {
  /// The requests of a test file, those of tables too, in source order.
  func testRequests(ofStorage isStorage: Bool) -> [TestRequest] {
    var found: [TestRequest] = []
    for step in nodes(.stepStatement) {
      let isAllowed = mainBytes(of: step).elementsEqual("allow".utf8)
      for child in children(of: step) {
        let requests =
          kind(of: child) == .batchSyntax ? children(of: child).map { $0 } : [child]
        for request in requests where kind(of: request) == .requestSyntax {
          guard let path = children(of: request).first(where: { kind(of: $0) == .path }) else {
            continue
          }
          found.append(
            TestRequest(
              range: range(of: step),
              method: mainText(of: request),
              place: place(of: path, isStorage: isStorage),
              isAllowed: isAllowed
            )
          )
        }
      }
    }
    for table in nodes(.tableDeclaration) {
      guard let path = children(of: table).first(where: { kind(of: $0) == .path }) else { continue }
      let place = place(of: path, isStorage: isStorage)
      for row in children(of: table) where kind(of: row) == .tableRow {
        for cell in children(of: row) where kind(of: cell) == .tableCell {
          found.append(
            TestRequest(
              range: range(of: row),
              method: mainText(of: row),
              place: place,
              isAllowed: mainBytes(of: cell).elementsEqual("allow".utf8)
            )
          )
        }
      }
    }
    return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func place(of path: NodeID, isStorage: Bool) -> String {
    var segments = children(of: path).map { segment -> String? in
      kind(of: segment) == .literalSegment
        ? String(decoding: segmentText(of: segment), as: UTF8.self) : nil
    }
    let first = segments.first.flatMap(\.self) ?? ""
    let root = isStorage ? "b" : "databases"
    if first.utf8.elementsEqual(root.utf8), segments.count > 3 { segments.removeFirst(3) }
    if isStorage { return segments.dropLast().map { "/" + ($0 ?? "*") }.joined() }
    return segments.enumerated().map { place, segment in
      "/" + (place % 2 == 0 ? segment ?? "*" : "*")
    }.prefix(segments.count % 2 == 0 ? segments.count - 1 : segments.count).joined()
  }
}
