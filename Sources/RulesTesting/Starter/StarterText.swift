import RulesRuntime
import RulesSemantics
import RulesSource
import RulesSyntax

/// Writes samples as a test file.
struct StarterText {
  private let samples: [StarterSample]
  private let program: Program
  private let rules: RulesText
  private let rulesPath: String
  private let users: [User]

  /// Count of columns that lines should fit in.
  private static let width = 100

  init(_ samples: [StarterSample], program: Program, rules: RulesText, rulesPath: String) {
    self.samples = samples
    self.program = program
    self.rules = rules
    self.rulesPath = rulesPath
    var names = StarterUsers()
    for sample in samples {
      for situation in [sample.allowed, sample.denied] { situation?.user.map { names.add($0) } }
    }
    users = names.users
  }

  /// The whole file.
  var text: String {
    var lines = [
      "// Made from the rules by `rulescheck init`: for each allow statement a request that it allows, and",
      "// the nearest that was found to be denied. They say what the rules do, which may not be what they",
      "// should: read them, and add what else matters.",
    ]
    lines += head
    var index = 0
    while index < samples.count {
      let block = program.statements[index].block
      let end = samples[index...].firstIndex {
        program.statements[Int($0.statement.index)].block != block
      }
      lines += group(index..<(end ?? samples.count), of: program.blocks[Int(block.index)])
      index = end ?? samples.count
    }
    return lines.map { "\($0)\n" }.joined()
  }

  private var head: [String] {
    ["rules \(Self.quoted(rulesPath));", ""]
      + users.map { user in
        let provider = user.provider == .password ? "" : ": \(user.provider.rawValue)"
        let claims = user.claims.count == 0 ? "" : " \(StepText(users: []).map(user.claims))"
        let uid = Text(user.name) == user.uid ? "" : " with uid \(Self.quoted(user.uid))"
        return "user \(user.name)\(provider)\(claims)\(uid);"
      }
  }

  // MARK: Tests

  private func group(_ indices: Range<Int>, of block: MatchBlock) -> [String] {
    let isWhole = block.pattern.prefix(3).contains { if case .glob = $0 { true } else { false } }
    let pattern = isWhole ? block.pattern : ContiguousArray(block.pattern.dropFirst(3))
    var lines = ["", "group \(Self.quoted(pattern.sourceText)) {"]
    var titles: [String: Int] = [:]
    for index in indices {
      let sample = samples[index]
      let methods = head(of: sample)
      titles[methods, default: 0] += 1
      let number = titles[methods] ?? 1
      let title = number == 1 ? methods : "\(methods) (\(number))"
      if index > indices.lowerBound { lines.append("") }
      lines += self.lines(of: sample, title).map { $0.isEmpty ? "" : "  \($0)" }
    }
    return lines + ["}"]
  }

  private func lines(of sample: StarterSample, _ title: String) -> [String] {
    var lines: [String] = []
    if let remark = sample.remark {
      lines.append("// \(remark.prefix(1).uppercased())\(remark.dropFirst()):")
      lines += wrapped(statement: sample, limit: .max)
      return lines
    }
    lines += wrapped(statement: sample, limit: 4)
    guard let allowed = sample.allowed else {
      guard let denied = sample.denied else { return lines + ["// Nobody may, whatever they ask."] }
      return lines + test("\(title): nobody", [("deny", denied)])
    }
    guard let denied = sample.denied else {
      return lines + ["// No request was found that is to be denied."]
        + test(title, [("allow", allowed)])
    }
    guard Self.hasSameStore(allowed, denied) else {
      return lines + test(title, [("allow", allowed)]) + [""]
        + test("\(title), denied", [("deny", denied)])
    }
    // What an allowed write stores would be seen by the step after it.
    return lines
      + test(
        title,
        allowed.method.isWrite
          ? [("deny", denied), ("allow", allowed)] : [("allow", allowed), ("deny", denied)]
      )
  }

  private func test(_ title: String, _ steps: [(verdict: String, situation: Situation)]) -> [String]
  {
    guard let first = steps.first?.situation else { return [] }
    // The time of most: that of the allowed request.
    let time = steps.first { $0.verdict == "allow" }?.situation.time ?? first.time
    let isTimed = steps.contains { readsTime($0.situation) || $0.situation.time != time }
    let at = isTimed ? " at \(Value.timestamp(time).sourceText(limit: .max))" : ""
    var lines = ["test \(Self.quoted(title))\(at) {"]
    let data = data(of: first)
    if !data.isEmpty { lines += ["  data {"] + data.map { "    \($0)" } + ["  }"] }
    for step in steps {
      lines += self.step(step.verdict, step.situation, at: time).map { "  \($0)" }
    }
    return lines + ["}"]
  }

  private func step(_ verdict: String, _ situation: Situation, at time: Timestamp) -> [String] {
    let user = situation.user.flatMap { user in users.first { $0.isSame(as: user) } }
    let suffix =
      situation.time == time
      ? ";" : " at \(Value.timestamp(situation.time).sourceText(limit: .max));"
    func text(_ layout: StepText.Layout) -> String {
      let request = StepText(users: users, layout: layout)
        .request([situation.operation], isBatch: false, as: user)
      return "\(verdict) \(request ?? "")\(suffix)"
    }
    let line = text(.line)
    guard line.utf8.count > Self.width - 4 else { return [line] }
    return text(.lines).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// What is stored before the test.
  private func data(of situation: Situation) -> [String] {
    var lines: [String] = []
    for other in situation.others { lines += entry(other.path, other.fields, isDocument: true) }
    if let stored = situation.stored, situation.method != .create {
      lines += entry(situation.path, stored, isDocument: program.service != .storage)
    }
    return lines
  }

  private func entry(
    _ path: ContiguousArray<Text>,
    _ fields: MapValue,
    isDocument: Bool
  ) -> [String] {
    let isOfOtherService = isDocument && program.service == .storage
    let prefix = isOfOtherService ? "/databases/(default)/documents" : ""
    let name = prefix + Value.path(PathValue(plain: path)).sourceText(limit: .max)
    let line = "\(name) \(StepText(users: []).map(fields));"
    guard line.utf8.count > Self.width - 6 else { return [line] }
    return "\(name) \(StepText(users: [], layout: .lines).map(fields));"
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func hasSameStore(_ left: Situation, _ right: Situation) -> Bool {
    func texts(_ situation: Situation) -> [String] {
      let own = situation.stored.map { Value.map($0).sourceText(limit: .max) } ?? "-"
      return [own]
        + situation.others.flatMap { other in
          [
            other.path.map(\.description).joined(separator: "/"),
            Value.map(other.fields).sourceText(limit: .max),
          ]
        }
    }
    return texts(left) == texts(right)
  }

  /// Whether the answer depends on the time.
  private func readsTime(_ situation: Situation) -> Bool {
    guard let answer = Answer(to: situation, by: program) else { return false }
    var pending = answer.conditions.map(\.node)
    while let node = pending.popLast() {
      if case .timestamp = node.value { return true }
      if case .members(_, let first, let count) = program.expressions[Int(node.expression.index)],
        program.names[Int(first)..<Int(first + count)].contains(where: {
          ["time", "auth_time", "iat", "exp"].contains($0.text)
        })
      {
        return true
      }
      pending += node.children
    }
    return false
  }

  // MARK: Statements

  /// The methods of a statement as they are written: `get, list`.
  private func head(of sample: StarterSample) -> String {
    let text = words(of: sample).joined(separator: " ")
    let head = text.prefix { $0 != ":" && $0 != ";" }.dropFirst("allow".count)
    let methods = head.split(separator: ",").map { $0.drop(while: { $0 == " " }) }
    let trimmed = methods.map { word in String(word.prefix { $0 != " " }) }
    return trimmed.isEmpty ? "allow" : trimmed.joined(separator: ", ")
  }

  /// The words of a statement.
  private func words(of sample: StarterSample) -> [Substring] {
    let text = rules.file.text(of: sample.range).unicodeScalars.map { scalar -> Character in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: " "
      default: Character(scalar)
      }
    }
    return String(text).split(separator: " ")
  }

  /// The statement as comments.
  private func wrapped(statement sample: StarterSample, limit: Int) -> [String] {
    var lines: [String] = []
    var line = "//"
    for word in words(of: sample) {
      if line.utf8.count + word.utf8.count + 1 > Self.width - 4, line.utf8.count > 4 {
        lines.append(line)
        line = "//  "
      }
      line += " \(word)"
    }
    lines.append(line)
    guard lines.count > limit else { return lines }
    return lines.prefix(limit) + ["//   …"]
  }

  private static func quoted(_ text: String) -> String { quoted(Text(text)) }

  private static func quoted(_ text: Text) -> String {
    Value.string(text).sourceText(limit: .max)
  }

  // MARK: Checking

  /// Runs what was written, one statement at a time.
  ///
  /// - Returns: the places of the samples whose tests do not pass.
  func failures(in program: Program, rules: RulesText, now: Timestamp) -> Set<Int> {
    var failures: Set<Int> = []
    for (index, sample) in samples.enumerated() where sample.allowed != nil || sample.denied != nil
    {
      let lines = head + lines(of: sample, "test")
      let file = SourceFile(name: "starter", text: lines.map { "\($0)\n" }.joined())
      let suite = TestFileReader.read(parseTests(file), service: program.service) { _ in
        .failure("")
      }
      let runner = TestRunner(
        program,
        rules: rules,
        database: suite.database,
        now: now,
        options: TestRunner.Options()
      )
      let isRight =
        suite.diagnostics.allSatisfy { $0.severity != .error } && !suite.cases.isEmpty
        && suite.cases.allSatisfy { runner.run($0, explaining: 0).passed }
      if !isRight { failures.insert(index) }
    }
    return failures
  }
}

extension User {
  /// Whether two users are the same but for what they are called.
  fileprivate func isSame(as other: User) -> Bool {
    uid == other.uid && provider == other.provider
      && Value.map(claims).isSame(as: .map(other.claims))
  }
}

/// Gives users names.
private struct StarterUsers {
  private(set) var users: [User] = []

  mutating func add(_ user: User) {
    guard !users.contains(where: { $0.isSame(as: user) }) else { return }
    var named = user
    let wishes = Self.wishes(for: user)
    let free = wishes.first { wish in !users.contains { $0.name.utf8.elementsEqual(wish.utf8) } }
    var number = 2
    named.name = free ?? wishes[0]
    while users.contains(where: { $0.name.utf8.elementsEqual(named.name.utf8) }) {
      named.name = "\(wishes[0])\(number)"
      number += 1
    }
    users.append(named)
  }

  /// Names that say who it is, the best first.
  private static func wishes(for user: User) -> [String] {
    let names = (user.uid.isWord ? [user.uid] : []) + (user.tellingName.map { [$0] } ?? [])
    return names.map(\.description) + ["user"]
  }
}

extension User {
  /// A name that says what is special about the user; nil where nothing is.
  var tellingName: Text? {
    for (name, value) in zip(claims.keys, claims.values) {
      switch value {
      case .string(let text) where text.isWord && name != "email": return text
      case .bool(true) where name.isWord: return name
      default: continue
      }
    }
    return provider == .anonymous ? "guest" : nil
  }
}

extension Text {
  /// Words that are no names of users.
  private static let reserved: Set<Text> = [
    "nobody", "true", "false", "null", "in", "is", "if", "return", "let", "function", "match",
    "allow", "service", "as", "where", "limit", "offset", "at", "because", "user", "text",
  ]

  /// Whether it can be the name of a user.
  fileprivate var isWord: Bool {
    (1...20).contains(utf8.count) && !Self.reserved.contains(self)
      && utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
  }
}
