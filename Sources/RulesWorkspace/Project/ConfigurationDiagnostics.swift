package import RulesSource

extension DiagnosticCode {
  /// The kinds of problem that configuration files have beyond those of JSON.
  package static let configurationCodes: [DiagnosticCode] = [
    invalidConfiguration, unknownSetting, unknownTarget,
  ]

  /// A value of a wrong kind.
  package static let invalidConfiguration = DiagnosticCode(
    "invalid-configuration",
    .error,
    "a setting whose value is none that it can have",
    explanation: """
      The message says what is expected. `firebase.json` names rules files, relative to itself:

        { "firestore": { "rules": "firestore.rules" }, "storage": { "rules": "storage.rules" } }

      `firestore` and `storage` may be an array of such objects, one for each database or bucket. `rulescheck.json` \
      stands beside it, and may say:

        {
          "severities": { "unused-function": "off" },
          "tests": ["tests"],
          "denyErrors": "fail",
          "thresholds": { "warnings": 0, "minCoverage": 90, "minMutationScore": 80 },
          "baseline": "known.txt"
        }

      A percentage may have one place: 99.5.
      """
  )

  /// A name that is no setting.
  package static let unknownSetting = DiagnosticCode(
    "unknown-setting",
    .error,
    "a name in rulescheck.json that is no setting",
    explanation: """
      The settings are `severities`, `tests`, `denyErrors`, `thresholds` and `baseline`. `severities` gives `error`, \
      `warning`, `info`, `hint` or `off` for the id of a diagnostic; `baseline` names the file of the findings that \
      are known and left out.
      """
  )

  /// A target of firebase.json that .firebaserc does not know.
  package static let unknownTarget = DiagnosticCode(
    "unknown-target",
    .error,
    "a deploy target that .firebaserc does not name",
    explanation: """
      A `target` in `firebase.json` stands for the databases or buckets that `.firebaserc` lists for the project:

        { "targets": { "my-project": { "storage": { "photos": ["my-photos"] } } } }

      `firebase target:apply` adds one.
      """
  )
}
