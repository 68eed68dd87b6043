"""Sends hostile bytes to the service over the network: cut, merged, mutated, slow and huge requests, on many connections.

check-hostile-bytes.py PROGRAM [--seconds N] [--seed N] [--connections N]

Afterwards it has to be there, answer rightly, and hold no more memory than a second round of the same adds nothing to.
"""

import argparse, json, os, random, re, select, socket, tempfile, time
from server import Server, free_port, token

DOCUMENTS = "/v1/projects/p/databases/(default)/documents"
NAME = "projects/p/databases/(default)/documents"
RULES = """rules_version = '2';
service cloud.firestore { match /databases/{d}/documents { match /a/{x} { allow read, write: if request.auth.uid == 'alice'; } } }
"""


def request(method, target, body=b"", fields=()):
    if not isinstance(body, bytes):
        body = json.dumps(body).encode()
    lines = [f"{method} {target} HTTP/1.1", "Host: localhost", f"Content-Length: {len(body)}", *fields]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def chunked(target, body):
    parts = [body[index:index + 7] for index in range(0, len(body), 7)]
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts)
    return f"POST {target} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n".encode() + chunks + b"0\r\n\r\n"


def deep(depth):
    return b'{"fields":{"a":' + b'{"mapValue":{"fields":{"a":' * depth + b'{"nullValue":null}' + b"}}}" * depth + b"}}"


def samples():
    """Well-formed requests of every kind, which others are made of."""
    owner, alice = "Authorization: Bearer owner", f"Authorization: Bearer {token({'uid': 'alice'})}"
    update = {"update": {"name": f"{NAME}/h/1", "fields": {"n": {"integerValue": "1"}}}}
    query = {"structuredQuery": {"from": [{"collectionId": "h"}], "where": {"fieldFilter": {"field": {"fieldPath": "n"}, "op": "GREATER_THAN", "value": {"integerValue": "0"}}}, "limit": 3}}
    return [
        request("GET", "/"), request("GET", f"{DOCUMENTS}/a/1", fields=[alice]), request("GET", f"{DOCUMENTS}/h?pageSize=2", fields=[owner]),
        request("PATCH", f"{DOCUMENTS}/h/2", {"fields": {"s": {"stringValue": "😀" * 20}}}, [owner]),
        request("POST", f"{DOCUMENTS}:commit", {"writes": [update]}, [owner]), chunked(f"{DOCUMENTS}:commit", json.dumps({"writes": [update]}).encode()),
        request("POST", f"{DOCUMENTS}:runQuery", query, [owner]), request("POST", f"{DOCUMENTS}:batchGet", {"documents": [f"{NAME}/h/1"]}, [owner]),
        request("POST", f"{DOCUMENTS}:beginTransaction", {}, [owner]), request("POST", f"{DOCUMENTS}:listCollectionIds", {}, [owner]),
        request("GET", "/emulator/v1/projects/p:ruleCoverage"), request("OPTIONS", f"{DOCUMENTS}/a/1", fields=["Origin: http://localhost:3000"]),
        request("PUT", "/emulator/v1/projects/q:securityRules", {"rules": {"files": [{"content": RULES}]}}),
        request("PATCH", f"{DOCUMENTS}/h/3", deep(15), [owner]), request("PATCH", f"{DOCUMENTS}/h/3", deep(5000), [owner]), b"[" * 200000,
        request("GET", "/requests", fields=["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]) + b"\x81\x85abcdxxxxx\x88\x80abcd",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 3000 + b"\r\n", b"GET /" + b"a" * 100000, b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n", request("POST", f"{DOCUMENTS}:commit", b"\xff\xfe" * 500, [owner]),
    ]


def hostile(pick, known):
    """Bytes that are nearly a request, or several."""
    data = b"".join(pick.choice(known) for _ in range(pick.choice([1, 1, 1, 2, 5])))
    kind = pick.randrange(6)
    if kind == 0:
        return data[: pick.randrange(len(data) + 1)]
    if kind == 1:
        other = pick.choice(known)
        return data[: pick.randrange(len(data) + 1)] + other[pick.randrange(len(other) + 1):]
    if kind in (2, 3):
        changed = bytearray(data)
        for _ in range(pick.choice([1, 2, 5, 50])):
            at = pick.randrange(len(changed))
            changed[at:at + pick.choice([0, 1, 1, 3])] = pick.randbytes(pick.choice([0, 1, 1, 4]))
            if not changed:
                break
        return bytes(changed)
    if kind == 4 and pick.randrange(20) == 0:
        size = pick.choice([1 << 20, 9 << 20, 12 << 20])
        return request("PATCH", f"{DOCUMENTS}/h/4", b'{"fields":{"a":{"stringValue":"' + b"x" * size + b'"}}}', ["Authorization: Bearer owner"])
    return data if kind != 5 else pick.randbytes(pick.choice([1, 100, 5000]))


def memory(server):
    with open(f"/proc/{server.process.pid}/status") as file:
        return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) / 1024


def files(server):
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


def attack(port, pick, seconds, limit):
    """Keeps connections open with something to send on each; gives how many there were, and how many bytes were sent."""
    known, open_ones, made, sent, end = samples(), {}, 0, 0, time.monotonic() + seconds
    while time.monotonic() < end:
        while len(open_ones) < limit:
            one = socket.socket()
            one.setblocking(False)
            one.connect_ex(("127.0.0.1", port))
            # The slow ones send a few bytes at a time.
            open_ones[one] = [hostile(pick, known), pick.choice([1, 20, 1 << 16, 1 << 16, 1 << 16])]
            made += 1
        readable, writable, _ = select.select(list(open_ones), [one for one, state in open_ones.items() if state[0]], [], 0.05)
        for one in writable:
            state = open_ones[one]
            try:
                count = one.send(state[0][: state[1]])
                sent += count
                state[0] = state[0][count:]
            except BlockingIOError:
                continue
            except OSError:
                open_ones.pop(one).clear()
                one.close()
        for one in readable:
            if one not in open_ones:
                continue
            try:
                # Some never read what they are answered.
                if pick.randrange(4) and one.recv(1 << 16):
                    continue
                gone = pick.randrange(4) == 0
            except BlockingIOError:
                continue
            except OSError:
                gone = True
            if gone:
                open_ones.pop(one)
                one.close()
        for one in [one for one, state in open_ones.items() if not state[0]]:
            if pick.randrange(3) == 0:
                open_ones.pop(one)
                if pick.randrange(2):
                    # Broken off, rather than closed.
                    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                one.close()
            else:
                open_ones[one][0] = hostile(pick, known)
    for one in open_ones:
        one.close()
    return made, sent


def check(server):
    """Looks whether it still answers as it should."""
    alice, bob = token({"uid": "alice"}), token({"uid": "bob"})
    assert server.call("PUT", "/emulator/v1/projects/p:securityRules", {"rules": {"files": [{"content": RULES}]}})[0] == 200
    fields = {"fields": {"title": {"stringValue": "Dune"}}}
    assert server.call("PATCH", f"{DOCUMENTS}/a/1", fields, alice)[0] == 200
    status, reply = server.call("GET", f"{DOCUMENTS}/a/1", None, alice)
    assert status == 200 and reply["fields"] == fields["fields"], reply
    assert server.call("GET", f"{DOCUMENTS}/a/1", None, bob)[0] == 403
    assert server.call("GET", f"{DOCUMENTS}/a/2", None, alice)[0] == 404
    query = {"structuredQuery": {"from": [{"collectionId": "a"}]}}
    status, reply = server.call("POST", f"{DOCUMENTS}:runQuery", query, "owner")
    assert status == 200 and [row["document"]["fields"] for row in reply if "document" in row] == [fields["fields"]], reply


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("program")
    arguments.add_argument("--seconds", type=float, default=600)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--connections", type=int, default=300)
    options = arguments.parse_args()
    pick, port = random.Random(options.seed), free_port()
    command = [os.path.abspath(options.program), "serve", "--port", str(port), "--log", "none"]
    with tempfile.TemporaryDirectory() as folder, Server(command, port, folder) as server:
        check(server)
        figures, made, sent = [(memory(server), files(server))], 0, 0
        for _ in range(4):
            count, size = attack(port, pick, options.seconds / 4, options.connections)
            made, sent = made + count, sent + size
            time.sleep(1)
            assert server.process.poll() is None, f"the service has ended with {server.process.returncode}"
            server.connection.close()
            check(server)
            figures.append((memory(server), files(server)))
            print(f"{made} connections, {sent / 1e6:.0f} MB sent; " + ", ".join(f"{size:.0f} MB and {count} files" for size, count in figures), flush=True)
    assert figures[-1][1] <= figures[0][1] + 3, "connections are left open"
    assert figures[-1][0] <= figures[2][0] * 1.3 + 10, "memory grows"
    print("it still answers rightly")


main()
