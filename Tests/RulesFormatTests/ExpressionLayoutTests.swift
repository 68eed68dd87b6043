import Testing

/// The layout of expressions, as the value of a `return`; the texts are written by hand from the style.
struct ExpressionLayoutTests {
  /// Expressions that fit on a line.
  @Test(
    "What stands between tokens",
    arguments: [
      ("a  .b .c", "a.b.c"), ("a [ 0 ]", "a[0]"), ("a[ 1 : b ]", "a[1:b]"), ("a[ : ]", "a[:]"),
      ("f( )", "f()"), ("f(a ,b , )", "f(a, b)"), ("a . f ( b )", "a.f(b)"), ("[ ]", "[]"),
      ("[1,2,]", "[1, 2]"), ("{ }", "{}"), ("{'a':1,}", "{ 'a': 1 }"), ("- 1", "-1"),
      ("! ! a", "!!a"), ("! - a", "!-a"), ("a&&b||c", "a && b || c"), ("a==b", "a == b"),
      ("a is  int", "a is int"), ("'a'in b", "'a' in b"), ("(( a ))", "((a))"),
      ("a?b:c", "a ? b : c"), ("1- -2", "1 - -2"), ("4 / 2", "4 / 2"), ("4/(2 + a)", "4 / (2 + a)"),
      ("2*3%4", "2 * 3 % 4"), ("/a /b/ $ ( c ) /{ d = * }", "/a/b/$(c)/{d=*}"),
      ("a ? /b : /c", "a ? /b : /c"), ("{/a : 1}", "{ /a : 1 }"), ("[/a , /b]", "[/a, /b]"),
      ("5 .size()", "5 .size()"), ("5..size()", "5..size()"), ("/a [0]", "/a[0]"),
      ("a[/b :/c]", "a[/b :/c]"), ("b'x'==B\"y\"", "b'x' == B\"y\""), ("\"'\"", "\"'\""),
      ("(/a/b).bind({})", "(/a/b).bind({})"), ("/a/$(x).bind({'x':y})", "/a/$(x).bind({ 'x': y })"),
    ]
  )
  func oneLine(source: String, expected: String) {
    for text in [source, expected] {
      #expect(
        layout(ofStatements: "function f() { return \(text); }")
          == "function f() {\n  return \(expected);\n}"
      )
    }
  }

  private static let long = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

  /// Expressions that do not fit on a line; `@` stands for a name of 30 letters.
  @Test(
    "Where lines end",
    arguments: [
      (
        "@ == 1 && @ == 2 && @ == 3",
        """
        @ == 1
            && @ == 2
            && @ == 3
        """
      ),
      (
        "@ && b || @ && c && @ && @",
        """
        @ && b
            || @
              && c
              && @
              && @
        """
      ),
      (
        "!(@ && @ && @ && b)",
        """
        !(@
            && @
            && @
            && b)
        """
      ),
      (
        "@ ? @ : @ + 1234567",
        """
        @
            ? @
            : @ + 1234567
        """
      ),
      (
        "@ == 1 ? a : @ == 2 ? b : @ == 3 ? c : d",
        """
        @ == 1 ? a
            : @ == 2 ? b
            : @ == 3 ? c
            : d
        """
      ),
      (
        "f(@, @, @)",
        """
        f(
            @,
            @,
            @
          )
        """
      ),
      (
        "f([@, @, @])",
        """
        f([
            @, @,
            @
          ])
        """
      ),
      (
        "[@, @, @, b]",
        """
        [
            @, @,
            @, b
          ]
        """
      ),
      (
        "[@.b, @.b, @.b]",
        """
        [
            @.b,
            @.b,
            @.b
          ]
        """
      ),
      (
        "{'a': @, 'b': @, 'c': @}",
        """
        {
            'a': @,
            'b': @,
            'c': @
          }
        """
      ),
      (
        "@ in [@, @, b]",
        """
        @ in [
            @, @, b
          ]
        """
      ),
      (
        "@ + @ + @ + b",
        """
        @ + @
            + @ + b
        """
      ),
      (
        "@.b(c).d(@).e(@)",
        """
        @.b(c).d(@)
            .e(@)
        """
      ),
      (
        "f(@).b[@ + @ + @]",
        """
        f(@).b[
            @ + @
              + @
          ]
        """
      ),
    ]
  )
  func longLine(source: String, expected: String) {
    let source = source.replacing("@", with: Self.long)
    let expected = expected.replacing("@", with: Self.long)
    for text in [source, expected] {
      #expect(
        layout(ofStatements: "function f() { return \(text); }")
          == "function f() {\n  return \(expected);\n}"
      )
    }
  }
}
