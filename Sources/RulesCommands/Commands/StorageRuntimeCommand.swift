import RulesEmulator
import RulesJSON

extension Command {
  /// `rulescheck storage-runtime`.
  package static let storageRuntime = Command(
    name: "storage-runtime",
    summary: "Decide the requests of the storage emulator, in place of its Java program",
    operands: "[serve]",
    operandCount: 0...1,
    discussion: """
      Speaks the protocol of the rules runtime that the official command-line tools start beside their \
      storage emulator: a JSON object in each line of the standard streams. The reason of a denial is \
      among the warnings of its answer. examples/emulators shows how the tools are made to start it.

      The exit code is 0 at the end of the input.
      """
  ) { _, context, _ throws(CommandError) in
    guard let host = context.machine.serviceHost else {
      throw .unusable("the runtime needs the standard streams")
    }
    let lines = host.lines()
    var runtime = StorageRuntime(
      readLine: lines,
      write: { message in host.writeLine(message.bytes(.compact)) }
    )
    runtime.run()
    return .clean
  }
}
