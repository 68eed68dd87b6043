package import RulesJSON
import RulesSource

extension RequestExplanation {
  /// The explanation for people, one line each.
  package func lines(in rules: RulesText) -> [String] {
    var lines = ["\(title): \(outcome.text)"]
    if case .impossible(let reason) = outcome { lines.append("  \(reason)") }
    if let advice { lines.append("  the rules would allow it with `\(advice)`") }
    for part in parts {
      lines.append("")
      lines += part.lines(in: rules)
    }
    return lines
  }

  /// The explanation as JSON.
  package func json(in rules: RulesText) -> JSONValue {
    var reason = JSONValue.null
    if case .impossible(let text) = outcome { reason = .string(text) }
    return [
      "request": .string(title),
      "verdict": .string(outcome.word),
      "reason": reason,
      "advice": advice.map { .string($0) } ?? .null,
      "rules": .string(rules.file.name),
      "operations": .array(parts.map { $0.json(in: rules) }),
    ]
  }
}

extension RequestExplanation.Outcome {
  fileprivate var text: String {
    switch self {
    case .allowed: "allowed"
    case .denied: "denied"
    case .deniedByError: "denied, as an evaluation fails"
    case .impossible: "refused by the service, whatever the rules say"
    }
  }

  fileprivate var word: String {
    switch self {
    case .allowed: "allow"
    case .denied: "deny"
    case .deniedByError: "error"
    case .impossible: "impossible"
    }
  }
}

extension RequestExplanation.Part {
  fileprivate func lines(in rules: RulesText) -> [String] {
    var lines = ["\(title): \(isAllowed ? "allowed" : "denied")"]
    let groups = [
      ("match blocks that cover it:", blocks.covering),
      ("match blocks that nearly do:", blocks.near),
    ]
    for (heading, found) in groups where !found.isEmpty {
      lines.append("  \(heading)")
      lines += found.map { block in
        let position = rules.file.position(of: block.offset)
        let remark = block.remark.map { "  (\($0))" } ?? ""
        return
          "    \(rules.file.name):\(position.line):\(position.column): \(block.pattern)\(remark)"
      }
    }
    if let explanation {
      let all = explanation.lines(in: rules)
      lines += all.dropFirst(explanation.operation == nil ? 0 : 1).map { "  \($0)" }
    }
    lines.append(
      "  \(expressions.count) of \(expressions.limit) expressions, "
        + "\(lookups.count) of \(lookups.limit) lookups"
    )
    return lines
  }

  fileprivate func json(in rules: RulesText) -> JSONValue {
    [
      "operation": .string(title),
      "allowed": .bool(isAllowed),
      "blocks": .array(blocks.covering.map { $0.json(in: rules) }),
      "nearBlocks": .array(blocks.near.map { $0.json(in: rules) }),
      "statements": .array(explanation?.attempts.map { $0.json(in: rules) } ?? []),
      "remarks": .array(explanation?.remarks.map { .string($0) } ?? []),
      "expressions": expressions.json,
      "lookups": lookups.json,
    ]
  }
}

extension RequestExplanation.Usage {
  fileprivate var json: JSONValue { ["count": .integer(count), "limit": .integer(limit)] }
}

extension CoveringBlocks.Block {
  fileprivate func json(in rules: RulesText) -> JSONValue {
    let position = rules.file.position(of: offset)
    return [
      "line": .integer(position.line),
      "column": .integer(position.column),
      "pattern": .string(pattern),
      "remark": remark.map { .string($0) } ?? .null,
    ]
  }
}

extension Explanation.Attempt {
  fileprivate func json(in rules: RulesText) -> JSONValue {
    let position = rules.file.position(of: range.lowerBound)
    return [
      "line": .integer(position.line),
      "column": .integer(position.column),
      "title": .string(title),
      "deciding": .array(deciding.map { Self.json($0, in: rules) }),
      "values": .array(
        values.map { value in
          [
            "depth": .integer(value.depth),
            "expression": .string(value.source),
            "value": .string(value.value),
            "deciding": .bool(value.isDeciding),
          ]
        }
      ),
    ]
  }

  private static func json(_ range: SourceRange, in rules: RulesText) -> JSONValue {
    let position = rules.file.position(of: range.lowerBound)
    return [
      "line": .integer(position.line),
      "column": .integer(position.column),
      "text": .string(rules.file.text(of: range)),
    ]
  }
}
