import RulesJSON
import RulesSource
import RulesTestSupport
import RulesWorkspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs the tool, and gives its exit code: 0 when all agree, 1 when not, 2 for a wrong call or file.
func run(_ arguments: [String]) -> Int32 {
  switch arguments.first {
  case "answer" where arguments.count == 1: return answer()
  case "check" where arguments.count > 1: return check(Array(arguments.dropFirst()))
  default:
    write(ConformanceTool.usage, to: 2)
    return 2
  }
}

func answer() -> Int32 {
  do throws(JSONSyntaxError) {
    let input = SourceFile(name: "standard input", bytes: readStandardInput())
    write(try ConformanceTool.answers(to: input), to: 1)
    return 0
  } catch {
    write("rules-conformance: \(error.diagnostic.message)\n", to: 2)
    return 2
  }
}

func check(_ paths: [String]) -> Int32 {
  let fileSystem = POSIXFileSystem()
  var differenceCount = 0
  for path in paths {
    do {
      // A folder stands for its files.
      for name in try fileSystem.findFiles(withSuffix: ".jsonl", under: path).paths {
        let file = SourceFile(name: name, bytes: try fileSystem.read(name, limit: 1 << 30))
        let report = try ConformanceTool.report(on: file)
        write(report.text, to: 1)
        differenceCount += report.differenceCount
      }
    } catch {
      write("rules-conformance: \(path): \(error)\n", to: 2)
      return 2
    }
  }
  return differenceCount == 0 ? 0 : 1
}

func readStandardInput() -> ContiguousArray<UInt8> {
  var bytes: ContiguousArray<UInt8> = []
  var chunk = ContiguousArray<UInt8>(repeating: 0, count: 1 << 16)
  while true {
    // SAFETY: the buffer is written within the closure only, and no more than it holds.
    let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(0, $0.baseAddress, $0.count) }
    guard count > 0 else { return bytes }
    bytes.append(contentsOf: chunk.prefix(count))
  }
}

func write(_ text: String, to descriptor: Int32) {
  write(ContiguousArray(text.utf8), to: descriptor)
}

func write(_ bytes: ContiguousArray<UInt8>, to descriptor: Int32) {
  var rest = bytes[...]
  while !rest.isEmpty {
    // SAFETY: the buffer is read within the closure only.
    let count = unsafe rest.withUnsafeBytes {
      unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
    }
    guard count > 0 else { return }
    rest = rest.dropFirst(count)
  }
}

exit(run(Array(CommandLine.arguments.dropFirst())))
