"""Exports documents of every type with the service and with the official emulator, and imports each in both.

check-exports.py PROGRAM JAR [--java JAVA] [--record FOLDER]

`--record` keeps the official export of a few documents and what the official emulator says of them, as `Exports` has it.
"""

import argparse, base64, json, os, shutil, sys, tempfile, urllib.parse
from server import Server, free_port

DATABASES = "projects/demo-oracle/databases"
ROOT = f"{DATABASES}/(default)/documents"
EXPORT, IMPORT = "/emulator/v1/projects/demo-oracle:export", "/emulator/v1/projects/demo-oracle:import"


def integer(number):
    return {"integerValue": str(number)}


def text(content):
    return {"stringValue": content}


def double(number):
    return {"doubleValue": number}


def array(*elements):
    return {"arrayValue": {"values": list(elements)}}


def mapping(**fields):
    return {"mapValue": {"fields": fields}}


def vector(*numbers):
    return mapping(__type__=text("__vector__"), value=array(*(double(float(number)) for number in numbers)))


def reference(path, database="(default)"):
    return {"referenceValue": f"{DATABASES}/{database}/documents/{path}"}


TIME, POINT, NULL = {"timestampValue": "2020-01-01T00:00:00Z"}, {"geoPointValue": {"latitude": 48.5, "longitude": -11.25}}, {"nullValue": None}
DOCUMENTS = {
    "all/scalars": {
        "null": NULL, "true": {"booleanValue": True}, "false": {"booleanValue": False}, "int": integer(-42), "max": integer(2**63 - 1), "min": integer(-(2**63)),
        "float": double(1.5), "whole": double(3.0), "nan": double("NaN"), "infinity": double("Infinity"), "least": double("-Infinity"), "tiny": double(5e-324),
        "text": text("grüße 😀"), "empty": text(""), "bytes": {"bytesValue": "AAEC/w=="}, "none": {"bytesValue": ""},
        "time": {"timestampValue": "2021-03-04T05:06:07.123456Z"}, "old": {"timestampValue": "1930-01-02T03:04:05.000001Z"}, "first": {"timestampValue": "0001-01-01T00:00:00Z"},
        "last": {"timestampValue": "9999-12-31T23:59:59.999999Z"}, "point": POINT, "zero": {"geoPointValue": {"latitude": 0, "longitude": 0}},
        "reference": reference("a/b/c/d"), "number": reference("a/__id9__"), "other": reference("a/b", "other"), "vector": vector(1, -2.5), "one": vector(9)},
    "all/nested": {
        "list": array(integer(1), text("x"), NULL, mapping(k=integer(7)), TIME, POINT, reference("a/b"), {"bytesValue": "AQ=="}, mapping()),
        "emptyList": {"arrayValue": {}}, "single": array({"booleanValue": True}), "emptyMap": {"mapValue": {}},
        "map": mapping(x=integer(1), y=mapping(z=array(double(2.5), TIME, POINT, reference("a/b")), e=mapping(), v=vector(3), l={"arrayValue": {}}), n=NULL, b={"bytesValue": "AQ=="})},
    "all/empty": {}, "all/nested/sub/one": {"a": integer(1)}, "all/missing/sub/x/y/z": {"a": integer(2)}, "odd id/😀": {"odd-name": integer(1), "a.b`c": text("q")},
    "all/123": {}, "all/__id7__": {"n": integer(1)}, "all/__id-9__": {}, "long/text": {"s": text("x" * 1600), "l": text("y" * 34000)},
}
LONG = {
    "long/more": {"l": text("y" * 200000)}, "long/list": {"l": array(*[text("z" * 2000)] * 40)},
    "long/bytes": {"b": {"bytesValue": base64.b64encode(b"\0\xff" * 100000).decode()}},
} | {f"many/{number}": {"n": integer(number)} for number in range(6000)}


def documents(server, database="(default)"):
    found = server.call("POST", f"/v1/{DATABASES}/{database}/documents:runQuery", {"structuredQuery": {"from": [{"allDescendants": True}]}}, "owner")[1]
    return {row["document"]["name"].removeprefix(f"{DATABASES}/{database}/documents/"): row["document"].get("fields", {}) for row in found if "document" in row}


def fill(server, content):
    names = list(content)
    for start in range(0, len(names), 400):
        writes = [{"update": {"name": f"{ROOT}/{name}", "fields": content[name]}} for name in names[start:start + 400]]
        status, reply = server.call("POST", f"/v1/{ROOT}:commit", {"writes": writes}, "owner")
        assert status == 200, reply
    write = {"update": {"name": f"{DATABASES}/other/documents/a/b", "fields": {"own": reference("a/b", "other"), "standard": reference("a/b")}}}
    assert server.call("POST", f"/v1/{DATABASES}/other/documents:commit", {"writes": [write]}, "owner")[0] == 200


def compare(wanted, found, what):
    for left, right in zip(wanted, found):
        for name in left.keys() | right.keys():
            if left.get(name) != right.get(name):
                sys.exit(f"{what}: {name} differs: {str(left.get(name))[:2000]} became {str(right.get(name))[:2000]}")


def export(server, folder, database, name):
    reply = server.call("POST", EXPORT, {"database": f"{DATABASES}/{database}", "export_directory": folder, "export_name": name})
    assert reply == (200, {}), reply


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("program")
    arguments.add_argument("jar")
    arguments.add_argument("--java", default="java")
    arguments.add_argument("--record")
    options = arguments.parse_args()
    program = os.path.abspath(options.program)

    def start(which, folder, path=None):
        port = free_port()
        if which == "official":
            seed = ["--project_id=demo-oracle", f"--seed_from_export={path}"] if path else []
            return Server.official(options.jar, options.java, port, folder, *seed)
        return Server([program, "serve", "--port", str(port), "--log", "none", *(["--import", path] if path else [])], port, folder)

    with tempfile.TemporaryDirectory() as root:
        wanted = {}
        for which in ("official", "ours"):
            folder = os.path.join(root, which)
            os.mkdir(folder)
            for name, content in (("none", {}), ("small", DOCUMENTS), ("large", DOCUMENTS | LONG)):
                with start(which, folder) as server:
                    if content:
                        fill(server, content)
                    export(server, folder, "(default)", name)
                    export(server, folder, "other", f"{name}-other")
                    found = documents(server), documents(server, "other")
                    compare(wanted.setdefault(name, found), found, f"{name}, before it is exported")
                    assert len(found[0]) == len(content)
        for source in ("official", "ours"):
            for target in ("official", "ours"):
                for name, found in wanted.items():
                    path = lambda name: os.path.join(root, source, name, f"{name}.overall_export_metadata")
                    with start(target, root) as server:
                        for suffix, database in (("", "(default)"), ("-other", "other")):
                            reply = server.call("POST", IMPORT, {"database": f"{DATABASES}/{database}", "export_directory": path(name + suffix)})
                            assert reply == (200, {}), reply
                        compare(found, (documents(server), documents(server, "other")), f"{source} -> {target}: {name}")
                    with start(target, root, path(name)) as server:
                        compare(found[:1], (documents(server),), f"{source} -> {target}: {name} at the start")
                    print(f"{source} -> {target}: {name}, {len(found[0])} documents", flush=True)
        if options.record:
            shutil.copytree(os.path.join(root, "official", "small"), os.path.join(options.record, "small"))
            with open(os.path.join(options.record, "documents.json"), "w", encoding="utf-8") as file:
                json.dump(wanted["small"][0], file, ensure_ascii=False, indent=1, sort_keys=True)
                file.write("\n")


main()
