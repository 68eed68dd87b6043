package import RulesRuntime
package import RulesSource
import RulesSyntax

/// A request that is asked on its own, in the words of a test file.
package struct RequestQuestion: Sendable {
  /// The request, as what follows `allow` in a test: `get /books/dune as alice`.
  package var request: String
  /// Who asks, as what follows `as`; nil where the request says so itself, or nobody is signed in.
  package var user: String?
  /// What is stored besides what the test file stores.
  package var data: StoredData?

  /// Documents that are stored.
  package enum StoredData: Sendable {
    /// The entries of a `data` block, braces around them included.
    case entries(String)
    /// A file of documents.
    case file(SourceFile)
    /// The file can't be read, for this reason.
    case unreadable(String)
  }

  /// Why a question can't be asked.
  package struct Problem: Error {
    /// What is wrong.
    package let diagnostics: [Diagnostic]
    /// The text that the ranges are about.
    package let source: SourceFile
  }

  /// A question from its parts.
  package init(request: String, user: String? = nil, data: StoredData? = nil) {
    self.request = request
    self.user = user
    self.data = data
  }

  /// Reads the question as a test of one step, which ends a test file.
  ///
  /// - Parameters:
  ///   - tests: the test file whose users and documents it is asked with.
  ///   - service: what the rules are for.
  ///   - load: gives the files that `data from` of the test file names.
  /// - Returns: the suite that holds nothing but the test.
  /// - Throws: what is wrong with the request, the data or the test file.
  package func read(
    after tests: SourceFile?,
    service: Program.Service,
    load: @escaping (String) -> NamedFile
  ) throws(Problem) -> TestSuite {
    if let tests { try check(tests, service, load) }
    let text = QuestionText(self, after: tests)
    let combined = SourceFile(name: "request", bytes: text.bytes)
    let tree = parseTests(combined)
    let suite = TestFileReader.read(tree, service: service) { path in
      path.utf8.elementsEqual(QuestionText.dataFile.utf8) ? dataFile : load(path)
    }
    let errors = suite.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty, let test = suite.cases.last, test.titles.count > 1,
      test.steps.count == 1
    else { throw text.problem(errors) }
    var result = suite
    result.cases = [test]
    result.diagnostics = []
    return result
  }

  private var dataFile: NamedFile {
    switch data {
    case .file(let file): .file(file)
    case .unreadable(let reason): .failure(reason)
    case .entries, nil: .failure("there is no such file")
    }
  }

  /// What is wrong with the test file is told in its own words.
  private func check(
    _ tests: SourceFile,
    _ service: Program.Service,
    _ load: @escaping (String) -> NamedFile
  ) throws(Problem) {
    let suite = TestFileReader.read(parseTests(tests), service: service, load: load)
    let errors = suite.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty else { throw Problem(diagnostics: errors, source: tests) }
  }
}

/// The text of a test file with a question at its end.
private struct QuestionText {
  var bytes: ContiguousArray<UInt8> = []
  private var data: (start: Int, source: SourceFile)?
  private let request: (start: Int, source: SourceFile)

  /// The name under which the reader asks for the documents of the question.
  static let dataFile = "--data"

  init(_ question: RequestQuestion, after tests: SourceFile?) {
    var bytes = tests?.bytes ?? []
    bytes.append(contentsOf: "\ngroup '\(Self.groupTitle)' {\n".utf8)
    switch question.data {
    case .entries(let entries):
      bytes.append(contentsOf: "data ".utf8)
      data = (bytes.count, SourceFile(name: Self.dataFile, text: entries))
      bytes.append(contentsOf: "\(entries)\n".utf8)
    case .file(let file):
      data = (bytes.count, SourceFile(name: file.name, text: ""))
      bytes.append(contentsOf: "data from '\(Self.dataFile)';\n".utf8)
    case .unreadable:
      data = (bytes.count, SourceFile(name: Self.dataFile, text: ""))
      bytes.append(contentsOf: "data from '\(Self.dataFile)';\n".utf8)
    case nil: break
    }
    bytes.append(contentsOf: "test 'request' {\nallow ".utf8)
    let text = Self.statement(question)
    request = (bytes.count, SourceFile(name: "request", text: text))
    bytes.append(contentsOf: "\(text)\n}\n}\n".utf8)
    self.bytes = bytes
  }

  /// No title that a person writes: it would be a second one of that name.
  private static let groupTitle = "\\u0001request"

  /// The request with its user and one stop.
  private static func statement(_ question: RequestQuestion) -> String {
    var text = question.request[...]
    while let last = text.unicodeScalars.last, last == ";" || last.properties.isWhitespace {
      text.unicodeScalars.removeLast()
    }
    let user = question.user.map { " as \($0)" } ?? ""
    return text.unicodeScalars.last == "}" && isBatch(text) ? "\(text)\(user)" : "\(text)\(user);"
  }

  private static func isBatch(_ text: Substring) -> Bool {
    let word = text.prefix { $0.isLetter }
    return word.utf8.elementsEqual("batch".utf8) || word.utf8.elementsEqual("transaction".utf8)
  }

  /// The errors, as far as they are about the request or the data, each in the text that it is about.
  func problem(_ errors: [Diagnostic]) -> RequestQuestion.Problem {
    if let data, let first = errors.first, Int(first.range.lowerBound) < request.start {
      return RequestQuestion.Problem(
        diagnostics: errors.filter { Int($0.range.lowerBound) < request.start }
          .map { Self.moved($0, by: data.start, in: data.source) },
        source: data.source
      )
    }
    let moved = errors.map { Self.moved($0, by: request.start, in: request.source) }
    let surplus = Diagnostic(
      .misplacedTestItem,
      at: SourceRange(0, UInt32(truncatingIfNeeded: request.source.bytes.count)),
      "expected one request"
    )
    return RequestQuestion.Problem(
      diagnostics: moved.isEmpty ? [surplus] : moved,
      source: request.source
    )
  }

  private static func moved(_ diagnostic: Diagnostic, by start: Int, in source: SourceFile)
    -> Diagnostic
  {
    func offset(_ offset: UInt32) -> UInt32 {
      UInt32(truncatingIfNeeded: min(max(0, Int(offset) - start), source.bytes.count))
    }
    var moved = diagnostic
    moved.range = SourceRange(
      offset(diagnostic.range.lowerBound),
      offset(diagnostic.range.upperBound)
    )
    moved.notes = diagnostic.notes.map { DiagnosticNote($0.message) }
    moved.fixes = []
    return moved
  }
}
