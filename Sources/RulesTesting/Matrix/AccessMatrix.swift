package import RulesRuntime
import RulesSource

/// Who may do what: the users of a test file, and what the rules say to each of some requests.
package struct AccessMatrix: Sendable {
  /// The test file whose users and documents it is about.
  package let tests: String
  /// The rules file.
  package let rules: String
  /// The users by name; `nobody`, who is not signed in, is the last one.
  package let users: [String]
  /// What is asked, those of one path side by side.
  package let columns: [Column]

  /// One request, asked by everybody.
  package struct Column: Sendable {
    /// The document or collection, as a test file writes it.
    package let path: String
    /// What is done there.
    package let method: Method
    /// How it is asked, as a test file has it; of what each user asks for themselves that of the first.
    package let question: String
    /// Where that comes from; nil where there is nothing to say.
    package let source: String?
    /// The answers, one for each user.
    package let cells: [Cell]
  }

  /// What a column is about.
  package enum Method: String, Sendable, Hashable, CaseIterable {
    case get, list, query, create, update, delete
  }

  /// An answer.
  package enum Cell: String, Sendable, Hashable, CaseIterable {
    case allow, deny
    /// Denied because an evaluation failed.
    case error
    /// The service would refuse it whatever the rules say.
    case impossible = "–"
  }

  /// The columns of each path, in their order.
  package var sections: [(path: String, columns: [Column])] {
    var sections: [(path: String, columns: [Column])] = []
    for column in columns {
      if let last = sections.last, last.path.utf8.elementsEqual(column.path.utf8) {
        sections[sections.count - 1].columns.append(column)
      } else {
        sections.append((column.path, [column]))
      }
    }
    return sections
  }

  /// Asks for everybody.
  ///
  /// - Parameters:
  ///   - suite: the users, the documents, and the steps that writes are taken from.
  ///   - program: the rules.
  ///   - rules: the name of the rules file.
  ///   - now: the time of the requests.
  package init(of suite: TestSuite, _ program: Program, rules: String, now: Timestamp) {
    var builder = MatrixBuilder(suite, program, now: now)
    builder.build()
    tests = suite.source.name
    self.rules = rules
    users = suite.users.map(\.name) + ["nobody"]
    columns = builder.columns
  }
}
