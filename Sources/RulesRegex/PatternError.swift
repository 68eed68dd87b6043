/// Why a text is not a pattern, and where.
public struct PatternError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Kind: Hashable, Sendable {
    /// More than 4,096 UTF-16 units. The emulator has a message of its own for it.
    case tooLong
    /// Groups within groups more than 20 deep. The emulator has a message of its own for it.
    case nestedTooDeeply
    /// Repetitions multiply to more than this engine is willing to build. The emulator has no limit.
    case tooLarge
    /// `(` without its `)`.
    case missingClosingParenthesis
    /// `)` without its `(`.
    case unexpectedClosingParenthesis
    /// `(` or `)` in a class or in `\Q…\E` that has no counterpart there and no backslash before it:
    /// the language counts them without regard to where they stand.
    case unescapedParenthesis
    /// `[` without its `]`.
    case missingClosingBracket
    /// A repetition with nothing before it.
    case nothingToRepeat
    /// A repetition of a repetition, such as `a**` or `a++`.
    case stackedRepetition
    /// A count above 1,000 in `{…}`.
    case repeatTooLarge
    /// `{n,m}` with n greater than m.
    case reversedRepeat
    /// A backslash before a letter or digit that means nothing, or with the wrong operand.
    case invalidEscape
    /// A backslash as the last character.
    case trailingBackslash
    /// A range in a class whose first character comes after its last.
    case reversedRange
    /// No class has the name in `[:…:]` or `\p{…}`.
    case unknownClass
    /// The name of a group is not made of letters, digits and `_`.
    case invalidGroupName
    /// Two groups have the same name.
    case duplicateGroupName
    /// A letter after `(?` that is no flag, or a flag group without end.
    case invalidFlag
    /// `(?=…)`, `(?!…)`, `(?<=…)`, `(?<!…)`.
    case lookaroundUnsupported
    /// `\1` to `\9`, `(?P=name)`.
    case backreferenceUnsupported
    /// `(?>…)`.
    case atomicGroupUnsupported
    /// `(?#…)`.
    case commentUnsupported
  }

  /// What is wrong.
  public let kind: Kind
  /// The part of the pattern that is wrong, in bytes from its start.
  public let bytes: Range<Int>
}

/// Why a replacement has no result.
public enum ReplacementError: Error, Hashable, Sendable {
  /// The template names a group that the pattern does not have, or `${` has no `}`.
  case invalidReplacement
  /// The result is longer than the limit.
  case tooLong
}
