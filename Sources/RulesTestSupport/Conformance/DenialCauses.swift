/// The causes of a denial, whichever way they were printed.
///
/// The emulator judges a request twice, first without the documents, and prints the causes of both times. What
/// counts is the last cause of each statement, and of the methods only those that were judged the second time.
package enum DenialCauses {
  /// One statement's cause.
  struct Cause: Hashable {
    let method: Substring
    let line: Substring
    let text: Substring

    /// The line and the text up to the document that was looked up.
    var withoutDocument: [Substring] {
      [line, text.split(separator: ", Argument: ", maxSplits: 1).first ?? text]
    }

    var isUndetermined: Bool { text.hasPrefix("evaluation error at L") }
  }

  /// Whether two messages give the same causes.
  ///
  /// Where a write could be either, the emulator prints the first time what it would be as the other method; a
  /// message with nothing else says that no statement matches.
  package static func agree(_ ours: String?, with theirs: String?) -> Bool {
    guard let ours, let theirs else { return ours == theirs }
    let ourCauses = causes(of: ours)
    let theirCauses = causes(of: theirs)
    guard let method = ourCauses.first?.method else {
      return ours == theirs
        || Set(theirCauses.map(\.method)).isStrictSubset(of: ["create", "update"])
    }
    return Set(normalized(ourCauses))
      == Set(normalized(theirCauses.filter { $0.method == method }))
  }

  /// Whether the causes of a batch's denial are among those of its writes, documents left out.
  static func areAmong(_ ours: [String], _ theirs: String?) -> Bool {
    guard let theirs else { return false }
    let known = Set(ours.flatMap { causes(of: $0) }.map { $0.withoutDocument })
    let last = normalized(causes(of: theirs)).filter { !$0.isUndetermined && $0.text != "false" }
    return last.allSatisfy { known.contains($0.withoutDocument) }
  }

  /// Of each statement the last cause that is determined, or else the last one.
  private static func normalized(_ causes: [Cause]) -> [Cause] {
    var kept: [[Substring]: Cause] = [:]
    for cause in causes {
      let statement = [cause.method, cause.line]
      // What a query leaves undetermined is its last word; what a read does not know at first is told later.
      if cause.method != "list", let previous = kept[statement], cause.isUndetermined,
        !previous.isUndetermined
      {
        continue
      }
      kept[statement] = cause
    }
    return Array(kept.values)
  }

  /// Splits `\nTEXT for 'METHOD' @ L<line>, …`.
  ///
  /// A text may hold commas and line breaks.
  private static func causes(of message: String) -> [Cause] {
    var causes: [Cause] = []
    var rest = message.dropFirst(message.hasPrefix("\n") ? 1 : 0)
    while let end = rest.range(of: " for '") {
      var candidate = end
      // A text may hold ` for '` itself; the right one is followed by a method, a line and a comma or the end.
      while true {
        if let (cause, remainder) = cause(rest, endingAt: candidate) {
          causes.append(cause)
          rest = remainder
          break
        }
        guard let next = rest[candidate.upperBound...].range(of: " for '") else { return causes }
        candidate = next
      }
    }
    return causes
  }

  private static func cause(
    _ text: Substring,
    endingAt end: Range<Substring.Index>
  ) -> (Cause, Substring)? {
    let after = text[end.upperBound...]
    let method = after.prefix { $0.isLetter }
    var rest = after[method.endIndex...]
    guard !method.isEmpty, rest.hasPrefix("' @ L") else { return nil }
    rest = rest.dropFirst(5)
    let line = rest.prefix { $0.isNumber }
    rest = rest[line.endIndex...]
    guard !line.isEmpty, rest.isEmpty || rest.hasPrefix(", ") else { return nil }
    return (Cause(method: method, line: line, text: text[..<end.lowerBound]), rest.dropFirst(2))
  }
}

extension Substring {
  /// The first place of a text.
  fileprivate func range(of needle: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(needle) {
        return start..<index(start, offsetBy: needle.count)
      }
      start = index(after: start)
    }
    return nil
  }
}
