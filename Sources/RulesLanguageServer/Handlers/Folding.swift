import RulesIDE
import RulesJSON
import RulesSource

extension Feature {
  /// What can be folded away.
  static let foldingRanges = Feature(
    "foldingRangeProvider",
    true,
    .document("textDocument/foldingRange") { _, view, session in
      let linesOnly = session.client.foldsLinesOnly
      let ranges = view.analysis.foldingRanges().compactMap { folding -> JSONValue? in
        let start = view.conversions.position(of: folding.range.lowerBound)
        var end = view.conversions.position(of: folding.range.upperBound)
        // Where whole lines are folded, that of the closing bracket stays.
        if linesOnly, folding.kind != .comment, end.line > start.line { end.line -= 1 }
        guard end.line > start.line else { return nil }
        var members: [(String, JSONValue)] = [
          ("startLine", .integer(start.line)), ("endLine", .integer(end.line)),
        ]
        if !linesOnly {
          members += [
            ("startCharacter", .integer(start.character)),
            ("endCharacter", .integer(end.character)),
          ]
        }
        if folding.kind == .comment { members.append(("kind", "comment")) }
        return .object(members)
      }
      return .array(ranges)
    }
  )

  /// What a growing selection takes in.
  static let selectionRanges = Feature(
    "selectionRangeProvider",
    true,
    .document("textDocument/selectionRange") { parameters, view, _ throws(ResponseError) in
      var results: [JSONValue] = []
      let positions = try parameters["positions"].elements()
      guard positions.count <= placeLimit else {
        let message = "`params.positions` has more than \(placeLimit) elements"
        throw ResponseError(.invalidParams, message)
      }
      for position in positions {
        let offset = view.conversions.sourceOffset(of: try position.position())
        var result: JSONValue?
        for range in view.analysis.selectionRanges(at: offset).prefix(selectionLimit).reversed() {
          var members = [("range", view.conversions.json(range))]
          if let parent = result { members.append(("parent", parent)) }
          result = .object(members)
        }
        let empty: JSONValue = ["range": view.conversions.json(.init(at: offset))]
        results.append(result ?? empty)
      }
      return .array(results)
    }
  )

  /// The most places that are asked about at once; each cursor of the user is one.
  private static let placeLimit = 1_000

  /// The most ranges around one place that are sent; nobody grows a selection more often.
  private static let selectionLimit = 100
}
