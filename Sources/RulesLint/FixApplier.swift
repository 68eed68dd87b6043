package import RulesSource

/// Applies the fixes of diagnostics to a file.
package struct FixApplier: Sendable {
  /// Whether fixes are applied that may change which requests are allowed.
  package let allowsUnsafe: Bool

  /// An applier of safe fixes, or of all.
  package init(allowsUnsafe: Bool) {
    self.allowsUnsafe = allowsUnsafe
  }

  /// What is applied of the fixes of some diagnostics.
  package struct Result: Sendable {
    /// The file after the fixes.
    package let bytes: ContiguousArray<UInt8>
    /// The diagnostics whose fix was applied, each with its fix, in source order.
    package let applied: [(diagnostic: Diagnostic, fix: FixIt)]
  }

  /// Applies the first fix of each diagnostic that has one; of fixes that meet the first in the file wins.
  ///
  /// - Parameters:
  ///   - diagnostics: what was found in the file, in source order.
  ///   - source: the file.
  /// - Returns: the file after the fixes; nil where there is none to apply.
  package func apply(_ diagnostics: [Diagnostic], to source: SourceFile) -> Result? {
    var applied: [(diagnostic: Diagnostic, fix: FixIt)] = []
    var edits: [TextEdit] = []
    var taken = TakenRanges()
    for diagnostic in diagnostics {
      guard let fix = diagnostic.fixes.first(where: { allowsUnsafe || $0.isSafe }),
        fix.edits.allSatisfy({ Int($0.range.upperBound) <= source.bytes.count }),
        taken.take(fix.edits.map(\.range))
      else { continue }
      applied.append((diagnostic, fix))
      edits += fix.edits
    }
    guard !edits.isEmpty else { return nil }
    edits.sort { $0.range.lowerBound < $1.range.lowerBound }
    var bytes: ContiguousArray<UInt8> = []
    var offset = 0
    for edit in edits {
      bytes.append(contentsOf: source.bytes[offset..<Int(edit.range.lowerBound)])
      bytes.append(contentsOf: edit.replacement.utf8)
      offset = Int(edit.range.upperBound)
    }
    bytes.append(contentsOf: source.bytes[offset...])
    return Result(bytes: bytes, applied: applied)
  }
}

/// The ranges that fixes change already.
private struct TakenRanges {
  /// Sorted, and apart from one another.
  private var ranges: [SourceRange] = []

  /// Takes ranges if none of them touches one that is taken.
  mutating func take(_ wanted: [SourceRange]) -> Bool {
    var candidate = self
    for range in wanted.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      guard candidate.insert(range) else { return false }
    }
    self = candidate
    return true
  }

  private mutating func insert(_ range: SourceRange) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].lowerBound < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    if low > 0, ranges[low - 1].upperBound >= range.lowerBound { return false }
    if low < ranges.count, ranges[low].lowerBound <= range.upperBound { return false }
    ranges.insert(range, at: low)
    return true
  }
}
