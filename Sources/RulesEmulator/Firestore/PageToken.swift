import RulesJSON
import RulesRuntime
import RulesTesting

/// Where the next page of a list begins: the values by which its predecessor is ordered.
struct PageToken {
  /// The project that references belong to.
  let project: Text

  /// The token of the last place of a page.
  func token(_ values: [Value]) -> String {
    let writer = RESTWriter(project: project)
    return Base64.encode(JSONValue.array(values.map { writer.json($0) }).bytes())
  }

  /// The values of a token.
  ///
  /// - Throws: the official emulator's error for what is none.
  func values(
    _ token: ContiguousArray<UInt8>,
    _ reader: RESTReader
  ) throws(ServiceError) -> [Value] {
    guard let bytes = Base64.decode(token), let json = try? JSONValue(parsing: bytes),
      let elements = json.array
    else { throw .invalid("invalid page token") }
    var values: [Value] = []
    for element in elements { values.append(try reader.value(element)) }
    return values
  }
}
