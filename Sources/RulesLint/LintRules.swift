package import RulesSource

extension LintRule {
  /// All checks, the most harmful findings first.
  package static let all: [LintRule] = security + correctness + cost + hygiene + testSuites

  /// Rules that let somebody do what the author would not want.
  package static let security: [LintRule] = [
    .openWrite, .openRead, .testModeExpiry, .recursiveOpen, .anySignedInWrite, .shadowedRestriction,
    .missingOwnerCheck, .ownerReassignable, .selfGrantedAuthority, .updateBypass,
    .writeIncludesDelete, .noFieldValidation, .emailWithoutVerified, .hardcodedIdentity,
    .storageUploadUnbounded, .storageContentType, .secretInRules,
  ]
}

extension DiagnosticCode {
  /// The kinds of problem that checks find.
  package static let lintCodes: [DiagnosticCode] = LintRule.all.map(\.code) + suppressionCodes
}
