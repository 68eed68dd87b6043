import Foundation

/// What the process takes.
enum ProcessMemory {
  /// Count of bytes that are in memory; nil where the system does not tell.
  static func byteCount() -> Int? {
    #if os(Linux)
      guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
        let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
      else { return nil }
      return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    #else
      var info = mach_task_basic_info()
      var count = mach_msg_type_number_t(MemoryLayout<mach_task_basic_info>.size / 4)
      let result = withUnsafeMutablePointer(to: &info) { pointer in
        pointer.withMemoryRebound(to: integer_t.self, capacity: Int(count)) { words in
          task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), words, &count)
        }
      }
      return result == KERN_SUCCESS ? Int(info.resident_size) : nil
    #endif
  }
}
