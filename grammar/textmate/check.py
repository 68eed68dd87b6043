#!/usr/bin/env python3
"""Tokenises the corpus and the examples with the TextMate grammars.

    python3 grammar/textmate/check.py

It needs the Python package `textmate-grammar-python`. A word must have the scope that the table says,
strings and comments must be whole, and nothing may be marked as illegal.
"""

import json
import logging
import pathlib
import re
import sys

from textmate_grammar.parsers.base import LanguageParser

logging.disable(logging.CRITICAL)
here = pathlib.Path(__file__).resolve().parent
root = here.parent.parent

# What stands in a text, and the beginning of the scope that it must have.
RULES = [
    ("rules_version = '2';", "rules_version", "keyword.control.version"),
    ("service cloud.firestore {", "cloud.firestore", "entity.name.namespace"),
    ("match /a/{b=**} {", "match", "keyword.declaration"),
    ("match /a/{b=**} {", "b", "variable.parameter.wildcard"),
    ("match /a/{b=**} {", "/a", "string.unquoted.path"),
    ("allow read, write: if true;", "write", "constant.language.method"),
    ("allow read, write: if true;", "if", "keyword.control"),
    ("allow read, write: if true;", "true", "constant.language"),
    ("function f(a) {", "f", "entity.name.function"),
    ("let a = 1.5;", "let", "keyword.declaration"),
    ("let a = 1.5;", "1.5", "constant.numeric.float"),
    ("return a.match;", "match", "variable.other.property"),
    ("return a.size();", "size", "entity.name.function.member"),
    ("return request.auth;", "request", "variable.language"),
    ("return a is int;", "int", "support.type"),
    ("return a in b;", "in", "keyword.operator.word"),
    ("return get(/a/$(b));", "get", "support.function.lookup"),
    ("return 'a\\n';", "\\n", "constant.character.escape"),
    ("return a; // b", "// b", "comment.line"),
    ("// rulescheck:ignore a", "rulescheck:ignore", "keyword.other.directive"),
]
TESTS = [
    ("user guest: anonymous;", "guest", "variable.other.user"),
    ("user guest: anonymous;", "anonymous", "constant.language.provider"),
    ("test 'a' {", "test", "keyword.declaration"),
    ("allow get /a/b as alice;", "allow", "keyword.control.verdict"),
    ("allow get /a/b as alice;", "get", "constant.language.method"),
    ("allow get /a/b as alice;", "alice", "variable.other.user"),
    ("deny list /a where b array-contains 1;", "where", "keyword.control"),
    ("deny list /a where b array-contains 1;", "array-contains", "keyword.operator.word"),
    ("let a = { test: 1, where: 2 };", "where", "variable.other"),
    ("rules 'a.rules';", "rules", "keyword.control"),
]


def load(name):
    return LanguageParser(json.loads((here / name).read_text()))


def tokens(parser, text):
    """The pieces of a text with their scopes."""
    element = parser.parse_string(text)
    return [] if element is None else [(entry[1], entry[2]) for entry in element.flatten()]


def check_words(parser, table):
    for text, word, scope in table:
        found = [scopes for piece, scopes in tokens(parser, text) if piece.strip() == word.strip()]
        if not any(any(name.startswith(scope) for name in scopes) for scopes in found):
            yield f"`{word}` in `{text}`: expected {scope}, found {found}"


def check_text(parser, name, text):
    for piece, scopes in tokens(parser, text):
        if any("invalid" in scope for scope in scopes):
            yield f"{name}: `{piece}` is marked as illegal"
        if any("string.quoted" in scope or "comment" in scope for scope in scopes):
            continue
        if re.search(r"['\"]|//|/\*", piece):
            yield f"{name}: `{piece}` is no string or comment: {scopes}"


def main():
    json.loads((here / "language-configuration.json").read_text())
    problems, count = [], 0
    for grammar, table, corpus, suffix in (
        ("rules.tmLanguage.json", RULES, "rules.txt", "*.rules"),
        ("rulestest.tmLanguage.json", TESTS, "tests.txt", "*.rulestest"),
    ):
        parser = load(grammar)
        count += len(table)
        problems += check_words(parser, table)
        pattern = r"={3,}\n([^\n]*)\n={3,}\n(.*?)\n---\n"
        texts = re.findall(pattern, (here.parent / "corpus" / corpus).read_text(), re.S)
        texts += [(str(path), path.read_text()) for path in (root / "examples").rglob(suffix)]
        for name, text in texts:
            count += 1
            problems += list(check_text(parser, name, text))[:1]
    print("\n".join(problems))
    print(f"{count - len(problems)} passed, {len(problems)} failed")
    return 1 if problems else 0


sys.exit(main())
