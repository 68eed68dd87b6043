import RulesRuntime
import RulesSource
import RulesSyntax

extension LintRule {
  static let pathInterpolation = LintRule(
    "path-interpolation",
    .error,
    "a path of a lookup that names no document",
    reason: """
      `get`, `exists` and their like take the whole path of a document: `/databases/$(database)/documents`, then \
      pairs of a collection and a document. A value is inserted by `$(…)`; in `/(uid)` and `/{uid}` it is not. The \
      rules deploy, and every evaluation of the lookup is an error or finds nothing, so the request is denied.
      """,
    bad: .firestore(
      """
      match /rooms/{room} {
        allow get: if request.auth != null && exists(/members/$(request.auth.uid));
      }
      """
    ),
    good: .firestore(
      """
      match /rooms/{room} {
        allow get: if request.auth != null
                   && exists(/databases/$(database)/documents/members/$(request.auth.uid));
      }
      """
    ),
    silence: "Silence it where a document is really named like a variable.",
    check: .rules { context, report in
      let paths = context.lookupPaths
      guard !paths.isEmpty else { return }
      let names = context.wildcardNames
      for path in paths {
        if context.reportLiteralValue(path, names, &report) { continue }
        if context.reportPrefix(path, &report) { continue }
        context.reportCount(path, &report)
      }
    }
  )
}

extension LintContext {
  /// The names of all wildcards of the file.
  fileprivate var wildcardNames: Set<Text> {
    var names: Set<Text> = []
    for block in program.blocks {
      for segment in block.pattern {
        switch segment {
        case .literal: continue
        case .capture(let name), .glob(let name, _): names.insert(name)
        }
      }
    }
    return names
  }

  /// Reports a segment that was meant to be a value.
  fileprivate func reportLiteralValue(
    _ path: LookupPath,
    _ names: Set<Text>,
    _ report: inout LintReport
  ) -> Bool {
    let parameters = program.function(of: path.id).map {
      program.functions[Int($0.index)].parameters
    }
    for (place, part) in path.parts.enumerated() {
      let range = tree.range(of: path.segments[place])
      switch part {
      case .interpolation: continue
      case .capture(let name), .glob(let name):
        report.add(
          at: range,
          "`{\(name.description)}` inserts no value here",
          notes: [DiagnosticNote("a wildcard belongs to a match; a value is inserted by `$(…)`")],
          fixes: [
            .replacing(range, with: "/$(\(name.description))", "write `$(\(name.description))`")
          ]
        )
        return true
      case .literal(let text):
        let written = text.description
        if text.utf8.first == UInt8(ascii: "("), text != "(default)" {
          let name = String(written.dropFirst().dropLast())
          report.add(
            at: range,
            "`\(written)` is the text of this segment, brackets included, and inserts no value",
            notes: [DiagnosticNote("a value is inserted by `$(…)`")],
            fixes: [.replacing(range, with: "/$(\(name))", "write `$(\(name))`")]
          )
          return true
        }
        let isIdentifier = place == 1 || (place > 3 && place % 2 == 0)
        guard isIdentifier, names.contains(text) || parameters?.contains(text) == true else {
          continue
        }
        report.add(
          severity: .warning,
          at: range,
          "`\(written)` is the text of this segment, not the value of the variable",
          notes: [DiagnosticNote("a value is inserted by `$(…)`")],
          fixes: [.replacing(range, with: "/$(\(written))", "write `$(\(written))`")]
        )
        return true
      }
    }
    return false
  }

  /// Reports a path that begins in another way than those of documents.
  fileprivate func reportPrefix(_ path: LookupPath, _ report: inout LintReport) -> Bool {
    // What begins with a value may be a path of its own, spliced in.
    guard let first = literal(path.parts.first) else { return false }
    let range = tree.range(of: path.node)
    let isWhole =
      path.parts.count >= 3 && first == "databases"
      && (literal(path.parts[2]) == "documents" || literal(path.parts[2]) == nil)
    if isWhole { return false }
    let database = databaseSegment(at: range.lowerBound)
    let prefix = "/databases/\(database)/documents"
    var notes = [DiagnosticNote("the path of a document begins with `\(prefix)`")]
    notes.append(DiagnosticNote("the lookup is always an error"))
    report.add(
      at: range,
      "this path names no document, as it begins with `/\(first.description)`"
        + (first == "databases" ? " and lacks `/documents`" : ""),
      notes: notes,
      fixes: first == "databases" || first == "documents"
        ? [] : [.replacing(SourceRange(at: range.lowerBound), with: prefix, "insert `\(prefix)`")]
    )
    return true
  }

  /// Reports a path that ends in a collection.
  fileprivate func reportCount(_ path: LookupPath, _ report: inout LintReport) {
    guard literal(path.parts.first) == "databases", path.parts.count >= 3 else { return }
    // A value may be a path of several segments; a plain name or the user's id is one.
    var isCertain = true
    for part in path.parts {
      guard case .interpolation(let expression) = part else { continue }
      if isGlob(expression) { return }
      isCertain = isCertain && isSingle(expression)
    }
    let count = path.parts.count - 3
    guard count == 0 || count % 2 == 1 else { return }
    report.add(
      severity: isCertain ? .error : .warning,
      at: tree.range(of: path.node),
      count == 0
        ? "this path is the root of the database, and names no document"
        : "this path ends in a collection, and names no document",
      notes: [
        DiagnosticNote("after `/documents` come pairs of a collection and a document"),
        DiagnosticNote("the lookup is always an error"),
      ]
    )
  }

  private func isSingle(_ id: ExpressionID) -> Bool {
    switch program.expressions[Int(program.resolved(id).index)] {
    case .wildcard, .constant: true
    case .members(let root, let first, let count):
      if case .request = program.expressions[Int(root.index)], count == 2 {
        program.names[Int(first)].text.utf8.elementsEqual("auth".utf8)
      } else {
        false
      }
    default: false
    }
  }

  private func isGlob(_ id: ExpressionID) -> Bool {
    let resolved = program.resolved(id)
    guard case .wildcard = program.expressions[Int(resolved.index)] else { return false }
    let name = Text(text(of: resolved))
    return program.blocks.contains { block in
      block.pattern.contains { segment in
        if case .glob(name, _) = segment { true } else { false }
      }
    }
  }
}
