#!/usr/bin/env python3
"""Checks the reports in the recorded sessions by the definitions of their formats."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from lxml import etree

HERE = pathlib.Path(__file__).parent
JUNIT = etree.XMLSchema(etree.parse(str(HERE / "junit.xsd")))
GITHUB = re.compile(r"::(error|warning|notice) file=[^,:]+(,[a-zA-Z]+=[^,:]*)*::.+")


def report(text):
    written = re.search(r"^=== wrote \S+\n(.*?)^=== exit", text, re.S | re.M)
    shown = re.search(r"^=== stdout\n(.*?)^=== stderr", text, re.S | re.M)
    return (written or shown).group(1)


def check_junit(text):
    JUNIT.assertValid(etree.fromstring(text.encode()))


def check_tap(text):
    with tempfile.NamedTemporaryFile("w", suffix=".tap") as file:
        file.write(text)
        file.flush()
        said = subprocess.run(["prove", "--exec", "cat", file.name], capture_output=True, text=True)
    assert "Parse errors" not in said.stdout, said.stdout


def check_github(text):
    *commands, summary = text.splitlines()
    assert all(GITHUB.fullmatch(line) for line in commands) and not summary.startswith("::")


def check_gitlab(text):
    issues = json.loads(text)
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)
    for issue in issues:
        assert set(issue) == {"description", "check_name", "fingerprint", "severity", "location"}
        assert issue["severity"] in {"info", "minor", "major", "critical", "blocker"}
        assert not issue["location"]["path"].startswith(("/", "./"))
        assert issue["location"]["lines"]["begin"] >= 1


def check_sarif(text):
    log = json.loads(text)
    assert log["version"] == "2.1.0"
    for run in log["runs"]:
        rules = run["tool"]["driver"]["rules"]
        assert len({rule["id"] for rule in rules}) == len(rules)
        assert run["columnKind"] in {"utf16CodeUnits", "unicodeCodePoints"}
        for result in run["results"]:
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
            assert result["level"] in {"none", "note", "warning", "error"}
            assert result["message"]["text"]
            for location in result["locations"] + result.get("relatedLocations", []):
                check_location(location["physicalLocation"])


def check_location(location):
    assert re.fullmatch(r"[\w.~%/:-]+", location["artifactLocation"]["uri"])
    region = location.get("region")
    if region:
        start = (region["startLine"], region["startColumn"])
        assert (1, 1) <= start <= (region["endLine"], region["endColumn"])


CHECKS = {
    "junit": check_junit,
    "tap": check_tap,
    "github": check_github,
    "gitlab": check_gitlab,
    "sarif": check_sarif,
    "json": json.loads,
}

count = 0
for path in sorted((HERE.parent / "Goldens").glob("*.txt")):
    text = path.read_text()
    command = text.splitlines()[0]
    form = re.search(r"--format (\w+)(?!\S)", command)
    if form is None or form.group(1) not in CHECKS or not report(text):
        continue
    try:
        CHECKS[form.group(1)](report(text))
    except (AssertionError, KeyError, ValueError, etree.DocumentInvalid) as problem:
        sys.exit(f"{path.name}: {problem!r}")
    count += 1
print(f"{count} reports are as their formats say")
