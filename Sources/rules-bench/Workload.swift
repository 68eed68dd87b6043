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
  let cases: ContiguousArray<Case>

  /// One request, and what is to be said to it: an object, so that passing the request on copies nothing.
  final class Case {
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

    /// Decides the request, which stays where it is.
    @inline(never)
    func decide(by program: Program) -> Bool {
      program.decide(request, documents: documents).verdict == .allow
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
    self.program = program.preparedForManyDecisions()
    let texts = try Self.texts(in: files.read("\(folder)/data/\(name).json"))
    // Nothing else lies between the requests, as nothing does between one that came just now and its values.
    var reader = RequestReader()
    cases = try ContiguousArray(
      texts.map { text, isAllowed in
        let (request, documents) = try reader.read(text)
        return Case(text: text, request: request, documents: documents, isAllowed: isAllowed)
      }
    )
    guard !cases.isEmpty else { throw BenchError(message: "no requests for \(name)") }
  }

  /// The requests of a file, and whether each is to be allowed.
  private static func texts(
    in file: ContiguousArray<UInt8>
  ) throws -> [(text: ContiguousArray<UInt8>, isAllowed: Bool)] {
    let data = try JSONValue(parsing: file)
    return (data.array ?? []).map { ($0.bytes(), $0["expect"]?.bool ?? false) }
  }

  /// The indices of the cases in one of many orders, the same for the same seed.
  func order(_ seed: UInt64) -> [Int] {
    // A shuffle of Fisher and Yates, by a xorshift generator.
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15 &+ seed
    var order = Array(cases.indices)
    for index in order.indices.dropFirst().reversed() {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      order.swapAt(index, Int(state % UInt64(index + 1)))
    }
    return order
  }

  /// How many requests are decided otherwise than they should be.
  var differenceCount: Int {
    cases.count { $0.decide(by: program) != $0.isAllowed }
  }

  /// Decides all requests, their values at hand; gives how many are allowed.
  func decide() -> Int { decide(cases.indices) }

  /// Decides requests in some order; gives how many are allowed.
  func decide(_ order: some Sequence<Int>) -> Int {
    var count = 0
    for index in order where cases[index].decide(by: program) { count += 1 }
    return count
  }

  /// Reads all requests from JSON and decides them; gives how many are allowed.
  func decideTexts(_ reader: inout RequestReader) throws -> Int {
    var count = 0
    for index in cases.indices {
      let (request, documents) = try reader.read(cases[index].text)
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

  func fields(at path: BorrowedPath, in state: DocumentState) -> MapValue? {
    path.isSame(as: self.path) ? fields : nil
  }
}
