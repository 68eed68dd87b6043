package import RulesJSON
package import RulesRuntime
package import RulesSource

/// Reads the documents of a JSON file: an object of documents by path.
package enum FixtureDocuments {
  /// One document of the file.
  package struct Document: Sendable {
    /// The segments of its key.
    package let path: ContiguousArray<Text>
    /// Its fields.
    package let fields: MapValue
  }

  /// What is wrong with the file.
  package struct ReadingError: Error, Sendable {
    /// The one thing that is wrong.
    package let diagnostic: Diagnostic
    /// Where it is.
    package var range: SourceRange { diagnostic.range }
    /// What it is.
    package var message: String { diagnostic.message }
  }

  /// Reads a file.
  ///
  /// A document whose fields are all values of the REST API is read as such, any other as plain
  /// JSON: a number without fraction is an int, with one a float.
  package static func read(_ file: SourceFile) -> Result<[Document], ReadingError> {
    do throws(ReadingError) {
      return .success(try documents(file))
    } catch {
      return .failure(error)
    }
  }

  private static func documents(_ file: SourceFile) throws(ReadingError) -> [Document] {
    let json: JSONValue
    do throws(JSONSyntaxError) {
      json = try JSONValue(parsing: file)
    } catch {
      throw ReadingError(diagnostic: error.diagnostic)
    }
    guard let object = json.object else {
      throw fault("expected an object of documents by path", json.range)
    }
    var documents: [Document] = []
    for member in object.members {
      let path = Text(wtf8: member.key).split(by: UInt8(ascii: "/")).drop { $0.isEmpty }
      guard !path.isEmpty, !path.contains(where: \.isEmpty) else {
        throw fault("expected a path such as \"books/dune\"", member.keyRange)
      }
      documents.append(
        Document(path: ContiguousArray(path), fields: try fields(member.value))
      )
    }
    return documents
  }

  private static func fields(_ json: JSONValue) throws(ReadingError) -> MapValue {
    // The REST API wraps the fields of a document.
    let wrapped = json.object.flatMap { $0.members.count <= 4 ? $0["fields"] : nil } ?? json
    guard let object = wrapped.object else {
      throw fault("expected an object of fields", json.range)
    }
    if !object.members.isEmpty, object.members.allSatisfy({ RESTValue.isValue($0.value) }) {
      switch RESTValue.readFields(wrapped) {
      case .success(let map): return map
      case .failure(let error): throw fault(error.message, error.range)
      }
    }
    guard case .map(let map) = try plain(json) else { return .empty }
    return map
  }

  /// Plain JSON as a value.
  ///
  /// The parser limits how deep it nests.
  package static func plainValue(_ json: JSONValue) -> Result<Value, ReadingError> {
    do throws(ReadingError) {
      return .success(try plain(json))
    } catch {
      return .failure(error)
    }
  }

  private static func plain(_ json: JSONValue) throws(ReadingError) -> Value {
    switch json.content {
    case .null: return .null
    case .bool(let isTrue): return .bool(isTrue)
    case .string(let bytes): return .string(Text(wtf8: bytes))
    case .number(let number):
      if number.isInteger {
        guard let integer = number.int64 else {
          throw fault("the integer has over 64 bits", json.range)
        }
        return .int(integer)
      }
      guard let double = number.double else { throw fault("the number is too large", json.range) }
      return .float(double)
    case .array(let elements):
      var values: ContiguousArray<Value> = []
      for element in elements { values.append(try plain(element)) }
      return .list(ListValue(values))
    case .object(let object):
      var entries: ContiguousArray<(key: Text, value: Value)> = []
      for member in object.members {
        entries.append((Text(wtf8: member.key), try plain(member.value)))
      }
      return .map(MapValue(entries))
    }
  }

  private static func fault(_ message: String, _ range: SourceRange) -> ReadingError {
    ReadingError(diagnostic: Diagnostic(.invalidFixture, at: range, message))
  }
}
