package import RulesSource

/// The problems that the lexer and the parser find.
extension DiagnosticCode {
  /// Something stands where the grammar has no place for it.
  package static let unexpectedToken = DiagnosticCode(
    "unexpected-token",
    .error,
    "something stands where the grammar has no place for it",
    explanation: """
      The text up to here is a complete piece of the language, and what follows cannot \
      continue it. Often an operator, a comma or a closing bracket is missing before it.

          allow read: if signedIn() isOwner();

      Instead:

          allow read: if signedIn() && isOwner();
      """
  )

  /// A character that means nothing outside of strings and comments.
  package static let unknownCharacter = DiagnosticCode(
    "unknown-character",
    .error,
    "a character that means nothing outside of strings and comments",
    explanation: """
      Names are made of ASCII letters, digits, `_` and `$`. Typographic quotes, invisible \
      spaces and letters of other scripts come into a file by copying from a page.

          allow read: if role == ‘admin’;

      Instead:

          allow read: if role == 'admin';
      """
  )

  /// An operator of another language.
  package static let unknownOperator = DiagnosticCode(
    "unknown-operator",
    .error,
    "an operator of another language",
    explanation: """
      The language has `==`, `!=`, `&&`, `||` and `!`, each with one spelling.

          allow read: if a === b & c;

      Instead:

          allow read: if a == b && c;
      """
  )

  /// `++` or `--`.
  package static let incrementOperator = DiagnosticCode(
    "increment-operator",
    .error,
    "`++` or `--`",
    explanation: """
      Values never change, so nothing can be incremented. Two signs that belong to two \
      operators are kept apart by a space.

          return a--b;

      Instead:

          return a - -b;
      """
  )

  /// `-` directly before another unary operator.
  package static let unaryMinusOperand = DiagnosticCode(
    "unary-minus-operand",
    .error,
    "`-` directly before another unary operator",
    explanation: """
      Unary minus takes a value, a call or a parenthesis, but no other unary operator.

          return - -a;

      Instead:

          return -(-a);
      """
  )

  /// A string that is not closed on its line.
  package static let unterminatedString = DiagnosticCode(
    "unterminated-string",
    .error,
    "a string that is not closed on its line",
    explanation: """
      A string ends with the quote that it begins with, on the same line. A quote inside \
      is written with a backslash.

          allow read: if name == 'it's';

      Instead:

          allow read: if name == 'it\\'s';
      """
  )

  /// A backslash followed by something that is no escape.
  package static let invalidEscape = DiagnosticCode(
    "invalid-escape",
    .error,
    "a backslash followed by something that is no escape",
    explanation: """
      Strings know `\\\\`, `\\'`, `\\\"`, `\\n`, `\\r`, `\\t`, `\\b`, `\\f`, `\\xHH`, \
      `\\uHHHH` and three octal digits. The backslash of a regular expression is written \
      twice.

          x.matches('\\d+')

      Instead:

          x.matches('\\\\d+')
      """
  )

  /// A character that a string holds only as an escape.
  package static let rawCharacterInString = DiagnosticCode(
    "raw-character-in-string",
    .error,
    "a character that a string holds only as an escape",
    explanation: """
      Backspace and form feed, typographic single quotes in `'…'` and typographic double \
      quotes in `\"…\"` are refused as they are.

          return 'it’s';

      Instead:

          return 'it\\u2019s';
      """
  )

  /// A slash that starts a path where a division was meant.
  package static let pathInsteadOfDivision = DiagnosticCode(
    "path-instead-of-division",
    .error,
    "a slash that starts a path where a division was meant",
    explanation: """
      `/` directly before a letter, a digit or another path character is the beginning of \
      a path segment.

          return total/2;

      Instead:

          return total / 2;
      """
  )

  /// A slash with no path segment behind it.
  package static let straySlash = DiagnosticCode(
    "stray-slash",
    .error,
    "a slash with no path segment behind it",
    explanation: """
      Each `/` of a path is followed at once by a segment: text, `{name}` or `$(value)`. A \
      path does not end in a slash.

          match /users/ { allow read; }

      Instead:

          match /users/{user} { allow read; }
      """
  )

  /// A path that is not well formed.
  package static let badPath = DiagnosticCode(
    "broken-path",
    .error,
    "a path that is not well formed",
    explanation: """
      A path is made of whole segments: text, `{name}`, `{name=**}`, and, in expressions, \
      `$(value)`.

          match /users/{id}.json { allow read; }

      Instead:

          match /users/{file} { allow read; }
      """
  )

  /// A path without `match` before it.
  package static let missingMatchKeyword = DiagnosticCode(
    "missing-match-keyword",
    .error,
    "a path without `match` before it",
    explanation: """
      A block of rules for a path begins with the word `match`.

          /users/{user} { allow read; }

      Instead:

          match /users/{user} { allow read; }
      """
  )

  /// An `allow` statement without a method.
  package static let missingMethod = DiagnosticCode(
    "missing-method",
    .error,
    "an `allow` statement without a method",
    explanation: """
      `allow` is followed by one or more methods: read, get, list, write, create, update, \
      delete.

          allow: if signedIn();

      Instead:

          allow read: if signedIn();
      """
  )

  /// Two methods with no comma between them.
  package static let missingComma = DiagnosticCode(
    "missing-comma",
    .error,
    "two methods with no comma between them",
    explanation: """
      The methods of an `allow` statement are separated by commas.

          allow get list: if true;

      Instead:

          allow get, list: if true;
      """
  )

  /// A missing `:`.
  package static let missingColon = DiagnosticCode(
    "missing-colon",
    .error,
    "a missing `:`",
    explanation: """
      A colon stands between the methods and `if`, between a key and its value, and \
      between the branches of a conditional.

          allow read if signedIn();

      Instead:

          allow read: if signedIn();
      """
  )

  /// A condition without `if` before it.
  package static let missingIf = DiagnosticCode(
    "missing-if",
    .error,
    "a condition without `if` before it",
    explanation: """
      The condition of an `allow` statement begins with the word `if`.

          allow read: signedIn();

      Instead:

          allow read: if signedIn();
      """
  )

  /// `if` with no condition behind it.
  package static let missingCondition = DiagnosticCode(
    "missing-condition",
    .error,
    "`if` with no condition behind it",
    explanation: """
      Write the condition, or leave out `: if` where everybody may do it.

          allow read: if;

      Instead:

          allow read: if true;
      """
  )

  /// A statement that needs a `;` has none.
  package static let missingSemicolon = DiagnosticCode(
    "missing-semicolon",
    .error,
    "a statement that needs a `;` has none",
    explanation: """
      `let` and `import` end with a semicolon. It is optional after `allow`, `return` and \
      `rules_version`.

          let owner = uid()
          return owner;

      Instead:

          let owner = uid();
          return owner;
      """
  )

  /// A `;` that ends no statement.
  package static let straySemicolon = DiagnosticCode(
    "stray-semicolon",
    .error,
    "a `;` that ends no statement",
    explanation: """
      There is no empty statement, and no `;` after `}`.

          allow read;;

      Instead:

          allow read;
      """
  )

  /// A `}` that closes nothing.
  package static let strayBrace = DiagnosticCode(
    "stray-brace",
    .error,
    "a `}` that closes nothing",
    explanation: """
      One closing brace too many ends a block early; what follows stands outside of it.

          service a { match /b { allow read; } } }

      Instead:

          service a { match /b { allow read; } }
      """
  )

  /// A `{` whose `}` is missing.
  package static let unclosedBlock = DiagnosticCode(
    "unclosed-block",
    .error,
    "a `{` whose `}` is missing",
    explanation: """
      Each block that is opened is closed.

          match /a { allow read;

      Instead:

          match /a { allow read; }
      """
  )

  /// A bracket that is not closed where it should be.
  package static let unclosedBracket = DiagnosticCode(
    "unclosed-bracket",
    .error,
    "a bracket that is not closed where it should be",
    explanation: """
      Inside of brackets the elements are separated by commas, and the last one is \
      followed by the closing bracket.

          return f(a;

      Instead:

          return f(a);
      """
  )

  /// A `)` that closes nothing.
  package static let extraClosingBracket = DiagnosticCode(
    "extra-closing-bracket",
    .error,
    "a `)` that closes nothing",
    explanation: """
      The parameters of a function have one pair of parentheses.

          function f(a)) { return a; }

      Instead:

          function f(a) { return a; }
      """
  )

  /// A comma with nothing before or behind it.
  package static let strayComma = DiagnosticCode(
    "stray-comma",
    .error,
    "a comma with nothing before or behind it",
    explanation: """
      Lists, maps and arguments may end with one comma; parameters and methods may not.

          function f(a,) { return a; }

      Instead:

          function f(a) { return a; }
      """
  )

  /// A place for an expression holds none.
  package static let missingExpression = DiagnosticCode(
    "missing-expression",
    .error,
    "a place for an expression holds none",
    explanation: """
      An operator needs an operand on each side, and brackets, `return` and `let` need a \
      value.

          return a && ;

      Instead:

          return a && b;
      """
  )

  /// A `.` with no name behind it.
  package static let missingMember = DiagnosticCode(
    "missing-member",
    .error,
    "a `.` with no name behind it",
    explanation: """
      A member is a name. Other keys are read with brackets.

          return data.'a-b';

      Instead:

          return data['a-b'];
      """
  )

  /// A member whose name cannot follow a `.`.
  package static let reservedMember = DiagnosticCode(
    "reserved-member",
    .error,
    "a member whose name cannot follow a `.`",
    explanation: """
      After `.` the words `service` and `rules_version` keep their own meaning. Read the \
      member with brackets.

          return data.service;

      Instead:

          return data['service'];
      """
  )

  /// `is` with no type behind it.
  package static let missingTypeName = DiagnosticCode(
    "missing-type-name",
    .error,
    "`is` with no type behind it",
    explanation: """
      `is` is followed by the name of a type, without quotes.

          return a is 'int';

      Instead:

          return a is int;
      """
  )

  /// `is` with a word that names no type.
  package static let unknownTypeName = DiagnosticCode(
    "unknown-type-name",
    .error,
    "`is` with a word that names no type",
    explanation: """
      Types are bool, bytes, constraint, duration, float, int, latlng, list, vector, set, \
      number, map, string, timestamp, path and map_diff.

          return a is boolean;

      Instead:

          return a is bool;
      """
  )

  /// A call of something that is no name.
  package static let callOfNoName = DiagnosticCode(
    "call-of-no-name",
    .error,
    "a call of something that is no name",
    explanation: """
      Only functions and methods can be called, by their name. A reserved word names \
      neither.

          return f(a)(b);

      Instead:

          return f(a, b);
      """
  )

  /// A reserved word used as a name.
  package static let reservedWordAsName = DiagnosticCode(
    "reserved-word-as-name",
    .error,
    "a reserved word used as a name",
    explanation: """
      Reserved words cannot name functions, parameters, variables or wildcards, even those \
      that have no use in the language.

          function default() { return 1; }

      Instead:

          function fallback() { return 1; }
      """
  )

  /// A function without a name.
  package static let missingFunctionName = DiagnosticCode(
    "missing-function-name",
    .error,
    "a function without a name",
    explanation: """
      `function` is followed by the name and the parameters.

          function () { return 1; }

      Instead:

          function one() { return 1; }
      """
  )

  /// A function without a parameter list.
  package static let missingParameters = DiagnosticCode(
    "missing-parameters",
    .error,
    "a function without a parameter list",
    explanation: """
      The parentheses are needed even where there is no parameter.

          function one { return 1; }

      Instead:

          function one() { return 1; }
      """
  )

  /// A function without a body.
  package static let missingFunctionBody = DiagnosticCode(
    "missing-function-body",
    .error,
    "a function without a body",
    explanation: """
      The body is a block that ends with `return`.

          function one() return 1;

      Instead:

          function one() { return 1; }
      """
  )

  /// A function that does not end with `return`.
  package static let missingReturn = DiagnosticCode(
    "missing-return",
    .error,
    "a function that does not end with `return`",
    explanation: """
      A function is any number of `let` statements and then one `return`. There are no \
      loops and no `if` statements.

          function f(a) { a == 1; }

      Instead:

          function f(a) { return a == 1; }
      """
  )

  /// A statement after `return`.
  package static let statementAfterReturn = DiagnosticCode(
    "statement-after-return",
    .error,
    "a statement after `return`",
    explanation: """
      `return` is the last statement of a function.

          function f() { return 1; let a = 2; }

      Instead:

          function f() { let a = 2; return a; }
      """
  )

  /// A declaration in a block that cannot hold it.
  package static let misplacedDeclaration = DiagnosticCode(
    "misplaced-declaration",
    .error,
    "a declaration in a block that cannot hold it",
    explanation: """
      A file holds functions and services, a service holds matches and functions, a match \
      holds matches, functions and `allow` statements, a function holds `let` and \
      `return`.

          service a { allow read; }

      Instead:

          service a { match /b { allow read; } }
      """
  )

  /// A service or match without a block.
  package static let missingBlock = DiagnosticCode(
    "missing-block",
    .error,
    "a service or match without a block",
    explanation: """
      The content of a service or match stands in braces.

          match /a allow read;

      Instead:

          match /a { allow read; }
      """
  )

  /// A service or match with nothing inside.
  package static let emptyBody = DiagnosticCode(
    "empty-body",
    .error,
    "a service or match with nothing inside",
    explanation: """
      The official compiler refuses a block without a declaration; a comment is none. \
      Nothing is allowed that no statement allows, so the block can be deleted.

          match /a { }

      Instead:

          match /a { allow read: if false; }
      """
  )

  /// A service without a proper name.
  package static let badServiceName = DiagnosticCode(
    "bad-service-name",
    .error,
    "a service without a proper name",
    explanation: """
      The name is made of letters, digits, dots and hyphens, follows `service` on the same \
      or the next line, and no comment stands between.

          service cloud firestore { … }

      Instead:

          service cloud.firestore { … }
      """
  )

  /// A `rules_version` that is not well formed.
  package static let missingVersion = DiagnosticCode(
    "broken-version",
    .error,
    "a `rules_version` that is not well formed",
    explanation: """
      The version is a string.

          rules_version = 2;

      Instead:

          rules_version = '2';
      """
  )

  /// A `rules_version` that is not the first statement.
  package static let misplacedVersion = DiagnosticCode(
    "misplaced-version",
    .error,
    "a `rules_version` that is not the first statement",
    explanation: """
      The version stands once, before everything else.

          service a { … } rules_version = '2';

      Instead:

          rules_version = '2'; service a { … }
      """
  )

  /// A version that does not exist.
  package static let unsupportedVersion = DiagnosticCode(
    "unsupported-version",
    .error,
    "a version that does not exist",
    explanation: """
      Versions are `'1'` and `'2'`.

          rules_version = '3';

      Instead:

          rules_version = '2';
      """
  )

  /// An `import`.
  package static let importStatement = DiagnosticCode(
    "import-statement",
    .error,
    "an `import`",
    explanation: """
      A ruleset is one file, and there are no modules that could be imported.

          import 'helpers';

      Instead:

          function helper() { return true; }
      """
  )

  /// A file that declares nothing.
  package static let emptyFile = DiagnosticCode(
    "empty-file",
    .error,
    "a file that declares nothing",
    explanation: """
      A rules file declares at least one function or service.

          // nothing

      Instead:

          service cloud.firestore { match /a/{b} { allow read; } }
      """
  )

  /// Too many open brackets or blocks.
  package static let nestingTooDeep = DiagnosticCode(
    "nesting-too-deep",
    .error,
    "too many open brackets or blocks",
    explanation: """
      The official compiler refuses expressions that are nested 100 deep and matches that \
      are nested 12 deep.

          return ((((… 400 times …))));

      Instead:

          let part = …; return part;
      """
  )

  /// An expression nested 100 deep.
  package static let expressionTooComplex = DiagnosticCode(
    "expression-too-complex",
    .error,
    "an expression nested 100 deep",
    explanation: """
      Each operator, bracket and argument is one level; a chain of 100 `&&` is 100 levels \
      deep as well. Move parts into functions or `let`.

          return a || b || … 100 times …;

      Instead:

          return first() || second();
      """
  )

  /// A chain of thousands of members.
  package static let chainTooLong = DiagnosticCode(
    "chain-too-long",
    .error,
    "a chain of thousands of members",
    explanation: """
      The official compiler fails on it. Name parts of the chain with `let`.

          return a.b.b.b…;

      Instead:

          let c = a.b; return c.b;
      """
  )

  /// An integer that does not fit into 64 bits.
  package static let numberOutOfRange = DiagnosticCode(
    "number-out-of-range",
    .error,
    "an integer that does not fit into 64 bits",
    explanation: """
      Integers lie between -9223372036854775808 and 9223372036854775807.

          return 9223372036854775808;

      Instead:

          return 9223372036854775808.0;
      """
  )

  /// Bytes with an escape that only strings have.
  package static let invalidBytesLiteral = DiagnosticCode(
    "invalid-bytes-literal",
    .error,
    "bytes with an escape that only strings have",
    explanation: """
      Bytes have no characters beyond one byte: `\\uHHHH` stands in strings only.

          return b'\\u00e9';

      Instead:

          return b'\\xc3\\xa9';
      """
  )

  /// The name of a package used as a variable.
  package static let packageAsVariable = DiagnosticCode(
    "package-as-variable",
    .error,
    "the name of a package used as a variable",
    explanation: """
      duration, hashing, latlng, math and timestamp are packages: only `math.abs(x)` and \
      its like can be written, and no parameter, variable or wildcard can have such a \
      name.

          match /a/{duration} { allow read; }

      Instead:

          match /a/{length} { allow read; }
      """
  )

  /// Two wildcards of one name on one path.
  package static let duplicateWildcard = DiagnosticCode(
    "duplicate-wildcard",
    .error,
    "two wildcards of one name on one path",
    explanation: """
      The second would hide the first.

          match /a/{id}/b/{id} { allow read; }

      Instead:

          match /a/{id}/b/{child} { allow read; }
      """
  )

  /// Two `{name=**}` on one path.
  package static let severalRecursiveWildcards = DiagnosticCode(
    "several-recursive-wildcards",
    .error,
    "two `{name=**}` on one path",
    explanation: """
      At most one wildcard of a match may take several segments.

          match /{a=**}/b/{c=**} { allow read; }

      Instead:

          match /{a=**}/b/{c} { allow read; }
      """
  )

  /// `{name=**}` before the end of a path, in version 1.
  package static let recursiveWildcardNotLast = DiagnosticCode(
    "recursive-wildcard-not-last",
    .error,
    "`{name=**}` before the end of a path, in version 1",
    explanation: """
      In version 1 it is the last segment. Version 2 allows it anywhere.

          match /{a=**}/b { allow read; }

      Instead:

          rules_version = '2'; … match /{a=**}/b { allow read; }
      """
  )

  /// Every problem that the lexer and the parser find.
  package static let syntaxCodes: [DiagnosticCode] = [
    .unexpectedToken, .unknownCharacter, .unknownOperator, .incrementOperator, .unaryMinusOperand,
    .unterminatedString, .invalidEscape, .rawCharacterInString, .pathInsteadOfDivision,
    .straySlash, .badPath, .missingMatchKeyword, .missingMethod, .missingComma, .missingColon,
    .missingIf, .missingCondition, .missingSemicolon, .straySemicolon, .strayBrace, .unclosedBlock,
    .unclosedBracket, .extraClosingBracket, .strayComma, .missingExpression, .missingMember,
    .reservedMember, .missingTypeName, .unknownTypeName, .callOfNoName, .reservedWordAsName,
    .missingFunctionName, .missingParameters, .missingFunctionBody, .missingReturn,
    .statementAfterReturn, .misplacedDeclaration, .missingBlock, .emptyBody, .badServiceName,
    .missingVersion, .misplacedVersion, .unsupportedVersion, .importStatement, .emptyFile,
    .nestingTooDeep, .expressionTooComplex, .chainTooLong, .numberOutOfRange, .invalidBytesLiteral,
    .packageAsVariable, .duplicateWildcard, .severalRecursiveWildcards, .recursiveWildcardNotLast,
  ]
}
