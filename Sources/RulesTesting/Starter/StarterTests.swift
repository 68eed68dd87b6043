package import RulesRuntime
import RulesSemantics
package import RulesSource
import RulesSyntax

/// Tests to begin with, made from rules: for each allow statement a request that it allows, and the nearest that
/// must be denied.
package struct StarterTests: Sendable {
  /// The test file.
  package let text: String
  /// The statements for which no request was found that they allow, in source order.
  package let missing: [Missing]
  /// Count of statements that can allow something.
  package let statementCount: Int

  /// A statement without a test.
  package struct Missing: Sendable {
    /// Its place in the rules.
    package let range: SourceRange
    /// What there is to say, as a sentence without a stop.
    package let reason: String
  }

  /// Makes tests.
  ///
  /// - Parameters:
  ///   - program: the rules.
  ///   - rules: their text.
  ///   - rulesPath: how the test file names the rules.
  ///   - now: the time; the requests are asked on that day.
  package init(_ program: Program, rules: RulesText, rulesPath: String, now: Timestamp) {
    let day = Timestamp(seconds: now.seconds - (now.seconds % 86_400 + 86_400) % 86_400, nanos: 0)
    let found = program.statements.indices.map { index in
      StarterSample(StatementID(index: UInt32(truncatingIfNeeded: index)), program, on: day)
    }
    let samples = StarterSample.sharingUser(found, program)
    let text = StarterText(samples, program: program, rules: rules, rulesPath: rulesPath)
    let broken = text.failures(in: program, rules: rules, now: now)
    let kept = zip(samples.indices, samples).map { index, sample in
      broken.contains(index) ? sample.withoutRequests : sample
    }
    self.text =
      broken.isEmpty
      ? text.text
      : StarterText(kept, program: program, rules: rules, rulesPath: rulesPath).text
    missing = kept.compactMap { sample in
      sample.remark.map { Missing(range: sample.range, reason: $0) }
    }
    statementCount = kept.count { !$0.allowsNothing }
  }
}

/// What was found for one statement.
struct StarterSample: Sendable {
  let statement: StatementID
  /// From `allow` to its end.
  let range: SourceRange
  /// A request that it allows.
  private(set) var allowed: Situation?
  /// The nearest one that is denied; one of its own where the statement allows nothing.
  private(set) var denied: Situation?
  /// Why there is no request that it allows.
  private(set) var remark: String?
  /// Whether its condition is the literal `false`.
  let allowsNothing: Bool

  init(_ statement: StatementID, _ program: Program, on day: Timestamp) {
    self.statement = statement
    let declared = program.statements[Int(statement.index)]
    range = SourceRange(declared.offset, declared.endOffset)
    allowsNothing = program.isAlwaysFalse(declared.condition)
    guard let path = SamplePath(program.blocks[Int(declared.block.index)].pattern, program).segments
    else {
      remark = "no document can stand at a path of its match pattern"
      return
    }
    let starts = Method.allCases.filter { declared.methods.contains(MethodSet($0)) }
      .map { Situation(program.service, $0, path, day) }
    if allowsNothing {
      denied = starts.lazy.map { start in
        var start = start
        start.user = Situation.somebody
        if start.method == .update { start.written = MapValue([("title", .string("new"))]) }
        return start
      }.first { start in
        Answer(to: start, by: program).map { !$0.isAllowed && !$0.decision.isDeniedByFault }
          ?? false
      }
      return
    }
    var isShadowed = false
    // Together all searches of a file take a time that nobody waits for.
    let limit = min(3000, max(300, 400_000 / program.statements.count)) / starts.count
    for start in starts {
      let found = RequestSearch.situation(
        grantedBy: statement,
        from: start,
        in: program,
        limit: limit
      )
      if let found {
        allowed = found.withVisibleChange(grantedBy: statement, in: program)
          .withTellingUser(grantedBy: statement, in: program)
        denied = allowed?.nearestDenial(by: program)
        return
      }
      isShadowed = isShadowed || program.isShadowed(statement, for: start.method)
    }
    remark =
      isShadowed
      ? "another statement allows all that this one does"
      : "no request was found that this statement allows"
  }

  /// The samples with one user in the place of several that differ only in what is known of their address.
  static func sharingUser(_ samples: [StarterSample], _ program: Program) -> [StarterSample] {
    let names: [Text] = ["email", "email_verified"]
    var claims = MapValue.empty
    for user in samples.compactMap({ $0.allowed?.user }) where user.uid == Situation.somebody.uid {
      for name in names where !claims.contains(name) {
        if let value = user.claims[name] { claims = claims.setting(name, to: value) }
      }
    }
    return samples.map { sample in
      if sample.allowed == nil, let denied = sample.denied {
        var shared = sample
        shared.denied?.user?.claims = claims
        let isStillDenied =
          shared.denied.flatMap { Answer(to: $0, by: program) }?.isAllowed == false
        return denied.user?.claims.count == 0 && isStillDenied ? shared : sample
      }
      guard let user = sample.allowed?.user, user.uid == Situation.somebody.uid,
        user.provider == .password, user.claims.keys.allSatisfy(names.contains)
      else { return sample }
      var shared = sample
      shared.allowed?.user?.claims = claims
      if shared.denied?.user?.uid == user.uid,
        shared.denied?.user?.claims.count == user.claims.count
      {
        shared.denied?.user?.claims = claims
      }
      let isRight =
        shared.allowed.flatMap { Answer(to: $0, by: program) }?.isGranted(by: sample.statement)
        ?? false
      let isStillDenied = shared.denied.map { denied in
        Answer(to: denied, by: program).map { !$0.isAllowed } ?? false
      }
      return isRight && isStillDenied ?? true ? shared : sample
    }
  }

  /// The same, as if nothing had been found.
  var withoutRequests: StarterSample {
    var sample = self
    sample.allowed = nil
    sample.denied = nil
    sample.remark = "no request was found that this statement allows"
    return sample
  }
}

extension Situation {
  /// An update that changes something, where the statement still allows it then.
  fileprivate func withVisibleChange(
    grantedBy statement: StatementID,
    in program: Program
  ) -> Situation {
    guard method == .update, written.count == 0, removed.isEmpty else { return self }
    let words = Vocabulary(program, users: []).names.prefix(40)
    let own = stored.map { Array($0.keys) } ?? []
    for name in own + ["title"] + words {
      var changed = self
      changed.written = MapValue([(name, .string("new"))])
      if Answer(to: changed, by: program)?.isGranted(by: statement) ?? false { return changed }
    }
    return self
  }
}

extension Situation {
  /// The same with an id of the user that says who it is, where the statement still allows it then.
  fileprivate func withTellingUser(
    grantedBy statement: StatementID,
    in program: Program
  ) -> Situation {
    guard let user, user.uid == Self.somebody.uid, let name = user.tellingName else { return self }
    let changed = replacing(user.uid, by: name)
    let answer = Answer(to: changed, by: program)
    return answer?.isGranted(by: statement) ?? false ? changed : self
  }

  /// The same with one text in the place of another.
  private func replacing(_ text: Text, by other: Text) -> Situation {
    func replaced(_ map: MapValue) -> MapValue {
      if case .map(let map) = Value.map(map).replacing(text, by: other) { map } else { map }
    }
    var changed = self
    changed.user?.uid = other
    changed.path = ContiguousArray(path.map { $0 == text ? other : $0 })
    changed.stored = stored.map(replaced)
    changed.written = replaced(written)
    for document in others { changed.setOther(document.path, to: nil) }
    for document in others {
      let path = ContiguousArray(document.path.map { $0 == text ? other : $0 })
      changed.setOther(path, to: replaced(document.fields))
    }
    for index in filters.indices {
      changed.filters[index].value = filters[index].value.replacing(text, by: other)
    }
    return changed
  }
}

extension Program {
  fileprivate func isAlwaysFalse(_ condition: ExpressionID?) -> Bool {
    guard let condition, case .constant(let index) = expressions[Int(condition.index)],
      case .bool(false) = constants[Int(index)]
    else { return false }
    return true
  }

  /// Whether a statement without a condition allows a method of the same block before this one is tried.
  fileprivate func isShadowed(_ statement: StatementID, for method: Method) -> Bool {
    let block = blocks[Int(statements[Int(statement.index)].block.index)]
    return block.statements.prefix { $0 < statement.index }.contains { index in
      let other = statements[Int(index)]
      guard other.methods.contains(MethodSet(method)) else { return false }
      guard let condition = other.condition,
        case .constant(let constant) = expressions[Int(condition.index)]
      else { return other.condition == nil }
      if case .bool(true) = constants[Int(constant)] { return true }
      return false
    }
  }
}

/// A path that a match pattern covers.
private struct SamplePath {
  /// The segments below the database or bucket; nil where nothing can stand there.
  let segments: ContiguousArray<Text>?

  init(_ pattern: ContiguousArray<PatternSegment>, _ program: Program) {
    let isStorage = program.service == .storage
    let isOfRoot = pattern.prefix(3).contains { if case .glob = $0 { true } else { false } }
    var path: ContiguousArray<Text> = []
    for segment in isOfRoot ? pattern[...] : pattern.dropFirst(3) {
      switch segment {
      case .literal(let text): path.append(text)
      case .capture(let name): path.append(Self.identifier(name))
      case .glob(let name, _):
        let isOdd = (pattern.count - (isOfRoot ? 1 : 4)).isMultiple(of: 2)
        // What a glob stands for is a collection and a document of it, or a document.
        if !isStorage, isOdd { path.append(Text("\(Self.stem(name))s")) }
        path.append(Self.identifier(name))
      }
    }
    segments = !path.isEmpty && (isStorage || path.count.isMultiple(of: 2)) ? path : nil
  }

  /// `bookId` becomes `book1`.
  private static func identifier(_ name: Text) -> Text { Text("\(stem(name))1") }

  private static func stem(_ name: Text) -> String {
    let word = name.description
    for suffix in ["Id", "ID", "_id", "Name"] where word.hasSuffix(suffix) && word != suffix {
      return String(word.dropLast(suffix.count))
    }
    return word.isEmpty ? "document" : word
  }
}
