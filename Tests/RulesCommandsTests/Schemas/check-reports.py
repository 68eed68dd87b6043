#!/usr/bin/env python3
"""Checks the reports in the recorded sessions by the definitions of their formats.

Two definitions are too large or not ours to keep here; whoever has them gives their files:
--sarif-schema for sarif-schema-2.1.0.json, --cobertura-dtd for coverage-04.dtd. Reports written
just now can be checked, too: REPORT is a file whose name ends as one of the formats,
such as `out.sarif` or `out.cobertura`.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from lxml import etree

arguments = argparse.ArgumentParser(
    description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
)
arguments.add_argument("--sarif-schema", type=pathlib.Path, metavar="FILE")
arguments.add_argument("--cobertura-dtd", type=pathlib.Path, metavar="FILE")
arguments.add_argument("reports", nargs="*", type=pathlib.Path, metavar="REPORT")
arguments = arguments.parse_args()


def sarif_validator():
    if arguments.sarif_schema is None:
        return None
    from jsonschema import FormatChecker
    from jsonschema.validators import validator_for

    schema = json.loads(arguments.sarif_schema.read_text())
    kind = validator_for(schema)
    kind.check_schema(schema)
    return kind(schema, format_checker=FormatChecker())


HERE = pathlib.Path(__file__).parent
SARIF = sarif_validator()
COBERTURA = arguments.cobertura_dtd and etree.DTD(str(arguments.cobertura_dtd))
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
    if SARIF:
        problems = [f"{error.json_path}: {error.message}" for error in SARIF.iter_errors(log)]
        assert not problems, "\n".join(problems)
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


def check_cobertura(text):
    coverage = etree.fromstring(text.encode())
    if COBERTURA:
        assert COBERTURA.validate(coverage), COBERTURA.error_log
    check_rates(coverage, coverage.findall(".//class/lines/line"))
    for element in coverage.iter("package"):
        check_rates(element, element.findall(".//class/lines/line"))
    for element in coverage.iter("class", "method"):
        check_rates(element, element.findall("lines/line"))
        numbers = [int(line.get("number")) for line in element.findall("lines/line")]
        assert numbers == sorted(set(numbers)), numbers


def check_rates(element, lines):
    """Compares the shares and counts of an element with its lines."""
    branches = [line for line in lines if line.get("branch") == "true"]
    shares = [re.fullmatch(r"(\d+)% \((\d+)/(\d+)\)", line.get("condition-coverage")) for line in branches]
    assert all(int(share[1]) == int(share[2]) * 100 // int(share[3]) for share in shares)
    counts = {
        "line": (sum(line.get("hits") != "0" for line in lines), len(lines)),
        "branch": (sum(int(share[2]) for share in shares), sum(int(share[3]) for share in shares)),
    }
    for name, (seen, total) in counts.items():
        rate = 10_000 * seen // total if total else 10_000
        assert element.get(f"{name}-rate") == f"{rate / 10_000:.4f}", (element.attrib, seen, total)
    if element.tag == "coverage":
        for name, (seen, total) in zip(["lines", "branches"], counts.values()):
            assert element.get(f"{name}-covered") == str(seen)
            assert element.get(f"{name}-valid") == str(total)


CHECKS = {
    "junit": check_junit,
    "tap": check_tap,
    "github": check_github,
    "gitlab": check_gitlab,
    "sarif": check_sarif,
    "cobertura": check_cobertura,
    "json": json.loads,
}


def check(name, form, text):
    try:
        CHECKS[form](text)
    except (AssertionError, KeyError, ValueError, etree.LxmlError) as problem:
        sys.exit(f"{name}: {problem}" if str(problem) else f"{name}: {problem!r}")


counts = dict.fromkeys(CHECKS, 0)
for path in sorted((HERE.parent / "Goldens").glob("*.txt")):
    text = path.read_text()
    form = re.search(r"--(?:coverage-)?format (\w+)(?!\S)", text.splitlines()[0])
    if form is None or form.group(1) not in CHECKS or not report(text):
        continue
    check(path.name, form.group(1), report(text))
    counts[form.group(1)] += 1
for path in arguments.reports:
    form = path.suffix.removeprefix(".")
    if form not in CHECKS:
        sys.exit(f"{path}: the name ends in none of {', '.join(CHECKS)}")
    check(path, form, path.read_text())
    counts[form] += 1
print(f"{sum(counts.values())} reports are as their formats say:", counts)
