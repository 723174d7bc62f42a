"""Find leftovers: work put off, vague names, and traces of one machine.

The patterns are put together from pieces so that this file does not find itself.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from tests.architecture.sources import Finding, Source

PUT_OFF = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b")
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:work|farm|root|home|Users)/")
INDEX_ADDRESS = re.compile(r"https?://\S*(?:/simple\b|pythonhosted|registry\.npm)")

# A name says what it holds: `workflow`, `unpaid_rows`, `sent_message`.
VAGUE_NAMES = {"one", "found", "said", "kept", "there", "thing", "told", "given"}


def find_leftovers(files: Iterable[Source]) -> Iterator[Finding]:
    """Lines that put work off, name a folder of one machine, or name a package index."""
    for file in files:
        for number, line in enumerate(file.text.splitlines(), start=1):
            for pattern, what in (
                (PUT_OFF, "puts work off"),
                (MACHINE_PATH, "names a folder of one machine"),
                (INDEX_ADDRESS, "names a package index"),
            ):
                if pattern.search(line):
                    yield Finding(file.path, f"line {number} {what}")


def find_vague_names(sources: Iterable[Source]) -> Iterator[Finding]:
    """Variables and arguments whose name does not say what they hold; fields of classes may."""
    for source in sources:
        fields: set[ast.AST] = set()
        # A class comes before what stands in it.
        for node in ast.walk(source.tree):
            if isinstance(node, ast.ClassDef):
                lines = [line for line in node.body if isinstance(line, ast.Assign | ast.AnnAssign)]
                fields.update(target for line in lines for target in ast.walk(line))
            name = None if node in fields else _find_bound(node)
            if name in VAGUE_NAMES:
                line_number = getattr(node, "lineno", 0)
                yield Finding(source.path, f"line {line_number} calls a variable `{name}`")


def _find_bound(node: ast.AST) -> str | None:
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
            return name
        case ast.MatchAs(name=name) | ast.MatchStar(name=name) | ast.ExceptHandler(name=name):
            return name
    return None
