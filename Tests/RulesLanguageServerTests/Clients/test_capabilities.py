"""Calls everything that the server announces, with a client that is not ours.

    RULESCHECK=.build/release/rulescheck pytest Tests/RulesLanguageServerTests/Clients

Each capability has a check here that asks for it and looks at the answer. A capability without one, and
a check without its capability, are failures, so nothing is announced that is not there.
"""

import asyncio
import os
import pathlib
import shutil

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

PACKAGE = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = os.environ.get("RULESCHECK", str(PACKAGE / ".build/release/rulescheck"))
CLIENTS = ["visual_studio_code", "neovim", "emacs"]

CHECKS = {}


def check(capability):
    def register(function):
        CHECKS[capability] = function
        return function

    return register


class Session:
    """A session in a copy of an example."""

    def __init__(self, client, result, folder):
        self.client = client
        self.capabilities = result.capabilities
        self.folder = folder
        self.rules = (folder / "firestore.rules").as_uri()
        self.tests = (folder / "bookshelf.rulestest").as_uri()
        self.texts = {}

    async def open(self, uri, text=None):
        if text is None:
            path = self.folder / uri.rsplit("/", 1)[1]
            text = path.read_text()
        self.texts[uri] = text
        self.client.text_document_did_open(
            types.DidOpenTextDocumentParams(
                types.TextDocumentItem(uri, "firestore-rules", 1, text)
            )
        )

    def change(self, uri, version, text):
        self.texts[uri] = text
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(version=version, uri=uri),
                [types.TextDocumentContentChangeWholeDocument(text)],
            )
        )

    def document(self, uri=None):
        return types.TextDocumentIdentifier(uri or self.rules)

    def place(self, text, offset=0, uri=None):
        """The place of the first letter of a text in a document, which is ASCII there."""
        index = self.texts[uri or self.rules].index(text) + offset
        before = self.texts[uri or self.rules][:index]
        return types.Position(before.count("\n"), index - (before.rfind("\n") + 1))

    def whole(self, uri=None):
        return types.Range(
            types.Position(0, 0), types.Position(self.texts[uri or self.rules].count("\n") + 1, 0)
        )

    async def diagnostics(self, uri, fits):
        """The diagnostics of a document that fit, which are sent or asked for."""
        for _ in range(200):
            if self.capabilities.diagnostic_provider:
                report = await self.client.text_document_diagnostic_async(
                    types.DocumentDiagnosticParams(self.document(uri))
                )
                found = report.items
            else:
                found = self.client.diagnostics.get(uri)
            if found is not None and fits(found):
                return found
            await asyncio.sleep(0.02)
        raise AssertionError(f"no such diagnostics: {found}")


@pytest_lsp.fixture(
    params=CLIENTS,
    config=ClientServerConfig(server_command=[PROGRAM, "language-server", "--stdio"]),
)
async def client(request, lsp_client: LanguageClient, tmp_path):
    shutil.copytree(PACKAGE / "examples/bookshelf", tmp_path, dirs_exist_ok=True)
    registered = []
    lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)(
        lambda params: registered.extend(params.registrations)
    )
    lsp_client.feature(types.WORKSPACE_CODE_LENS_REFRESH)(lambda *_: None)
    result = await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities(request.param),
            workspace_folders=[types.WorkspaceFolder(tmp_path.as_uri(), "bookshelf")],
            root_uri=tmp_path.as_uri(),
        )
    )
    session = Session(lsp_client, result, tmp_path)
    await session.open(session.rules)
    await session.open(session.tests)
    lsp_client.session = session
    yield
    await lsp_client.shutdown_session()


@pytest.mark.asyncio
async def test_announced(client):
    session = client.session
    announced = {
        name
        for name in (field.name for field in session.capabilities.__attrs_attrs__)
        if getattr(session.capabilities, name) is not None
    }
    expected = set(CHECKS)
    if not session.capabilities.diagnostic_provider:
        expected -= {"diagnostic_provider"}
    assert announced == expected
    for name in sorted(announced):
        await CHECKS[name](session)


@check("position_encoding")
async def position_encoding(s):
    assert s.capabilities.position_encoding in ("utf-8", "utf-16")


@check("text_document_sync")
async def text_document_sync(s):
    good = s.texts[s.rules]
    s.change(s.rules, 2, good.replace("request.auth.uid", "reqest.auth.uid"))
    found = await s.diagnostics(s.rules, lambda found: len(found) > 0)
    assert [d.code for d in found] == ["unknown-name"]
    assert "reqest" in found[0].message
    s.change(s.rules, 3, good)
    await s.diagnostics(s.rules, lambda found: len(found) == 0)
    s.client.text_document_did_save(types.DidSaveTextDocumentParams(s.document()))


@check("workspace")
async def workspace(s):
    folders = s.capabilities.workspace.workspace_folders
    assert folders.supported and folders.change_notifications
    s.client.workspace_did_change_workspace_folders(
        types.DidChangeWorkspaceFoldersParams(
            types.WorkspaceFoldersChangeEvent(
                added=[types.WorkspaceFolder((PACKAGE / "examples").as_uri(), "examples")],
                removed=[],
            )
        )
    )
    found = await s.client.workspace_symbol_async(types.WorkspaceSymbolParams("isSignedIn"))
    assert any("flashcards" in symbol.location.uri for symbol in found)
    s.client.workspace_did_change_workspace_folders(
        types.DidChangeWorkspaceFoldersParams(
            types.WorkspaceFoldersChangeEvent(
                added=[],
                removed=[types.WorkspaceFolder((PACKAGE / "examples").as_uri(), "examples")],
            )
        )
    )


@check("hover_provider")
async def hover(s):
    found = await s.client.text_document_hover_async(
        types.HoverParams(s.document(), s.place("isOwner(resource.data)", 3))
    )
    assert "isOwner" in getattr(found.contents, "value", found.contents)


@check("completion_provider")
async def completion(s):
    found = await s.client.text_document_completion_async(
        types.CompletionParams(s.document(), s.place("request.auth.uid", len("request.auth.")))
    )
    items = found if isinstance(found, list) else found.items
    assert {"uid", "token"} <= {item.label for item in items}
    assert s.capabilities.completion_provider.trigger_characters


@check("signature_help_provider")
async def signature_help(s):
    found = await s.client.text_document_signature_help_async(
        types.SignatureHelpParams(s.document(), s.place("'userId', null", len("'userId', ")))
    )
    assert found.active_parameter == 1
    assert "get" in found.signatures[0].label


@check("definition_provider")
async def definition(s):
    found = await s.client.text_document_definition_async(
        types.DefinitionParams(s.document(), s.place("isOwner(resource.data)"))
    )
    declared = s.place("function isOwner", len("function "))
    assert [place.range.start for place in found] == [declared]


@check("references_provider")
async def references(s):
    found = await s.client.text_document_references_async(
        types.ReferenceParams(
            position=s.place("function isOwner", len("function ")),
            text_document=s.document(),
            context=types.ReferenceContext(include_declaration=False),
        )
    )
    assert len(found) == 4


@check("document_highlight_provider")
async def highlight(s):
    found = await s.client.text_document_document_highlight_async(
        types.DocumentHighlightParams(s.document(), s.place("isSignedIn()"))
    )
    assert len(found) == 4


@check("rename_provider")
async def rename(s):
    place = s.place("isSignedIn()")
    target = await s.client.text_document_prepare_rename_async(
        types.PrepareRenameParams(s.document(), place)
    )
    assert target.placeholder == "isSignedIn"
    edit = await s.client.text_document_rename_async(
        types.RenameParams(text_document=s.document(), position=place, new_name="signedIn")
    )
    if edit.document_changes:
        edits = edit.document_changes[0].edits
    else:
        edits = edit.changes[s.rules]
    assert len(edits) == 4
    assert {e.new_text for e in edits} == {"signedIn"}


@check("document_symbol_provider")
async def document_symbol(s):
    found = await s.client.text_document_document_symbol_async(
        types.DocumentSymbolParams(s.document())
    )
    names = []

    def collect(symbols):
        for symbol in symbols:
            names.append(symbol.name)
            collect(getattr(symbol, "children", None) or [])

    collect(found)
    assert {"cloud.firestore", "isSignedIn", "isOwner"} <= set(names)


@check("workspace_symbol_provider")
async def workspace_symbol(s):
    found = await s.client.workspace_symbol_async(types.WorkspaceSymbolParams("isOwn"))
    assert "isOwner" in [symbol.name for symbol in found]


@check("folding_range_provider")
async def folding(s):
    found = await s.client.text_document_folding_range_async(
        types.FoldingRangeParams(s.document())
    )
    assert {2, 3} <= {fold.start_line for fold in found}


@check("selection_range_provider")
async def selection(s):
    place = s.place("request.auth != null", 3)
    found = await s.client.text_document_selection_range_async(
        types.SelectionRangeParams(s.document(), [place])
    )
    count, selection = 0, found[0]
    while selection:
        if selection.parent:
            assert selection.parent.range.start <= selection.range.start
            assert selection.range.end <= selection.parent.range.end
        count, selection = count + 1, selection.parent
    assert count >= 4


@check("semantic_tokens_provider")
async def semantic_tokens(s):
    full = await s.client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(s.document())
    )
    assert len(full.data) > 0 and len(full.data) % 5 == 0
    part = await s.client.text_document_semantic_tokens_range_async(
        types.SemanticTokensRangeParams(
            s.document(), types.Range(types.Position(0, 0), types.Position(1, 0))
        )
    )
    assert part.data == full.data[: len(part.data)] and 0 < len(part.data) < len(full.data)
    good = s.texts[s.rules]
    s.change(s.rules, 10, "\n" + good)
    delta = await s.client.text_document_semantic_tokens_full_delta_async(
        types.SemanticTokensDeltaParams(s.document(), full.result_id)
    )
    data = list(full.data)
    for edit in sorted(delta.edits, key=lambda edit: -edit.start):
        data[edit.start : edit.start + edit.delete_count] = edit.data or []
    again = await s.client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(s.document())
    )
    assert data == list(again.data)
    s.change(s.rules, 11, good)


OPTIONS = types.FormattingOptions(tab_size=2, insert_spaces=True)


def applied(text, edits):
    """The text after edits, which are counted in characters of ASCII."""
    lines = text.splitlines(keepends=True)
    starts = [sum(map(len, lines[:i])) for i in range(len(lines) + 1)]

    def offset(position):
        return min(len(text), starts[min(position.line, len(lines))] + position.character)

    for edit in sorted(edits, key=lambda e: (e.range.start.line, e.range.start.character), reverse=True):
        text = text[: offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end) :]
    return text


@check("document_formatting_provider")
async def formatting(s):
    good = s.texts[s.rules]
    formatted = applied(
        good,
        await s.client.text_document_formatting_async(
            types.DocumentFormattingParams(s.document(), OPTIONS)
        )
        or [],
    )
    s.change(s.rules, 20, formatted.replace("return request", "return    request"))
    edits = await s.client.text_document_formatting_async(
        types.DocumentFormattingParams(s.document(), OPTIONS)
    )
    assert applied(s.texts[s.rules], edits) == formatted
    s.change(s.rules, 21, good)


@check("document_range_formatting_provider")
async def range_formatting(s):
    good = s.texts[s.rules]
    s.change(s.rules, 30, good.replace("return request", "return    request"))
    place = s.place("return    request")
    edits = await s.client.text_document_range_formatting_async(
        types.DocumentRangeFormattingParams(s.document(), types.Range(place, place), OPTIONS)
    )
    assert applied(s.texts[s.rules], edits) == good
    s.change(s.rules, 31, good)


@check("document_on_type_formatting_provider")
async def on_type_formatting(s):
    good = s.texts[s.rules]
    s.change(s.rules, 40, good.replace("return request.auth != null;", "return request.auth  !=  null;"))
    edits = await s.client.text_document_on_type_formatting_async(
        types.DocumentOnTypeFormattingParams(
            s.document(), s.place("!=  null;", len("!=  null;")), ";", OPTIONS
        )
    )
    assert applied(s.texts[s.rules], edits) == good
    s.change(s.rules, 41, good)


@check("code_action_provider")
async def code_action(s):
    good = s.texts[s.rules]
    s.change(s.rules, 50, good.replace("rules_version = '2';\n", "").replace("auth.uid;", "auth.uid"))
    found = await s.diagnostics(s.rules, lambda found: len(found) > 0)
    actions = await s.client.text_document_code_action_async(
        types.CodeActionParams(
            s.document(), found[0].range, types.CodeActionContext(diagnostics=found)
        )
    )
    assert any(action.kind == "quickfix" and action.edit for action in actions)
    assert not await s.client.text_document_code_action_async(
        types.CodeActionParams(
            s.document(),
            found[0].range,
            types.CodeActionContext(diagnostics=found, only=["source.organizeImports"]),
        )
    )
    s.change(s.rules, 51, good)


@check("code_lens_provider")
async def code_lens(s):
    found = await s.client.text_document_code_lens_async(
        types.CodeLensParams(s.document(s.tests))
    )
    assert any(lens.command.command == "rulescheck.runTests" for lens in found)


@check("execute_command_provider")
async def execute_command(s):
    lenses = await s.client.text_document_code_lens_async(
        types.CodeLensParams(s.document(s.tests))
    )
    command = next(l.command for l in lenses if l.command.command == "rulescheck.runTests")
    result = await s.client.workspace_execute_command_async(
        types.ExecuteCommandParams(command.command, command.arguments)
    )
    assert result["failed"] == 0 and result["passed"] > 0
    result = await s.client.workspace_execute_command_async(
        types.ExecuteCommandParams("rulescheck.runTestsOfRules", [s.rules])
    )
    assert result == {"passed": 7, "failed": 0, "skipped": 0, "problems": []}
    # A test that fails says so beside its step.
    good = s.texts[s.tests]
    s.change(s.tests, 60, good.replace("allow delete /books/dune as alice", "deny delete /books/dune as alice"))
    result = await s.client.workspace_execute_command_async(
        types.ExecuteCommandParams("rulescheck.runTests", [s.tests])
    )
    assert result["failed"] == 1
    found = await s.diagnostics(s.tests, lambda found: len(found) > 0)
    assert found[0].code == "failed-step"
    s.change(s.tests, 61, good)
    await s.diagnostics(s.tests, lambda found: len(found) == 0)
    assert set(s.capabilities.execute_command_provider.commands) == {
        "rulescheck.runTests",
        "rulescheck.runTestsOfRules",
    }


@check("inlay_hint_provider")
async def inlay_hint(s):
    good = s.texts[s.rules]
    s.change(s.rules, 70, good.replace("isOwner(resource.data)", "isOwner({})"))
    found = await s.client.text_document_inlay_hint_async(
        types.InlayHintParams(s.document(), s.whole())
    )
    assert any("data" in str(hint.label) for hint in found)
    s.change(s.rules, 71, good)


@check("document_link_provider")
async def document_link(s):
    found = await s.client.text_document_document_link_async(
        types.DocumentLinkParams(s.document(s.tests))
    )
    assert [link.target for link in found] == [s.rules]


@check("diagnostic_provider")
async def diagnostic(s):
    full = await s.client.text_document_diagnostic_async(
        types.DocumentDiagnosticParams(s.document())
    )
    again = await s.client.text_document_diagnostic_async(
        types.DocumentDiagnosticParams(s.document(), previous_result_id=full.result_id)
    )
    assert again.kind == "unchanged"
    whole = await s.client.workspace_diagnostic_async(
        types.WorkspaceDiagnosticParams(
            [types.PreviousResultId(uri=s.rules, value=full.result_id)]
        )
    )
    kinds = {item.uri: item.kind for item in whole.items}
    assert kinds[s.rules] == "unchanged" and len(kinds) > 1, kinds
