import RulesIDE
import RulesSource
import Testing

struct FormattingTests {
  @Test("The whole document is formatted, or nothing of a broken one")
  func document() {
    let analysis = Marked("service   cloud.firestore{match /a/{b}{allow get:if true;}}").analysis()
    #expect(
      analysis.applying(analysis.formattingEdits()) == """
        service cloud.firestore {
          match /a/{b} {
            allow get: if true;
          }
        }

        """
    )
    let four = analysis.formattingEdits(indentWidth: 4)
    #expect(analysis.applying(four).contains("\n        allow get: if true;\n"))
    #expect(Marked("service {  ").analysis().formattingEdits().isEmpty)
    let test = Marked("user   a;").analysis(.tests)
    #expect(test.applying(test.formattingEdits()) == "user a;\n")
  }

  @Test("A range formats its lines alone")
  func range() {
    let marked = Marked(
      "service cloud.firestore {\n  match /a/{b} {\n‸    allow   get;‸\n    allow   list;\n  }\n}\n"
    )
    let analysis = marked.analysis()
    #expect(
      analysis.applying(analysis.formattingEdits(in: marked.range))
        == "service cloud.firestore {\n  match /a/{b} {\n    allow get;\n    allow   list;\n  }\n}\n"
    )
  }

  @Test(
    "What is typed moves its statement or line",
    arguments: [
      (
        ";",
        "service cloud.firestore {\n  match /a/{b} {\n  allow   get;‸\n    allow   list;\n  }\n}\n",
        "service cloud.firestore {\n  match /a/{b} {\n    allow get;\n    allow   list;\n  }\n}\n"
      ),
      (
        "}", "service cloud.firestore {\n  match /a/{b} {\n    allow   get;\n    }‸\n}\n",
        "service cloud.firestore {\n  match /a/{b} {\n    allow get;\n  }\n}\n"
      ),
      ("\n", "service cloud.firestore {\n‸", "service cloud.firestore {\n  "),
      (
        "\n", "service cloud.firestore {\n  match /a/{b} {\n‸\n  }\n}",
        "service cloud.firestore {\n  match /a/{b} {\n    \n  }\n}"
      ),
      (
        "\n", "service cloud.firestore {\n  match /a/{b} {\n‸}\n}",
        "service cloud.firestore {\n  match /a/{b} {\n  }\n}"
      ),
      (
        "\n", "service cloud.firestore {\n  match /a/{b} {\n    allow get: if a\n‸&& b;",
        "service cloud.firestore {\n  match /a/{b} {\n    allow get: if a\n      && b;"
      ),
      (
        "\n", "service cloud.firestore {\n  match /a/{b} {\n    allow get;\n‸",
        "service cloud.firestore {\n  match /a/{b} {\n    allow get;\n    "
      ),
      (
        "}", "service cloud.firestore {\n  match /a/{b} {\n    allow get;\n    }‸\n",
        "service cloud.firestore {\n  match /a/{b} {\n    allow get;\n  }\n"
      ),
      ("\n", "/* a\n‸b */", "/* a\nb */"),
      (";", "// a;‸", "// a;"),
    ]
  )
  func typing(character: String, source: String, expected: String) {
    let marked = Marked(source)
    let analysis = marked.analysis()
    let edits = analysis.formattingEdits(onTyping: character, at: marked.cursor)
    #expect(analysis.applying(edits) == expected)
  }
}
