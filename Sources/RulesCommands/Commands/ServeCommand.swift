import RulesEmulator
import RulesWorkspace

extension Command {
  /// `rulescheck serve [FILE]`.
  package static let serve = Command(
    name: "serve",
    summary: "Serve a local Firestore that enforces rules and says why it denies",
    operands: "[FILE]",
    operandCount: 0...1,
    options: [
      .servicePort, .serviceHost, .allowRemote, .allowHost, .serviceData, .serviceDocuments,
      .serviceImport, .serviceLog,
    ],
    discussion: """
      Answers the REST interface of Cloud Firestore, and the control interface of its emulator, from \
      documents in memory. The rules of FILE decide each request, or those that the nearest \
      firebase.json names for each database; without any, everything is allowed. A rules file that \
      changes is loaded again; while it is broken, the last good rules stay in force. Clients find the \
      service by the variable FIRESTORE_EMULATOR_HOST:

        rulescheck serve firestore.rules
        FIRESTORE_EMULATOR_HOST=127.0.0.1:8080 npm test

      A request with `Authorization: Bearer owner` is not asked for by rules, as with the emulator; \
      tokens need no signature. Each denied request is written with its reason; a WebSocket at /requests \
      is told of every request that rules judge, as the official emulator tells it. The report of \
      coverage keeps values of expressions until they take 16 MiB, and counts those that it knows from \
      then on.

      `--import` begins with an export of the official emulator: a folder that `firebase \
      emulators:export` has written, or the file *.overall_export_metadata in it. The control interface \
      writes and reads the same files (POST :export and :import with an export_directory), and all \
      documents as one JSON object besides (GET :export, POST :import).

      Only this machine can reach the service, and only pages that come from it: other hosts and \
      origins are refused.

      The exit code is 0 when it was told to stop, and 2 when it can't serve.
      """
  ) { arguments, context, console throws(CommandError) in
    guard let host = context.machine.serviceHost else {
      throw .unusable("the service needs a process of its own")
    }
    var setup = ServiceSetup(arguments, context, host)
    var server = try setup.server(port: 8080)
    host.awaitStop()
    setup.announce(port: server.port)
    _ = server.run()
    return setup.hasFailed ? .unusable : .clean
  }

  /// `rulescheck exec -- COMMAND`.
  package static let exec = Command(
    name: "exec",
    summary: "Run a command beside a local Firestore that enforces rules",
    operands: "COMMAND…",
    operandCount: 1...Int.max,
    options: [
      .servicePort, .execRules, .serviceData, .serviceDocuments, .serviceImport, .serviceLog,
    ],
    discussion: """
      Starts the service of `rulescheck serve` on a port that is free, runs COMMAND with the variables \
      set by which clients find it, and stops when the command has ended:

        rulescheck exec --rules firestore.rules -- npm test

      The variables are FIRESTORE_EMULATOR_HOST, FIREBASE_FIRESTORE_EMULATOR_ADDRESS, and, unless it \
      is set, GCLOUD_PROJECT. After the command the coverage of the rules is written.

      The exit code is that of the command, and 2 when the service can't be started.
      """
  ) { arguments, context, console throws(CommandError) in
    guard let host = context.machine.serviceHost else {
      throw .unusable("the service needs a process of its own")
    }
    var setup = ServiceSetup(arguments, context, host)
    var server = try setup.server(port: 0, isAwaitingCommand: true)
    try setup.run(arguments.operands, beside: &server, &console)
    return setup.hasFailed ? .unusable : .clean
  }
}

extension CommandOption {
  /// Where clients are awaited.
  static let servicePort = value("port", "PORT", summary: "The port; 0 is any that is free")

  /// The address.
  static let serviceHost = value(
    "host",
    "ADDRESS",
    summary: "The address to listen on, as ::1; 127.0.0.1 unless given"
  )

  /// Whether other machines may be clients.
  static let allowRemote = flag(
    "allow-remote",
    summary: "Let other machines in, as an address of the network does"
  )

  /// By which names this machine may be called.
  static let allowHost = value(
    "allow-host",
    "NAMES",
    summary: "Names besides localhost by which clients call the service"
  )

  /// Where documents are kept.
  static let serviceData = value(
    "data",
    "FOLDER",
    summary: "Keep the documents in a folder; without it they are gone in the end"
  )

  /// Which documents there are in the beginning.
  static let serviceDocuments = value(
    "documents",
    "FILE",
    summary: "Begin with the documents of a JSON file, as test files have them"
  )

  /// Which export there is in the beginning.
  static let serviceImport = value(
    "import",
    "FOLDER",
    summary: "Begin with the documents of an export of the official emulator"
  )

  /// What is written of requests.
  static let serviceLog = choice(
    "log",
    of: ServiceLog.allCases.map(\.rawValue),
    summary: "Which requests to write; denied ones unless given"
  )

  /// The rules of a service whose operands are a command.
  static let execRules = value("rules", "FILE", summary: "The rules file")
}
