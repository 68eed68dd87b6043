/**
 * Firebase Security Rules (`*.rules`) and their tests (`*.rulestest`).
 *
 * The rules are called as the productions of `../rules.ebnf` and `../rulestest.ebnf`.
 */

const RESERVED = [
  'allow', 'arguments', 'break', 'case', 'continue', 'default', 'deny', 'do', 'each', 'else',
  'extends', 'false', 'for', 'function', 'goto', 'if', 'import', 'in', 'is', 'let', 'match', 'not',
  'null', 'package', 'return', 'switch', 'then', 'true', 'var', 'while',
];

const PATH_CHARACTER = /(?:[A-Za-z0-9\-._~&'*+:@]|%[0-9A-Fa-f]{2})/.source;

const PRECEDENCE = {
  conditional: 1, or: 2, and: 3, in: 4, is: 5, equality: 6, comparison: 7, sum: 8, product: 9,
  unary: 10, postfix: 11,
};

function commaSeparated(rule) {
  return seq(rule, repeat(seq(',', rule)));
}

/** Elements with a comma between each two, perhaps one after the last. */
function elements(rule) {
  return optional(seq(commaSeparated(rule), optional(',')));
}

module.exports = grammar({
  name: 'firebase_rules',

  word: $ => $.name,

  extras: $ => [/[ \t\r\n\f]/, $.comment],

  supertypes: $ => [$._expression],

  conflicts: $ => [[$.path]],

  inline: $ => [$._word],

  rules: {
    // A file of rules begins with what no file of tests begins with, and the other way round.
    source: $ => choice($.file, optional($.testFile)),

    comment: _ => token(prec(20, choice(
      seq('//', /[^\n]*/),
      seq('/*', /[^*]*\*+([^/*][^*]*\*+)*/, '/'),
    ))),

    // Declarations.

    file: $ => prec.right(choice(
      seq($.versionStatement, repeat($.importStatement), repeat($._declaration)),
      seq(repeat1($.importStatement), repeat($._declaration)),
      repeat1($._declaration),
    )),

    _declaration: $ => choice($.functionDeclaration, $.serviceDeclaration),

    versionStatement: $ => seq('rules_version', '=', $.string, optional(';')),

    importStatement: $ => seq('import', $.string, optional(seq('as', $._word)), ';'),

    serviceDeclaration: $ => seq(
      'service',
      $.serviceName,
      '{',
      repeat(choice($.matchDeclaration, $.functionDeclaration)),
      '}',
    ),

    serviceName: _ => token(prec(1, /[A-Za-z0-9.\-]+/)),

    matchDeclaration: $ => seq(
      'match',
      alias($._matchPath, $.path),
      '{',
      repeat(choice($.matchDeclaration, $.allowStatement, $.functionDeclaration)),
      '}',
    ),

    _matchPath: $ => repeat1(choice($.literalSegment, $.captureSegment, $.globSegment)),

    allowStatement: $ => prec.right(seq(
      'allow',
      commaSeparated($.method),
      optional(seq(':', 'if', field('condition', $._expression))),
      optional(';'),
    )),

    method: $ => $._word,

    functionDeclaration: $ => seq(
      'function',
      field('name', $.name),
      '(',
      optional(commaSeparated($.parameter)),
      ')',
      '{',
      repeat($.letStatement),
      $.returnStatement,
      '}',
    ),

    parameter: $ => $._word,

    letStatement: $ => seq('let', field('name', $.name), '=', field('value', $._expression), ';'),

    returnStatement: $ => seq('return', $._expression, optional(';')),

    // Paths.

    // A slash behind a path begins a segment, or divides; what follows it tells.
    path: $ => repeat1(choice(
      $.literalSegment,
      $.captureSegment,
      $.globSegment,
      $.interpolatedSegment,
    )),

    literalSegment: _ => token(prec(2, choice(
      new RegExp(`/${PATH_CHARACTER}+`),
      new RegExp(`/\\(${PATH_CHARACTER}+\\)`),
    ))),

    captureSegment: $ => seq('/', '{', field('name', $.name), optional(seq('=', '*')), '}'),

    globSegment: $ => seq('/', '{', field('name', $.name), '=', '**', '}'),

    interpolatedSegment: $ => seq('/', '$', '(', $._expression, ')'),

    // Expressions.

    _expression: $ => choice(
      $.nullLiteral,
      $.booleanLiteral,
      $.intLiteral,
      $.floatLiteral,
      $.stringLiteral,
      $.bytesLiteral,
      $.nameExpression,
      $.memberExpression,
      $.callExpression,
      $.methodCallExpression,
      $.indexExpression,
      $.sliceExpression,
      $.unaryExpression,
      $.binaryExpression,
      $.isExpression,
      $.conditionalExpression,
      $.listExpression,
      $.mapExpression,
      $.parenthesizedExpression,
      $.path,
    ),

    nullLiteral: _ => 'null',
    booleanLiteral: _ => choice('true', 'false'),
    intLiteral: _ => /0|[1-9][0-9]*/,
    floatLiteral: _ => token(choice(/(0|[1-9][0-9]*)\.[0-9]*/, /\.[0-9]+/)),
    stringLiteral: $ => $._string,
    bytesLiteral: _ => token(choice(/[bB]'(\\.|[^'\\\r\n])*'/, /[bB]"(\\.|[^"\\\r\n])*"/)),
    nameExpression: $ => $._word,

    memberExpression: $ => prec.left(PRECEDENCE.postfix, seq(
      field('base', $._expression),
      '.',
      field('name', choice($.name, ...RESERVED.map(word => alias(word, $.name)))),
    )),

    callExpression: $ => prec(PRECEDENCE.postfix, seq(field('name', $.name), $._arguments)),

    methodCallExpression: $ => prec.left(PRECEDENCE.postfix + 1, seq(
      field('receiver', $._expression),
      '.',
      field('name', $.name),
      $._arguments,
    )),

    _arguments: $ => seq('(', elements($._expression), ')'),

    indexExpression: $ => prec.left(PRECEDENCE.postfix, seq(
      $._expression, '[', $._expression, ']',
    )),

    sliceExpression: $ => prec.left(PRECEDENCE.postfix, seq(
      $._expression, '[', optional($._expression), ':', optional($._expression), ']',
    )),

    unaryExpression: $ => prec(PRECEDENCE.unary, seq(
      field('operator', choice('!', '-')),
      $._expression,
    )),

    binaryExpression: $ => choice(...[
      ['||', PRECEDENCE.or],
      ['&&', PRECEDENCE.and],
      ['in', PRECEDENCE.in],
      [choice('==', '!='), PRECEDENCE.equality],
      [choice('<', '<=', '>', '>='), PRECEDENCE.comparison],
      [choice('+', '-'), PRECEDENCE.sum],
      [choice('*', '/', '%'), PRECEDENCE.product],
    ].map(([operator, precedence]) => prec.left(precedence, seq(
      $._expression, field('operator', operator), $._expression,
    )))),

    isExpression: $ => prec.left(PRECEDENCE.is, seq($._expression, 'is', $.typeName)),

    typeName: $ => $._word,

    conditionalExpression: $ => prec.right(PRECEDENCE.conditional, seq(
      $._expression, '?', $._expression, ':', $._expression,
    )),

    listExpression: $ => seq('[', elements($._expression), ']'),

    mapExpression: $ => seq('{', elements($.mapEntry), '}'),

    mapEntry: $ => seq(field('key', $._expression), ':', field('value', $._expression)),

    parenthesizedExpression: $ => seq('(', $._expression, ')'),

    // Test files.

    testFile: $ => repeat1($._item),

    _item: $ => choice(
      $.rulesDirective,
      $.userDeclaration,
      $.dataBlock,
      $.dataFile,
      $.letStatement,
      $.testDeclaration,
      $.groupDeclaration,
      $.tableDeclaration,
    ),

    rulesDirective: $ => seq('rules', $.string, optional(seq('database', $.databaseName)), ';'),

    databaseName: $ => $._string,

    userDeclaration: $ => seq(
      'user',
      field('name', $.name),
      optional(seq(':', $.userProvider)),
      optional($.mapExpression),
      optional($.userIdentifier),
      ';',
    ),

    userProvider: $ => $._word,

    userIdentifier: $ => seq('with', 'uid', $._expression),

    dataBlock: $ => seq('data', '{', repeat($.documentEntry), '}'),

    dataFile: $ => seq('data', 'from', $.string, ';'),

    documentEntry: $ => seq($.path, $.mapExpression, ';'),

    testDeclaration: $ => seq(
      'test',
      field('title', $.string),
      optional($.testModifier),
      optional($.atClause),
      '{',
      repeat(choice(
        $.dataBlock,
        $.dataFile,
        $.letStatement,
        $.stepStatement,
        $.tableDeclaration,
      )),
      '}',
    ),

    testModifier: _ => choice('only', 'skip'),

    groupDeclaration: $ => seq('group', field('title', $.string), '{', repeat($._item), '}'),

    stepStatement: $ => seq(
      field('verdict', choice('allow', 'deny', 'error')),
      choice($.requestSyntax, $.batchSyntax),
    ),

    requestSyntax: $ => seq(
      $._requestMethod,
      optional($.collectionGroup),
      $.path,
      optional($.mapExpression),
      repeat($._clause),
      ';',
    ),

    _requestMethod: _ => choice('get', 'list', 'create', 'update', 'delete', 'set'),

    collectionGroup: _ => 'group',

    batchSyntax: $ => seq(
      choice('batch', 'transaction'),
      repeat($._clause),
      '{',
      repeat($.requestSyntax),
      '}',
    ),

    _clause: $ => choice(
      $.asClause,
      $.whereClause,
      $.orderByClause,
      $.limitClause,
      $.offsetClause,
      $.atClause,
      $.becauseClause,
    ),

    asClause: $ => seq('as', choice($.nameExpression, $.mapExpression)),
    whereClause: $ => seq('where', $._filter),
    orderByClause: $ => seq('orderBy', commaSeparated($.ordering)),
    ordering: $ => seq($.fieldPath, optional(choice('asc', 'desc'))),
    limitClause: $ => seq('limit', $._expression),
    offsetClause: $ => seq('offset', $._expression),
    atClause: $ => seq('at', $._expression),
    becauseClause: $ => seq('because', $.string),

    _filter: $ => choice($.compositeFilter, $.fieldFilter, seq('(', $._filter, ')')),

    compositeFilter: $ => choice(
      prec.left(PRECEDENCE.or, seq($._filter, '||', $._filter)),
      prec.left(PRECEDENCE.and, seq($._filter, '&&', $._filter)),
    ),

    // Looser operators end the value.
    fieldFilter: $ => prec(PRECEDENCE.comparison, seq(
      $.fieldPath,
      field('operator', choice(
        '==', '!=', '<', '<=', '>', '>=', 'in', seq('not', 'in'),
        'array-contains', 'array-contains-any',
      )),
      $._expression,
    )),

    fieldPath: $ => choice($._string, seq($._word, repeat(seq('.', $._word)))),

    tableDeclaration: $ => seq(
      'table',
      $.path,
      '{',
      optional(seq($.tableHeader, repeat($.tableRow))),
      '}',
    ),

    tableHeader: $ => seq(repeat1(seq('|', $.nameExpression)), ';'),

    tableRow: $ => seq(
      $._requestMethod,
      optional($.mapExpression),
      repeat(seq('|', $.tableCell)),
      ';',
    ),

    tableCell: _ => choice('allow', 'deny', 'error'),

    // Tokens.

    name: _ => /[A-Za-z_][A-Za-z0-9_$]*|\$[A-Za-z0-9_$]+/,

    _word: $ => alias($.name, 'name'),

    string: $ => $._string,

    _string: _ => token(choice(/'(\\.|[^'\\\r\n])*'/, /"(\\.|[^"\\\r\n])*"/)),
  },
});
