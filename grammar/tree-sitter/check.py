#!/usr/bin/env python3
"""Compiles the parser, and compares its trees with the corpus; parses further files without errors.

    python3 grammar/tree-sitter/check.py [FILE…]

It needs gcc and the Python package `tree-sitter`. Without files it takes the examples.
"""

import ctypes
import pathlib
import re
import subprocess
import sys
import tempfile

import tree_sitter

here = pathlib.Path(__file__).resolve().parent
root = here.parent.parent


def load_language():
    """The language, compiled from `src/parser.c`."""
    library = pathlib.Path(tempfile.mkdtemp()) / "parser.so"
    subprocess.run(
        ["gcc", "-shared", "-fPIC", "-O1", "-I", here / "src", here / "src/parser.c", "-o", library],
        check=True,
    )
    function = ctypes.CDLL(str(library)).tree_sitter_firebase_rules
    function.restype = ctypes.c_void_p
    name = b"tree_sitter.Language"
    ctypes.pythonapi.PyCapsule_New.restype = ctypes.py_object
    ctypes.pythonapi.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return tree_sitter.Language(ctypes.pythonapi.PyCapsule_New(function(), name, None))


def shown(node):
    """A tree as nested lists of the names of its nodes."""
    parts = [shown(child) for child in node.named_children]
    return "(" + " ".join([node.type] + parts) + ")"


def cases(path):
    """The titles, texts and trees of a file of the corpus."""
    pattern = r"={3,}\n([^\n]*)\n={3,}\n(.*?)\n---\n(.*?)(?=\n={3,}\n|\Z)"
    for title, source, tree in re.findall(pattern, path.read_text(), re.S):
        yield title, source, " ".join(tree.split()).replace("( ", "(")


def check():
    language = load_language()
    parser = tree_sitter.Parser(language)
    problems = []
    count = 0
    for path in sorted((here.parent / "corpus").glob("*.txt")):
        for title, source, expected in cases(path):
            count += 1
            found = shown(parser.parse(source.encode()).root_node)
            if found != f"(source {expected})":
                problems.append(f"{path.name}: {title}:\n  expected {expected}\n  found    {found}")
    files = [pathlib.Path(name) for name in sys.argv[1:]] or [
        path for pattern in ("*.rules", "*.rulestest") for path in (root / "examples").rglob(pattern)
    ]
    for path in files:
        count += 1
        node = parser.parse(path.read_bytes()).root_node
        if node.has_error:
            problems.append(f"{path}: {errors(node)}")
    for path in sorted((here / "queries").glob("*.scm")):
        count += 1
        try:
            tree_sitter.Query(language, path.read_text())
        except tree_sitter.QueryError as error:
            problems.append(f"{path.name}: {error}")
    print("\n".join(problems))
    print(f"{count - len(problems)} passed, {len(problems)} failed")
    return 1 if problems else 0


def errors(node):
    """The places of the errors in a tree."""
    if node.type == "ERROR" or node.is_missing:
        return [tuple(node.start_point)]
    return [place for child in node.children if child.has_error for place in errors(child)]


sys.exit(check())
