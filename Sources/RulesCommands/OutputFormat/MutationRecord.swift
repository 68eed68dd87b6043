import RulesSource

/// What became of the mutants of a rules file.
struct MutationRecord: Sendable {
  /// The rules file.
  var rulesPath: String
  /// Tenths of a percent of the mutants that count which were killed.
  var score: Int
  /// The mutants, in the order of the source.
  var mutants: [Mutant]
  /// Whether the score of the run is lower than is asked for.
  var isTooLow = false

  /// A mutant.
  struct Mutant: Sendable {
    /// The kind of mistake.
    var kind: String
    /// Where it was made.
    var place: Place
    /// What the rules have after it.
    var summary: String
    var fate: Fate
    /// The step that would notice it; nil unless it survived.
    var step: String?
    /// Where the step belongs.
    var whereabouts: String?

    /// What the mutant is called in a list.
    var title: String { "\(place.text): \(summary) [\(kind)]" }
  }

  /// What became of a mutant.
  enum Fate: String, Sendable, Hashable, CaseIterable {
    case killed, survived
    case setAside = "set-aside"
  }

  /// How many mutants came to an end.
  func count(_ fate: Fate) -> Int { mutants.count { $0.fate == fate } }

  /// The mutants that survived.
  var findings: [Finding] {
    mutants.filter { $0.fate == .survived }.map { mutant in
      Finding(
        code: .survivingMutant,
        severity: isTooLow ? .error : .warning,
        place: mutant.place,
        message: "no test would notice this mistake: \(mutant.summary)",
        notes: [
          Finding.Note(
            message:
              "this step would notice it, \(mutant.whereabouts ?? "in a test"): \(mutant.step ?? "")"
          )
        ]
      )
    }
  }
}
