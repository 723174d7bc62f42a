"""Whether every test that is left out says why."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from tests.architecture.sources import Finding, Source

# How many arguments without a name stand before the reason may be one of them.
REASON_AT = {
    "pytest.mark.skip": 0,
    "pytest.skip": 0,
    "pytest.xfail": 0,
    "pytest.mark.skipif": None,
    "pytest.mark.xfail": None,
    "pytest.importorskip": None,
}


def find_unexplained_skips(sources: Iterable[Source]) -> Iterator[Finding]:
    """Skips and expected failures without a reason in words."""
    for source in sources:
        called = {id(n.func): n for n in ast.walk(source.tree) if isinstance(n, ast.Call)}
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Attribute) and ast.unparse(node) in REASON_AT:
                if not gives_reason(ast.unparse(node), called.get(id(node))):
                    yield Finding(source.path, f"line {node.lineno} skips without a reason")


def gives_reason(name: str, call: ast.Call | None) -> bool:
    if call is None:
        return False
    position = REASON_AT[name]
    is_placed = position is not None and len(call.args) > position
    return is_placed or any(keyword.arg == "reason" for keyword in call.keywords)
