extension Analysis {
  /// Where the name at an offset is declared.
  package func definitions(at offset: UInt32, in project: ProjectIndex) -> [Location] {
    []
  }
}
