package import RulesSource

extension DiagnosticCode {
  static let unknownName = DiagnosticCode(
    "unknown-name",
    .error,
    "a variable that nothing declares",
    explanation: """
      Rules with an unknown name deploy, and every evaluation of the name is then an error: the request is
      denied unless another part of the condition decides. Most often the name is misspelt, or a function
      uses a wildcard of a match block that it does not stand in.

        bad:  allow read: if user.uid == id;
        good: allow read: if request.auth.uid == id;
      """
  )
  static let unknownFunction = DiagnosticCode(
    "unknown-function",
    .error,
    "a function that nothing declares",
    explanation: """
      Rules that call an unknown function deploy, and every call is then an error, which denies the request
      unless another part of the condition decides. A function is seen in the block that declares it and in
      the blocks within.

        bad:  allow read: if isOwnr();
        good: allow read: if isOwner();
      """
  )
  static let unknownMethod = DiagnosticCode(
    "unknown-method",
    .error,
    "a method that no type has",
    explanation: """
      The call is an error whenever it is evaluated, whatever stands before the dot.

        bad:  allow create: if request.resource.data.title.length() < 80;
        good: allow create: if request.resource.data.title.size() < 80;
      """
  )
  static let wrongArgumentCount = DiagnosticCode(
    "wrong-argument-count",
    .error,
    "a call with too many or too few arguments",
    explanation: """
      Rules with such a call deploy, and every evaluation of the call is then an error.

        bad:  allow read: if isOwner();           // function isOwner(uid) { … }
        good: allow read: if isOwner(resource.data.userId);
      """
  )
  static let duplicateFunction = DiagnosticCode(
    "duplicate-function",
    .error,
    "two functions of one name in one block",
    explanation: """
      The official compiler refuses the file. A count of parameters does not tell functions apart; rename one,
      or move it into the match block that needs it.
      """
  )
  static let duplicateVariable = DiagnosticCode(
    "duplicate-variable",
    .error,
    "a parameter or `let` with a name that the function has already",
    explanation: """
      The official compiler refuses the file: within a function each name is given once.

        bad:  function f(a) { let a = 1; return a; }
        good: function f(a) { let b = 1; return a + b; }
      """
  )
  static let recursiveFunction = DiagnosticCode(
    "recursive-function",
    .error,
    "a function that calls itself, directly or through others",
    explanation: """
      The language has no recursion: the official compiler refuses the file. Write the steps out, or compare
      whole lists and maps with `hasAll`, `hasOnly`, `diff`.
      """
  )
  static let callsTooDeep = DiagnosticCode(
    "calls-too-deep",
    .error,
    "more than 20 calls within one another",
    explanation: """
      A chain of 22 functions, each calling the next, is refused by the official compiler; 21 pass. Inline one.
      """
  )
  static let tooManyParameters = DiagnosticCode(
    "too-many-parameters",
    .error,
    "a function with more than seven parameters",
    explanation: "The official compiler takes at most seven. Pass a map: `f({'a': 1, 'b': 2})`."
  )
  static let tooManyLets = DiagnosticCode(
    "too-many-lets",
    .error,
    "a function with more than eleven `let`s",
    explanation: """
      The documentation promises ten; the official compiler takes eleven and refuses the twelfth. Split the
      function.
      """
  )
  static let letInVersion1 = DiagnosticCode(
    "let-in-version-1",
    .error,
    "a `let` in rules of version 1",
    explanation: "`let` exists since version 2: begin the file with `rules_version = '2';`."
  )
  static let matchTooDeep = DiagnosticCode(
    "match-too-deep",
    .error,
    "match blocks nested more than eleven deep",
    explanation: """
      The documentation promises ten levels; the official compiler takes eleven. Join the paths of blocks that
      hold nothing but another block: `match /a/{b}/c/{d}`.
      """
  )
  static let patternTooLong = DiagnosticCode(
    "pattern-too-long",
    .error,
    "a match pattern of more than 100 segments",
    explanation:
      "Counted over the block and all blocks around it. The official compiler refuses the file."
  )
  static let tooManyWildcards = DiagnosticCode(
    "too-many-wildcards",
    .error,
    "a match pattern of more than 20 wildcards",
    explanation:
      "Counted over the block and all blocks around it. The official compiler refuses the file."
  )
  static let severalGlobs = DiagnosticCode(
    "several-globs",
    .error,
    "two `{name=**}` on one path",
    explanation: """
      A path may hold one wildcard that takes any number of segments, blocks around it included. The official
      compiler refuses the file.
      """
  )
  static let invalidPattern = DiagnosticCode(
    "invalid-pattern",
    .error,
    "a regular expression that RE2 does not take",
    explanation: """
      `matches()` and `split()` with such a literal are refused by the official compiler; `replace()` deploys
      and is an error whenever it is evaluated. RE2 has no look-around and no backreferences, and a
      repetition needs something to repeat.

        bad:  name.matches('*.png')
        good: name.matches('.*\\\\.png')
      """
  )
  static let invalidReplacePattern = DiagnosticCode(
    "invalid-replace-pattern",
    .error,
    "a regular expression of `replace()` that RE2 does not take",
    explanation: """
      The rules deploy, and every evaluation of the call is an error. RE2 has no look-around and no
      backreferences, and a repetition needs something to repeat.

        bad:  name.replace('*', '-')
        good: name.replace('\\\\*', '-')
      """
  )
  static let unknownMethodWord = DiagnosticCode(
    "unknown-request-method",
    .error,
    "a word after `allow` that names no kind of request",
    explanation: """
      The words are read (get, list) and write (create, update, delete). The official compiler only warns, and
      the statement then grants nothing for the unknown word.
      """
  )
  static let unknownService = DiagnosticCode(
    "unknown-service",
    .error,
    "a service other than `cloud.firestore` and `firebase.storage`",
    explanation: """
      The official compiler only warns; the rules then protect nothing.

        bad:  service cloud.storage { … }
        good: service firebase.storage { … }
      """
  )
  static let duplicateService = DiagnosticCode(
    "duplicate-service",
    .error,
    "a second block for one service",
    explanation:
      "The official compiler refuses the file. Put all match blocks into one service block."
  )
  static let oldVersion = DiagnosticCode(
    "old-version",
    .warning,
    "rules of version 1",
    explanation: """
      A file without `rules_version = '2';` is read by the rules of version 1: `{name=**}` takes one or more
      segments instead of zero or more and must stand last, collection group queries and Storage lists are
      impossible, and `let` is unknown.
      """
  )
  static let rulesTooLarge = DiagnosticCode(
    "rules-too-large",
    .error,
    "rules of 256 KiB or more",
    explanation: """
      The service takes less than 262,144 bytes of source; it refuses to deploy more, though the
      emulator takes it. Move what repeats into functions, and join match blocks that say the same.
      """
  )
  static let unusedFunction = DiagnosticCode(
    "unused-function",
    .warning,
    "a function that nothing calls",
    explanation: "Delete it, or call it: a check that is never called protects nothing."
  )
  static let unusedVariable = DiagnosticCode(
    "unused-variable",
    .warning,
    "a parameter or `let` that nothing reads",
    explanation: """
      Delete it, or use it. A `let` is evaluated, and its lookups are paid for, whether or not it is read.
      """
  )

  /// The kinds of problem that names, declarations and limits have.
  package static let semanticCodes: [DiagnosticCode] =
    [
      unknownName, unknownFunction, unknownMethod, wrongArgumentCount, duplicateFunction,
      duplicateVariable,
      recursiveFunction, callsTooDeep, tooManyParameters, tooManyLets, letInVersion1, matchTooDeep,
      patternTooLong, tooManyWildcards, severalGlobs, invalidPattern, invalidReplacePattern,
      unknownMethodWord, unknownService,
      duplicateService, oldVersion, rulesTooLarge, unusedFunction, unusedVariable,
    ] + typeCodes
}
