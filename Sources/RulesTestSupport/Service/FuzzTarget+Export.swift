import RulesEmulator
import RulesRuntime

extension FuzzTarget {
  /// An export of the official emulator: the input is an entity, and a file of entities.
  static let export = FuzzTarget(
    name: "export",
    dictionary: [
      "j\u{1F}j\u{F}dev~demo-oracler\u{C}\u{B}\u{12}\u{3}all\"\u{3}123\u{C}",
      "z\u{9}\u{1A}\u{1}n \u{0}*\u{2}\u{8}\u{1}",
      "\u{8}\u{13}", "\u{8}\u{18}", "\u{8}\u{1F}", "\u{8}\u{7}", "\u{8}\u{E}", "r\u{9}", "z", "*",
      "\u{1A}", " \u{1}",
      "+1", "c", "d", "\u{B}", "\u{C}", "\u{1}\u{0}\u{0}\u{0}\u{0}\u{0}\u{1}",
    ]
  ) { input in
    let metadata = ContiguousArray("\u{12}\u{C}\u{A}\u{0}\u{12}\u{8}output-0".utf8)
    let overall = ContiguousArray("\u{A}\u{3}\u{12}\u{1}m".utf8)
    for entities in [input, LogRecords.write([input])] {
      let disk = ExportDisk(
        read: { path in
          switch path {
          case "m": .success(metadata)
          case "output-0": .success(entities)
          default: .success(LogRecords.write([["3".utf8.first ?? 0], overall]))
          }
        },
        names: { _ in nil },
        write: { _, _ in .success(()) }
      )
      var emulator = Emulator(seed: 1)
      emulator.disk = disk
      do throws(ExportProblem) {
        _ = try emulator.addSeeds(ofExport: "e", Timestamp(seconds: 0, nanos: 0))
      } catch {
        if error.message.isEmpty { return "a problem without a message" }
      }
    }
    return nil
  }
}
