// Starts `rulescheck language-server`, and shows what it says.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async () => {
  const program = workspace.getConfiguration("rulescheck").get("path");
  client = new LanguageClient(
    "rulescheck",
    "rulescheck",
    { command: program, args: ["language-server"] },
    { documentSelector: [{ language: "firestore-rules" }, { language: "rulestest" }] },
  );
  await client.start();
};

exports.deactivate = () => client?.stop();
