import RulesRuntime

/// A time in UTC as `2025-06-15T15:06:40`, without a zone, as JUnit has it.
func dateTime(_ time: Timestamp) -> String {
  String(decoding: time.rfc3339.utf8.prefix(19), as: UTF8.self)
}
