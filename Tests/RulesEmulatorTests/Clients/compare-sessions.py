"""Sends the same random sessions to the service and to the official emulator, and compares what they answer.

compare-sessions.py PROGRAM JAR [--seeds A-B] [--steps N] [--java JAVA] [--record FOLDER]

A seed gives the same session each time. What servers draw themselves is compared by where it comes again: a time
or an id that is the same in two answers of one has to be the same in those of the other. `--record` makes sessions
that differ as short as they can be, and writes them with the official answers, as `Sessions` has them.

What is known to differ is left out of the comparison, or of the sessions: see README.md.
"""

import argparse, json, os, re, subprocess, sys, tempfile, time
from server import Server, free_port
from session_steps import PROJECT, steps

DRAWN = {"createTime", "updateTime", "commitTime"}
DENIED = "PERMISSION_DENIED"
CAUSE = re.compile(r"(.*?) for '(\w+)' @ L(\d+)(?:, |$)", re.S)


class Pairing:
    """Compares answers; what each server draws itself is paired with what the other has drawn in the same place."""

    def __init__(self):
        self.ours, self.theirs = {}, {}

    def is_pair(self, ours, theirs):
        known = self.ours.get(ours, theirs) == theirs and self.theirs.get(theirs, ours) == ours
        # A pair that differs is told once.
        self.ours[ours], self.theirs[theirs] = theirs, ours
        return known

    def is_same(self, ours, theirs, key=""):
        if isinstance(ours, dict) and isinstance(theirs, dict):
            return ours.keys() == theirs.keys() and all([self.is_same(ours[name], theirs[name], name) for name in ours])
        if isinstance(ours, list) and isinstance(theirs, list):
            return len(ours) == len(theirs) and all([self.is_same(*pair) for pair in zip(ours, theirs)])
        if not isinstance(ours, str) or not isinstance(theirs, str):
            return type(ours) is type(theirs) and ours == theirs
        if key in DRAWN or key == "timestampValue" and theirs >= "2021":
            return self.is_pair(ours, theirs)
        if key in ("readTime", "transaction", "nextPageToken"):
            return bool(ours) == bool(theirs)
        if key in ("name", "missing") and re.search(r"/[A-Za-z0-9]{20}$", theirs):
            return self.is_pair(ours, theirs)
        if key == "message":
            ours, theirs = map(without_drawn, (ours, theirs))
        return ours == theirs


def without_drawn(message):
    message = re.sub(r"[A-Za-z0-9]{20}(?=\) not found|$)", "…", message)
    return re.sub(r"(version \(|[vV]ersion=)\d+", r"\1…", message)


def causes(message):
    """The last determined cause of each statement, and the first cause's method, which is the one that counts."""
    found, kept = CAUSE.findall(message.removeprefix("\n")), {}
    for text, method, line in found:
        undetermined = text.startswith("evaluation error at L")
        previous = kept.get((method, line))
        if method != "list" and undetermined and previous and not previous.startswith("evaluation error at L"):
            continue
        kept[method, line] = text
    return found, kept


def same_denial(ours, theirs, has_parts):
    if has_parts:
        return True
    (found, kept), (their_found, their_kept) = causes(ours), causes(theirs)
    if not found:
        methods = {method for _, method, _ in their_found}
        return ours == theirs or methods < {"create", "update"}
    method = found[0][1]
    return kept == {key: text for key, text in their_kept.items() if key[0] == method}


def message_of(reply):
    error = reply.get("error", {}) if isinstance(reply, dict) else {}
    return error.get("message", "") if error.get("status") == DENIED else None


def has_alternatives(value):
    """Whether filters can be fulfilled in more than one way."""
    if isinstance(value, list):
        return any(map(has_alternatives, value))
    return isinstance(value, dict) and (value.get("op") in ("OR", "IN", "ARRAY_CONTAINS_ANY") or any(map(has_alternatives, value.values())))


def without_missing_times(row, ours, theirs):
    """Two replies without the times that are told of what is verified not to be there."""
    writes = (row.get("body") or {}).get("writes") or []
    replies = []
    for reply in (ours, theirs):
        results = reply.get("writeResults") if isinstance(reply, dict) else None
        if results and len(results) == len(writes):
            results = [
                {} if "verify" in write and write.get("currentDocument") == {"exists": False} else result
                for write, result in zip(writes, results)]
            reply = reply | {"writeResults": results}
        replies.append(reply)
    return replies


def is_same(row, ours, theirs, pairing):
    """Whether two answers agree; each is a status and a reply."""
    if ours[0] != theirs[0]:
        return False
    denials = message_of(ours[1]), message_of(theirs[1])
    if None not in denials:
        body = row.get("body") or {}
        parts = body.get("writes") or body.get("documents") or []
        # The cause of a denial of more than one thing may be that of any of them.
        return same_denial(*denials, len(parts) > 1 or has_alternatives(body))
    return pairing.is_same(*without_missing_times(row, ours[1], theirs[1]))


def run(rows, servers):
    """Sends rows to the servers; gives the places that differ and, for each row, the answers of each."""
    pairing = Pairing()
    saved = [{} for _ in servers]
    differences, answers = [], []
    for index, row in enumerate(rows):
        both = []
        for server, values in zip(servers, saved):
            start = time.monotonic()
            status, reply = server.send(row, values)
            if time.monotonic() - start > 3:
                print(f"  {index} took {server.name} {time.monotonic() - start:.1f} s: {json.dumps(row)[:300]}", flush=True)
            both.append((status, reply))
        answers.append(both)
        if not is_same(row, *both, pairing):
            differences.append(index)
    return differences, answers


def shortest(rows, servers):
    """A session without the rows that the first difference does not need."""
    differences, _ = run(rows, servers)
    rows = rows[: differences[0] + 1]
    size = max(1, len(rows) // 2)
    while True:
        index = 1
        while index < len(rows) - 1:
            fewer = rows[:index] + rows[min(index + size, len(rows) - 1):]
            if len(fewer) < len(rows) and (len(fewer) - 1) in run(fewer, servers)[0]:
                rows = fewer
            else:
                index += size
        if size == 1:
            return rows
        size = max(1, size // 2)


def record(rows, servers, path):
    _, answers = run(rows, servers)
    with open(path, "w", encoding="utf-8") as file:
        for row, (_, theirs) in zip(rows, answers):
            file.write(json.dumps(row | {"status": theirs[0], "reply": theirs[1]}, ensure_ascii=False) + "\n")


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("program")
    arguments.add_argument("jar")
    arguments.add_argument("--seeds", default="1-10")
    arguments.add_argument("--steps", type=int, default=200)
    arguments.add_argument("--java", default="java")
    arguments.add_argument("--record")
    arguments.add_argument("--show", type=int, default=3)
    options = arguments.parse_args()
    first, last = map(int, options.seeds.split("-")) if "-" in options.seeds else [int(options.seeds)] * 2
    ports = free_port(), free_port()
    total = count = 0
    with tempfile.TemporaryDirectory() as folder, \
            Server([os.path.abspath(options.program), "serve", "--port", str(ports[0]), "--log", "none"], ports[0], folder) as ours, \
            Server.official(options.jar, options.java, ports[1], folder) as theirs:
        for seed in range(first, last + 1):
            rows = steps(seed, options.steps)
            differences, answers = run(rows, (ours, theirs))
            count += len(rows)
            total += len(differences)
            statuses = {}
            for _, answer in answers:
                statuses[answer[0]] = statuses.get(answer[0], 0) + 1
            print(f"seed {seed}: {len(rows)} requests, {len(differences)} differences, {dict(sorted(statuses.items()))}", flush=True)
            for index in differences[: options.show]:
                print(f"  {index} {json.dumps(rows[index], ensure_ascii=False)[:1500]}")
                for name, answer in zip(("ours    ", "official"), answers[index]):
                    print(f"    {name} {answer[0]} {json.dumps(answer[1], ensure_ascii=False)[:1500]}")
            if differences and options.record:
                record(shortest(rows, (ours, theirs)), (ours, theirs), os.path.join(options.record, f"difference-{seed}.jsonl"))
    print(f"{count} requests, {total} differences")
    sys.exit(1 if total else 0)


main()
