import RulesJSON

/// The page of the service, one file that needs nothing else.
///
/// It asks the rules, and shows requests as they come, the rules with what they were seen to do, and the documents.
enum Page {
  /// Whether a request for the root comes from somebody who looks at pages; programs are told `Ok`.
  static func isWanted(by request: HTTPRequest) -> Bool {
    request.method == "GET" && (request["accept"] ?? "").contains("text/html")
  }

  /// The page.
  static let response: HTTPResponse = {
    var response = HTTPResponse(
      status: 200,
      contentType: "text/html; charset=utf-8",
      body: ContiguousArray(text.utf8)
    )
    // What is shown comes from clients: no text of theirs can run as a script or load one.
    response.fields.append(
      (
        "Content-Security-Policy",
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
          + "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
      )
    )
    return response
  }()

  private static let text = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>rulescheck</title>
    <style>
    \(PageAssets.style)
    </style>
    </head>
    <body>
    <header>
    <h1>rulescheck</h1>
    <label>Project <select id="project"></select></label>
    <nav aria-label="Parts of the page">
    <a href="#ask">Ask</a> <a href="#log">Requests</a> <a href="#rules">Rules</a>
    <a href="#documents">Documents</a>
    </nav>
    </header>
    <main>
    <section id="ask" aria-labelledby="ask-title">
    <h2 id="ask-title">Ask the rules</h2>
    <form id="question">
    <label>Method
    <select id="method"><option>get</option><option>list</option><option>create</option>
    <option>update</option><option>set</option><option>delete</option></select></label>
    <label class="wide">Path <input id="path" value="/" spellcheck="false" required></label>
    <label>User id <input id="uid" placeholder="nobody" spellcheck="false"></label>
    <label class="wide">Claims <input id="claims" placeholder="email: 'a@example.com', admin: true"
     spellcheck="false"></label>
    <label class="wide">Data or query <input id="data" placeholder="{ title: 'Dune' } or where owner == 'me'"
     spellcheck="false"></label>
    <button>Ask</button>
    </form>
    <p class="note">Nothing is written. The words are those of a test file.</p>
    <pre id="answer" tabindex="0" aria-live="polite" hidden></pre>
    </section>
    <section id="log" aria-labelledby="log-title">
    <h2 id="log-title">Requests</h2>
    <p id="log-none" class="note">None yet. Clients find this service by
    <code>FIRESTORE_EMULATOR_HOST=<span id="host"></span></code>.</p>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="log-title">
    <table id="requests" hidden>
    <thead><tr><th scope="col">Time</th><th scope="col">Answer</th><th scope="col">Who</th>
    <th scope="col">Request</th><th scope="col">Reason</th></tr></thead>
    <tbody></tbody>
    </table>
    </div>
    </section>
    <section id="rules" aria-labelledby="rules-title">
    <h2 id="rules-title">Rules</h2>
    <p class="note" id="legend"><span class="both">true and false</span> <span class="true">only
    true</span> <span class="false">only false</span> <span class="error">an error</span>
    <span class="value">a value</span> <span class="never">never evaluated</span></p>
    <pre id="source" class="scroll" tabindex="0"></pre>
    </section>
    <section id="documents" aria-labelledby="documents-title">
    <h2 id="documents-title">Documents</h2>
    <div class="columns">
    <div><h3>Collections</h3><ul id="collections"></ul></div>
    <div><h3 id="collection-name">Documents</h3><ul id="names"></ul></div>
    <pre id="document" class="scroll" tabindex="0" hidden></pre>
    </div>
    </section>
    </main>
    <script>
    \(PageAssets.script)
    </script>
    </body>
    </html>

    """
}
