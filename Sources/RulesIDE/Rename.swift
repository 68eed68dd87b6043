package import RulesSource

/// Why a name can't be changed: one sentence for people, lower-case start, no final stop.
package struct RenameRefusal: Error, Sendable, Hashable {
  /// The sentence.
  package let message: String
}

extension Analysis {
  /// The name at an offset that a rename would change, with its present text.
  ///
  /// - Throws: why what stands there can't be renamed.
  package func renameTarget(
    at offset: UInt32,
    in project: ProjectIndex
  ) throws(RenameRefusal) -> (range: SourceRange, name: String) {
    throw RenameRefusal(message: "there is no name here")
  }

  /// The changes that give what is named at an offset another name.
  ///
  /// - Throws: why it can't have that name.
  package func rename(
    at offset: UInt32,
    to name: String,
    in project: ProjectIndex
  ) throws(RenameRefusal) -> [DocumentEdit] {
    throw RenameRefusal(message: "there is no name here")
  }
}
