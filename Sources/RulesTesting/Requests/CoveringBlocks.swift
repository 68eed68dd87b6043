package import RulesRuntime
import RulesSource

/// The match blocks that cover the path of a request, and those that nearly do.
package struct CoveringBlocks: Sendable {
  /// The blocks that cover it, in source order.
  package private(set) var covering: [Block] = []
  /// The blocks that miss it by little, in source order.
  package private(set) var near: [Block] = []

  /// A match block, seen from a path.
  package struct Block: Sendable {
    /// The byte offset of its `match`.
    package let offset: UInt32
    /// Its whole pattern, as rules write it.
    package let pattern: String
    /// What there is to say: that no statement is about the method, or what keeps the path out.
    package let remark: String?
  }

  /// The most blocks of each kind that are told.
  private static let limit = 20

  /// Looks for the blocks of a request.
  package init(of request: Request, in program: Program) {
    let found = program.routes.blocks(covering: request.path)
    for id in found.prefix(Self.limit) {
      let block = program.blocks[Int(id.index)]
      let isAsked = block.statements.contains { index in
        program.statements[Int(index)].methods.contains(MethodSet(request.method))
      }
      covering.append(
        Block(
          offset: block.offset,
          pattern: block.pattern.sourceText,
          remark: isAsked ? nil : "no `allow` for `\(request.method.name)`"
        )
      )
    }
    let covered = Set(found)
    for (index, block) in program.blocks.enumerated() where near.count < Self.limit {
      let id = BlockID(index: UInt32(truncatingIfNeeded: index))
      guard !covered.contains(id), !block.statements.isEmpty,
        let remark = Self.miss(block.pattern, of: request.path)
      else { continue }
      near.append(
        Block(offset: block.offset, pattern: block.pattern.sourceText, remark: remark)
      )
    }
  }

  /// What keeps a path out of a pattern; nil where it is not near.
  private static func miss(
    _ pattern: ContiguousArray<PatternSegment>,
    of path: RoutePath
  ) -> String? {
    let segments = path.segments
    let isWhole = path.tail == .none
    let count = segments.count + (isWhole ? 0 : 1)
    if case .glob(let name, _) = pattern.last, pattern.count == count + 1,
      mismatches(pattern.dropLast(), segments).isEmpty
    {
      return "`{\(name.description)=**}` takes one segment at least in version 1"
    }
    guard !pattern.contains(where: { if case .glob = $0 { true } else { false } }) else {
      return nil
    }
    let differences = mismatches(pattern, segments)
    if pattern.count < count, pattern.count > 3, differences.isEmpty {
      return "covers what stands there, not what lies below; `{name=**}` would"
    }
    guard pattern.count == count, differences.count == 1, let (written, asked) = differences.first,
      EditDistance.nearest(to: asked.utf8, among: [written.utf8]) != nil
    else { return nil }
    return "`\(written.description)` is not `\(asked.description)`"
  }

  /// The literals of a pattern that differ from the segments at their places.
  private static func mismatches(
    _ pattern: some Sequence<PatternSegment>,
    _ segments: ContiguousArray<Text>
  ) -> [(written: Text, asked: Text)] {
    zip(pattern, segments).compactMap { part, segment in
      guard case .literal(let text) = part, text != segment else { return nil }
      return (text, segment)
    }
  }
}

extension ContiguousArray<PatternSegment> {
  /// The pattern as rules write it: `/books/{book}`.
  package var sourceText: String {
    map { segment in
      switch segment {
      case .literal(let text): "/\(text.description)"
      case .capture(let name): "/{\(name.description)}"
      case .glob(let name, _): "/{\(name.description)=**}"
      }
    }.joined()
  }
}
