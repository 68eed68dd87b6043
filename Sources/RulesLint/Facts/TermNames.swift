package import RulesSource

/// Names of members and methods that checks ask for.
package struct TermNames: Sendable {
  /// `auth`.
  package let auth: Symbol
  /// `uid`.
  package let uid: Symbol
  /// `token`.
  package let token: Symbol
  /// `resource`.
  package let resource: Symbol
  /// `data`.
  package let data: Symbol
  /// `method`.
  package let method: Symbol
  /// `time`.
  package let time: Symbol
  /// `get`.
  package let get: Symbol
  /// `keys`.
  package let keys: Symbol
  /// `size`.
  package let size: Symbol
  /// `matches`.
  package let matches: Symbol
  /// `hasOnly`.
  package let hasOnly: Symbol
  /// `hasAll`.
  package let hasAll: Symbol
  /// `hasAny`.
  package let hasAny: Symbol
  /// `diff`.
  package let diff: Symbol
  /// `toSet`.
  package let toSet: Symbol
  /// `difference`.
  package let difference: Symbol
  /// `affectedKeys`.
  package let affectedKeys: Symbol
  /// `changedKeys`.
  package let changedKeys: Symbol
  /// `addedKeys`.
  package let addedKeys: Symbol
  /// `removedKeys`.
  package let removedKeys: Symbol
  /// `unchangedKeys`.
  package let unchangedKeys: Symbol
  /// `email`.
  package let email: Symbol
  /// `email_verified`.
  package let emailVerified: Symbol
  /// `contentType`.
  package let contentType: Symbol
  /// `firebase`.
  package let firebase: Symbol
  /// `sign_in_provider`.
  package let signInProvider: Symbol

  init(_ symbols: inout SymbolTable) {
    auth = symbols.intern("auth")
    uid = symbols.intern("uid")
    token = symbols.intern("token")
    resource = symbols.intern("resource")
    data = symbols.intern("data")
    method = symbols.intern("method")
    time = symbols.intern("time")
    get = symbols.intern("get")
    keys = symbols.intern("keys")
    size = symbols.intern("size")
    matches = symbols.intern("matches")
    hasOnly = symbols.intern("hasOnly")
    hasAll = symbols.intern("hasAll")
    hasAny = symbols.intern("hasAny")
    diff = symbols.intern("diff")
    difference = symbols.intern("difference")
    toSet = symbols.intern("toSet")
    affectedKeys = symbols.intern("affectedKeys")
    changedKeys = symbols.intern("changedKeys")
    addedKeys = symbols.intern("addedKeys")
    removedKeys = symbols.intern("removedKeys")
    unchangedKeys = symbols.intern("unchangedKeys")
    email = symbols.intern("email")
    emailVerified = symbols.intern("email_verified")
    contentType = symbols.intern("contentType")
    firebase = symbols.intern("firebase")
    signInProvider = symbols.intern("sign_in_provider")
  }
}
