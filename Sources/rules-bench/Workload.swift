import RulesJSON
import RulesRuntime
import RulesSemantics
import RulesSource
import RulesWorkspace

/// A policy, and the requests that are put to it.
struct Workload {
  let name: String
  let rules: SourceFile
  let program: Program
  let cases: [Case]

  /// One request, and what is to be said to it.
  ///
  /// An object, so that a loop over cases copies none.
  final class Case: Sendable {
    /// The request as JSON.
    let text: ContiguousArray<UInt8>
    let request: Request
    let documents: MemberDocument
    let isAllowed: Bool

    init(
      text: ContiguousArray<UInt8>,
      request: Request,
      documents: MemberDocument,
      isAllowed: Bool
    ) {
      self.text = text
      self.request = request
      self.documents = documents
      self.isAllowed = isAllowed
    }
  }

  /// Reads a workload from a folder.
  init(_ name: String, in folder: String) throws {
    self.name = name
    let files = POSIXFileSystem()
    let path = "\(folder)/policies/\(name).rules"
    rules = SourceFile(name: "\(name).rules", bytes: try files.read(path))
    guard let program = SemanticModel.analyze(rules).program else {
      throw BenchError(message: "\(path) is refused")
    }
    self.program = program
    let data = try JSONValue(parsing: files.read("\(folder)/data/\(name).json"))
    var reader = RequestReader()
    cases = try (data.array ?? []).map { value in
      let text = value.bytes()
      let (request, documents) = try reader.read(text)
      return Case(
        text: text,
        request: request,
        documents: documents,
        isAllowed: value["expect"]?.bool ?? false
      )
    }
    guard !cases.isEmpty else { throw BenchError(message: "no requests for \(name)") }
  }

  /// The cases in one of many orders, the same for the same seed.
  func shuffled(by seed: UInt64) -> [Case] {
    // A shuffle of Fisher and Yates, by a xorshift generator.
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15 &+ seed
    var cases = cases
    for index in cases.indices.dropFirst().reversed() {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      cases.swapAt(index, Int(state % UInt64(index + 1)))
    }
    return cases
  }

  /// How many requests are decided otherwise than they should be.
  var differenceCount: Int {
    cases.count { isAllowed($0) != $0.isAllowed }
  }

  private func isAllowed(_ item: Case) -> Bool {
    program.decide(item.request, documents: item.documents).verdict == .allow
  }

  /// Decides requests whose values are at hand; gives how many are allowed.
  func decide(_ cases: [Case]) -> Int {
    var count = 0
    for item in cases where isAllowed(item) { count += 1 }
    return count
  }

  /// Reads requests from JSON and decides them; gives how many are allowed.
  func decideTexts(_ cases: [Case], _ reader: inout RequestReader) throws -> Int {
    var count = 0
    for item in cases {
      let (request, documents) = try reader.read(item.text)
      if program.decide(request, documents: documents).verdict == .allow { count += 1 }
    }
    return count
  }
}

/// The one document that the rules of a workload may look up: the caller's membership.
struct MemberDocument: DocumentSource, Sendable {
  let path: ContiguousArray<Text>
  let fields: MapValue?

  func fields(at path: ContiguousArray<Text>, in state: DocumentState) -> MapValue? {
    path == self.path ? fields : nil
  }
}
