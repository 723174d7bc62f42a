"""Whether every test that is left out says why."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from tests.architecture.sources import Finding, Source

# At which place the reason may stand without being named, if at any.
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
        if not any(word in source.text for word in ("skip", "xfail")):
            continue
        calls = {id(n.func): n for n in ast.walk(source.tree) if isinstance(n, ast.Call)}
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Attribute) and not explains_itself(node, calls.get(id(node))):
                yield Finding(source.path, f"line {node.lineno} skips without a reason")


def explains_itself(named: ast.Attribute, call: ast.Call | None) -> bool:
    """Whether it is no skip at all, or one that is called with its reason."""
    name = ast.unparse(named)
    if name not in REASON_AT:
        return True
    if call is None:
        return False
    position = REASON_AT[name]
    is_placed = position is not None and len(call.args) > position
    return is_placed or any(keyword.arg == "reason" for keyword in call.keywords)
