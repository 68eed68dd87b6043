import RulesIDE
import RulesRuntime
import RulesSemantics
import RulesSource
import RulesTesting
import Testing

/// A text with marks: `‸` where a cursor is, and twice around a range.
struct Marked {
  /// The text without marks.
  let text: String
  /// Where the marks stood, as offsets of bytes.
  let marks: [UInt32]

  init(_ marked: String) {
    var text = ""
    var marks: [UInt32] = []
    for character in marked {
      if character == "‸" {
        marks.append(UInt32(text.utf8.count))
      } else {
        text.append(character)
      }
    }
    self.text = text
    self.marks = marks
  }

  /// The first mark.
  var cursor: UInt32 { marks.first ?? 0 }

  /// The range between the first two marks; empty at the only one.
  var range: SourceRange { SourceRange(cursor, marks.count > 1 ? marks[1] : cursor) }

  func analysis(_ language: Analysis.Language = .rules, name: String? = nil) -> Analysis {
    let name = name ?? (language == .rules ? "firestore.rules" : "firestore.rulestest")
    return Analysis(SourceFile(name: name, text: text), language)
  }
}

/// Rules of Firestore around the content of a match for books.
func inBooks(_ content: String) -> String {
  """
  rules_version = '2';
  service cloud.firestore {
    match /databases/{database}/documents {
      match /books/{book} {
  \(content)
      }
    }
  }
  """
}

extension Analysis {
  /// The text of a range.
  func text(_ range: SourceRange) -> String { source.text(of: range) }

  /// The text after edits.
  func applying(_ edits: [TextEdit]) -> String {
    var bytes = Array(source.bytes)
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(
        Int(edit.range.lowerBound)..<Int(edit.range.upperBound),
        with: Array(edit.replacement.utf8)
      )
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text with the marks of some ranges: `[x]`.
  func marking(_ ranges: [SourceRange]) -> String {
    let edits = ranges.flatMap { range in
      [
        TextEdit(replacing: SourceRange(at: range.lowerBound), with: "["),
        TextEdit(replacing: SourceRange(at: range.upperBound), with: "]"),
      ]
    }
    return applying(edits.sorted { $0.range.lowerBound < $1.range.lowerBound })
  }
}
