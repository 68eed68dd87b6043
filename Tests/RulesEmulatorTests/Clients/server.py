"""The service, or the official emulator, as a process that other scripts talk to."""

import base64, http.client, json, os, re, signal, socket, subprocess, sys, time, urllib.parse

MAIN_CLASS = "com.google.cloud.datastore.emulator.firestore.CloudFirestore"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def token(claims):
    """An unsigned token with the claims of the tests, and those given."""
    payload = {
        "iss": "https://securetoken.google.com/demo-oracle", "aud": "demo-oracle", "iat": 0, "exp": 3600, "auth_time": 0,
        "sub": claims["uid"], "user_id": claims["uid"], "firebase": {"sign_in_provider": "custom", "identities": {}},
    } | {name: value for name, value in claims.items() if name != "uid"}
    return "e30." + base64.urlsafe_b64encode(json.dumps(payload).encode()).decode().rstrip("=") + "."


class Server:
    """A process that serves HTTP on a port. Use as a context manager."""

    def __init__(self, command, port, folder):
        self.port = port
        self.name = os.path.basename(command[0])
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        for _ in range(1200):
            try:
                self.call("GET", "/")
                return
            except OSError:
                if self.process.poll() is not None:
                    sys.exit(f"{command[0]} did not start")
                time.sleep(0.05)
        sys.exit(f"{command[0]} does not answer")

    @staticmethod
    def official(jar, java, port, folder, *arguments):
        """The official emulator."""
        return Server(
            [java, "-Duser.language=en", "-XX:+UseSerialGC", "-cp", jar, MAIN_CLASS, "--host=127.0.0.1", f"--port={port}", *arguments],
            port, folder)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)

    def call(self, method, target, body=None, bearer=None):
        """The status and the reply of a request; the body is JSON, or the bytes of it."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {bearer}"} if bearer else {})
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        for attempt in (0, 1):
            try:
                self.connection.request(method, target, data, headers)
                response = self.connection.getresponse()
                text = response.read().decode("utf-8", "replace")
                break
            except TimeoutError:
                self.connection.close()
                return 0, "no answer"
            except (http.client.HTTPException, ConnectionResetError, BrokenPipeError):
                self.connection.close()
                if attempt:
                    raise
        try:
            return response.status, json.loads(text)
        except ValueError:
            return response.status, text

    def send(self, row, saved):
        """Sends a row of a session; `saved` holds what earlier answers gave for `{{name}}`."""
        fill = lambda text: re.sub(r"\{\{(\w+)\}\}", lambda found: saved.get(found[1], ""), text)
        target = re.sub(r"\{\{(\w+)\}\}", lambda found: urllib.parse.quote(saved.get(found[1], ""), safe="/"), row["target"])
        body = None if "body" not in row else fill(json.dumps(row["body"], ensure_ascii=False)).encode("utf-8", "surrogatepass")
        auth = row.get("auth")
        status, reply = self.call(row["method"], target, body, token(auth) if isinstance(auth, dict) else auth)
        for name, path in row.get("save", {}).items():
            found = reply
            for part in path.split("."):
                if isinstance(found, list):
                    found = found[int(part)] if part.isdigit() and int(part) < len(found) else None
                else:
                    found = found.get(part) if isinstance(found, dict) else None
            saved[name] = found if isinstance(found, str) else ""
        return status, reply
