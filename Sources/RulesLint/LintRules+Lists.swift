extension LintRule {
  /// Rules that can never do what they say.
  static let correctness: [LintRule] = [
    .neverGranted, .getNullCompare, .pathInterpolation, .storageFirestoreDatabase,
    .unreachableMatch,
    .unprovableList, .nullAbsenceTest, .negatedError, .alwaysFalse, .alwaysTrue, .diffDirection,
    .affectedKeysNotLimited, .mapListSetConfusion, .lengthMember, .misleadingPattern,
    .timeCompareEquality,
    .versionOneRecursive,
    .shadowedName, .duplicateVerb, .numberLiteralPitfall, .unsafeAuthDereference, .errorAbsorbed,
  ]

  /// Rules that cost more than they have to.
  static let cost: [LintRule] = [
    .expressionBudget, .lookupBudget, .callDepth, .duplicateLookupCall, .lookupInList,
  ]

  /// Rules that hold more than they need, or are hard to read.
  static let hygiene: [LintRule] = [
    .identicalMatches, .redundantAllow, .duplicateMapKey, .debugCall,
    .unusedCapture, .redundantAnchors, .complexCondition, .readNotSplit, .writeNotSplit, .naming,
    .noteComment,
  ]

  /// Tests that say less than they seem to.
  static let testSuites: [LintRule] = [
    .requestTimeNotPinned, .allowWithoutNegativeTest, .fixtureNeverUsed,
  ]
}
