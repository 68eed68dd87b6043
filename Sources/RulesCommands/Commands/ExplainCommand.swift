import RulesSource

extension Command {
  /// `rulescheck explain [ID|REQUEST]`.
  package static let explain = Command(
    name: "explain",
    summary: "Explain what rules say to a request, or a diagnostic",
    operands: "[ID|REQUEST]",
    operandCount: 0...Int.max,
    options: [.requestUser, .requestData, .requestTests, .requestRules, .json],
    discussion: """
      Shows what a diagnostic means, why it matters, and what to do. ID is what stands in brackets \
      at the end of a diagnostic's first line. Without ID it lists all diagnostics.

      A REQUEST is written as in a test file. Explain shows the match blocks that cover its path \
      and those that nearly do, each allow statement that was tried with the values in its \
      condition, what was looked up, and how much of the limits was used; ◀ marks what decided:

        rulescheck explain get /books/dune --as alice
        rulescheck explain "update /books/dune { pages: increment(1) } as alice"

      Users and documents are those of the only test file in the current folder and below, or of \
      --tests. The rules are those of the test file, or of --rules. The exit code is 0 whether \
      the request is allowed or denied.
      """
  ) { arguments, context, console throws(CommandError) in
    if RequestExplaining.isRequest(arguments.operands) {
      var explaining = RequestExplaining(arguments, context)
      return try explaining.run(&console)
    }
    if let surplus = arguments.operands.dropFirst().first {
      throw .misuse("found `\(surplus)`, expected no further operand")
    }
    let catalog = DiagnosticCatalog.all
    guard let id = arguments.operands.first else {
      console.write(list(of: catalog))
      return .clean
    }
    guard let code = catalog.code(withID: id) else {
      let codes = (DiagnosticAliases.ids(of: id) ?? []).compactMap { catalog.code(withID: $0) }
      guard !codes.isEmpty else { throw unknownDiagnostic(id, in: catalog) }
      console.write(page(ofAlias: id, codes, on: console))
      return .clean
    }
    console.write(page(of: code, on: console))
    return .clean
  }
}

/// One line for each code.
private func list(of catalog: DiagnosticCatalog) -> String {
  table(catalog.codes.map { ($0.id, "\($0.severity.name): \($0.summary)") })
}

/// All that is known about a code.
private func page(of code: DiagnosticCode, on console: Console) -> String {
  """
  \(console.bold(code.id)) (\(code.severity.name))

  \(wrapped(code.summary, width: console.width))
  \(wrapped(code.explanation, width: console.width))
  """
}

/// What an alias stands for: the page of one code, or the list of several.
private func page(
  ofAlias name: String,
  _ codes: [DiagnosticCode],
  on console: Console
) -> String {
  if codes.count == 1 { return page(of: codes[0], on: console) }
  let list = codes.map { ($0.id, "\($0.severity.name): \($0.summary)") }
  return """
    \(console.bold(name)) is told as one of these; `rulescheck explain ID` shows the page:

    \(table(list))
    """
}

/// An error about an id that no code has, with the ids that are nearest, as a whole or in a word.
private func unknownDiagnostic(_ id: String, in catalog: DiagnosticCatalog) -> CommandError {
  let ids = catalog.codes.map(\.id)
  var near = nearestNames(to: id, in: ids, atMost: 3)
  if near.isEmpty {
    near = Array(
      ids.lazy.filter { candidate in
        let words = candidate.split(separator: "-").map(String.init)
        return id.split(separator: "-").contains { word in
          !nearestNames(to: String(word), in: words).isEmpty
        }
      }.prefix(3)
    )
  }
  let hint = near.isEmpty ? "; `rulescheck explain` lists all" : suggestion(near)
  return .unusable("unknown diagnostic `\(id)`\(hint)")
}
