"""Kills the service while it is written to, and looks for what it has acknowledged.

check-kills.py PROGRAM [--times N]
"""

import argparse, http.client, json, os, random, signal, subprocess, sys, tempfile, threading, time

DOCUMENTS = "/v1/projects/p/databases/(default)/documents"
OWNER = {"Authorization": "Bearer owner"}


def start(program, folder):
    process = subprocess.Popen(
        [program, "serve", "--port", "0", "--data", folder, "--log", "none"],
        stderr=subprocess.PIPE, text=True, cwd=folder)
    for line in process.stderr:
        if "http://" in line:
            return process, int(line.split("http://")[1].split()[0].split(":")[1])
    sys.exit("the service did not start")


def call(connection, method, path, body=None):
    connection.request(method, path, None if body is None else json.dumps(body), OWNER)
    reply = connection.getresponse()
    return reply.status, json.loads(reply.read() or b"null")


def write(port, worker, acknowledged, stop, first):
    """Commits pairs of documents until the service is gone; both of a pair hold the same number."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    number = first
    name = lambda side: f"projects/p/databases/(default)/documents/{side}/w{worker}"
    while not stop.is_set():
        number += 1
        fields = {"n": {"integerValue": str(number)}, "pad": {"stringValue": "x" * random.randrange(3000)}}
        writes = [{"update": {"name": name(side), "fields": fields}} for side in ("left", "right")]
        try:
            if call(connection, "POST", f"{DOCUMENTS}:commit", {"writes": writes})[0] == 200:
                acknowledged[worker] = number
        except (OSError, http.client.HTTPException, ValueError):
            return


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("program")
    arguments.add_argument("--times", type=int, default=20)
    options = arguments.parse_args()
    program = os.path.abspath(options.program)
    acknowledged, total = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(options.times):
            process, port = start(program, folder)
            stop = threading.Event()
            workers = [threading.Thread(target=write, args=(port, n, acknowledged, stop, acknowledged.get(n, 0)))
                       for n in range(4)]
            for worker in workers:
                worker.start()
            time.sleep(random.uniform(0.02, 0.25))
            process.send_signal(signal.SIGKILL)
            process.wait()
            stop.set()
            for worker in workers:
                worker.join()
            process, port = start(program, folder)
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            for worker, number in acknowledged.items():
                found = []
                for side in ("left", "right"):
                    status, document = call(connection, "GET", f"{DOCUMENTS}/{side}/w{worker}")
                    found.append(int(document["fields"]["n"]["integerValue"]) if status == 200 else 0)
                if found[0] != found[1]:
                    sys.exit(f"turn {turn}: a commit is half there: {found}")
                if found[0] < number:
                    sys.exit(f"turn {turn}: worker {worker} had {number} acknowledged, found {found[0]}")
                # A write that was not acknowledged may be there all the same; numbers go on from it.
                acknowledged[worker] = found[0]
            process.send_signal(signal.SIGTERM)
            if process.wait(10) != 0:
                sys.exit("the service did not stop as it was told to")
            total = sum(acknowledged.values())
    print(f"{options.times} kills, {total} commits, nothing acknowledged was lost or half there")


main()
