import Synchronization

/// A regular expression of the rules language: RE2's, as the reference's `matches`, `replace` and
/// `split` take it.
///
/// Any match takes time in proportion to the size of the pattern times the length of the text. Texts
/// are WTF-8 bytes; a character is a code point, and half a surrogate pair is one as well.
public struct Pattern: Sendable {
  private let storage: Storage

  /// Compiles a pattern.
  ///
  /// - Throws: `PatternError` where the emulator says that the pattern is invalid, too long or too
  ///   deeply nested, and where repetitions multiply to more than a quarter of a million steps.
  public init(_ pattern: ContiguousArray<UInt8>) throws(PatternError) {
    let syntax = try PatternParser.parse(pattern)
    do throws(PatternCompiler.TooLarge) {
      storage = Storage(try PatternCompiler.compile(syntax))
    } catch {
      throw PatternError(kind: .tooLarge, bytes: 0..<pattern.count)
    }
  }

  /// How many groups capture; the whole match is not one of them.
  public var groupCount: Int { storage.program.groupCount }

  /// Whether the whole text matches.
  public func matches(_ subject: ContiguousArray<UInt8>) -> Bool {
    guard let automaton = storage.automaton else { return simulatedMatch(subject) }
    return automaton.accepts(subject)
  }

  /// Whether the whole text matches whose bytes lie in memory.
  ///
  /// - Parameter subject: well-formed WTF-8, which is only read.
  /// - Returns: what `matches(_:)` says of a copy.
  public func matches(_ subject: UnsafeRawBufferPointer) -> Bool {
    guard let automaton = storage.automaton else {
      return unsafe simulatedMatch(ContiguousArray(subject))
    }
    return unsafe automaton.accepts(subject)
  }

  /// The text with every match replaced.
  ///
  /// In the template `$1` and `${name}` stand for groups and `\` makes the next character literal. It
  /// is read only when something matches. After a match the search goes on at its end, after an empty
  /// one a UTF-16 unit later, which may be within a surrogate pair.
  ///
  /// - Throws: `ReplacementError` when something matches and the template is wrong, and when the
  ///   result has more bytes than the limit.
  public func replacing(
    in subject: ContiguousArray<UInt8>,
    with template: ContiguousArray<UInt8>,
    limit: Int
  ) throws(ReplacementError) -> ContiguousArray<UInt8> {
    let units = WTF8.units(of: subject)
    var bounds = Matcher(storage.program, units: units, slotCount: 2)
    guard let first = bounds.match(from: 0) else {
      guard subject.count <= limit else { throw .tooLong }
      return subject
    }
    let replacement = try Replacement(template, for: storage.program)
    var matcher = bounds
    var match: ContiguousArray<Int>? = first
    if replacement.slotCount > 2 {
      matcher = Matcher(storage.program, units: units, slotCount: replacement.slotCount)
      match = matcher.match(from: first[0])
    }
    var result: ContiguousArray<UInt16> = []
    var end = 0
    while let slots = match {
      result += units[end..<slots[0]]
      end = slots[1]
      replacement.append(for: slots, in: units, to: &result)
      // A unit is at least one byte in the end: enough to stop early.
      guard result.count <= limit else { throw .tooLong }
      match = Pattern.next(after: slots, in: &matcher)
    }
    result += units[end...]
    let bytes = WTF8.bytes(of: result, in: 0..<result.count)
    guard bytes.count <= limit else { throw .tooLong }
    return bytes
  }

  /// The parts of the text between matches, without empty ones at the end, and never none at all.
  public func split(_ subject: ContiguousArray<UInt8>) -> [ContiguousArray<UInt8>] {
    let units = WTF8.units(of: subject)
    var matcher = Matcher(storage.program, units: units, slotCount: 2)
    var parts: [ContiguousArray<UInt8>] = []
    var end = 0
    var match = matcher.match(from: 0)
    while let slots = match {
      parts.append(WTF8.bytes(of: units, in: end..<slots[0]))
      end = slots[1]
      match = Pattern.next(after: slots, in: &matcher)
    }
    parts.append(WTF8.bytes(of: units, in: end..<units.count))
    while let last = parts.last, last.isEmpty { parts.removeLast() }
    return parts.isEmpty ? [[]] : parts
  }

  private static func next(
    after match: ContiguousArray<Int>,
    in matcher: inout Matcher
  ) -> ContiguousArray<Int>? {
    let start = match[0] == match[1] ? match[1] + 1 : match[1]
    return start <= matcher.unitCount ? matcher.match(from: start) : nil
  }
}

extension Pattern {
  /// `matches` without the automaton: the path of patterns whose automaton would be too large.
  func simulatedMatch(_ subject: ContiguousArray<UInt8>) -> Bool {
    var matcher = Matcher(storage.program, units: WTF8.units(of: subject), slotCount: 2)
    return matcher.match(from: 0, .whole) != nil
  }

  /// Nil when it would be too large.
  var automaton: ByteAutomaton? { storage.automaton }

  var program: PatternProgram { storage.program }

  /// Everything that is compiled: one reference, so that copies of a pattern cost one count.
  ///
  /// The automaton is built when it is first asked for, as who checks rules matches nothing.
  private final class Storage: Sendable {
    let program: PatternProgram
    private let isBuilt = Atomic(false)
    private let building = Mutex(())
    // SAFETY: written once, under the lock, before `isBuilt` says so, and only read after that.
    @exclusivity(unchecked)
    private nonisolated(unsafe) var builtAutomaton: ByteAutomaton?

    init(_ program: PatternProgram) {
      self.program = program
    }

    /// Nil when it would be too large.
    @inline(__always)
    var automaton: ByteAutomaton? {
      if !isBuilt.load(ordering: .acquiring) { build() }
      return unsafe builtAutomaton
    }

    @inline(never)
    private func build() {
      building.withLock { _ in
        guard !isBuilt.load(ordering: .relaxed) else { return }
        unsafe builtAutomaton = ByteAutomatonBuilder.automaton(for: program)
        isBuilt.store(true, ordering: .releasing)
      }
    }
  }
}
