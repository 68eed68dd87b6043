import RulesJSON

/// The parameters of a message, and where in them something is, for messages.
struct Parameters: Sendable {
  /// The value.
  let value: JSONValue
  /// How to get to it.
  private let path: Path

  /// How to get to a value: `params.textDocument`; put into words only where something is wrong.
  private indirect enum Path: Sendable {
    case parameters
    case member(Path, String)
    case element(Path, Int)

    var text: String {
      switch self {
      case .parameters: "params"
      case .member(let outer, let name): "\(outer.text).\(name)"
      case .element(let outer, let index): "\(outer.text)[\(index)]"
      }
    }
  }

  /// The parameters of a message.
  init(_ value: JSONValue) {
    self.init(value, .parameters)
  }

  private init(_ value: JSONValue, _ path: Path) {
    self.value = value
    self.path = path
  }

  /// A member; `null` where there is none.
  subscript(_ name: String) -> Parameters {
    Parameters(value[name] ?? .null, .member(path, name))
  }

  /// The elements of an array; none where there is no value.
  func elements() throws(ResponseError) -> [Parameters] {
    if value.isNull { return [] }
    guard let elements = value.array else { throw expected("an array") }
    return elements.enumerated().map { Parameters($1, .element(path, $0)) }
  }

  /// A string.
  func text() throws(ResponseError) -> String {
    guard let text = value.text else { throw expected("a string") }
    return text
  }

  /// The bytes of a string.
  func bytes() throws(ResponseError) -> ContiguousArray<UInt8> {
    guard let bytes = value.string else { throw expected("a string") }
    return bytes
  }

  /// An integer.
  func integer() throws(ResponseError) -> Int {
    guard let number = value.number?.int64 else { throw expected("an integer") }
    return Int(number)
  }

  /// A count, which the protocol limits to 31 bits.
  func count() throws(ResponseError) -> Int {
    guard let number = value.number?.int64, 0...Int64(Int32.max) ~= number else {
      throw expected("an integer from 0 to 2147483647")
    }
    return Int(number)
  }

  /// A position.
  func position() throws(ResponseError) -> Position {
    Position(line: try self["line"].count(), character: try self["character"].count())
  }

  /// A range; it is empty where its end comes before its start.
  func range() throws(ResponseError) -> Range<Position> {
    let start = try self["start"].position()
    return start..<max(start, try self["end"].position())
  }

  /// The document that `textDocument.uri` names.
  func document() throws(ResponseError) -> DocumentURI {
    DocumentURI(try self["textDocument"]["uri"].text())
  }

  /// What is wrong with the value.
  func expected(_ what: String) -> ResponseError {
    let found = value.isNull ? "is missing" : "is \(value.kindName)"
    return ResponseError(.invalidParams, "`\(path.text)` \(found), expected \(what)")
  }
}
