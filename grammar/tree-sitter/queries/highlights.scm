(comment) @comment

[
  "rules_version" "import" "as" "service" "match" "allow" "if" "function" "let" "return"
] @keyword

["in" "is"] @keyword.operator

[
  "rules" "database" "user" "with" "uid" "data" "from" "test" "group" "deny" "error" "batch"
  "transaction" "where" "orderBy" "asc" "desc" "limit" "offset" "at" "because" "table" "not"
  "get" "list" "create" "update" "delete" "set"
] @keyword

(testModifier) @keyword
(collectionGroup) @keyword
(tableCell) @keyword

(method) @constant.builtin
(typeName) @type.builtin
(serviceName) @module

(functionDeclaration name: (name) @function)
(callExpression name: (name) @function.call)
(methodCallExpression name: (name) @function.method.call)
(memberExpression name: (name) @property)
(parameter) @variable.parameter
(letStatement name: (name) @variable)
(userDeclaration name: (name) @variable)
(captureSegment name: (name) @variable.parameter)
(globSegment name: (name) @variable.parameter)
(nameExpression) @variable
((nameExpression) @variable.builtin
  (#any-of? @variable.builtin "request" "resource"))
(fieldPath) @property
(userProvider) @constant

(literalSegment) @string.special.path
(nullLiteral) @constant.builtin
(booleanLiteral) @boolean
(intLiteral) @number
(floatLiteral) @number.float
[(stringLiteral) (bytesLiteral) (string) (databaseName)] @string

[
  "||" "&&" "==" "!=" "<" "<=" ">" ">=" "+" "-" "*" "/" "%" "!" "?" "=" "**"
  "array-contains" "array-contains-any"
] @operator

["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," ";" ":" "." "|"] @punctuation.delimiter
"$" @punctuation.special
