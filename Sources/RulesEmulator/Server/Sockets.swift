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
  /// An address of IPv4, as `127.0.0.1`.
  package var host: String
  /// The port; 0 for any that is free.
  package var port: UInt16

  /// An address from its parts.
  package init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Whether only this machine reaches it.
  package var isLoopback: Bool { bytes?.0 == 127 }

  /// The four numbers of the host; nil for what is no such address.
  var bytes: (UInt8, UInt8, UInt8, UInt8)? {
    if host == "localhost" { return (127, 0, 0, 1) }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    guard parts.count == 4, let first = parts[0], let second = parts[1], let third = parts[2],
      let fourth = parts[3]
    else { return nil }
    return (first, second, third, fourth)
  }
}

/// A socket that awaits clients.
struct ListeningSocket {
  let descriptor: CInt
  /// The port that it was given.
  let port: UInt16

  /// Begins to await clients.
  init(_ address: ListeningAddress) throws(SocketError) {
    guard let bytes = address.bytes else {
      throw SocketError(message: "`\(address.host)` is no address of IPv4, as 127.0.0.1 is")
    }
    #if canImport(Glibc)
      let type = CInt(SOCK_STREAM.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    descriptor = socket(AF_INET, type, 0)
    guard descriptor >= 0 else { throw .last("no socket") }
    var isReused: CInt = 1
    _ = unsafe setsockopt(
      descriptor,
      SOL_SOCKET,
      SO_REUSEADDR,
      &isReused,
      socklen_t(MemoryLayout<CInt>.size)
    )
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = address.port.bigEndian
    let number =
      UInt32(bytes.0) << 24 | UInt32(bytes.1) << 16 | UInt32(bytes.2) << 8 | UInt32(bytes.3)
    name.sin_addr.s_addr = number.bigEndian
    guard Self.bind(descriptor, to: &name), listen(descriptor, 512) == 0 else {
      let error = SocketError.last("port \(address.port)")
      _ = close(descriptor)
      throw error
    }
    port = Self.port(of: descriptor) ?? address.port
    makeNonblocking(descriptor)
  }

  private static func bind(_ descriptor: CInt, to name: inout sockaddr_in) -> Bool {
    // SAFETY: both structures begin alike, and the size is that of the one that is passed.
    unsafe withUnsafeMutablePointer(to: &name) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe systemBind(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  /// The port that the system has given to a socket.
  private static func port(of descriptor: CInt) -> UInt16? {
    var name = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // SAFETY: as above; the call writes no more than the length.
    let isNamed = unsafe withUnsafeMutablePointer(to: &name) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe getsockname(descriptor, address, &length) == 0
      }
    }
    return isNamed ? UInt16(bigEndian: name.sin_port) : nil
  }

  /// The next client that waits; nil for none.
  func accept() -> CInt? {
    let client = systemAccept(descriptor)
    guard client >= 0 else { return nil }
    makeNonblocking(client)
    var isImmediate: CInt = 1
    // Replies are small: they are sent at once rather than gathered.
    _ = unsafe setsockopt(
      client,
      CInt(IPPROTO_TCP),
      TCP_NODELAY,
      &isImmediate,
      socklen_t(MemoryLayout<CInt>.size)
    )
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
