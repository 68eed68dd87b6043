#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A command that is written to and read from, by the framing of the Language Server Protocol.
final class PipedProcess {
  private let process: pid_t
  private let input: Int32
  private let output: Int32
  /// What was read and is no whole message yet.
  private var received: [UInt8] = []

  /// Starts a command.
  init(_ command: [String]) throws {
    // SAFETY: what the calls point to outlives them; the copies of the arguments are freed when the process runs.
    var toProcess: [Int32] = [0, 0]
    var fromProcess: [Int32] = [0, 0]
    guard unsafe pipe(&toProcess) == 0, unsafe pipe(&fromProcess) == 0 else {
      throw BenchError(message: "there is no pipe")
    }
    // Another server that is started later must not keep these open.
    for descriptor in [toProcess[1], fromProcess[0]] {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
    var arguments = unsafe command.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, toProcess[0], 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, fromProcess[1], 1)
    for descriptor in toProcess + fromProcess {
      unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    var process: pid_t = 0
    let result = unsafe posix_spawnp(&process, command[0], &actions, nil, &arguments, environ)
    close(toProcess[0])
    close(fromProcess[1])
    guard result == 0 else { throw BenchError(message: "can't start \(command[0])") }
    self.process = process
    input = toProcess[1]
    output = fromProcess[0]
  }

  /// A server ends with its input.
  deinit {
    close(input)
    close(output)
    var status: Int32 = 0
    // SAFETY: the call writes the value that it is given.
    unsafe waitpid(process, &status, 0)
  }

  /// Writes bytes.
  func write(_ bytes: ContiguousArray<UInt8>) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      // SAFETY: the buffer is read within the closure only.
      let count = unsafe rest.withUnsafeBytes {
        unsafe systemWrite(input, $0.baseAddress, $0.count)
      }
      guard count > 0 else { throw BenchError(message: "the server does not read") }
      rest = rest.dropFirst(count)
    }
  }

  /// Waits until a message comes whose body holds a word, and gives its body.
  func readBody(containing word: String) throws -> ArraySlice<UInt8> {
    while true {
      while let body = nextBody() {
        if body.indices.contains(where: { body[$0...].starts(with: word.utf8) }) { return body }
      }
      try receive(timeout: 10_000)
    }
  }

  /// Waits until the server has said nothing for a while, and leaves out what it says.
  func rest() {
    while (try? receive(timeout: 30)) != nil {}
    received = []
  }

  private func receive(timeout: Int32) throws {
    var events = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    var bytes = [UInt8](repeating: 0, count: 65_536)
    // SAFETY: the calls write the values that they are given, as many bytes as there are.
    guard unsafe poll(&events, 1, timeout) > 0 else {
      throw BenchError(message: "the server does not answer")
    }
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe read(output, $0.baseAddress, $0.count)
    }
    guard count > 0 else { throw BenchError(message: "the server has ended") }
    received += bytes[..<count]
  }

  /// The body of the next message; nil where it is not there in whole.
  private func nextBody() -> ArraySlice<UInt8>? {
    let name = Array("Content-Length: ".utf8)
    guard received.starts(with: name),
      let end = received.indices.first(where: { received[$0...].starts(with: "\r\n\r\n".utf8) }),
      let length = Int(String(decoding: received[name.count..<end], as: UTF8.self)),
      received.count >= end + 4 + length
    else { return nil }
    let body = received[(end + 4)..<(end + 4 + length)]
    received.removeFirst(end + 4 + length)
    return body
  }
}

/// The call of the system, whose name the method hides.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  // SAFETY: whoever calls holds the bytes.
  unsafe write(file, bytes, count)
}
