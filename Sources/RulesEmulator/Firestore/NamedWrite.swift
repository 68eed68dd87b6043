import RulesJSON

/// A write of a request, as far as it is known before anything of it is checked: which document it is of.
///
/// The official emulator compares the names as they stand, even where they name no document.
struct NamedWrite {
  /// The name of the document.
  let name: ContiguousArray<UInt8>
  /// Whether nothing is written.
  let isVerify: Bool

  /// What a write says of its document; nil where it says nothing.
  private init?(_ json: JSONValue) {
    if let update = json["update"] {
      name = update["name"]?.string ?? []
      isVerify = false
    } else if let deleted = json["delete"]?.string {
      name = deleted
      isVerify = false
    } else if let verified = json["verify"]?.string {
      name = verified
      isVerify = true
    } else if let transform = json["transform"] {
      name = transform["document"]?.string ?? []
      isVerify = false
    } else {
      return nil
    }
  }

  /// Checks that no document is verified beside another write of it.
  static func checkVerified(_ writes: ContiguousArray<JSONValue>) throws(ServiceError) {
    var written: Set<ContiguousArray<UInt8>> = []
    var verified: Set<ContiguousArray<UInt8>> = []
    for write in writes.lazy.compactMap(NamedWrite.init) {
      if write.isVerify {
        if written.contains(write.name) { throw refused("written and then verified") }
        guard verified.insert(write.name).inserted else { throw refused("verified more than once") }
      } else {
        if verified.contains(write.name) { throw refused("verified and then written") }
        written.insert(write.name)
      }
    }
  }

  /// Checks that no document is written twice.
  static func checkDistinct(_ writes: ContiguousArray<JSONValue>) throws(ServiceError) {
    var names: Set<ContiguousArray<UInt8>> = []
    for write in writes.lazy.compactMap(NamedWrite.init) {
      guard names.insert(write.name).inserted else { throw refused("written more than once") }
    }
  }

  private static func refused(_ reason: String) -> ServiceError {
    .invalid("the same document cannot be \(reason) in a single request")
  }
}
