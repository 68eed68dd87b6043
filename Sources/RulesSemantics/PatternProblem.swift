import RulesRegex

extension PatternError {
  /// What is wrong, for people; one sentence, lower-case start, no final stop.
  var reason: String {
    switch kind {
    case .tooLong: "a pattern may have 4,096 characters"
    case .nestedTooDeeply: "groups may nest 20 deep"
    case .tooLarge: "its repetitions multiply to more than can be built"
    case .missingClosingParenthesis: "a `(` has no `)`"
    case .unexpectedClosingParenthesis: "a `)` has no `(`"
    case .unescapedParenthesis:
      "the language counts parentheses wherever they stand: write `\\\\(` and `\\\\)` for the characters"
    case .missingClosingBracket: "a `[` has no `]`"
    case .nothingToRepeat: "a repetition such as `*` has nothing before it to repeat"
    case .stackedRepetition: "a repetition can't be repeated: `a**`, `a++`"
    case .repeatTooLarge: "a repetition counts to at most 1,000"
    case .reversedRepeat: "in `{n,m}` the first count is the greater one"
    case .invalidEscape: "RE2 has no such escape"
    case .trailingBackslash: "it ends with a backslash"
    case .reversedRange: "in a range such as `[a-z]` the first character comes after the last"
    case .unknownClass: "no class of characters has this name"
    case .invalidGroupName: "the name of a group has letters, digits and `_` only"
    case .duplicateGroupName: "two groups have one name"
    case .invalidFlag: "the flags are `i`, `m`, `s` and `U`"
    case .lookaroundUnsupported: "RE2 has no look-around: `(?=…)`, `(?!…)`, `(?<=…)`, `(?<!…)`"
    case .backreferenceUnsupported: "RE2 has no backreferences: `\\\\1`"
    case .atomicGroupUnsupported: "RE2 has no atomic groups: `(?>…)`"
    case .commentUnsupported: "RE2 has no comments: `(?#…)`"
    }
  }

  /// The official compiler's text; `Pattern: P.` follows it.
  var officialText: String {
    switch kind {
    case .tooLong: "Regular expression too long. Maximum allowed length: 4096"
    case .nestedTooDeeply:
      "Regular expression too many nested groupings. Maximum allowed nested groupings: 20"
    default: "Invalid regular expression pattern."
    }
  }
}
