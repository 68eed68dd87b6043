/// How a file is laid out; everything else about the layout is fixed.
package struct FormatOptions: Sendable, Hashable {
  /// Count of columns that a line should not pass.
  package let lineWidth: Int

  /// Count of columns that a block's content is moved to the right.
  package let indentWidth: Int

  /// Options; values outside of what makes sense (20 to 1000 columns, 1 to 16) are moved into it.
  package init(lineWidth: Int = 100, indentWidth: Int = 2) {
    self.lineWidth = min(max(lineWidth, 20), 1000)
    self.indentWidth = min(max(indentWidth, 1), 16)
  }
}
