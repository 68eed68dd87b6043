import RulesLanguageServer

extension Command {
  /// `rulescheck language-server`.
  package static let languageServer = Command(
    name: "language-server",
    summary: "Help an editor with rules and test files, over the standard streams",
    options: [.standardStreams],
    discussion: """
      Speaks the Language Server Protocol, version 3.17, with the editor that starts it: what is wrong \
      as you type, hover, completion, signatures, definitions, references, rename, outlines, folding, \
      colours, formatting, changes that remove what is wrong, and tests that are run from the line \
      above them. examples/editors shows how editors are told to start it.

      The editor's section of settings is `rulescheck`; severities there win over those of \
      rulescheck.json:

        { "severities": { "ID": "off" }, "inlayHints": true, "codeLenses": true }

      The exit code is 0 when the editor ended the session as the protocol says, else 1.
      """
  ) { _, context, _ throws(CommandError) in
    guard let host = context.machine.serverHost else {
      throw .unusable("the language server needs an editor on the standard streams")
    }
    let loop = ServerLoop(EditorServices.make(context), context.fileSystem, host)
    return loop.run() == 0 ? .clean : .findings
  }
}

extension CommandOption {
  /// Many clients say how they talk to a server; there is no other way.
  fileprivate static let standardStreams = flag(
    "stdio",
    summary: "Talk over the standard streams, as it always does"
  )
}
