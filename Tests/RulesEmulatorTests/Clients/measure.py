"""Measures gets that rules decide, the start and the memory of the service, and of the official emulator beside it.

measure.py PROGRAM [JAR [JAVA]]

Needs `wrk`. Both are started and driven in the same way, in turn, three times.
"""

import base64, http.client, json, os, re, socket, statistics, subprocess, sys, tempfile, time

RULES = """rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /books/{book} {
      allow get: if request.auth != null && resource.data.owner == request.auth.uid && resource.data.pages > 10;
    }
  }
}
"""
BOOKS = "/v1/projects/demo/databases/(default)/documents/books"
SCRIPT = """
-- The requests are made beforehand, so that it is not wrk that is measured.
local requests = {}
local id = 0
init = function()
  for index = 0, 99 do
    requests[index] = wrk.format("GET", "BOOKS/b" .. index, {["Authorization"] = "Bearer TOKEN"})
  end
end
request = function()
  id = (id + 1) % 100
  return requests[id]
end
PACE
done = function(summary, latency)
  io.write(string.format("RESULT %f %f %f %d\\n", summary.requests / summary.duration * 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, summary.errors.status))
end
"""


def token(uid):
    part = lambda value: base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")
    return f"{part({'alg': 'none', 'type': 'JWT'})}.{part({'sub': uid, 'user_id': uid})}."


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def call(port, method, path, body=None, bearer=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {bearer}"} if bearer else {})
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    return connection.getresponse().status


def memory(process):
    with open(f"/proc/{process.pid}/status") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) / 1024


def processor_seconds(process):
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def drive(port, folder, seconds, pace=""):
    """Gets a second, and milliseconds of the median and of 99 of 100, of 64 clients."""
    script = os.path.join(folder, "get.lua")
    with open(script, "w") as file:
        file.write(SCRIPT.replace("BOOKS", BOOKS).replace("TOKEN", token("alice")).replace("PACE", pace))
    run = ["wrk", "-t1", "-c64", "-s", script, f"http://127.0.0.1:{port}", f"-d{seconds}s"]
    found = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    rate, median, slow, errors = map(float, re.search(r"RESULT (.*)", found)[1].split())
    assert errors == 0, found
    return rate, median, slow


def measure(command, port, folder):
    """Milliseconds until it answers, MB then, gets a second, milliseconds of the median and of 99 of 100, microseconds of processor a get, MB afterwards, the same three of gets where each client rests for 2 ms."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
    try:
        while True:
            try:
                if call(port, "GET", "/") == 200:
                    break
            except OSError:
                if time.monotonic() - start > 60:
                    sys.exit(f"{command[0]} does not answer")
                time.sleep(0.001)
        ready, first = (time.monotonic() - start) * 1e3, memory(process)
        rules = {"rules": {"files": [{"name": "firestore.rules", "content": RULES}]}}
        assert call(port, "PUT", "/emulator/v1/projects/demo:securityRules", rules) == 200
        for index in range(100):
            book = {"owner": {"stringValue": "alice"}, "pages": {"integerValue": str(100 + index)}, "title": {"stringValue": f"Book {index}"}}
            assert call(port, "PATCH", f"{BOOKS}/b{index}", {"fields": book}, "owner") == 200
        assert call(port, "GET", f"{BOOKS}/b1", None, token("alice")) == 200
        assert call(port, "GET", f"{BOOKS}/b1", None, token("bob")) == 403
        # The first run warms up.
        drive(port, folder, 3)
        before = processor_seconds(process)
        rate, median, slow = drive(port, folder, 10)
        cost = (processor_seconds(process) - before) / (rate * 10) * 1e6
        after = memory(process)
        return ready, first, rate, median, slow, cost, after, *drive(port, folder, 10, "delay = function() return 2 end")
    finally:
        process.terminate()
        process.wait(20)


def main():
    program = os.path.abspath(sys.argv[1])
    commands = {"rulescheck": lambda port: [program, "serve", "--port", str(port), "--log", "none"]}
    if len(sys.argv) > 2:
        java = sys.argv[3] if len(sys.argv) > 3 else "java"
        commands["official"] = lambda port: [
            java, "-Duser.language=en", "-cp", sys.argv[2], "com.google.cloud.datastore.emulator.firestore.CloudFirestore", "--host=127.0.0.1", f"--port={port}"]
    names = ("ready, ms", "MB at start", "gets a second", "median, ms", "99 %, ms", "processor, µs", "MB afterwards", "paced: gets", "median, ms", "99 %, ms")
    rows = {name: [] for name in commands}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(3):
            for name, command in commands.items():
                port = free_port()
                rows[name].append(measure(command(port), port, folder))
    medians = {name: [statistics.median(column) for column in zip(*found)] for name, found in rows.items()}
    for index, name in enumerate(names):
        values = [medians[program][index] for program in commands]
        ratio = f"  {values[0] / values[1]:.4f} ×" if len(values) > 1 else ""
        print(f"{name:15}", *(f"{program} {value:10.1f}" for program, value in zip(commands, values)), ratio)


main()
