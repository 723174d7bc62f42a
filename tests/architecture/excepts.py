"""Whether only the edges of the house catch what nobody expected."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from tests.architecture.imports import is_within
from tests.architecture.sources import Finding, Source

BROAD = {"Exception", "BaseException"}


def find_broad_excepts(sources: Iterable[Source]) -> Iterator[Finding]:
    """`except:` and `except Exception` outside the entrypoints."""
    for source in sources:
        if is_within(source.module, "belfry.entrypoints"):
            continue
        for node in ast.walk(source.tree):
            if isinstance(node, ast.ExceptHandler) and is_broad(node):
                yield Finding(source.path, f"line {node.lineno} catches everything")


def is_broad(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(isinstance(name, ast.Name) and name.id in BROAD for name in caught)
