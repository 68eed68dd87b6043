/// The documents whose diagnostics are to be sent.
struct PendingDiagnostics: Sendable {
  /// Whether each is sent only if its diagnostics are other ones than before.
  private var documents = NamedValues<Bool>()
  private var order: [String] = []

  /// The names, in the order in which they were put in.
  var names: [String] { order }

  /// Whether nothing is to be sent.
  var isEmpty: Bool { order.isEmpty }

  /// Puts a document in.
  mutating func add(_ name: String, onlyIfOther: Bool = false) {
    if let known = documents[name] {
      documents[name] = known && onlyIfOther
    } else {
      documents[name] = onlyIfOther
      order.append(name)
    }
  }

  /// Whether the diagnostics of a document are sent only if they are other ones.
  func isOnlyIfOther(_ name: String) -> Bool { documents[name] ?? true }

  /// Takes a document out.
  mutating func remove(_ name: String) {
    guard documents[name] != nil else { return }
    documents[name] = nil
    order.removeAll { $0.utf8.elementsEqual(name.utf8) }
  }

  /// Takes all out.
  mutating func removeAll() {
    documents.removeAll()
    order = []
  }
}
