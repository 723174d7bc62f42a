"""Check the names, first lines and sizes of files."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from tests.architecture.sources import Finding, Source

VAGUE_NAMES = {"util", "utils", "helper", "helpers", "common", "misc", "service"}
FILE_LINES = 600
FUNCTION_LINES = 40


def find_vague_names(sources: Iterable[Source]) -> Iterator[Finding]:
    """Modules and packages named for their kind, and not for what they answer."""
    for source in sources:
        for name in PurePosixPath(source.path).with_suffix("").parts:
            if name in VAGUE_NAMES:
                yield Finding(source.path, f"`{name}` does not say what it answers")


def find_headless(sources: Iterable[Source]) -> Iterator[Finding]:
    """Modules whose first line is not a sentence about the question they answer."""
    for source in sources:
        if source.path.endswith("__init__.py") and source.is_blank:
            continue
        first_line = (ast.get_docstring(source.tree) or "").partition("\n")[0]
        if not first_line.endswith(".") or first_line.startswith("This module"):
            yield Finding(source.path, f"opens with {first_line!r}, not with a sentence")


def find_long_files(sources: Iterable[Source]) -> Iterator[Finding]:
    for source in sources:
        lines = len(source.text.splitlines())
        if lines > FILE_LINES:
            yield Finding(source.path, f"has {lines} lines, more than {FILE_LINES}")


def find_long_functions(sources: Iterable[Source]) -> Iterator[Finding]:
    for source in sources:
        for node in ast.walk(source.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > FUNCTION_LINES:
                    place = f"{source.path}:{node.name}"
                    yield Finding(place, f"has {lines} lines, more than {FUNCTION_LINES}")
