import RulesRuntime

/// What hovers and lists say of the library: taken from the built-ins' own pages.
enum BuiltinPages {
  /// The paragraphs about built-ins of one name.
  static func paragraphs(_ indices: [UInt16]) -> [String] {
    let builtins = indices.filter { Int($0) < Library.all.count }.map { Library.all[Int($0)] }
    return builtins.flatMap { builtin in
      let signatures = signatures(of: builtin).map(\.text).joined(separator: "\n")
      return [Markdown.code(signatures), page(of: builtin)]
    }
  }

  /// What a built-in does, with its examples.
  static func page(of builtin: Builtin) -> String {
    let examples = builtin.examples.map { example in
      example.result.utf8.elementsEqual("error".utf8)
        ? "\(example.expression)  // error" : "\(example.expression) == \(example.result)"
    }
    var parts = [builtin.summary]
    if !examples.isEmpty { parts.append(Markdown.code(examples.joined(separator: "\n"))) }
    if let link = reference(of: builtin) { parts.append(link) }
    return parts.joined(separator: "\n\n")
  }

  /// A link to the official page that a built-in's own names as its source.
  private static func reference(of builtin: Builtin) -> String? {
    let page = builtin.source.prefix { $0 != ";" && $0 != " " && $0 != "," }
    guard page.utf8.starts(with: "rules.".utf8) else { return nil }
    return "[\(page)](https://firebase.google.com/docs/reference/rules/\(page))"
  }

  /// The paragraphs about a namespace.
  static func namespace(_ name: String) -> [String] {
    let functions = Library.all.filter { builtin in
      if case .namespaced(let own) = builtin.form {
        own.utf8.elementsEqual(name.utf8)
      } else {
        false
      }
    }
    guard !functions.isEmpty else {
      return ["`\(name)`: lookups of Cloud Firestore in Storage rules"]
    }
    let list = functions.flatMap { signatures(of: $0).map(\.text) }
    return [Markdown.code(list.joined(separator: "\n"))]
  }

  /// A way to call a built-in.
  struct Signature {
    /// `string.matches(string): bool`.
    let text: String
    /// The parameters, as ranges of bytes in the text.
    let parameters: [Range<Int>]
  }

  /// The ways to call a built-in.
  static func signatures(of builtin: Builtin) -> [Signature] {
    builtin.overloads.map { overload in
      var text = qualifiedName(of: builtin) + "("
      var ranges: [Range<Int>] = []
      for (place, parameter) in overload.parameters.enumerated() {
        if place > 0 { text += ", " }
        let start = text.utf8.count
        text += typeName(of: parameter)
        ranges.append(start..<text.utf8.count)
      }
      if case .variadic = builtin.implementation, overload.parameters.isEmpty {
        let start = text.utf8.count
        text += "any…"
        ranges.append(start..<text.utf8.count)
      }
      text += "): " + (overload.result?.name ?? "any")
      return Signature(text: text, parameters: ranges)
    }
  }

  /// What a list of completions says of a built-in.
  struct Call {
    let name: String
    let parameters: [String]
    let signature: String
    let documentation: String
  }

  /// How a built-in is called; nil for an index of none.
  static func call(_ index: UInt16) -> Call? {
    guard Int(index) < Library.all.count else { return nil }
    let builtin = Library.all[Int(index)]
    let signatures = signatures(of: builtin)
    var parameters = builtin.overloads.first?.parameters.map { typeName(of: $0) } ?? []
    if case .variadic = builtin.implementation, parameters.isEmpty { parameters = ["any"] }
    return Call(
      name: builtin.name,
      parameters: parameters,
      signature: signatures.first?.text ?? "",
      documentation: page(of: builtin)
    )
  }

  private static func qualifiedName(of builtin: Builtin) -> String {
    switch builtin.form {
    case .function, .lookup: builtin.name
    case .namespaced(let namespace): "\(namespace).\(builtin.name)"
    case .method(let type): "\(type.name).\(builtin.name)"
    }
  }

  private static func typeName(of parameter: Builtin.Parameter) -> String {
    switch parameter {
    case .any: "any"
    case .type(.float): "number"
    case .type(let type): type.name
    }
  }
}
