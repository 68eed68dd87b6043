import RulesSource

/// What a request does, as rules see it.
public enum Method: UInt8, Sendable, Hashable, CaseIterable {
  case get, list, create, update, delete

  /// The word that `request.method` holds.
  public var name: String {
    switch self {
    case .get: "get"
    case .list: "list"
    case .create: "create"
    case .update: "update"
    case .delete: "delete"
    }
  }

  /// Whether it changes data.
  public var isWrite: Bool {
    switch self {
    case .get, .list: false
    case .create, .update, .delete: true
    }
  }
}

/// What an allow statement grants.
public struct MethodSet: OptionSet, Sendable, Hashable {
  /// One bit a method, at its raw value.
  public let rawValue: UInt8

  /// A set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The set of one method.
  @inlinable @inline(__always)
  public init(_ method: Method) {
    self.init(rawValue: 1 &<< method.rawValue)
  }

  /// `get` and `list`.
  public static let read: MethodSet = [MethodSet(.get), MethodSet(.list)]
  /// `create`, `update` and `delete`.
  public static let write: MethodSet = [MethodSet(.create), MethodSet(.update), MethodSet(.delete)]

  /// The set that a word after `allow` stands for; nil for a word that is none of the seven.
  public init?(word: ContiguousArray<UInt8>) {
    self.init(word: word.span)
  }

  /// The set that a word after `allow` stands for; nil for a word that is none of the seven.
  public init?(word: Span<UInt8>) {
    guard let index = Self.wordTable.index(of: word) else { return nil }
    self = Self.words[index].set
  }

  private static let wordTable = WordTable(words.map(\.name))

  /// The words that may stand after `allow`, and what each grants.
  public static let words: [(name: String, set: MethodSet)] =
    [("read", .read), ("write", .write)] + Method.allCases.map { ($0.name, MethodSet($0)) }
}
