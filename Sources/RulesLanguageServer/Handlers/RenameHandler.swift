import RulesIDE
import RulesJSON
import RulesSource

extension Feature {
  /// Changing a name everywhere.
  static let rename = Feature(
    "renameProvider",
    ["prepareProvider": true],
    .place("textDocument/prepareRename") { offset, view, _ throws(ResponseError) in
      do throws(RenameRefusal) {
        let target = try view.analysis.renameTarget(at: offset, in: view.index)
        return ["range": view.conversions.json(target.range), "placeholder": .string(target.name)]
      } catch {
        throw ResponseError(.requestFailed, error.message)
      }
    },
    .document("textDocument/rename") { parameters, view, session throws(ResponseError) in
      let position = try parameters["position"].position()
      let name = try parameters["newName"].text()
      do throws(RenameRefusal) {
        let edits = try view.analysis.rename(
          at: view.conversions.sourceOffset(of: position),
          to: name,
          in: view.index
        )
        return session.json(edits)
      } catch {
        throw ResponseError(.requestFailed, error.message)
      }
    }
  )
}
