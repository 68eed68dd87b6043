"""Uses the service with the clients that this machine has.

check-clients.py PROGRAM
"""

import base64, functools, http.server, json, os, shutil, socket, subprocess, sys, tempfile, threading, urllib.error, urllib.request

RULES = """rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /books/{book} {
      allow read: if resource.data.owner == request.auth.uid;
      allow create: if request.resource.data.owner == request.auth.uid;
    }
  }
}
"""
DOCUMENTS = "/v1/projects/demo/databases/(default)/documents"


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def token(uid):
    part = lambda value: base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")
    return f"{part({'alg': 'none'})}.{part({'sub': uid, 'user_id': uid})}."


def expect(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what}: found {found}, expected {wanted}")
    print(f"ok: {what}")


def python(host):
    def call(method, path, body=None, bearer=None):
        request = urllib.request.Request(f"http://{host}{path}", None if body is None else json.dumps(body).encode(), method=method)
        if bearer:
            request.add_header("Authorization", f"Bearer {bearer}")
        try:
            with urllib.request.urlopen(request) as reply:
                return reply.status
        except urllib.error.HTTPError as error:
            return error.code

    book = {"fields": {"owner": {"stringValue": "alice"}}}
    expect("Python creates a book of her own", call("POST", f"{DOCUMENTS}/books?documentId=dune", book, token("alice")), 200)
    expect("Python can't create one of another", call("POST", f"{DOCUMENTS}/books?documentId=it", book, token("bob")), 403)
    expect("Python reads it", call("GET", f"{DOCUMENTS}/books/dune", None, token("alice")), 200)
    expect("Python can't read it as another", call("GET", f"{DOCUMENTS}/books/dune", None, token("bob")), 403)


def curl(host):
    if not shutil.which("curl"):
        return print("skipped: no curl")
    def call(*arguments):
        done = subprocess.run(["curl", "-s", "-o", os.devnull, "-w", "%{http_code}", *arguments], capture_output=True, text=True)
        return done.stdout
    url = f"http://{host}{DOCUMENTS}/books/dune"
    expect("curl reads it", call("-H", f"Authorization: Bearer {token('alice')}", url), "200")
    expect("curl is denied", call(url), "403")
    expect("curl sends chunks", call("-X", "PATCH", "-H", "Transfer-Encoding: chunked", "-H", "Authorization: Bearer owner", "-d", '{"fields": {}}', f"http://{host}{DOCUMENTS}/books/chunked"), "200")
    expect("curl as a page from elsewhere is refused", call("-H", "Origin: https://evil.example", url), "403")


def google(host):
    try:
        from google.auth.credentials import AnonymousCredentials
        from google.cloud.firestore_v1.services.firestore import FirestoreClient
        from google.cloud.firestore_v1.services.firestore.transports import FirestoreRestTransport
        from google.cloud.firestore_v1.types import document
    except ImportError:
        return print("skipped: no google-cloud-firestore")
    transport = FirestoreRestTransport(host=host, url_scheme="http", credentials=AnonymousCredentials())
    client = FirestoreClient(transport=transport)
    name = "projects/demo/databases/(default)/documents/books/google"
    owner = [("authorization", "Bearer owner")]
    written = document.Document(name=name, fields={"owner": document.Value(string_value="alice"), "n": document.Value(integer_value=3)})
    client.update_document(request={"document": written}, metadata=owner)
    found = client.get_document(request={"name": name}, metadata=[("authorization", f"Bearer {token('alice')}")])
    expect("google-cloud-firestore reads what it wrote", found.fields["n"].integer_value, 3)
    try:
        client.get_document(request={"name": name})
        expect("google-cloud-firestore is denied", "allowed", "denied")
    except Exception as error:
        expect("google-cloud-firestore is denied", getattr(error, "code", None), 403)


class Watcher:
    """A WebSocket that sees the requests, spoken by hand."""

    def __init__(self, host):
        name, port = host.rsplit(":", 1)
        self.socket = socket.create_connection((name.strip("[]"), int(port)), 10)
        self.file = self.socket.makefile("rb")
        self.socket.sendall(f"GET /requests HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.head = b"".join(iter(self.file.readline, b"\r\n"))

    def message(self):
        first, length = self.file.read(2)
        if length == 126:
            length = int.from_bytes(self.file.read(2), "big")
        elif length == 127:
            length = int.from_bytes(self.file.read(8), "big")
        return first & 15, self.file.read(length)

    def send(self, opcode, content):
        self.socket.sendall(bytes([0x80 | opcode, 0x80 | len(content), 0, 0, 0, 0]) + content)


def watcher(host):
    watcher = Watcher(host)
    expect("a WebSocket is opened", b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in watcher.head, True)
    history = json.loads(watcher.message()[1])
    expect("it is told what was", history[-1]["rulesContext"]["method"], "get")
    try:
        urllib.request.urlopen(f"http://{host}{DOCUMENTS}/books/watched")
    except urllib.error.HTTPError:
        pass
    told = json.loads(watcher.message()[1])
    expect("it is told what comes", (told["rulesContext"]["path"], told["outcome"]), ("/databases/(default)/documents/books/watched", "error"))
    watcher.send(9, b"there?")
    expect("it is answered a ping", watcher.message(), (10, b"there?"))
    watcher.send(8, b"\x03\xe8")
    expect("it is closed", (watcher.message(), watcher.file.read()), ((8, b"\x03\xe8"), b""))


def browser(host):
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        return print("skipped: no chromium")
    page = f"""<script>
      const url = 'http://{host}{DOCUMENTS}/books/dune';
      const ask = (headers) => fetch(url, {{headers}}).then((reply) => reply.status);
      Promise.all([ask({{Authorization: 'Bearer {token('alice')}'}}), ask({{}})])
        .then((found) => document.body.textContent = 'statuses ' + found.join(' '));
    </script><body></body>"""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "index.html"), "w") as file:
            file.write(page)
        handler = functools.partial(QuietHandler, directory=folder)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        done = subprocess.run(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000", "--dump-dom",
             f"http://localhost:{server.server_port}/"], capture_output=True, text=True, timeout=120)
        server.shutdown()
    expect("a page of this machine uses fetch", "statuses 200 403" in done.stdout, True)


def serve(arguments, clients):
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "firestore.rules"), "w") as file:
            file.write(RULES)
        process = subprocess.Popen([os.path.abspath(sys.argv[1]), "serve", "firestore.rules", "--port", "0", "--log", "none", *arguments],
                                   stderr=subprocess.PIPE, text=True, cwd=folder)
        for line in process.stderr:
            if "http://" in line:
                host = line.split("http://")[1].split()[0]
                break
        else:
            sys.exit("the service did not start")
        try:
            for client in clients:
                client(host)
        finally:
            process.terminate()
            expect("the service stops when it is told to", process.wait(10), 0)


serve([], (python, curl, watcher, google, browser))
if socket.has_ipv6:
    serve(["--host", "::1"], (python, curl, watcher))
