import RulesSource

/// Which of the objects of the service a term is made of.
package struct Mentions: OptionSet, Sendable, Hashable {
  /// One bit an object.
  package let rawValue: UInt8

  /// A set from its bits.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// `request.auth`.
  package static let user = Mentions(rawValue: 1)
  /// `request.auth.uid`.
  package static let uid = Mentions(rawValue: 2)
  /// `request.auth.token`.
  package static let token = Mentions(rawValue: 4)
  /// `request.resource`.
  package static let newResource = Mentions(rawValue: 8)
  /// `resource`.
  package static let oldResource = Mentions(rawValue: 16)
  /// `request.time`.
  package static let time = Mentions(rawValue: 32)
  /// A document that is looked up.
  package static let lookup = Mentions(rawValue: 64)
  /// A wildcard.
  package static let wildcard = Mentions(rawValue: 128)

  init(_ term: Term) {
    switch term {
    case .resource: self = .oldResource
    case .lookup: self = .lookup
    case .wildcard: self = .wildcard
    default: self = []
    }
  }

  /// What `base.name` is by itself.
  init(_ base: TermID, _ name: Symbol, _ terms: TermBuilder) {
    switch (base, name) {
    case (terms.request, terms.names.auth): self = .user
    case (terms.request, terms.names.resource): self = .newResource
    case (terms.request, terms.names.time): self = .time
    case (terms.auth, terms.names.uid): self = .uid
    case (terms.auth, terms.names.token): self = .token
    default: self = []
    }
  }
}
