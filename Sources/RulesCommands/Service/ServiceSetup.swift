import RulesEmulator
import RulesJSON
import RulesRuntime
import RulesSource
import RulesTesting
import RulesWorkspace
import Synchronization

/// Which requests a service writes.
enum ServiceLog: String, Sendable, CaseIterable {
  case all, denied, none
}

/// What a service is made of: its arguments, its rules, its documents.
struct ServiceSetup {
  private let arguments: ParsedArguments
  private let context: CommandContext
  private let host: ServiceHost
  private let rules: ServiceRules
  private let failure = Failure()
  private let child = Child()

  /// Whether something could not be kept on disk, so that the service has stopped.
  private final class Failure: Sendable {
    let hasHappened = Atomic(false)
  }

  /// What asks for the exit code of the command that the service waits for.
  private final class Child: Sendable {
    let exitCode = Mutex<(@Sendable () -> Int32?)?>(nil)
    let result = Mutex<Int32?>(nil)

    /// Whether the command has ended; its exit code is kept then.
    var hasEnded: Bool {
      guard let code = exitCode.withLock({ $0?() }) else { return false }
      result.withLock { $0 = code }
      return true
    }
  }

  /// A setup from the arguments of a command.
  init(_ arguments: ParsedArguments, _ context: CommandContext, _ host: ServiceHost) {
    self.arguments = arguments
    self.context = context
    self.host = host
    rules = ServiceRules(context.fileSystem, host.write)
  }

  /// Whether the service has stopped because of an error.
  var hasFailed: Bool { failure.hasHappened.load(ordering: .relaxed) }

  // MARK: Starting

  /// A server that awaits clients.
  ///
  /// - Parameters:
  ///   - port: the port, unless the arguments give another.
  ///   - isAwaitingCommand: whether it stops when the command beside it has ended.
  /// - Returns: the server.
  /// - Throws: why it can't serve.
  mutating func server(
    port: UInt16,
    isAwaitingCommand: Bool = false
  ) throws(CommandError) -> Server {
    let address = try address(port)
    var emulator = Emulator(seed: host.seed())
    emulator.disk = disk
    try loadRules(&emulator, operand: isAwaitingCommand ? nil : arguments.operands.first)
    try loadDocuments(&emulator)
    try loadExport(&emulator)
    let journal = try openJournal(&emulator)
    let (host, rules, failure, child) = (host, rules, failure, child)
    let log = arguments.value(of: .serviceLog).flatMap(ServiceLog.init) ?? .denied
    let duties = Server.Duties(
      now: host.now,
      milliseconds: host.milliseconds,
      isStopping: {
        if failure.hasHappened.load(ordering: .relaxed) { return true }
        guard isAwaitingCommand else { return host.isStopping() }
        return child.hasEnded
      },
      tick: { rules.reload(&$0) },
      keep: { entries in
        guard let journal, !journal.append(entries) else { return true }
        host.write("error: what was written can't be kept on disk; the service stops\n")
        failure.hasHappened.store(true, ordering: .relaxed)
        return false
      },
      note: { request, response in
        if let line = Self.line(request, response, log) { host.write(line) }
      },
      startThread: startOnLargeStack,
      tickInterval: isAwaitingCommand ? 20 : 250
    )
    let names = arguments.value(of: .allowHost)?.split(separator: ",").map(String.init) ?? []
    do throws(SocketError) {
      return try Server(
        emulator,
        at: address,
        policy: OriginPolicy(allowedHosts: names + [address.webHost]),
        duties
      )
    } catch {
      throw .unusable("the service can't be started: \(error.message)")
    }
  }

  private func address(_ port: UInt16) throws(CommandError) -> ListeningAddress {
    var address = ListeningAddress(host: "127.0.0.1", port: port)
    if let text = arguments.value(of: .servicePort) {
      guard let number = UInt16(text) else {
        throw .misuse("`--port` takes a number up to 65535, found `\(text)`")
      }
      address.port = number
    }
    if let text = arguments.value(of: .serviceHost) { address.host = text }
    guard address.isLoopback || arguments.contains(.allowRemote) else {
      throw .misuse(
        "`--host \(address.host)` lets other machines in, which have no other rules to pass; "
          + "`--allow-remote` says that this is wanted"
      )
    }
    return address
  }

  // MARK: Content

  private func loadRules(
    _ emulator: inout Emulator,
    operand: String?
  ) throws(CommandError) {
    if let path = operand ?? arguments.value(of: .execRules) {
      try rules.load(path, databases: [""], into: &emulator)
      return
    }
    guard let project = context.findProject() else { return }
    for problem in project.problems {
      host.write(DiagnosticRenderer().render(problem.diagnostic, in: problem.file))
    }
    for reference in project.rules where reference.service == .firestore {
      let databases = reference.resources.isEmpty ? [""] : reference.resources
      try rules.load(reference.path, databases: databases, into: &emulator)
    }
  }

  private func loadDocuments(_ emulator: inout Emulator) throws(CommandError) {
    guard let path = arguments.value(of: .serviceDocuments) else { return }
    let file: SourceFile
    do throws(FileError) {
      file = SourceFile(name: path, bytes: try context.fileSystem.read(path))
    } catch {
      throw .unusable(error.message)
    }
    switch FixtureDocuments.read(file) {
    case .success(let documents):
      for document in documents {
        emulator.addSeed(document.fields, at: document.path, host.now())
      }
    case .failure(let error):
      host.write(DiagnosticRenderer().render(error.diagnostic, in: file))
      throw .unusable("the documents of `\(path)` can't be read")
    }
  }

  /// The most bytes of a file of an export.
  private static let exportByteLimit = 1 << 30

  /// Where exports are read from and written to.
  private var disk: ExportDisk {
    let fileSystem = context.fileSystem
    return ExportDisk(
      read: { path in
        do throws(FileError) {
          return .success(try fileSystem.read(path, limit: Self.exportByteLimit))
        } catch {
          return .failure(ExportProblem(error.message))
        }
      },
      names: { path in
        guard (try? fileSystem.kind(of: path)) == .directory else { return nil }
        return (try? fileSystem.entries(of: path))?.map(\.name)
      },
      write: { ExportDisk.writeFile($0, $1) }
    )
  }

  private func loadExport(_ emulator: inout Emulator) throws(CommandError) {
    guard let path = arguments.value(of: .serviceImport) else { return }
    do throws(ExportProblem) {
      let count = try emulator.addSeeds(ofExport: path, host.now())
      host.write("imported \(count) document\(count == 1 ? "" : "s") of `\(visible(path))`\n")
    } catch {
      throw .unusable("`\(path)` can't be imported: \(error.message)")
    }
  }

  private func openJournal(_ emulator: inout Emulator) throws(CommandError) -> JournalFile? {
    guard let folder = arguments.value(of: .serviceData) else { return nil }
    do throws(SocketError) {
      let opened = try JournalFile.open(in: folder, restoring: &emulator)
      for remark in opened.remarks { host.write("warning: \(visible(remark))\n") }
      emulator.keepsJournal = true
      return opened.file
    } catch {
      throw .unusable(error.message)
    }
  }

  // MARK: What is written

  /// Says where the service is.
  func announce(port: UInt16) {
    let host = arguments.value(of: .serviceHost) ?? "127.0.0.1"
    let address = "\(ListeningAddress(host: host, port: port).webHost):\(port)"
    let source =
      rules.paths.isEmpty ? "no rules: everything is allowed" : rules.paths.joined(separator: ", ")
    self.host.write(
      """
      rulescheck serves Firestore on http://\(address) (\(visible(source)))
        export FIRESTORE_EMULATOR_HOST=\(address)
      Dev App Server is now running.

      """
    )
  }

  /// The line of a request that was answered; nil for one that is not written.
  private static func line(
    _ request: HTTPRequest,
    _ response: HTTPResponse,
    _ log: ServiceLog
  ) -> String? {
    let isDenied = response.status == 403
    guard log == .all || (log == .denied && isDenied) else { return nil }
    let target = String(decoding: request.target, as: UTF8.self)
    var line = "\(response.status) \(request.method) \(target)"
    if response.status >= 400 {
      let message = (try? JSONValue(parsing: response.body))?["error"]?["message"]?.text
      let text = message ?? String(decoding: response.body, as: UTF8.self)
      let words = text.split(whereSeparator: \.isNewline).joined(separator: " ")
      line += ": \(words)"
    }
    return visible(line) + "\n"
  }

  // MARK: A command beside the service

  /// Runs a command while the service runs.
  ///
  /// The process ends with the exit code of the command.
  func run(
    _ command: [String],
    beside server: inout Server,
    _ console: inout Console
  ) throws(CommandError) {
    let address = "127.0.0.1:\(server.port)"
    var variables = [
      (name: "FIRESTORE_EMULATOR_HOST", value: address),
      (name: "FIREBASE_FIRESTORE_EMULATOR_ADDRESS", value: address),
    ]
    if context.environment["GCLOUD_PROJECT"] == nil {
      variables.append((name: "GCLOUD_PROJECT", value: "demo-no-project"))
    }
    switch host.start(command, variables) {
    case .failure(let error): throw .unusable(error.message)
    case .success(let exitCode): child.exitCode.withLock { $0 = exitCode }
    }
    let emulator = server.run()
    for rules in emulator.allRules where rules.isUsed {
      for line in TerminalSummary.lines(rules.coverage) {
        console.writeLine(console.fitted(line.text))
      }
    }
    host.pass(child.result.withLock { $0 ?? ExitCode.unusable.rawValue })
  }
}
