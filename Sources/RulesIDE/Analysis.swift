import RulesLint
package import RulesSemantics
package import RulesSource
package import RulesSyntax

/// What is known of one version of one document: its text, its tree, and what its names mean.
///
/// An immutable value: every feature of an editor is a question to it, answered for the version it was
/// made of. All offsets and ranges are of UTF-8 bytes; those past the end mean the end.
package struct Analysis: Sendable {
  /// What a document is written in.
  package enum Language: Sendable, Hashable {
    /// Security rules.
    case rules
    /// A test file.
    case tests

    /// The language of a file, by the end of its name: `.rulestest` files are tests.
    package init(fileName: String) {
      self = fileName.utf8.reversed().starts(with: ".rulestest".utf8.reversed()) ? .tests : .rules
    }
  }

  /// What the document is written in.
  package let language: Language
  /// The tree of the text.
  package let tree: SyntaxTree
  /// What a rules file means; nil for a test file.
  package let model: SemanticModel?

  /// The text; its name tells documents apart in answers that span several.
  package var source: SourceFile { tree.source }

  /// Analyses a text.
  package init(_ source: SourceFile, _ language: Language) {
    self.init(AnalysisDraft(source, language))
  }

  /// Analyses a text of which something is known.
  package init(_ draft: AnalysisDraft) {
    language = draft.language
    model = draft.names.map(SemanticModel.analyze)
    tree = draft.tree
  }
}

/// What is known of one version of one document as soon as it is read: its tree, and for rules what the names
/// mean.
package struct AnalysisDraft: Sendable {
  /// What the document is written in.
  let language: Analysis.Language
  /// The tree of the text.
  package let tree: SyntaxTree
  /// What the names of a rules file mean; nil for a test file.
  let names: NamedRules?
  /// Whether there may be comments that silence.
  let maySilence: Bool

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - source: the text.
  ///   - language: what it is written in.
  ///   - earlier: what is known of an earlier version; only speed depends on it.
  package init(
    _ source: SourceFile,
    _ language: Analysis.Language,
    after earlier: AnalysisDraft? = nil
  ) {
    self.language = language
    switch language {
    case .rules:
      let (tree, shared) =
        earlier.map { parseRules(source, after: $0.tree) } ?? (parseRules(source), nil)
      self.tree = tree
      names =
        if let shared, let known = earlier?.names {
          NamedRules(tree, after: (known, shared))
        } else {
          NamedRules(tree)
        }
      // Where the version before had none, one has to be where the text was changed.
      let change = earlier?.maySilence == false ? shared?.changedBytes : nil
      maySilence = Suppressions.areMentioned(in: source.bytes, around: change)
    case .tests:
      tree = parseTests(source)
      names = nil
      maySilence = true
    }
  }
}

/// A range of one of the documents that are known.
package struct Location: Sendable, Hashable {
  /// The name of the document's source.
  package let document: String
  /// The bytes that are meant.
  package let range: SourceRange

  /// A range of a document.
  package init(_ document: String, _ range: SourceRange) {
    self.document = document
    self.range = range
  }
}

/// Changes of one document.
package struct DocumentEdit: Sendable, Hashable {
  /// The name of the document's source.
  package let document: String
  /// The edits, in source order; they do not overlap.
  package let edits: [TextEdit]

  /// Changes of a document; they are put in source order.
  package init(_ document: String, _ edits: [TextEdit]) {
    self.document = document
    self.edits = edits.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
  }
}
