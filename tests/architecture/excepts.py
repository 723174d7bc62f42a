"""Check that only entrypoints catch every exception."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from tests.architecture.imports import is_within
from tests.architecture.sources import Finding, Source

BROAD = {"Exception", "BaseException"}


def find_broad_excepts(sources: Iterable[Source]) -> Iterator[Finding]:
    """`except:` and `except Exception` outside the entrypoints, by the function they stand in."""
    for source in sources:
        if not is_within(source.module, "belfry.entrypoints"):
            yield from find_broad_handlers(source.tree, source.path)


def find_broad_handlers(node: ast.AST, place: str) -> Iterator[Finding]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        place = f"{place.partition(':')[0]}:{node.name}"
    if isinstance(node, ast.ExceptHandler) and is_broad(node):
        yield Finding(place, f"line {node.lineno} catches everything")
    for child in ast.iter_child_nodes(node):
        yield from find_broad_handlers(child, place)


def is_broad(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(isinstance(name, ast.Name) and name.id in BROAD for name in caught)
