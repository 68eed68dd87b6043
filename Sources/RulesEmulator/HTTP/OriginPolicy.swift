/// Who may talk to the service: programs on this machine, and pages that come from it.
///
/// A web page from elsewhere can make a browser send requests to a loopback port. It can't choose the `Host` that
/// the browser sends but by a name that leads here, and it can't hide its `Origin`; so both are looked at.
package struct OriginPolicy: Sendable {
  /// Names besides the local ones by which clients may call this machine.
  package var allowedHosts: [String] = []

  /// A policy that lets in what is local.
  package init(allowedHosts: [String] = []) {
    self.allowedHosts = allowedHosts.map { $0.lowercased() }
  }

  /// Why a request is refused; nil where it is not.
  package func refusal(of request: HTTPRequest) -> String? {
    // Clients of HTTP/1.0, and tools by hand, name no host; browsers always do.
    if let host = request["host"], !isAllowed(host: host) {
      return "The host `\(host)` is not this machine; `--allow-host` lets it in."
    }
    if let origin = request["origin"], !isLocal(origin: origin) {
      return "Pages of `\(origin)` may not use this service."
    }
    return nil
  }

  /// The fields of a reply that tell a browser that a page may see it.
  package func fields(for request: HTTPRequest) -> [(name: String, value: String)] {
    guard let origin = request["origin"] else { return [] }
    return [
      ("Access-Control-Allow-Origin", origin),
      ("Access-Control-Allow-Credentials", "true"),
      ("Vary", "Origin"),
    ]
  }

  /// The reply to the question that a browser asks before a request.
  package func preflight(for request: HTTPRequest) -> HTTPResponse {
    var response = HTTPResponse(status: 200, text: "")
    response.fields = fields(for: request)
    response.fields.append(("Access-Control-Allow-Methods", "DELETE,GET,HEAD,PATCH,POST,PUT"))
    if let wanted = request["access-control-request-headers"] {
      response.fields.append(("Access-Control-Allow-Headers", wanted))
    }
    response.fields.append(("Access-Control-Max-Age", "3600"))
    return response
  }

  private func isLocal(origin: String) -> Bool {
    guard let scheme = origin.range(ofAnyOf: ["http://", "https://"]) else { return false }
    return isAllowed(host: String(origin[scheme...]))
  }

  private func isAllowed(host: String) -> Bool {
    if Self.isPlainlyLocal(host) { return true }
    let name = Self.name(of: host).lowercased()
    return name == "localhost" || name.hasSuffix(".localhost") || name == "127.0.0.1"
      || name == "[::1]" || allowedHosts.contains(name)
  }

  /// Whether a host is one that nearly all clients name, perhaps with a port; there are other local ones.
  private static func isPlainlyLocal(_ host: String) -> Bool {
    let name = host.utf8.prefix { $0 != UInt8(ascii: ":") }
    return name.elementsEqual("127.0.0.1".utf8) || name.elementsEqual("localhost".utf8)
  }

  /// The host without its port.
  private static func name(of host: String) -> String {
    if host.hasPrefix("[") {
      guard let end = host.firstIndex(of: "]") else { return host }
      return String(host[...end])
    }
    return String(host.prefix { $0 != ":" })
  }
}

extension String {
  /// Where the text goes on behind one of several beginnings.
  fileprivate func range(ofAnyOf prefixes: [String]) -> String.Index? {
    for prefix in prefixes where hasPrefix(prefix) {
      return index(startIndex, offsetBy: prefix.count)
    }
    return nil
  }
}
