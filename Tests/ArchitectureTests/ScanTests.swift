import Testing

/// Tests of the scans themselves.
struct ScanTests {
  @Test(
    "Comments and strings are blanked, code is kept",
    arguments: [
      ("a // b\nc", "a     \nc"), ("a /* b /* c */ d */ e", "a                   e"),
      (#"a "b\"c" d"#, "a        d"), (##"a #"b"c"# d"##, "a         d"),
      ("a \"\"\"\n\"b\"\n\"\"\" c", "a    \n   \n    c"), (#"a "\(b("c"))" d"#, "a             d"),
      ("#if a", "#if a"), ("\"", " "), ("/*", "  "), (#""\("#, "   "),
    ]
  )
  func blanking(text: String, expected: String) {
    #expect(SourceBlanker(text).blanked() == expected)
  }

  @Test("Imports are read in each of their forms")
  func imports() {
    let file = SwiftFile(
      path: "Sources/A/B.swift",
      text: """
        import A
        package import B
        @preconcurrency public import C
        import struct D.E
          import F  // indented
        // import G
        let importance = "import H"
        important import I
        """
    )
    #expect(file.imports.map(\.module) == ["A", "B", "C", "D", "F"])
    #expect(file.imports.map(\.line) == [0, 1, 2, 3, 4])
    #expect(file.target == "A")
  }
}
