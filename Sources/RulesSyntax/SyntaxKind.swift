/// What a node of the tree is; the names are the productions of `grammar/rules.ebnf`.
///
/// Each case says what its main token is and which children it has, in this order.
public enum SyntaxKind: UInt8, Sendable, Hashable, CaseIterable {
  // MARK: Declarations

  /// A rules file. Children: version?, imports, functions and services in source order.
  case file
  /// `rules_version = '2';` Main token: the string.
  case versionStatement
  /// `import 'x' as y;` Main token: the string.
  case importStatement
  /// `service cloud.firestore { … }`. Main token: `service`. Children: serviceName, then the items.
  case serviceDeclaration
  /// The dotted name. Main token: its first word.
  case serviceName
  /// `match /a/{b} { … }`. Main token: `match` (or the first token where the word is missing).
  /// Children: path, then the items.
  case matchDeclaration
  /// `allow read: if c;` Main token: `allow`. Children: methods, then the condition's expression, if any.
  case allowStatement
  /// One method word of an allow statement. Main token: the word.
  case method
  /// `function f(a) { let b = c; return d; }`. Main token: the name, or `function` where it is missing.
  /// Children: parameters, lets, returnStatement?.
  case functionDeclaration
  /// Main token: the name.
  case parameter
  /// `let a = b;` Main token: the name. Children: the value.
  case letStatement
  /// `return a;` Main token: `return`. Children: the expression.
  case returnStatement

  // MARK: Paths (in match declarations and in expressions)

  /// `/a/{b}/$(c)`. Main token: its first. Children: the segments.
  case path
  /// `/a` or `/(default)`. Main token: the path segment, or the slash before `(`.
  case literalSegment
  /// `/{a}` or `/{a=*}`. Main token: the name.
  case captureSegment
  /// `/{a=**}`. Main token: the name.
  case globSegment
  /// `/$(a)`. Main token: the slash. Children: the expression.
  case interpolatedSegment

  // MARK: Expressions

  case nullLiteral, booleanLiteral, intLiteral, floatLiteral, stringLiteral, bytesLiteral
  /// A variable. Main token: the name.
  case nameExpression
  /// `a.b`. Main token: the member's name. Children: the base.
  case memberExpression
  /// `f(a)`. Main token: the name. Children: the arguments.
  case callExpression
  /// `a.f(b)`, also `math.abs(b)`. Main token: the method's name. Children: the receiver, the arguments.
  case methodCallExpression
  /// `a[b]`. Main token: `[`. Children: the base, the index.
  case indexExpression
  /// `a[b:c]`. Main token: `[`. Children: the base, the lower and the upper bound (`omitted` where left out).
  case sliceExpression
  /// `!a`, `-a`. Main token: the operator. Children: the operand.
  case unaryExpression
  /// `a + b`, also `&&`, `||`, `in`. Main token: the operator. Children: left, right.
  case binaryExpression
  /// `a is int`. Main token: `is`. Children: the operand, typeName.
  case isExpression
  /// The word after `is`. Main token: the word.
  case typeName
  /// `a ? b : c`. Main token: `?`. Children: the condition, both branches.
  case conditionalExpression
  /// `[a, b]`. Main token: `[`. Children: the elements.
  case listExpression
  /// `{'a': b}`. Main token: `{`. Children: the entries.
  case mapExpression
  /// `'a': b`. Main token: `:`. Children: the key, the value.
  case mapEntry
  /// `(a)`. Main token: `(`. Children: the expression.
  case parenthesizedExpression
  /// A slice's bound that is left out; covers no token.
  case omitted

  // MARK: Broken input

  /// Where an expression should stand and none does; covers no token. A diagnostic has been reported.
  case missingExpression
  /// Tokens that fit nowhere. A diagnostic has been reported.
  case unexpected

  // MARK: Test files (`grammar/rulestest.ebnf`)

  /// A `.rulestest` file. Children: the items.
  case testFile
  /// `rules 'firestore.rules' database 'x';` Main token: the file's string. Children: databaseName?.
  case rulesDirective
  /// Main token: the string.
  case databaseName
  /// `user alice: apple { … } with uid 'x';` Main token: the name.
  /// Children: userProvider?, mapExpression?, then userIdentifier?.
  case userDeclaration
  /// Main token: the provider's word.
  case userProvider
  /// Children: the expression of `with uid`.
  case userIdentifier
  /// `data { /a/b { … }; }`. Main token: `data`. Children: the documents.
  case dataBlock
  /// `data from 'seed.json';` Main token: the string.
  case dataFile
  /// `/a/b { … };` Children: path, mapExpression.
  case documentEntry
  /// `test 'title' only at t { … }`. Main token: the title's string.
  /// Children: testModifier?, atClause?, then data blocks, steps and tables in source order.
  case testDeclaration
  /// `only` or `skip`. Main token: the word.
  case testModifier
  /// `group 'title' { … }`. Main token: the title's string. Children: the items.
  case groupDeclaration
  /// `allow get /a/b as alice;` Main token: the verdict's word. Children: request or batch.
  case stepStatement
  /// `get /a/b { … } as alice`. Main token: the method's word.
  /// Children: collectionGroup?, path, mapExpression?, then the clauses.
  case requestSyntax
  /// The word `group` after `list`. Main token: the word.
  case collectionGroup
  /// `batch as alice { … }`. Main token: `batch` or `transaction`. Children: the clauses, the requests.
  case batchSyntax
  /// `as alice`, `as { … }`. Main token: `as`. Children: nameExpression or mapExpression.
  case asClause
  /// `where f`. Main token: `where`. Children: the filter.
  case whereClause
  /// `a && b`, `a || b` of a filter. Main token: the operator. Children: left, right.
  case compositeFilter
  /// `a == b` of a filter. Main token: the first token of the operator. Children: fieldPath, the value.
  case fieldFilter
  /// `a.b` or `'odd.name'`. Main token: its first.
  case fieldPath
  /// `orderBy a desc, b`. Main token: `orderBy`. Children: the orderings.
  case orderByClause
  /// `a desc`. Main token: the direction's word, or the field's first token. Children: fieldPath.
  case ordering
  /// Main token: the word. Children: the expression.
  case limitClause, offsetClause, atClause
  /// `because 'owner'`. Main token: the string.
  case becauseClause
  /// `table /a/b { … }`. Main token: `table`. Children: path, tableHeader, the rows.
  case tableDeclaration
  /// `| alice | bob ;` Children: nameExpressions.
  case tableHeader
  /// `update { … } | allow | deny ;` Main token: the method's word. Children: mapExpression?, the cells.
  case tableRow
  /// One verdict of a row. Main token: the verdict's word.
  case tableCell
}
