@testable import RulesSyntax

/// Statements of a match with mistakes, what we say about each, and what the official compiler says
/// first (asked of it, as recorded in the conformance data).
enum BrokenStatements {
  /// A statement, our diagnostics as `line:column:code`, and the official first issue.
  static let table: [(source: String, ours: String, official: String)] = [
    (
      #"allow read: if a.service == 1;"#,
      #"4:18:reserved-member"#,
      #"4:29 Unexpected '1'."#
    ),
    (
      #"allow get, : if true;"#,
      #"4:12:missing-method"#,
      #"4:10 Unexpected ','."#
    ),
    (
      #"allow get list;"#,
      #"4:11:missing-comma"#,
      #"4:11 Unexpected 'list'."#
    ),
    (
      #"allow if x;"#,
      #"4:7:missing-method"#,
      #"4:7 Expected at least one 'operation' after 'allow'."#
    ),
    (
      #"allow: if x;"#,
      #"4:6:missing-method"#,
      #"4:6 Expected at least one 'operation' after 'allow'."#
    ),
    (
      #"allow read: if true;;"#,
      #"4:21:stray-semicolon"#,
      #"4:21 Unexpected ';'."#
    ),
    (
      #"allow read: true"#,
      #"4:13:missing-if"#,
      #"4:13 Missing 'if' before conditional expression."#
    ),
    (
      #"allow read if true"#,
      #"4:12:missing-colon"#,
      #"4:12 Missing ':' before 'if' condition."#
    ),
    (
      #"allow read: if"#,
      #"5:1:missing-condition"#,
      #"5:1 Missing conditional expression after 'if'."#
    ),
    (
      #"allow in: if true;"#,
      #"4:7:missing-method"#,
      #"4:7 Expected at least one 'operation' after 'allow'."#
    ),
    (
      #"allow read: if a b;"#,
      #"4:18:unexpected-token"#,
      #"4:18 Unexpected 'b'."#
    ),
    (
      #"function f() { let x = 1 return x; }"#,
      #"4:25:missing-semicolon"#,
      #"4:26 missing ';' at 'return'"#
    ),
    (
      #"function f() { let x = 1; }"#,
      #"4:27:missing-return"#,
      #"4:27 Unexpected '}'."#
    ),
    (
      #"function f() { return 1;; }"#,
      #"4:25:stray-semicolon"#,
      #"4:25 Unexpected ';'."#
    ),
    (
      #"function f() {}"#,
      #"4:15:missing-return"#,
      #"4:15 Missing 'function' body"#
    ),
    (
      #"function f(a,) {return a;}"#,
      #"4:13:stray-comma"#,
      #"4:14 Unexpected ')'."#
    ),
    (
      #"function f(a)) {return a;}"#,
      #"4:14:extra-closing-bracket"#,
      #"4:14 Extra closing ')' at the end of parameter list."#
    ),
    (
      #"function () {return a;}"#,
      #"4:10:missing-function-name"#,
      #"4:10 Missing 'function' id"#
    ),
    (
      #"function f {return a;}"#,
      #"4:12:missing-parameters"#,
      #"4:12 Missing 'function' signature"#
    ),
    (
      #"function f();"#,
      #"4:13:missing-function-body"#,
      #"4:13 Unexpected ';'."#
    ),
    (
      #"let a = 1;"#,
      #"4:1:misplaced-declaration"#,
      #"3:7 Missing 'match' keyword before path."#
    ),
    (
      #"match /x { }"#,
      #"4:12:empty-body"#,
      #"4:12 The 'match' body must contain at least one declaration."#
    ),
    (
      #"match /x/{a}} { allow read; }"#,
      #"4:13:broken-path"#,
      #"4:13 Extra closing '}' in path."#
    ),
    (
      #"match x/{a} { allow read; }"#,
      #"4:7:broken-path"#,
      #"4:7 Unexpected 'x'."#
    ),
    (
      #"/x/{a} { allow read; }"#,
      #"4:1:missing-match-keyword"#,
      #"4:1 Missing 'match' keyword before path."#
    ),
    (
      #"match /x/ { allow read; }"#,
      #"4:9:stray-slash"#,
      #"4:9 Forward slash '/' found where identifier or binding expected."#
    ),
    (
      #"match /x//y { allow read; }"#,
      #"5:1:broken-path"#,
      #"4:7 Missing 'match' keyword before path."#
    ),
    (
      #"match /x/{a-b} { allow read; }"#,
      #"4:12:broken-path"#,
      #"4:7 Missing 'match' keyword before path."#
    ),
    (
      #"match /x/{a} allow read; }"#,
      #"4:14:missing-block"#,
      #"4:7 Missing 'match' keyword before path."#
    ),
    (
      #"match { allow read; }"#,
      #"4:7:broken-path"#,
      #"4:7 Unexpected '{'."#
    ),
    (
      #"match /$(x) { allow read;}"#,
      #"4:7:broken-path"#,
      #"4:7 Forward slash '/' found where identifier or binding expected."#
    ),
    (
      #"match /a/{b}.jpg { allow read;}"#,
      #"4:13:broken-path"#,
      #"4:7 Missing 'match' keyword before path."#
    ),
    (
      #"allow read: if 'abc\d';"#,
      #"4:20:invalid-escape"#,
      #"4:21 Missing a closing '"#
    ),
    (
      #"allow read: if 'abc;"#,
      #"4:16:unterminated-string"#,
      #"5:1 Missing a closing '"#
    ),
    (
      #"allow read: if ‘a’;"#,
      #"4:16:unknown-character"#,
      #"4:16 token recognition error at: '‘'"#
    ),
    (
      #"match /a{b} {allow read;}"#,
      #"4:9:broken-path"#,
      #"4:7 Missing 'match' keyword before path."#
    ),
    (
      #"match /a b {allow read;}"#,
      #"4:10:broken-path"#,
      #"4:7 Missing 'match' keyword before path."#
    ),
    (
      #"allow read: if a === b;"#,
      #"4:18:unknown-operator"#,
      #"4:20 Unexpected '='."#
    ),
    (
      #"allow read: if a & b;"#,
      #"4:18:unknown-operator"#,
      #"4:20 Unexpected 'b'."#
    ),
    (
      #"allow read: if a and b;"#,
      #"4:18:unknown-operator"#,
      #"4:18 Unexpected 'and'."#
    ),
    (
      #"allow read: if a = b;"#,
      #"4:18:unknown-operator"#,
      #"4:18 Unexpected '='."#
    ),
    (
      #"allow read: if a !== b;"#,
      #"4:18:unknown-operator"#,
      #"4:20 Unexpected '='."#
    ),
    (
      #"allow read: if a ?? b;"#,
      #"4:19:unknown-operator"#,
      #"4:19 Unexpected '?'."#
    ),
    (
      #"allow read: if 4/2 == 2;"#,
      #"4:17:path-instead-of-division"#,
      #"4:17 Missing 'match' keyword before path."#
    ),
    (
      #"allow read: if {a: 1, b} == c;"#,
      #"4:24:missing-colon"#,
      #"4:24 Unexpected '}'."#
    ),
    (
      #"allow read: if f(a, b;"#,
      #"4:22:unclosed-bracket"#,
      #"4:22 Unexpected ';'."#
    ),
    (
      #"allow read: if [1, 2;"#,
      #"4:21:unclosed-bracket"#,
      #"4:21 Unexpected ';'."#
    ),
    (
      #"allow read: if (a || b;"#,
      #"4:23:unclosed-bracket"#,
      #"4:23 Unexpected ';'."#
    ),
    (
      #"allow read: if a || b);"#,
      #"4:22:unexpected-token"#,
      #"4:22 Unexpected ')'."#
    ),
    (
      #"allow read: if a++;"#,
      #"4:17:increment-operator"#,
      #"4:19 Increment (++) and decrement (--) operators are not supported."#
    ),
    (
      #"allow read: if - -1 == 1;"#,
      #"4:18:unary-minus-operand"#,
      #"4:18 Unexpected '-'."#
    ),
    (
      #"allow read: if +1 == 1;"#,
      #"4:16:missing-expression"#,
      #"4:16 Missing conditional expression after 'if'."#
    ),
    (
      #"allow read: if 9223372036854775808 == 1;"#,
      #"4:16:number-out-of-range"#,
      #"4:16 Invalid number literal 9223372036854775808."#
    ),
    (
      #"allow read: if x is boolean;"#,
      #"4:21:unknown-type-name"#,
      #"4:28 An unsupported type identifier was used with the 'is' operator. Received boolean. Expected one of bool,bytes,constraint,duration,float,int,latlng,list,vector,set,number,map,string,timestamp,path,map_diff"#
    ),
    (
      #"allow read: if 'it's';"#,
      #"4:20:unexpected-token"#,
      #"4:20 Unexpected 's'."#
    ),
    (
      #"function f() { if (a) { return b; } return c; }"#,
      #"4:16:missing-return"#,
      #"4:16 Unexpected 'if'."#
    ),
    (
      #"allow read: if a ? b;"#,
      #"4:21:missing-colon"#,
      #"4:21 mismatched input ';' expecting {'&&', ':', '.', '==', '>', '>=', '[', '<', '<=', '-', '%', '!=', '||', '+', '/', '*', '?', 'in', 'is'}"#
    ),
    (
      #"allow read: if a.b.;"#,
      #"4:20:missing-member"#,
      #"4:20 Unexpected ';'."#
    ),
    (
      #"allow read: if #x;"#,
      #"4:16:unknown-character"#,
      #"4:16 token recognition error at: '#'"#
    ),
    (
      #"allow read: if user.uid == 'x' || ;"#,
      #"4:35:missing-expression"#,
      #"4:35 mismatched input ';' expecting {'--', '++', '{', '[', '(', '-', '!', '/', 'false', 'null', 'true', PATH_SEGMENT, IDENTIFIER, NUM_INT, NUM_FLOAT, UNPAIRED_DOUBLE_QUOTE, UNPAIRED_SINGLE_QUOTE, STRING, BYTES}"#
    ),
    (
      #"allow read: if a == b allow write: if c d;"#,
      #"4:41:unexpected-token"#,
      #"4:41 Unexpected 'd'."#
    ),
    (
      #"allow read: if a == ; allow write: if ); allow list: if [;"#,
      #"4:21:missing-expression 4:39:missing-expression 4:58:missing-expression"#,
      #"4:21 mismatched input ';' expecting {'--', '++', '{', '[', '(', '-', '!', '/', 'false', 'null', 'true', PATH_SEGMENT, IDENTIFIER, NUM_INT, NUM_FLOAT, UNPAIRED_DOUBLE_QUOTE, UNPAIRED_SINGLE_QUOTE, STRING, BYTES}"#
    ),
    (
      #"allow read: if f({a b, 'c': 1}, d); allow write: if x y;"#,
      #"4:21:missing-colon 4:55:unexpected-token"#,
      #"4:21 Unexpected 'b'."#
    ),
    (
      #"match /x/{y} { allow read: if true;"#,
      #"2:25:unclosed-block"#,
      #"6:2 Unexpected '<EOF>'."#
    ),
    (
      #"allow read, write: if request.auth != null }"#,
      #"6:1:stray-brace"#,
      #"6:1 Unexpected '}'."#
    ),
    (
      #"allow read: if a in ['x', 'y',, 'z'];"#,
      #"4:31:stray-comma"#,
      #"4:31 Unexpected ','."#
    ),
    (
      #"allow read: if !;"#,
      #"4:17:missing-expression"#,
      #"4:17 mismatched input ';' expecting {'--', '++', '{', '[', '(', '-', '!', '/', 'false', 'null', 'true', PATH_SEGMENT, IDENTIFIER, NUM_INT, NUM_FLOAT, UNPAIRED_DOUBLE_QUOTE, UNPAIRED_SINGLE_QUOTE, STRING, BYTES}"#
    ),
    (
      #"allow read: if default;"#,
      #"4:16:missing-expression"#,
      #"4:16 Missing conditional expression after 'if'."#
    ),
    (
      #"match /x/{default} { allow read; }"#,
      #"4:11:reserved-word-as-name"#,
      #"4:7 Missing 'match' keyword before path."#
    ),
    (
      #"function match() { return 1; }"#,
      #"4:10:reserved-word-as-name"#,
      #"4:10 Unexpected 'match'."#
    ),
    (
      #"return 1;"#,
      #"4:1:misplaced-declaration"#,
      #"3:7 Missing 'match' keyword before path."#
    ),
    (
      #"allow read = if true;"#,
      #"4:12:missing-colon"#,
      #"4:12 Unexpected '='."#
    ),
    (
      #"allow read: if 1 is 'int';"#,
      #"4:21:missing-type-name"#,
      #"4:21 mismatched input ''int'' expecting IDENTIFIER"#
    ),
    (
      #"allow read: if a => b;"#,
      #"4:18:unknown-operator"#,
      #"4:18 Unexpected '='."#
    ),
    (
      #"allow read: if "a” b”;"#,
      #"4:16:unterminated-string"#,
      #"4:20 Missing a closing ""#
    ),
    (
      #"allow read: if 5.size() == 1;"#,
      #"4:18:unexpected-token"#,
      #"4:18 Unexpected 'size'."#
    ),
    (
      #"allow read: if 007 == 1;"#,
      #"4:17:unexpected-token"#,
      #"4:17 Unexpected '0'."#
    ),
  ]
}
