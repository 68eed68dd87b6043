import RulesSource

extension Command {
  /// `rulescheck explain [ID]`.
  package static let explain = Command(
    name: "explain",
    summary: "Explain a diagnostic, or list them all",
    operands: "[ID]",
    operandCount: 0...1,
    discussion: """
      Shows what a diagnostic means, why it matters, and what to do. ID is what stands in brackets \
      at the end of a diagnostic's first line. Without ID it lists all diagnostics.
      """
  ) { arguments, _, console throws(CommandError) in
    let catalog = DiagnosticCatalog.all
    guard let id = arguments.operands.first else {
      console.write(list(of: catalog))
      return .clean
    }
    guard let code = catalog.code(withID: id) else {
      throw unknownDiagnostic(id, in: catalog)
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
