#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Why the system has refused something.
package struct SocketError: Error, Sendable {
  /// One sentence, lower-case start, no final stop.
  package let message: String

  /// What the call that failed last on this thread means for an action.
  package static func last(_ action: String) -> SocketError {
    // SAFETY: strerror gives a string that ends with NUL and is copied at once.
    let reason = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
    return SocketError(message: "\(action): \(reason)")
  }
}

/// An address of this machine on which clients are awaited.
package struct ListeningAddress: Sendable, Hashable {
  /// An address of IPv4 or IPv6, as `127.0.0.1` and `::1`, which may stand in brackets, or `localhost`.
  package var host: String
  /// The port; 0 for any that is free.
  package var port: UInt16

  /// An address from its parts.
  package init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Whether only this machine reaches it.
  package var isLoopback: Bool {
    switch number {
    case .four(let address): UInt32(bigEndian: address.s_addr) >> 24 == 127
    case .six(let address): Self.bytes(of: address).elementsEqual(Self.loopback)
    case nil: false
    }
  }

  /// The host as it stands in an address of the web: one of IPv6 in brackets.
  package var webHost: String {
    if case .six = number { "[\(bareHost)]" } else { host }
  }

  /// A host as the system has it.
  enum Number {
    case four(in_addr)
    case six(in6_addr)
  }

  private static let loopback: [UInt8] = [UInt8](repeating: 0, count: 15) + [1]

  /// The host as the system has it; nil for what is no address.
  var number: Number? {
    if host == "localhost" { return .four(in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)) }
    var four = in_addr()
    // SAFETY: the calls read a string that ends with NUL, and write the structure that they are given.
    if unsafe inet_pton(AF_INET, host, &four) == 1 { return .four(four) }
    var six = in6_addr()
    if unsafe inet_pton(AF_INET6, bareHost, &six) == 1 { return .six(six) }
    return nil
  }

  /// The host without brackets.
  private var bareHost: String {
    host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
  }

  private static func bytes(of address: in6_addr) -> [UInt8] {
    // SAFETY: the structure is sixteen bytes, and is only read.
    unsafe withUnsafeBytes(of: address) { unsafe Array($0) }
  }
}

/// A socket that awaits clients.
struct ListeningSocket {
  let descriptor: CInt
  /// The port that it was given.
  let port: UInt16

  /// Begins to await clients.
  init(_ address: ListeningAddress) throws(SocketError) {
    guard let number = address.number else {
      throw SocketError(message: "`\(address.host)` is no address, as 127.0.0.1 and ::1 are")
    }
    #if canImport(Glibc)
      let type = CInt(SOCK_STREAM.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    let family = if case .six = number { AF_INET6 } else { AF_INET }
    descriptor = socket(family, type, 0)
    guard descriptor >= 0 else { throw .last("no socket") }
    Self.set(SO_REUSEADDR, of: SOL_SOCKET, on: descriptor)
    let isBound: Bool
    switch number {
    case .four(let host):
      var name = sockaddr_in()
      name.sin_family = sa_family_t(AF_INET)
      name.sin_port = address.port.bigEndian
      name.sin_addr = host
      isBound = Self.bind(descriptor, to: &name)
    case .six(let host):
      var name = sockaddr_in6()
      name.sin6_family = sa_family_t(AF_INET6)
      name.sin6_port = address.port.bigEndian
      name.sin6_addr = host
      // `::` is every address of IPv6; those of IPv4 have a word of their own.
      Self.set(IPV6_V6ONLY, of: CInt(IPPROTO_IPV6), on: descriptor)
      isBound = Self.bind(descriptor, to: &name)
    }
    guard isBound, listen(descriptor, 512) == 0 else {
      let error = SocketError.last("port \(address.port)")
      _ = close(descriptor)
      throw error
    }
    port = Self.port(of: descriptor) ?? address.port
    makeNonblocking(descriptor)
  }

  /// Turns an option of a socket on.
  private static func set(_ option: CInt, of level: CInt, on descriptor: CInt) {
    var isOn: CInt = 1
    _ = unsafe setsockopt(descriptor, level, option, &isOn, socklen_t(MemoryLayout<CInt>.size))
  }

  /// Gives a socket its name, which is a `sockaddr_in` or `sockaddr_in6`.
  private static func bind<Name>(_ descriptor: CInt, to name: inout Name) -> Bool {
    // SAFETY: all structures of names begin alike, and the size is that of the one that is passed.
    unsafe withUnsafeMutablePointer(to: &name) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe systemBind(descriptor, address, socklen_t(MemoryLayout<Name>.size)) == 0
      }
    }
  }

  /// The port that the system has given to a socket.
  private static func port(of descriptor: CInt) -> UInt16? {
    // The port stands at the same place in the names of both families, and the longer one holds either.
    var name = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    // SAFETY: as above; the call writes no more than the length.
    let isNamed = unsafe withUnsafeMutablePointer(to: &name) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe getsockname(descriptor, address, &length) == 0
      }
    }
    return isNamed ? UInt16(bigEndian: name.sin6_port) : nil
  }

  /// The next client that waits; nil for none.
  func accept() -> CInt? {
    let client = systemAccept(descriptor)
    guard client >= 0 else { return nil }
    makeNonblocking(client)
    // Replies are small: they are sent at once rather than gathered.
    Self.set(TCP_NODELAY, of: CInt(IPPROTO_TCP), on: client)
    return client
  }
}

private func systemBind(
  _ descriptor: CInt,
  _ address: UnsafeMutablePointer<sockaddr>,
  _ length: socklen_t
) -> CInt {
  unsafe bind(descriptor, address, length)
}

private func systemAccept(_ descriptor: CInt) -> CInt {
  accept(descriptor, nil, nil)
}

/// Makes calls on a descriptor return at once, and closes it in programs that are started.
func makeNonblocking(_ descriptor: CInt) {
  _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
}

/// What came of reading or writing.
enum Transfer {
  /// So many bytes.
  case count(Int)
  /// Nothing can be read or written now.
  case later
  /// The other side has ended, or the connection is broken.
  case ended
}

/// Reads what there is into a buffer.
func receive(_ descriptor: CInt, into buffer: inout ContiguousArray<UInt8>) -> Transfer {
  while true {
    // SAFETY: the call writes no more than the buffer's count of bytes.
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe read(descriptor, bytes.baseAddress, bytes.count)
    }
    if count > 0 { return .count(count) }
    if count == 0 { return .ended }
    if errno == EINTR { continue }
    return errno == EAGAIN || errno == EWOULDBLOCK ? .later : .ended
  }
}

/// Writes bytes from an offset on.
func send(_ descriptor: CInt, _ bytes: ContiguousArray<UInt8>, from offset: Int) -> Transfer {
  while true {
    // SAFETY: the call reads no more than the rest of the bytes.
    let count = unsafe bytes.withUnsafeBytes { buffer in
      unsafe write(
        descriptor,
        buffer.baseAddress.map { unsafe $0 + offset },
        buffer.count - offset
      )
    }
    if count >= 0 { return .count(count) }
    if errno == EINTR { continue }
    return errno == EAGAIN || errno == EWOULDBLOCK ? .later : .ended
  }
}
